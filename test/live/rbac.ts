import { setTimeout as sleep } from 'node:timers/promises';
import { parseAllDocuments } from 'yaml';
import { permissionText, type Permission } from '../../src/facts/reason.ts';
import { runProcess } from '../world/run.ts';
import type { LiveCluster } from './cluster.ts';
import { withinMs } from './processes.ts';
import type { Manifest } from './seed.ts';

/** One rule of the ClusterRole, or of the Role of a namespace. */
export interface Rule {
  namespace?: string;
  apiGroups?: string[];
  resources?: string[];
  resourceNames?: string[];
  nonResourceURLs?: string[];
  verbs: string[];
}

/** The subject of an access review. */
export interface Subject {
  username: string;
  groups: string[];
}

const rbacApi = '/apis/rbac.authorization.k8s.io/v1';
const bindings = `${rbacApi}/clusterrolebindings`;

/** The manifests that `eks-preflight permissions --format rbac` prints, with these additional arguments. */
export async function printedManifests(env: NodeJS.ProcessEnv, args: readonly string[] = []): Promise<Manifest[]> {
  const { code, stdout, stderr } = await runProcess(['permissions', '--format', 'rbac', ...args], { env });
  if (code !== 0) throw new Error(`permissions ended with ${code}: ${stderr}`);
  return parseAllDocuments(stdout).map((document) => document.toJS() as Manifest);
}

/** The rules of the one ClusterRole among `manifests`, and of the Roles. */
export function rulesIn(manifests: readonly Manifest[]): Rule[] {
  const roles = manifests.filter(({ kind }) => kind === 'ClusterRole' || kind === 'Role');
  if (roles.filter(({ kind }) => kind === 'ClusterRole').length !== 1) throw new Error('no ClusterRole is printed');
  return roles.flatMap(({ metadata: { namespace }, ...role }) =>
    (role['rules'] as Rule[]).map((rule) => ({ ...rule, ...(namespace === undefined ? {} : { namespace }) })),
  );
}

/** Each right that the rules grant, as `permissionText` writes it, sorted; one for each object that a rule names. */
export function listGrants(rules: readonly Rule[]): string[] {
  const grants = rules.flatMap(
    ({ apiGroups = [], resources = [], resourceNames = [''], nonResourceURLs = [], verbs }) =>
      verbs.flatMap((verb) => [
        ...nonResourceURLs.map((url) => `${url}: ${verb}`),
        ...apiGroups.flatMap((apiGroup) =>
          resources.flatMap((resource) =>
            resourceNames.map(() => `${apiGroup === '' ? resource : `${resource}.${apiGroup}`}: ${verb}`),
          ),
        ),
      ]),
  );
  return grants.sort();
}

/** The rules without one permission. If it is for a URL, such as `/apis`, removes the rules for all URLs. */
export function rulesWithout(rules: readonly Rule[], permission: Permission): Rule[] {
  if ('iam' in permission) return [...rules];
  const text = permissionText(permission);
  return rules.flatMap((rule) => {
    if ('nonResourceURL' in permission) return rule.nonResourceURLs === undefined ? [rule] : [];
    const resources = rule.resources?.filter(
      (resource) => !listGrants([{ ...rule, resources: [resource] }]).includes(text),
    );
    return resources?.length === 0 ? [] : [{ ...rule, ...(resources === undefined ? {} : { resources }) }];
  });
}

/** Replaces the rules of the ClusterRole and of each Role of this name. */
export async function setRules(live: LiveCluster, role: string, rules: readonly Rule[]): Promise<void> {
  const { body } = await live.admin('GET', `${rbacApi}/roles?fieldSelector=metadata.name%3D${role}`);
  const namespaces = (body as { items: Manifest[] }).items.map(({ metadata }) => metadata.namespace);
  for (const namespace of [undefined, ...namespaces]) {
    const path = namespace === undefined ? `clusterroles/${role}` : `namespaces/${namespace}/roles/${role}`;
    const own = rules.filter((rule) => rule.namespace === namespace).map((rule) => ({ ...rule, namespace: undefined }));
    const { status } = await live.admin('PATCH', `${rbacApi}/${path}`, { rules: own }, 'application/merge-patch+json');
    if (status !== 200) throw new Error(`PATCH of ${path}: ${status}`);
  }
}

/** Deletes a ClusterRoleBinding. Returns the function that creates it again. */
export async function withoutBinding(live: LiveCluster, name: string): Promise<() => Promise<void>> {
  const { body } = await live.admin('GET', `${bindings}/${name}`);
  const { status } = await live.admin('DELETE', `${bindings}/${name}`);
  if (status !== 200) throw new Error(`DELETE of ClusterRoleBinding ${name}: ${status}`);
  const { metadata: _old, ...rest } = body as Manifest;
  return async () => {
    const restored = await live.admin('POST', bindings, { ...rest, metadata: { name } });
    if (restored.status !== 201) throw new Error(`POST of ClusterRoleBinding ${name}: ${restored.status}`);
  };
}

/** Waits until the API server's authorizer, which caches, gives the answer `wanted`. Throws on a timeout. */
export async function untilAllowed(
  live: LiveCluster,
  user: Subject,
  permission: Permission,
  wanted: boolean,
): Promise<void> {
  const deadline = Date.now() + withinMs;
  while ((await isAllowed(live, user, permission)) !== wanted) {
    if (Date.now() > deadline) throw new Error(`${permissionText(permission)} is not ${wanted ? 'granted' : 'denied'}`);
    await sleep(20);
  }
}

async function isAllowed(live: LiveCluster, user: Subject, permission: Permission): Promise<boolean> {
  const spec = {
    user: user.username,
    groups: [...user.groups, 'system:authenticated'],
    ...toReviewAttributes(permission),
  };
  const review = { apiVersion: 'authorization.k8s.io/v1', kind: 'SubjectAccessReview', spec };
  const { status, body } = await live.admin('POST', '/apis/authorization.k8s.io/v1/subjectaccessreviews', review);
  if (status !== 201) throw new Error(`SubjectAccessReview: ${status} ${JSON.stringify(body)}`);
  return (body as { status: { allowed: boolean } }).status.allowed;
}

function toReviewAttributes(permission: Permission): Record<string, unknown> {
  if ('iam' in permission) throw new Error(`${permission.iam} is no right of Kubernetes`);
  if ('nonResourceURL' in permission) {
    return { nonResourceAttributes: { path: permission.nonResourceURL, verb: 'get' } };
  }
  const { apiGroup: group, resource, verb, namespace, name } = permission;
  return { resourceAttributes: { group, version: '*', resource, verb, namespace, name } };
}
