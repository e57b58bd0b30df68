import type { Collectors } from './collect.ts';
import type { AnyCheck } from './check.ts';
import type { FactName } from './facts.ts';
import { isAskedFor, type Grant } from './optional-facts.ts';
import { permissionText, type Permission } from './reason.ts';

/** Read before any check is chosen: the cluster itself, and the versions that EKS offers (the default target). */
export const alwaysRead: readonly FactName[] = ['cluster', 'clusterVersions'];

/** The facts that these checks read, with those that every scan reads. */
export function neededFacts(checks: readonly AnyCheck[]): Set<FactName> {
  const named = checks.flatMap(({ needs, uses = [], applies }) => [
    ...needs,
    ...uses,
    ...(applies?.needs ?? []),
    ...(applies?.uses ?? []),
  ]);
  return new Set([...alwaysRead, ...named]);
}

/** The facts that `needed` build upon, with themselves. */
export function withDependencies(collectors: Collectors, needed: Iterable<FactName>): Set<FactName> {
  const all = new Set<FactName>();
  const pending = [...needed];
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    if (all.has(name)) continue;
    all.add(name);
    pending.push(...(collectors[name].from ?? []));
  }
  return all;
}

/** Asked for before any Kubernetes fact: discovery, and the server's version. */
const contact: readonly Permission[] = [{ nonResourceURL: '/apis' }];

/**
 * The least that these checks need, each once, in a stable order.
 * @param asked what hangs on these grants is read, too
 */
export function neededPermissions(
  collectors: Collectors,
  checks: readonly AnyCheck[],
  asked: readonly Grant[] = [],
): Permission[] {
  const needed = [...neededFacts(checks)].filter((fact) => isAskedFor(fact, asked));
  const facts = withDependencies(collectors, needed);
  const own = [...facts].flatMap((fact) => collectors[fact].permissions);
  const all = own.some((permission) => !('iam' in permission)) ? [...own, ...contact] : own;
  const byKey = new Map(all.map((permission) => [keyOf(permission), permission]));
  return [...byKey].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, permission]) => permission);
}

/** Two ConfigMaps that are read by name are two permissions, though people look up the same text. */
function keyOf(permission: Permission): string {
  const { namespace = '', name = '' } = 'resource' in permission ? permission : {};
  return [permissionText(permission), namespace, name].join('\n');
}

/** An IAM policy document that allows the IAM actions among `permissions`; all of them are reads. */
export function iamPolicy(permissions: readonly Permission[]): string {
  const Action = permissions.flatMap((permission) => ('iam' in permission ? [permission.iam] : []));
  const statement = { Sid: 'EksPreflight', Effect: 'Allow', Action, Resource: '*' };
  return `${JSON.stringify({ Version: '2012-10-17', Statement: [statement] }, null, 2)}\n`;
}

/** The Kubernetes group that the ClusterRole is bound to, and the ClusterRole's own name. */
export const group = 'eks-preflight';

/** A ClusterRole for the Kubernetes permissions, its binding to a group, and how an IAM role gets into that group. */
export function rbacManifests(permissions: readonly Permission[]): string {
  return `# Bind the IAM role that runs eks-preflight to the group "${group}", by an access entry:
#   aws eks create-access-entry --cluster-name CLUSTER --principal-arn ROLE_ARN --kubernetes-groups ${group}
# or, where the cluster's authentication mode is CONFIG_MAP, by a line under mapRoles of kube-system/aws-auth:
#   - rolearn: ROLE_ARN
#     username: eks-preflight
#     groups: [${group}]
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata:
  name: ${group}
rules:
${rulesOf(permissions).map(ruleYaml).join('\n')}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata:
  name: ${group}
roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: ClusterRole
  name: ${group}
subjects:
  - apiGroup: rbac.authorization.k8s.io
    kind: Group
    name: ${group}
`;
}

/** One rule of a ClusterRole. */
export type Rule =
  | { apiGroup: string; resources: readonly string[]; name?: string; verb: string }
  | { urls: readonly string[] };

/** The rules for the Kubernetes permissions, folded by group, verb and name; paths come last. */
export function rulesOf(permissions: readonly Permission[]): Rule[] {
  const resources = new Map<string, string[]>();
  const urls: string[] = [];
  for (const permission of permissions) {
    if ('iam' in permission) continue;
    if ('nonResourceURL' in permission) {
      urls.push(permission.nonResourceURL, ...(permission.nonResourceURL === '/apis' ? ['/apis/*', '/version'] : []));
      continue;
    }
    const { apiGroup, verb, name } = permission;
    const key = [apiGroup, verb, name ?? ''].join('\n');
    resources.set(key, [...(resources.get(key) ?? []), permission.resource]);
  }
  return [
    ...[...resources].map(([key, names]) => resourceRule(key, names)),
    ...(urls.length > 0 ? [{ urls: [...new Set(urls)] }] : []),
  ];
}

function resourceRule(key: string, resources: readonly string[]): Rule {
  const [apiGroup = '', verb = '', name = ''] = key.split('\n');
  return { apiGroup, verb, resources: resources.toSorted(), ...(name === '' ? {} : { name }) };
}

function ruleYaml(rule: Rule): string {
  if ('urls' in rule) {
    return `  - nonResourceURLs: [${rule.urls.map((url) => `"${url}"`).join(', ')}]\n    verbs: [get]`;
  }
  return [
    `  - apiGroups: ["${rule.apiGroup}"]`,
    `    resources: [${rule.resources.join(', ')}]`,
    ...(rule.name === undefined ? [] : [`    resourceNames: [${rule.name}]`]),
    `    verbs: [${rule.verb}]`,
  ].join('\n');
}
