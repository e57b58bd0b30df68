import type { KubeSource } from '../../../sources/kube/contract.ts';
import type { Grant } from './bindings.ts';
import { listClusterBindings, listClusterRoles, type ClusterRule } from './cluster-rbac.ts';

/** A request in the whole cluster; `group` is empty for the core group. */
export interface ClusterRequest {
  verb: string;
  group: string;
  resource: string;
}

/** A ServiceAccount of a namespace. */
export interface Account {
  namespace: string;
  serviceAccount: string;
}

/**
 * Answers which requests a ServiceAccount may make in the whole cluster. Undefined if no binding names it: a component
 * that works without one has its rights from elsewhere.
 */
export type AllowedRequests = (account: Account, request: ClusterRequest) => boolean | undefined;

/**
 * Reads ClusterRoleBindings and ClusterRoles. A RoleBinding allows nothing in
 * the whole cluster, so none is read.
 * @throws ScanError if one of the lists cannot be read
 */
export async function readAllowedRequests(kube: KubeSource, accounts: readonly Account[]): Promise<AllowedRequests> {
  const bindings = await listClusterBindings(kube);
  const grants = bindings.value.flatMap(({ grant }) =>
    grant !== undefined && accounts.some((account) => isGranted(grant, account)) ? [grant] : [],
  );
  const roles = await listClusterRoles(kube);
  const rulesByRole = new Map(roles.value.map(({ name, rules }) => [name, rules]));
  return (account, request) => {
    if (!grants.some(({ subjects }) => subjects.some((subject) => isAccount(subject, account)))) return undefined;
    return grants
      .filter((grant) => isGranted(grant, account))
      .flatMap(({ role }) => rulesByRole.get(role.name) ?? [])
      .some((rule) => allows(rule, request));
  };
}

type Subject = Grant['subjects'][number];

/** Source: https://kubernetes.io/docs/reference/access-authn-authz/authentication/#service-account-tokens */
function isGranted({ subjects }: Grant, account: Account): boolean {
  const groups = ['system:serviceaccounts', `system:serviceaccounts:${account.namespace}`, 'system:authenticated'];
  return subjects.some(
    (subject) => isAccount(subject, account) || (subject.kind === 'Group' && groups.includes(subject.name)),
  );
}

function isAccount(subject: Subject, { namespace, serviceAccount }: Account): boolean {
  if (subject.kind === 'User') return subject.name === `system:serviceaccount:${namespace}:${serviceAccount}`;
  return subject.kind === 'ServiceAccount' && subject.name === serviceAccount && subject.namespace === namespace;
}

/** A rule with resource names does not allow lists and watches of all objects. */
function allows(
  { apiGroups, resources, verbs, resourceNames }: ClusterRule,
  { verb, group, resource }: ClusterRequest,
): boolean {
  const holds = (list: readonly string[] | null | undefined, wanted: string): boolean =>
    list?.some((one) => one === '*' || one === wanted) === true;
  if ((resourceNames ?? []).length > 0) return false;
  return holds(apiGroups, group) && holds(resources, resource) && holds(verbs, verb);
}
