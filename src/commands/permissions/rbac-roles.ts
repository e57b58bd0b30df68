import { grouped } from '../../syntax/grouped.ts';
import type { Permission } from '../../facts/reason.ts';

/** The Kubernetes group that the roles are bound to, and the roles' own name. */
export const group = 'eks-preflight';

/** One rule of a role. `note` is what to know before granting it. */
export type Rule =
  | { apiGroup: string; resources: readonly string[]; names?: readonly string[]; verb: string; note?: string }
  | { urls: readonly string[] };

/** What is granted in the whole cluster (a ClusterRole; `namespace` is null), or in one namespace (a Role). */
export interface Role {
  namespace: string | null;
  rules: readonly Rule[];
}

type Resource = Extract<Permission, { resource: string }>;

/** The ClusterRole first; then a Role for each namespace in which objects are read by name. */
export function buildRoles(permissions: readonly Permission[]): Role[] {
  const resources = permissions.filter((permission) => 'resource' in permission);
  const namespaces = [...new Set(resources.flatMap(({ namespace }) => namespace ?? []))].sort();
  const ofCluster = [
    ...buildRules(resources.filter(({ namespace }) => namespace === undefined)),
    ...pathRules(permissions),
  ];
  const roles = namespaces.map((namespace) => ({
    namespace,
    rules: buildRules(resources.filter((permission) => permission.namespace === namespace)),
  }));
  return [{ namespace: null, rules: ofCluster }, ...roles].filter(({ rules }) => rules.length > 0);
}

/** One rule for each API group, verb and note; objects that are read by name have a rule for each resource. */
function buildRules(resources: readonly Resource[]): Rule[] {
  const folded = grouped(resources, (permission) => {
    const { apiGroup, verb, resource, name } = permission;
    return [apiGroup, verb, name === undefined ? '' : resource, findNote(permission) ?? ''].join('\n');
  });
  return [...folded.values()].map(foldedRule);
}

function foldedRule(permissions: readonly [Resource, ...Resource[]]): Rule {
  const [first] = permissions;
  const { apiGroup, verb } = first;
  const names = permissions.flatMap(({ name }) => name ?? []).toSorted();
  const note = findNote(first);
  return {
    apiGroup,
    resources: [...new Set(permissions.map(({ resource }) => resource))].toSorted(),
    ...(names.length === 0 ? {} : { names }),
    verb,
    ...(note === undefined ? {} : { note }),
  };
}

const secretsNote =
  'Equivalent to cluster-admin: it reads every Secret, service account tokens included. ' +
  'Helm releases are listed in all namespaces, so a Role is not enough. ' +
  'Grant it for one scan, or omit --with secrets: karpenter/helm-release is then skipped, and ' +
  'apis/helm-releases is unknown at steps that remove API versions.';
const configMapsNote =
  'Helm stores releases in ConfigMaps if HELM_DRIVER is configmap: only these ConfigMaps are read.';
const karpenterNote =
  'Only read in the namespace of Karpenter. To narrow this rule, move it to a Role and a RoleBinding in that namespace.';

const servicesNote =
  'Only Services of webhooks and of CRD conversions are read. To narrow this rule, move it to a Role and a ' +
  'RoleBinding in each of their namespaces.';

function findNote({ resource, verb, namespace, name }: Resource): string | undefined {
  if (namespace !== undefined) return undefined;
  if (resource === 'secrets') return secretsNote;
  if (resource === 'configmaps' && name === undefined) return configMapsNote;
  if (resource === 'services' && verb === 'get') return servicesNote;
  return verb === 'get' ? karpenterNote : undefined;
}

function pathRules(permissions: readonly Permission[]): Rule[] {
  const urls = permissions.flatMap((permission) => {
    if (!('nonResourceURL' in permission)) return [];
    return [permission.nonResourceURL, ...(permission.nonResourceURL === '/apis' ? ['/apis/*', '/version'] : [])];
  });
  return urls.length === 0 ? [] : [{ urls: [...new Set(urls)] }];
}
