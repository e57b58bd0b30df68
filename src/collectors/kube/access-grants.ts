import { defineCollector } from '../collect.ts';
import type { AccessGrants } from '../../facts/access.ts';
import { loadTable } from '../../tables/tables.ts';
import { toAnonymousBinding, toGrant, type Grant } from './access/bindings.ts';
import { listClusterBindings, listClusterRoles, listRbac } from './access/cluster-rbac.ts';
import { toStreamReader, type StreamReader } from './access/stream-readers.ts';
import { objectKey } from '../../syntax/object-key.ts';
import { allInOrder } from '../all-in-order.ts';
import { readServerMinor } from './server-minor.ts';

const apiGroup = 'rbac.authorization.k8s.io';
/** The maximum number of subjects kept for one role. */
const keptSubjects = 10;

export const accessGrants = defineCollector('accessGrants', {
  permissions: ['roles', 'clusterroles', 'rolebindings', 'clusterrolebindings'].map((resource) => ({
    apiGroup,
    resource,
    verb: 'list' as const,
  })),
  from: ['cluster'],
  async collect({ kube }, facts) {
    const source = await kube();
    const current = await readServerMinor(source, await facts.reading('cluster'));
    if (current !== undefined && current >= lastChange()) {
      return { value: { streamReaders: [], anonymousBindings: [] } };
    }
    const [roles, clusterRoles] = await allInOrder([
      listRbac(source, 'roles', (raw) => toStreamReader('Role', raw)),
      listClusterRoles(source),
    ]);
    const ofCluster = clusterRoles.value.flatMap(({ reader }) => reader ?? []);
    const readers = new Map([...roles.value, ...ofCluster].map((reader) => [objectKey(reader), reader]));
    const isRead = (grant: Grant | undefined) => grant !== undefined && readers.has(objectKey(grant.role));
    const bindings = await allInOrder([
      listRbac(source, 'rolebindings', (raw) => {
        const anonymous = toAnonymousBinding('RoleBinding', raw);
        const grant = toGrant('RoleBinding', raw);
        return anonymous === undefined && !isRead(grant) ? undefined : { anonymous, grant };
      }),
      listClusterBindings(source),
    ]);
    const inconsistent = [roles, clusterRoles, ...bindings].some((list) => list.inconsistent === true);
    const bound = bindings.flatMap(({ value }) => value);
    const grants = bound.flatMap(({ grant }) => (grant !== undefined && isRead(grant) ? [grant] : []));
    const anonymous = bound.flatMap((one) => one.anonymous ?? []);
    const streamReaders = [...readers.values()].flatMap((reader) => withSubjects(reader, grants));
    const value = { streamReaders, anonymousBindings: anonymous.toSorted(byName) };
    return { value, ...(inconsistent ? { inconsistent } : {}) };
  },
});

/** The last Kubernetes version that changes what the roles and bindings of this fact allow. */
function lastChange(): number {
  const changes = loadTable('removed-features').rows.filter(
    ({ rowKind }) => rowKind === 'stream-readers' || rowKind === 'anonymous-binding',
  );
  return Math.max(...changes.map(({ warnFrom }) => warnFrom));
}

/** Empty if no subjects are bound: such a role grants nothing. */
function withSubjects(reader: StreamReader, grants: readonly Grant[]): AccessGrants['streamReaders'] {
  const own = grants.filter(({ role }) => objectKey(role) === objectKey(reader));
  const subjects = new Map(
    own.flatMap((grant) => grant.subjects).map((one) => [`${one.kind}/${one.namespace ?? ''}/${one.name}`, one]),
  );
  if (subjects.size === 0) return [];
  return [{ ...reader, subjects: [...subjects.values()].slice(0, keptSubjects), bindings: own.length }];
}

function byName(a: AccessGrants['anonymousBindings'][number], b: AccessGrants['anonymousBindings'][number]): number {
  return `${a.kind}/${a.namespace}/${a.name}` < `${b.kind}/${b.namespace}/${b.name}` ? -1 : 1;
}
