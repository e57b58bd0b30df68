import { describe, expect, it } from 'vitest';
import { aBindingObject, aRoleObject, aRule } from '../world/rbac-manifests.ts';
import { kubeFacts } from './kube-facts.ts';

type Json = Record<string, unknown>;

async function grants(objects: readonly Json[], version?: string) {
  const kube = version === undefined ? {} : { kube: { version } };
  const { readings, paths } = await kubeFacts(objects, ['accessGrants'], kube);
  const reading = readings.accessGrants;
  if (reading?.ok !== true) throw new Error(JSON.stringify(reading));
  return { ...reading.value, paths };
}

const developers = { kind: 'Group', name: 'developers' };
const runner = { kind: 'ServiceAccount', namespace: 'ci', name: 'runner' };
const exec = (...verbs: string[]) => aRule(['pods/exec'], verbs);
const toAll = (role: string) => aBindingObject(role, role, [developers]);

it('is unreadable where the list of ClusterRoles is empty', async () => {
  const rewrite = (call: string, body: string) =>
    call.endsWith('/clusterroles') ? JSON.stringify({ ...(JSON.parse(body) as Json), items: [] }) : body;
  const { readings } = await kubeFacts([], ['accessGrants'], { rewrite });
  expect(readings.accessGrants).toMatchObject({
    ok: false,
    reason: { kind: 'unreadable', message: expect.stringContaining('the list of ClusterRoles is empty') as string },
  });
});

describe('roles that open streams', () => {
  it('are those with get, without create and bound to somebody', async () => {
    const { streamReaders } = await grants([
      aRoleObject('reader', [exec('get'), aRule(['pods/attach', 'pods/portforward'], ['get', 'create'])]),
      aRoleObject('writer', [exec('get'), exec('create')]),
      aRoleObject('everything', [exec('get'), aRule(['*'], ['*'])]),
      aRoleObject('unbound', [exec('get')]),
      ...['reader', 'writer', 'everything'].map(toAll),
    ]);
    expect(streamReaders).toEqual([
      {
        kind: 'ClusterRole',
        namespace: null,
        name: 'reader',
        streams: ['pods/exec'],
        subjects: [{ kind: 'Group', namespace: null, name: 'developers' }],
        bindings: 1,
      },
    ]);
  });

  it('are not those of another group, or that name no stream', async () => {
    const { streamReaders } = await grants([
      aRoleObject('viewer', [aRule(['*'], ['get', 'list', 'watch'])]),
      aRoleObject('logs', [aRule(['pods', 'pods/log'], ['get'])]),
      aRoleObject('foreign', [{ ...exec('get'), apiGroups: ['example.com'] }]),
      ...['viewer', 'logs', 'foreign'].map(toAll),
    ]);
    expect(streamReaders).toEqual([]);
  });

  it('are not those that Kubernetes and EKS maintain', async () => {
    const { streamReaders } = await grants([
      aRoleObject('edit', [exec('get')], { 'kubernetes.io/bootstrapping': 'rbac-defaults' }),
      aRoleObject('system:node', [exec('get')]),
      aRoleObject('eks:support', [exec('get')]),
      ...['edit', 'system:node', 'eks:support'].map(toAll),
    ]);
    expect(streamReaders).toEqual([]);
  });

  it('are found by every binding, a Role only by those of its namespace', async () => {
    const { streamReaders } = await grants([
      aRoleObject('debug', [aRule(['*/exec'], ['get'])]),
      aRoleObject('shop/debug', [exec('get')]),
      aBindingObject('shop/a', 'debug', [developers, runner]),
      aBindingObject('edge/b', 'debug', [runner]),
      aBindingObject('shop/c', 'debug', [runner], 'Role'),
      aBindingObject('edge/d', 'debug', [developers], 'Role'),
    ]);
    const of = { kind: 'ServiceAccount', namespace: 'ci', name: 'runner' };
    expect(streamReaders).toEqual([
      expect.objectContaining({ kind: 'Role', namespace: 'shop', subjects: [of], bindings: 1 }),
      expect.objectContaining({
        kind: 'ClusterRole',
        subjects: expect.arrayContaining([of, { kind: 'Group', namespace: null, name: 'developers' }]),
        bindings: 2,
      }),
    ]);
  });

  it('hold ten subjects at most', async () => {
    const users = Array.from({ length: 12 }, (_, index) => ({ kind: 'User', name: `user-${index}` }));
    const { streamReaders } = await grants([
      aRoleObject('debug', [exec('get')]),
      aBindingObject('all', 'debug', users),
    ]);
    expect(streamReaders[0]?.subjects).toHaveLength(10);
  });
});

describe('bindings of anonymous users', () => {
  it('are all but the built-in one', async () => {
    const anonymous = { kind: 'User', name: 'system:anonymous' };
    const everybody = { kind: 'Group', name: 'system:unauthenticated' };
    const { anonymousBindings } = await grants([
      aBindingObject('system:public-info-viewer', 'system:public-info-viewer', [everybody]),
      aBindingObject('discovery', 'system:discovery', [everybody, anonymous]),
      aBindingObject('shop/board', 'view', [anonymous]),
      aBindingObject('people', 'view', [developers]),
    ]);
    expect(anonymousBindings).toEqual([
      {
        kind: 'ClusterRoleBinding',
        namespace: null,
        name: 'discovery',
        role: 'system:discovery',
        subjects: ['system:anonymous', 'system:unauthenticated'],
      },
      { kind: 'RoleBinding', namespace: 'shop', name: 'board', role: 'view', subjects: ['system:anonymous'] },
    ]);
  });
});

it('nothing is listed from 1.35 on, where nothing about them changes any more', async () => {
  const objects = [aRoleObject('debug', [exec('get')]), toAll('debug')];
  const { streamReaders, paths } = await grants(objects, 'v1.35.2-eks-3025e55');
  expect(streamReaders).toEqual([]);
  expect(paths.filter((path) => path.includes('rbac'))).toEqual([]);
});

it.each(['roles', 'clusterroles', 'rolebindings', 'clusterrolebindings'])(
  'the fact is missing without %s, which the reading names',
  async (resource) => {
    const permission = `${resource}.rbac.authorization.k8s.io: list`;
    const { readings } = await kubeFacts([], ['accessGrants'], { deny: [permission] });
    expect(readings.accessGrants).toMatchObject({ ok: false, reason: { kind: 'denied', permission } });
  },
);
