import { expect, it } from 'vitest';
import { anApiService } from '../world/api-extensions.ts';
import { aNamespaceObject, aPodObject } from '../world/manifests.ts';
import { aPolicyBinding, aPolicyObject, limitKind, policyKinds } from '../world/policy-manifests.ts';
import type { World } from '../world/world.ts';
import { kubeFacts } from './kube-facts.ts';

type Json = Record<string, unknown>;

const bound = (spec: Json = {}): Json[] => [
  aPolicyObject('Validating', 'limits', spec),
  aPolicyBinding('Validating', 'limits-all', 'limits'),
];
const podRule = { apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['pods'], scope: '*' };
const inShop = { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'shop' } } };

async function collectPolicies(objects: readonly Json[], kube: Partial<World['kube']> = {}) {
  return kubeFacts(objects, ['admissionPolicies'], { kube: { served: [...policyKinds], ...kube } });
}

async function read(objects: readonly Json[], kube: Partial<World['kube']> = {}) {
  const { readings } = await collectPolicies(objects, kube);
  const reading = readings.admissionPolicies;
  if (reading?.ok !== true) throw new Error(JSON.stringify(reading));
  return reading.value;
}

it('are read with what they match, and whether their kind is served', async () => {
  const policy = {
    kind: 'ValidatingAdmissionPolicy',
    name: 'limits',
    matchPolicy: 'Equivalent',
    rules: [podRule],
    namespaces: { kubeSystem: true, kubeNodeLease: true, any: true },
    objects: 'all',
    paramKind: { group: 'rules.example.com', version: 'v1', kind: 'Limit', served: false },
    bindings: ['limits-all'],
  };
  expect(await read(bound())).toEqual({ read: 1, policies: [policy] });
  expect(await read(bound(), { served: [...policyKinds, limitKind] })).toMatchObject({
    policies: [{ paramKind: { served: true } }],
  });
});

it.each([
  ['without a binding', [aPolicyObject('Validating', 'limits')]],
  ['with a binding of another', [aPolicyObject('Validating', 'limits'), aPolicyBinding('Validating', 'a', 'other')]],
  [
    'with a binding of the other kind',
    [aPolicyObject('Validating', 'limits'), aPolicyBinding('Mutating', 'a', 'limits')],
  ],
  ['without a paramKind', bound({ paramKind: null })],
  ['with failurePolicy Ignore', bound({ failurePolicy: 'Ignore' })],
])('are only counted %s', async (_what, objects) => {
  expect(await read(objects)).toEqual({ read: 1, policies: [] });
});

it('have the defaults of v1', async () => {
  const { resourceRules } = { resourceRules: [{ ...podRule, scope: undefined }] };
  const found = await read(bound({ failurePolicy: null, matchConstraints: { resourceRules } }));
  expect(found.policies).toMatchObject([{ matchPolicy: 'Equivalent', rules: [podRule], objects: 'all' }]);
});

it('keep what they exclude, and no rules for objects of certain names', async () => {
  const named = { ...podRule, resourceNames: ['one'] };
  const found = await read(
    bound({ matchConstraints: { resourceRules: [podRule, named], excludeResourceRules: [podRule, named] } }),
  );
  expect(found.policies).toMatchObject([{ rules: [podRule], excluded: [podRule] }]);
});

it('say whether the selected namespaces have pods that a controller recreates', async () => {
  const owner = { kind: 'ReplicaSet', name: 'cart-6d4cf56db6', hash: '6d4cf56db6' };
  const namespaces = ['shop', 'other'].map((name) => aNamespaceObject(name));
  const matchConstraints = { ...inShop, resourceRules: [podRule] };
  const selected = { count: 1, names: ['shop'] };
  const other = await read([...namespaces, ...bound({ matchConstraints }), aPodObject('other/a', 'node', owner)]);
  expect(other.policies[0]?.namespaces).toMatchObject({ any: true, pods: false, selected });
  const own = await read([...namespaces, ...bound({ matchConstraints }), aPodObject('shop/a', 'node', owner)]);
  expect(own.policies[0]?.namespaces).toMatchObject({ any: true, pods: true, selected });
});

it.each([
  ['a kind of the core group', { apiVersion: 'v1', kind: 'ConfigMap' }, true],
  ['a kind that the core group lacks', { apiVersion: 'v1', kind: 'Limit' }, false],
  ['a version that the core group lacks', { apiVersion: 'v2', kind: 'ConfigMap' }, false],
  ['a built-in kind', { apiVersion: 'apps/v1', kind: 'Deployment' }, true],
  ['a built-in kind in a version that is removed', { apiVersion: 'apps/v1beta2', kind: 'Deployment' }, false],
])('with %s are looked up, with and without aggregated discovery', async (_what, paramKind, served) => {
  for (const aggregatedDiscovery of [true, false]) {
    const found = await read(bound({ paramKind }), { aggregatedDiscovery });
    expect(found.policies[0]?.paramKind.served).toBe(served);
  }
});

it('with a kind of an aggregated API that does not answer are gaps', async () => {
  const down = { status: 'False', reason: 'MissingEndpoints', message: 'no endpoints' };
  const api = anApiService('v1.rules.example.com', 'policy/rules', down);
  const { readings } = await collectPolicies([...bound(), api]);
  expect(readings.admissionPolicies).toMatchObject({
    ok: true,
    value: { policies: [{ paramKind: { served: null } }] },
    gaps: [{ what: 'ValidatingAdmissionPolicy limits', reason: { kind: 'unreachable' } }],
  });
});

it('are none where no API server serves them', async () => {
  const { readings, paths } = await collectPolicies(bound(), { version: 'v1.29.1', served: [] });
  expect(readings.admissionPolicies).toEqual({ ok: true, value: { read: 0, policies: [] } });
  expect(paths.filter((path) => path.includes('admissionregistration'))).toEqual([]);
});

const listRequests = (paths: readonly string[]) => paths.filter((path) => /polic|namespaces|pods/.test(path));
const root = '/apis/admissionregistration.k8s.io/v1';
it('cost one request where there are none, and two where one has a kind of parameters', async () => {
  const without = await collectPolicies([], { served: [] });
  expect(listRequests(without.paths)).toEqual([`${root}/validatingadmissionpolicies`]);
  const open = await collectPolicies(bound({ failurePolicy: 'Ignore' }), { served: [] });
  expect(listRequests(open.paths)).toEqual([`${root}/validatingadmissionpolicies`]);
  const one = await collectPolicies(bound(), { served: [] });
  expect(listRequests(one.paths)).toEqual([
    `${root}/validatingadmissionpolicies`,
    `${root}/validatingadmissionpolicybindings`,
  ]);
});

it.each([
  'validatingadmissionpolicies',
  'validatingadmissionpolicybindings',
  'mutatingadmissionpolicies',
  'mutatingadmissionpolicybindings',
])('are missing without %s', async (resource) => {
  const permission = `${resource}.admissionregistration.k8s.io: list`;
  const objects = [...bound(), aPolicyObject('Mutating', 'a'), aPolicyBinding('Mutating', 'a', 'a')];
  const { readings } = await kubeFacts(objects, ['admissionPolicies'], {
    deny: [permission],
    kube: { served: [...policyKinds] },
  });
  expect(readings.admissionPolicies).toMatchObject({ ok: false, reason: { kind: 'denied', permission } });
});

it.each([
  ['namespaces', 'namespaces: list', { ...inShop, resourceRules: [podRule] }],
  ['pods', 'pods: list', { ...inShop, resourceRules: [podRule] }],
])('say that %s are denied', async (what, permission, matchConstraints) => {
  const { readings } = await kubeFacts(
    [aNamespaceObject('shop'), ...bound({ matchConstraints })],
    ['admissionPolicies'],
    {
      deny: [permission],
      kube: { served: [...policyKinds] },
    },
  );
  expect(readings.admissionPolicies).toMatchObject({ ok: true, gaps: [{ what, reason: { kind: 'denied' } }] });
});
