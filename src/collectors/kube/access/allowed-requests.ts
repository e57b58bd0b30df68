import * as z from 'zod/mini';
import { listAll } from '../list.ts';
import type { KubeSource, ListRequest } from '../../../sources/kube/contract.ts';
import { toGrant, type Grant } from './bindings.ts';

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

const words = z.optional(z.nullable(z.array(z.string())));
const clusterRole = z.object({
  metadata: z.object({ name: z.string() }),
  rules: z.optional(
    z.nullable(z.array(z.object({ apiGroups: words, resources: words, verbs: words, resourceNames: words }))),
  ),
});
type Rule = NonNullable<z.infer<typeof clusterRole>['rules']>[number];

/**
 * Answers which requests a ServiceAccount may make in the whole cluster. Undefined if no binding names it: a component
 * that works without one has its rights from elsewhere.
 */
export type AllowedRequests = (account: Account, request: ClusterRequest) => boolean | undefined;

/**
 * Reads the ClusterRoleBindings that name one of the accounts, and their ClusterRoles. A RoleBinding allows nothing in
 * the whole cluster, so none is read.
 * @throws ScanError if one of the lists cannot be read
 */
export async function readAllowedRequests(kube: KubeSource, accounts: readonly Account[]): Promise<AllowedRequests> {
  const grants = await listRbac(kube, 'clusterrolebindings', (raw) => {
    const grant = toGrant('ClusterRoleBinding', raw);
    return grant !== undefined && accounts.some((account) => isGranted(grant, account)) ? grant : undefined;
  });
  const bound = new Set(grants.map(({ role }) => role.name));
  const roles = await listRbac(kube, 'clusterroles', (raw) => {
    const { metadata, rules } = clusterRole.parse(raw);
    return bound.has(metadata.name) ? ([metadata.name, rules ?? []] as const) : undefined;
  });
  const rulesByRole = new Map(roles);
  return (account, request) => {
    if (!grants.some(({ subjects }) => subjects.some((subject) => isAccount(subject, account)))) return undefined;
    return grants
      .filter((grant) => isGranted(grant, account))
      .flatMap(({ role }) => rulesByRole.get(role.name) ?? [])
      .some((rule) => allows(rule, request));
  };
}

async function listRbac<Item>(kube: KubeSource, resource: string, project: ListRequest<Item>['project']) {
  const request = { apiGroup: 'rbac.authorization.k8s.io', versions: ['v1'], resource, project };
  return (await listAll(kube, request)).value;
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
  { apiGroups, resources, verbs, resourceNames }: Rule,
  { verb, group, resource }: ClusterRequest,
): boolean {
  const holds = (list: readonly string[] | null | undefined, wanted: string): boolean =>
    list?.some((one) => one === '*' || one === wanted) === true;
  if ((resourceNames ?? []).length > 0) return false;
  return holds(apiGroups, group) && holds(resources, resource) && holds(verbs, verb);
}
