import { setFields } from '../syntax/set-fields.ts';
import { findMentioned, type MentionedOwner } from './mentioned-tools.ts';

type Tags = Readonly<Record<string, string>>;

/** What manages an AWS resource, according to one kind of tag. */
export type TaggedOwner =
  | MentionedOwner
  | { kind: 'eksctl'; stack?: string; cluster?: string; nodegroup?: string }
  | { kind: 'cloudformation'; stack: string; logicalId?: string }
  | { kind: 'cdk'; stack?: string; logicalId?: string }
  /** `object`: `nodegroup.eks.aws.upbound.io`. */
  | { kind: 'crossplane'; object?: string; name?: string }
  /** `controller`: `eks-v1.20.0`. */
  | { kind: 'ack'; controller?: string; namespace?: string }
  | { kind: 'cluster-api'; cluster?: string }
  | { kind: 'karpenter'; pool: string }
  | { kind: 'eks'; cluster?: string; nodegroup?: string };

/** Tags that name two tools: stacks first, because AWS sets their tags, and Terraform may manage a stack. */
export interface ContradictingOwner {
  kind: 'contradicting';
  owners: readonly [TaggedOwner, TaggedOwner];
}

/**
 * What manages an AWS resource. Karpenter and EKS take precedence: they create the resource, and copy tags of others to
 * it. A tag that only suggests Terraform or Pulumi contradicts no other one.
 */
export function findTaggedOwner(tags: Tags): TaggedOwner | ContradictingOwner | undefined {
  const creator = findKarpenter(tags) ?? findEks(tags);
  if (creator !== undefined) return creator;
  const finders = [findStackOwner, findCrossplane, findAck, findClusterApi];
  const certain = finders.map((find) => find(tags)).filter((owner) => owner !== undefined);
  const mentioned = findMentioned(tags);
  const named = mentioned?.assumed === false ? [...certain, mentioned] : certain;
  const [first, second] = named;
  if (first === undefined) return mentioned;
  return second === undefined ? first : { kind: 'contradicting', owners: [first, second] };
}

/**
 * The tags of the instances and launch templates that Karpenter creates.
 * Source: https://karpenter.sh/docs/concepts/nodeclasses/
 */
function findKarpenter(tags: Tags): TaggedOwner | undefined {
  const pool = tags['karpenter.sh/nodepool'] ?? tags['karpenter.sh/provisioner-name'];
  return pool === undefined ? undefined : { kind: 'karpenter', pool };
}

/**
 * The tags of the Auto Scaling groups, launch templates and security groups that EKS creates.
 * Source: https://docs.aws.amazon.com/eks/latest/userguide/sec-group-reqs.html
 */
function findEks(tags: Tags): TaggedOwner | undefined {
  const cluster = tags['aws:eks:cluster-name'] ?? tags['eks:cluster-name'];
  const nodegroup = tags['eks:nodegroup-name'];
  if (cluster === undefined && nodegroup === undefined) return undefined;
  return { kind: 'eks', ...setFields({ cluster, nodegroup }) };
}

/**
 * eksctl, the CDK, or CloudFormation alone: CloudFormation tags the resources of all three.
 * Sources: https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/aws-properties-resource-tags.html,
 * https://github.com/eksctl-io/eksctl/blob/main/pkg/apis/eksctl.io/v1alpha5/types.go
 */
function findStackOwner(tags: Tags): TaggedOwner | undefined {
  const stack = tags['aws:cloudformation:stack-name'];
  const logicalId = tags['aws:cloudformation:logical-id'];
  const keys = Object.keys(tags);
  if (
    stack?.startsWith('eksctl-') === true ||
    keys.some((key) => /^(?:alpha\.eksctl\.io|eksctl\.cluster\.k8s\.io)\//.test(key))
  )
    return { kind: 'eksctl', ...setFields({ stack, ...findEksctlNames(tags) }) };
  if (keys.some((key) => /^aws[:-]cdk:/.test(key))) return { kind: 'cdk', ...setFields({ stack, logicalId }) };
  return stack === undefined ? undefined : { kind: 'cloudformation', stack, ...setFields({ logicalId }) };
}

function findEksctlNames(tags: Tags) {
  const cluster = tags['alpha.eksctl.io/cluster-name'] ?? tags['eksctl.cluster.k8s.io/v1alpha1/cluster-name'];
  const nodegroup = tags['alpha.eksctl.io/nodegroup-name'];
  return { cluster, nodegroup };
}

/** Source: https://github.com/crossplane/crossplane-runtime/blob/main/pkg/resource/resource.go */
function findCrossplane(tags: Tags): TaggedOwner | undefined {
  const object = tags['crossplane-kind'];
  const name = tags['crossplane-name'];
  if (object === undefined && name === undefined && tags['crossplane-providerconfig'] === undefined) return undefined;
  return { kind: 'crossplane', ...setFields({ object, name }) };
}

/**
 * The EKS capability for ACK sets other tags.
 * Sources: https://aws-controllers-k8s.github.io/community/docs/user-docs/ack-tags/,
 * https://docs.aws.amazon.com/eks/latest/userguide/ack-considerations.html
 */
function findAck(tags: Tags): TaggedOwner | undefined {
  const controller = tags['services.k8s.aws/controller-version'] ?? tags['eks:controller-version'];
  const namespace = tags['services.k8s.aws/namespace'] ?? tags['eks:kubernetes-namespace'];
  if (controller === undefined && namespace === undefined) return undefined;
  return { kind: 'ack', ...setFields({ controller, namespace }) };
}

const clusterApiKey = /^sigs\.k8s\.io\/cluster-api-provider-aws\/cluster\/(.*)$/;

/**
 * A resource that clusters share (`shared`) has another owner.
 * Source: https://github.com/kubernetes-sigs/cluster-api-provider-aws/blob/main/api/v1beta2/tags.go
 */
function findClusterApi(tags: Tags): TaggedOwner | undefined {
  const owned = Object.entries(tags).find(([key, value]) => value === 'owned' && clusterApiKey.test(key));
  const cluster = owned === undefined ? undefined : clusterApiKey.exec(owned[0])?.[1];
  return owned === undefined ? undefined : { kind: 'cluster-api', ...setFields({ cluster }) };
}
