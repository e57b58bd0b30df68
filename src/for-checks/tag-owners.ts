import { setFields } from '../syntax/set-fields.ts';

type Tags = Readonly<Record<string, string>>;

/** A tool that applies Terraform configurations. */
type TerraformTool = 'Terraform' | 'OpenTofu' | 'Terragrunt';

/** What manages an AWS resource, according to one kind of tag. */
export type TaggedOwner =
  /** `assumed`: the tag only begins with the tool's name, such as that of a repository; `tag` is its key. */
  | { kind: 'terraform'; tool: TerraformTool; assumed: boolean; tag: string }
  | { kind: 'eksctl'; stack?: string; cluster?: string; nodegroup?: string }
  | { kind: 'cloudformation'; stack: string; logicalId?: string }
  | { kind: 'cdk'; stack?: string; logicalId?: string }
  /** `object`: `nodegroup.eks.aws.upbound.io`. */
  | { kind: 'crossplane'; object?: string; name?: string }
  /** `controller`: `eks-v1.20.0`. */
  | { kind: 'ack'; controller?: string; namespace?: string }
  | { kind: 'karpenter'; pool: string }
  | { kind: 'eks'; cluster?: string; nodegroup?: string };

/** Tags that name two tools: stacks first, because AWS sets their tags, and Terraform may manage a stack. */
export interface ContradictingOwner {
  kind: 'contradicting';
  owners: readonly [TaggedOwner, TaggedOwner];
}

/**
 * What manages an AWS resource. Karpenter and EKS take precedence: they create the resource, and copy tags of others to
 * it. A tag that only begins with Terraform's name contradicts no other one.
 */
export function findTaggedOwner(tags: Tags): TaggedOwner | ContradictingOwner | undefined {
  const creator = findKarpenter(tags) ?? findEks(tags);
  if (creator !== undefined) return creator;
  const certain = [findStackOwner(tags), findCrossplane(tags), findAck(tags)].filter((owner) => owner !== undefined);
  const terraform = findTerraform(tags);
  const named = terraform?.assumed === false ? [...certain, terraform] : certain;
  const [first, second] = named;
  if (first === undefined) return terraform;
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

/** Source: https://aws-controllers-k8s.github.io/community/docs/user-docs/ack-tags/ */
function findAck(tags: Tags): TaggedOwner | undefined {
  const controller = tags['services.k8s.aws/controller-version'];
  const namespace = tags['services.k8s.aws/namespace'];
  if (controller === undefined && namespace === undefined) return undefined;
  return { kind: 'ack', ...setFields({ controller, namespace }) };
}

/** Keys whose values are names that AWS, Kubernetes or a tool gives: a cluster may be named after Terraform. */
const foreignKey = /(?:^|[./])(?:kubernetes\.io|k8s\.io|k8s\.aws|karpenter\.sh|eksctl\.io)\/|^(?:aws|eks|aws-cdk):/i;
const whole = /^(terraform|opentofu|terragrunt)$/i;
const beginning = /^(terraform|opentofu|terragrunt)/i;
const negative = /^(?:false|no|none|n|0|off)$/i;

/**
 * Terraform adds no tag, but users often mention it in one of theirs: in a key, or as the whole value. Prefers a tag
 * that names it over one that only begins with its name.
 */
function findTerraform(tags: Tags): Extract<TaggedOwner, { kind: 'terraform' }> | undefined {
  const own = Object.entries(tags).filter(([key]) => !foreignKey.test(key));
  const found = own.flatMap(([tag, value]) => {
    const byKey = negative.test(value.trim()) ? null : beginning.exec(tag);
    const byValue = beginning.exec(value.trim());
    const tool = byKey?.[1] ?? byValue?.[1];
    if (tool === undefined) return [];
    const isNamed = byKey !== null || (whole.test(value.trim()) && !/^name$/i.test(tag));
    return [{ kind: 'terraform' as const, tool: toTool(tool), assumed: !isNamed, tag }];
  });
  return found.find(({ assumed }) => !assumed) ?? found[0];
}

function toTool(name: string): TerraformTool {
  const lower = name.toLowerCase();
  if (lower === 'opentofu') return 'OpenTofu';
  return lower === 'terragrunt' ? 'Terragrunt' : 'Terraform';
}
