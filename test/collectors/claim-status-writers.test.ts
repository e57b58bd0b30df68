import { expect, it } from 'vitest';
import { aBindingObject, aRoleObject } from '../world/rbac-manifests.ts';
import { kubeFacts } from './kube-facts.ts';

type Json = Record<string, unknown>;

async function writers(objects: readonly Json[], version = 'v1.35.2-eks-3025e55') {
  const { readings, paths } = await kubeFacts(objects, ['claimStatusWriters'], { kube: { version } });
  const reading = readings.claimStatusWriters;
  if (reading?.ok !== true) throw new Error(JSON.stringify(reading));
  return { found: reading.value, paths };
}

const driver = { kind: 'ServiceAccount', namespace: 'dra', name: 'driver' };
const rule = (resource: string, ...verbs: string[]): Json => {
  return { apiGroups: ['resource.k8s.io'], resources: [resource], verbs };
};
const status = rule('resourceclaims/status', 'get', 'update');
const bound = (name: string, ...rules: Json[]) => [aRoleObject(name, rules), aBindingObject(name, name, [driver])];

it('are bound roles that write the status and nothing more exact', async () => {
  const { found } = await writers([
    ...bound('driver', status),
    aRoleObject('unbound', [status]),
    ...bound('reader', rule('resourceclaims/status', 'get')),
    ...bound('other', { ...status, apiGroups: ['example.com'] }),
  ]);
  expect(found).toEqual([{ name: 'driver', subjects: [driver] }]);
});

it.each<[string, Json[]]>([
  ['grants it for its own node', bound('a', status, rule('resourceclaims/driver', 'associated-node:update'))],
  ['grants it for every node', bound('a', status, rule('resourceclaims/driver', 'arbitrary-node:patch'))],
  ['is a scheduler', bound('a', status, rule('resourceclaims/binding', 'patch'))],
  ['grants everything', bound('a', status, rule('*', '*'))],
  ['has another role beside it', [...bound('a', status), ...bound('b', rule('resourceclaims/driver', '*'))]],
  ['belongs to Kubernetes', bound('system:kube-scheduler', status)],
  ['belongs to EKS', bound('eks:dra', status)],
  ['names no resource', bound('a', rule('*', 'update'))],
])('a role is none of them if it %s', async (_what, objects) => {
  expect((await writers([aRoleObject('view', []), ...objects])).found).toEqual([]);
});

it('a plain update of the driver resource is not enough', async () => {
  const { found } = await writers(bound('a', status, rule('resourceclaims/driver', 'update')));
  expect(found).toHaveLength(1);
});

it('nothing is listed from 1.36 on, where they no longer work', async () => {
  const { found, paths } = await writers(bound('a', status), 'v1.36.1-eks-3025e55');
  expect(found).toEqual([]);
  expect(paths.filter((path) => path.includes('rbac'))).toEqual([]);
});

it.each(['clusterroles', 'clusterrolebindings'])(
  'are missing without %s, which the reading names',
  async (resource) => {
    const permission = `${resource}.rbac.authorization.k8s.io: list`;
    const { readings } = await kubeFacts([], ['claimStatusWriters'], { deny: [permission] });
    expect(readings.claimStatusWriters).toMatchObject({ ok: false, reason: { kind: 'denied', permission } });
  },
);
