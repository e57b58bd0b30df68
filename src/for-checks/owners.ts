import type { ControllingObject, ObjectOwner } from '../facts/owner.ts';
import { findTaggedOwner, type ContradictingOwner, type TaggedOwner } from './tag-owners.ts';

/** What manages an object or an AWS resource, and so which command or file changes it permanently. */
export type Owner =
  | TaggedOwner
  | ContradictingOwner
  | { kind: 'helm'; release: string; namespace: string | null }
  | { kind: 'gitops'; tool: 'Argo CD' | 'Flux'; applier: ObjectOwner['applier'] }
  | { kind: 'eks-addon'; addon: string; role: string | null | undefined }
  | { kind: 'controller'; controller: ControllingObject }
  | { kind: 'not seen' };

/** What shows the owner of a Kubernetes object, or of an AWS resource: its tags. */
export interface Owned {
  tags?: Readonly<Record<string, string>> | undefined;
  owner?: ObjectOwner | undefined;
  addon?: string | null;
  /** The IAM role of the add-on's service account; null if it has none, undefined if it was not read. */
  addonRole?: string | null | undefined;
  /** Tags of the add-on, which show what manages it. */
  addonTags?: Readonly<Record<string, string>> | undefined;
}

/**
 * The owner of a Kubernetes object or of an AWS resource. An EKS add-on takes precedence over all others, then a
 * controller, which sets the object itself; GitOps over a Helm release: Flux applies its HelmReleases with Helm, and
 * reverts manual changes. `not seen`: no label, annotation or tag shows it, or they
 * were not read.
 */
export function resolveOwner({ owner, addon, addonRole: role, tags }: Owned): Owner {
  if (addon !== undefined && addon !== null) return { kind: 'eks-addon', addon, role };
  if (owner?.controller !== undefined) return { kind: 'controller', controller: owner.controller };
  const tool = owner?.managedBy;
  if (tool === 'Argo CD' || tool === 'Flux') return { kind: 'gitops', tool, applier: owner?.applier };
  if (owner === undefined || owner.release === null) return findTaggedOwner(tags ?? {}) ?? { kind: 'not seen' };
  return { kind: 'helm', release: owner.release, namespace: owner.releaseNamespace };
}

/** `Argo CD (Application argocd/karpenter)`. */
export function gitOpsName({ tool, applier }: Extract<Owner, { kind: 'gitops' }>): string {
  if (applier === undefined) return tool;
  const { kind, namespace, name } = applier;
  return `${tool} (${kind} ${namespace === null ? name : `${namespace}/${name}`})`;
}

/** `Elasticsearch search (elasticsearch.k8s.elastic.co)`: the object in which to make a change. */
export function controllerName({ apiGroup, kind, name }: ControllingObject): string {
  return `${kind} ${name}${apiGroup === '' ? '' : ` (${apiGroup})`}`;
}

/** What `kubectl get` takes for the object: `elasticsearch.elasticsearch.k8s.elastic.co/search`. */
export function controllerPath({ apiGroup, kind, name }: ControllingObject): string {
  return `${kind.toLowerCase()}${apiGroup === '' ? '' : `.${apiGroup}`}/${name}`;
}

/** The manager of an object, for a column or a list: `eksctl (stack eksctl-demo-cluster)`. */
export function formatManager(owner: Owner): string {
  switch (owner.kind) {
    case 'helm':
      return withDetail('Helm', `release ${owner.namespace === null ? '' : `${owner.namespace}/`}${owner.release}`);
    case 'gitops':
      return gitOpsName(owner);
    case 'eks-addon':
      return `EKS add-on ${owner.addon}`;
    case 'controller':
      return controllerName(owner.controller);
    case 'contradicting':
      return owner.owners.map(formatTagged).join(' and ');
    case 'not seen':
      return 'manager not seen';
    default:
      return formatTagged(owner);
  }
}

/** The tool alone, for a narrow column: `eksctl`; undefined if no manager is seen. */
export function managerTool(owner: Owner): string | undefined {
  switch (owner.kind) {
    case 'terraform':
    case 'gitops':
      return owner.tool;
    case 'eks-addon':
      return 'EKS';
    case 'controller':
      return owner.controller.kind;
    case 'contradicting':
      return owner.owners.map(managerTool).join(' or ');
    case 'not seen':
      return undefined;
    default:
      return toolNames[owner.kind];
  }
}

const toolNames = {
  helm: 'Helm',
  eksctl: 'eksctl',
  cloudformation: 'CloudFormation',
  cdk: 'AWS CDK',
  crossplane: 'Crossplane',
  ack: 'ACK',
  'cluster-api': 'Cluster API',
  pulumi: 'Pulumi',
  karpenter: 'Karpenter',
  eks: 'EKS',
} as const;

function formatTagged(owner: TaggedOwner): string {
  switch (owner.kind) {
    case 'terraform':
      return owner.assumed ? withDetail(owner.tool, 'assumed') : owner.tool;
    case 'eksctl':
      return withDetail('eksctl', prefixed('stack', owner.stack));
    case 'cloudformation':
      return withDetail('CloudFormation', prefixed('stack', owner.stack));
    case 'cdk':
      return withDetail('AWS CDK', prefixed('stack', owner.stack));
    case 'crossplane':
      return withDetail('Crossplane', [owner.object, owner.name].filter((part) => part !== undefined).join(' '));
    case 'ack':
      return withDetail('ACK', prefixed('namespace', owner.namespace) ?? owner.controller);
    case 'cluster-api':
      return withDetail('Cluster API', prefixed('cluster', owner.cluster));
    case 'pulumi':
      return owner.assumed ? withDetail('Pulumi', 'assumed') : 'Pulumi';
    case 'karpenter':
      return withDetail('Karpenter', prefixed('NodePool', owner.pool));
    default:
      return withDetail('EKS', prefixed('node group', owner.nodegroup) ?? prefixed('cluster', owner.cluster));
  }
}

function prefixed(what: string, name: string | undefined): string | undefined {
  return name === undefined ? undefined : `${what} ${name}`;
}

function withDetail(tool: string, detail: string | undefined): string {
  return detail === undefined || detail === '' ? tool : `${tool} (${detail})`;
}
