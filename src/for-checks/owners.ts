import { advice, type Advice } from '../syntax/advice.ts';
import type { ControllingObject, ObjectOwner } from '../facts/owner.ts';

/** What applies an object, and so which command or file changes it permanently. */
export type Owner =
  | { kind: 'helm'; release: string; namespace: string | null }
  | { kind: 'gitops'; tool: 'Argo CD' | 'Flux'; applier: ObjectOwner['applier'] }
  | { kind: 'eks-addon'; addon: string; role: string | null | undefined }
  | { kind: 'controller'; controller: ControllingObject }
  | { kind: 'not told' };

/** What shows the owner of a Kubernetes object. */
export interface Owned {
  owner?: ObjectOwner | undefined;
  addon?: string | null;
  /** The IAM role of the add-on's service account; null if it has none, undefined if it was not read. */
  addonRole?: string | null | undefined;
}

/**
 * The owner of a Kubernetes object. An EKS add-on takes precedence over all others, then a controller, which sets the
 * object itself; GitOps over a Helm release: Flux applies its HelmReleases with Helm, and reverts manual changes.
 */
export function resolveOwner({ owner, addon, addonRole: role }: Owned): Owner {
  if (addon !== undefined && addon !== null) return { kind: 'eks-addon', addon, role };
  if (owner?.controller !== undefined) return { kind: 'controller', controller: owner.controller };
  const tool = owner?.managedBy;
  if (tool === 'Argo CD' || tool === 'Flux') return { kind: 'gitops', tool, applier: owner?.applier };
  if (owner === undefined || owner.release === null) return { kind: 'not told' };
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

/** What created an AWS resource, according to its tags. */
type MadeBy = { kind: 'cloudformation'; stack: string } | { kind: 'terraform' } | { kind: 'not told' };

/**
 * What created an AWS resource. CloudFormation tags its resources, including those of eksctl and the CDK; Terraform
 * adds no tag, but users often mention it in one of theirs.
 * Source: https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/aws-properties-resource-tags.html
 */
function madeBy(tags: Readonly<Record<string, string>>): MadeBy {
  const stack = tags['aws:cloudformation:stack-name'];
  if (stack !== undefined) return { kind: 'cloudformation', stack };
  const isTerraform = Object.entries(tags).some(([key, value]) =>
    [key, value].some((text) => /^(terraform|opentofu|terragrunt)\b/i.test(text)),
  );
  return { kind: isTerraform ? 'terraform' : 'not told' };
}

/** Where to change a role permanently, before a command that changes it immediately. */
export function roleFirst(tags: Readonly<Record<string, string>> = {}): Advice {
  const made = madeBy(tags);
  switch (made.kind) {
    case 'cloudformation':
      return advice`CloudFormation created the role (stack ${made.stack}): change it in the template first, or the next stack update may revert the change.`;
    case 'terraform':
      return advice`According to its tags, Terraform created the role: change it in your module first, or the next apply reverts the change.`;
    default:
      return advice`If infrastructure as code created the role, change it there first.`;
  }
}
