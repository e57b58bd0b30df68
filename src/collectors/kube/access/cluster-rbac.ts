import * as z from 'zod/mini';
import type { KubeSource, ListRequest } from '../../../sources/kube/contract.ts';
import type { Collected } from '../../collect.ts';
import { ScanError } from '../../../facts/reason.ts';
import { listAll } from '../list.ts';
import { toAnonymousBinding, toGrant, type Grant } from './bindings.ts';
import { toStreamReader, type StreamReader } from './stream-readers.ts';

const words = z.optional(z.nullable(z.array(z.string())));
const clusterRole = z.object({
  metadata: z.object({ name: z.string() }),
  rules: z.optional(
    z.nullable(z.array(z.object({ apiGroups: words, resources: words, verbs: words, resourceNames: words }))),
  ),
});

export type ClusterRule = NonNullable<z.infer<typeof clusterRole>['rules']>[number];

/** A ClusterRole; `reader` is undefined if it is not a role that reads a stream of pods. */
interface ClusterRole {
  name: string;
  rules: readonly ClusterRule[];
  reader: StreamReader | undefined;
}

/** A ClusterRoleBinding that grants a role, or anything to unauthenticated users. */
interface ClusterBinding {
  grant: Grant | undefined;
  anonymous: ReturnType<typeof toAnonymousBinding>;
}

interface ClusterRbac {
  roles?: Promise<Collected<ClusterRole[]>>;
  bindings?: Promise<Collected<ClusterBinding[]>>;
}

/** Two collectors read these lists; a scan requests each once. */
const listed = new WeakMap<KubeSource, ClusterRbac>();

/** @throws ScanError if the list cannot be read completely, or is empty: Kubernetes creates some in every cluster */
export async function listClusterRoles(kube: KubeSource): Promise<Collected<ClusterRole[]>> {
  const known = listsOfScan(kube);
  known.roles ??= listRbac(kube, 'clusterroles', (raw) => {
    const { metadata, rules } = clusterRole.parse(raw);
    return { name: metadata.name, rules: rules ?? [], reader: toStreamReader('ClusterRole', raw) };
  }).then(refuseEmpty);
  return known.roles;
}

function refuseEmpty(roles: Collected<ClusterRole[]>): Collected<ClusterRole[]> {
  if (roles.value.length > 0) return roles;
  const message = 'the list of ClusterRoles is empty, but Kubernetes creates ClusterRoles in every cluster';
  throw new ScanError({ kind: 'unreadable', message });
}

/** @throws ScanError if the list cannot be read completely */
export async function listClusterBindings(kube: KubeSource): Promise<Collected<ClusterBinding[]>> {
  const known = listsOfScan(kube);
  known.bindings ??= listRbac(kube, 'clusterrolebindings', (raw) => ({
    grant: toGrant('ClusterRoleBinding', raw),
    anonymous: toAnonymousBinding('ClusterRoleBinding', raw),
  }));
  return known.bindings;
}

/** @throws ScanError if the list cannot be read completely */
export async function listRbac<Item>(
  kube: KubeSource,
  resource: 'roles' | 'rolebindings' | 'clusterroles' | 'clusterrolebindings',
  project: ListRequest<Item>['project'],
): Promise<Collected<Item[]>> {
  return listAll(kube, { apiGroup: 'rbac.authorization.k8s.io', versions: ['v1'], resource, project });
}

function listsOfScan(kube: KubeSource): ClusterRbac {
  const known = listed.get(kube) ?? {};
  listed.set(kube, known);
  return known;
}
