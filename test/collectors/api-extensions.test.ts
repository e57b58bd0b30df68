import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { FactName, Facts } from '../../src/facts/facts.ts';
import { karpenterCrdObjects } from '../world/karpenter-crds.ts';
import { karpenterDeploymentObject } from '../world/karpenter-manifests.ts';
import { aNamespaceObject, aPodObject } from '../world/manifests.ts';
import { kubeFacts } from './kube-facts.ts';

/** CRDs, APIServices, webhooks and the Services that they call, over real sockets. Pages hold two objects. */

type Json = Record<string, unknown>;

const caBundle = Buffer.from(readFileSync(new URL('../world/tls/ca.pem', import.meta.url))).toString('base64');
const expires = '2054-01-01T00:00:00.000Z';
const release = { 'meta.helm.sh/release-name': 'guard', 'meta.helm.sh/release-namespace': 'policy' };

async function collectFact(fact: FactName, objects: readonly Json[], deny: string[] = []) {
  const { readings, paths } = await kubeFacts(objects, [fact], { deny });
  return { reading: readings[fact], paths };
}

async function value<Name extends FactName>(fact: Name, objects: readonly Json[]): Promise<Facts[Name]> {
  const { reading } = await collectFact(fact, objects);
  if (reading?.ok !== true || reading.gaps !== undefined) throw new Error(JSON.stringify(reading));
  return reading.value as Facts[Name];
}

function crdObject(plural: string, more: Json = {}, status: Json = { storedVersions: ['v1'] }): Json {
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.example.com` },
    spec: {
      group: 'example.com',
      names: { kind: 'Widget', plural },
      scope: 'Namespaced',
      versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
      ...more,
    },
    status,
  };
}

const rule = { apiGroups: [''], apiVersions: ['v1'], resources: ['pods'], operations: ['DELETE'] };
function webhookObject(more: Json): Json {
  return {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'ValidatingWebhookConfiguration',
    metadata: { name: 'guard' },
    webhooks: [{ name: 'guard.example.com', rules: [{ ...rule, ...more }] }],
  };
}

it.each([
  ['a CRD without versions', 'crds', crdObject('widgets', { versions: [] })],
  ['a webhook rule without resources', 'admissionWebhooks', webhookObject({ resources: undefined })],
  ['a webhook rule without API groups', 'admissionWebhooks', webhookObject({ apiGroups: null })],
  ['a webhook rule without API versions', 'admissionWebhooks', webhookObject({ apiVersions: [] })],
  ['a webhook rule without operations', 'admissionWebhooks', webhookObject({ operations: [] })],
] as const)('%s, which no API server stores, is unreadable', async (_, fact, object) => {
  const { reading } = await collectFact(fact, [object]);
  const reasons = reading?.ok === true ? (reading.gaps ?? []).map(({ reason }) => reason) : [reading?.reason];
  expect(reasons).toMatchObject([{ kind: 'unreadable' }]);
});

describe('CRDs', () => {
  const oldVersion = {
    served: false,
    storage: false,
    deprecated: true,
    deprecationWarning: 'example.com/v1beta1 is old',
  };
  const clientConfig = { service: { namespace: 'policy', name: 'guard', path: '/convert' }, caBundle };

  it('are read with their versions and conversion, and without their schemas', async () => {
    const versions = [
      { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } },
      { name: 'v1beta1', ...oldVersion, schema: { openAPIV3Schema: { type: 'object' } } },
    ];
    const conversion = { strategy: 'Webhook', webhook: { conversionReviewVersions: ['v1'], clientConfig } };
    const marked = crdObject('widgets', { versions, conversion }, { storedVersions: ['v1beta1', 'v1'] });
    const found = await value('crds', [
      { ...marked, metadata: { name: 'widgets.example.com', annotations: release } },
      crdObject('gadgets'),
      crdObject('tools', {}, {}),
    ]);
    expect(found.toSorted((a, b) => (a.name < b.name ? 1 : -1))).toEqual([
      {
        name: 'widgets.example.com',
        group: 'example.com',
        kind: 'Widget',
        plural: 'widgets',
        versions: [
          { name: 'v1', served: true, storage: true },
          { name: 'v1beta1', ...oldVersion },
        ],
        storedVersions: ['v1beta1', 'v1'],
        conversion: {
          strategy: 'Webhook',
          service: { namespace: 'policy', name: 'guard', port: 443 },
          caExpires: expires,
        },
        owner: { release: 'guard', releaseNamespace: 'policy', managedBy: null },
      },
      expect.objectContaining({ name: 'tools.example.com', storedVersions: [] }),
      expect.objectContaining({ conversion: { strategy: 'None', service: null } }),
    ]);
  });

  it('are listed once, however many facts are made of them', async () => {
    const objects = [karpenterDeploymentObject({ version: '1.8.8' }), ...karpenterCrdObjects('1.8.8')];
    const { readings, paths } = await kubeFacts(objects, ['crds', 'karpenterCrds']);
    expect(paths.filter((path) => path.includes('/customresourcedefinitions'))).toHaveLength(2);
    expect(readings.karpenterCrds).toMatchObject({ ok: true, value: { length: 3 } });
    expect(JSON.stringify(readings.crds)).not.toContain('markers');
  });
});

describe('APIServices', () => {
  const apiService = (name: string, spec: Json, status?: Json): Json => ({
    apiVersion: 'apiregistration.k8s.io/v1',
    kind: 'APIService',
    metadata: { name },
    spec,
    ...(status === undefined ? {} : { status }),
  });

  it('are read with their Service, their condition and the expiry of their CA bundle', async () => {
    const service = { namespace: 'kube-system', name: 'metrics-server', port: 443 };
    const available = { type: 'Available', lastTransitionTime: '2026-11-20T03:00:00Z' };
    const found = await value('apiServices', [
      apiService('v1.apps', {}, { conditions: [{ ...available, status: 'True', reason: 'Local', message: 'local' }] }),
      apiService(
        'v1beta1.metrics.k8s.io',
        { service, caBundle },
        { conditions: [{ ...available, status: 'False', reason: 'MissingEndpoints', message: 'no\n  addresses' }] },
      ),
      apiService('v1beta2.metrics.k8s.io', { service, insecureSkipTLSVerify: true }),
    ]);
    const named = { namespace: 'kube-system', name: 'metrics-server' };
    expect(found.filter(({ name }) => name !== 'v1.')).toEqual([
      { name: 'v1.apps', service: null, available: { status: 'True', reason: 'Local', message: 'local' } },
      {
        name: 'v1beta1.metrics.k8s.io',
        service: named,
        available: { status: 'False', reason: 'MissingEndpoints', message: 'no addresses' },
        caExpires: expires,
      },
      { name: 'v1beta2.metrics.k8s.io', service: named, available: null },
    ]);
  });
});

const namespaces = [
  aNamespaceObject('kube-system'),
  aNamespaceObject('kube-node-lease', { exempt: 'true' }),
  aNamespaceObject('shop', { guarded: 'true' }),
];
const podRule = { apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['pods'] };

function configuration(name: string, webhook: Json = {}, kind = 'ValidatingWebhookConfiguration'): Json {
  const client = { service: { namespace: 'policy', name: 'guard', path: '/' } };
  const webhooks = [{ name: `${name}.example.com`, clientConfig: client, rules: [podRule], ...webhook }];
  return { apiVersion: 'admissionregistration.k8s.io/v1', kind, metadata: { name }, webhooks };
}

describe('admission webhooks', () => {
  it('are read with the defaults of v1, from both kinds of configurations', async () => {
    const found = await value('admissionWebhooks', [
      configuration('a'),
      configuration('b', {
        failurePolicy: 'Ignore',
        matchPolicy: 'Exact',
        timeoutSeconds: 30,
        matchConditions: [{ name: 'no-nodes', expression: 'true' }],
        clientConfig: { url: 'https://hooks.example.com/b', caBundle },
      }),
      configuration('c', { clientConfig: { url: 'https://127.0.0.1:23443/mutate' } }, 'MutatingWebhookConfiguration'),
    ]);
    expect(found).toEqual([
      {
        kind: 'ValidatingWebhookConfiguration',
        configuration: 'a',
        name: 'a.example.com',
        failurePolicy: 'Fail',
        matchPolicy: 'Equivalent',
        timeoutSeconds: 10,
        rules: [{ ...podRule, scope: '*' }],
        namespaces: { kubeSystem: true, kubeNodeLease: true, any: true },
        objects: 'all',
        conditional: false,
        guardedPods: [],
        service: { namespace: 'policy', name: 'guard', port: 443 },
      },
      expect.objectContaining({
        failurePolicy: 'Ignore',
        matchPolicy: 'Exact',
        timeoutSeconds: 30,
        conditional: true,
        service: null,
        url: 'elsewhere',
        caExpires: expires,
      }),
      expect.objectContaining({ kind: 'MutatingWebhookConfiguration', url: 'control-plane', service: null }),
    ]);
  });

  it.each([
    ['0500-amazon-eks-fargate-mutation.amazonaws.com', 'https://fargate.example.com/mutate', 'control-plane'],
    ['eks-load-balancing-webhook', 'https://10.100.0.10/mutate', 'control-plane'],
    ['my-eks-load-balancing-webhook', 'https://10.100.0.10/mutate', 'elsewhere'],
    ['my-webhook', 'https://localhost:9443/mutate', 'control-plane'],
  ])('of the configuration %s that call %s call the %s', async (name, url, where) => {
    const found = await value('admissionWebhooks', [configuration(name, { clientConfig: { url } })]);
    expect(found[0]?.url).toBe(where);
  });

  const metadataName = 'kubernetes.io/metadata.name';
  it.each([
    ['nothing', {}, [true, true, true], undefined],
    [
      'all but kube-system by name',
      { matchExpressions: [{ key: metadataName, operator: 'NotIn', values: ['kube-system'] }] },
      [false, true, true],
      ['kube-node-lease', 'shop'],
    ],
    [
      'all but those with a label',
      { matchExpressions: [{ key: 'exempt', operator: 'DoesNotExist' }] },
      [true, false, true],
      ['kube-system', 'shop'],
    ],
    ['those with a label', { matchLabels: { guarded: 'true' } }, [false, false, true], ['shop']],
    ['a label that no namespace has', { matchLabels: { guarded: 'never' } }, [false, false, false], []],
  ])(
    'that select %s say what they select',
    async (_what, namespaceSelector, [kubeSystem, kubeNodeLease, any], names) => {
      const rules = [{ ...podRule, resources: ['services'] }];
      const found = await value('admissionWebhooks', [...namespaces, configuration('a', { namespaceSelector, rules })]);
      const selected = names === undefined ? {} : { selected: { count: names.length, names } };
      expect(found[0]?.namespaces).toEqual({ kubeSystem, kubeNodeLease, any, ...selected });
    },
  );

  it('that select many namespaces name the first ten of them', async () => {
    const many = Array.from({ length: 12 }, (_, at) => aNamespaceObject(`team-${at + 10}`, { guarded: 'true' }));
    const namespaceSelector = { matchLabels: { guarded: 'true' } };
    const found = await value('admissionWebhooks', [...many.toReversed(), configuration('a', { namespaceSelector })]);
    const names = many.slice(0, 10).map((_, at) => `team-${at + 10}`);
    expect(found[0]?.namespaces?.selected).toEqual({ count: 12, names });
  });

  const drains = { ...podRule, resources: ['pods/eviction'] };
  const guarded = { namespaceSelector: { matchLabels: { guarded: 'true' } }, rules: [drains] };
  const creates = { ...guarded, rules: [podRule] };
  const node = 'ip-10-0-1-10.ec2.internal';
  const cart = { kind: 'ReplicaSet', name: 'cart-6d4cf56db6', hash: '6d4cf56db6' };
  const shopPods = aPodObject('shop/one', node);
  const isPodRequest = (path: string) => path.startsWith('/api/v1/pods');
  const ended = (phase: string) => ({ ...aPodObject('shop/two', node, cart), status: { phase } });

  it.each([
    ['evictions in one namespace, which has pods', guarded, [shopPods], true],
    ['evictions in one namespace, which has none', guarded, [aPodObject('kube-system/one', node)], false],
    ['new pods in one namespace, whose pods have a controller', creates, [aPodObject('shop/two', node, cart)], true],
    [
      'bindings in one namespace',
      { ...guarded, rules: [{ ...podRule, resources: ['pods/binding'] }] },
      [aPodObject('shop/two', node, cart)],
      true,
    ],
    ['new pods in one namespace, whose pods have none', creates, [shopPods], false],
    ['new pods in one namespace, whose pods have succeeded', creates, [ended('Succeeded')], false],
    ['new pods in one namespace, whose pods have failed', creates, [ended('Failed')], false],
    [
      'new pods in one namespace, whose pods the kubelet makes',
      creates,
      [aPodObject('shop/two', node, { kind: 'Node', name: node })],
      false,
    ],
    [
      'new pods in one namespace, but for those with a label',
      { ...creates, objectSelector: { matchExpressions: [{ key: 'skip', operator: 'DoesNotExist' }] } },
      [aPodObject('shop/two', node, cart, { labels: { skip: 'yes' } })],
      false,
    ],
    ['evictions and new pods in one namespace', { ...guarded, rules: [drains, podRule] }, [ended('Succeeded')], true],
  ])('that reject %s say whether there are such pods', async (_what, more, pods, has) => {
    const found = await value('admissionWebhooks', [...namespaces, ...pods, configuration('a', more)]);
    const selected = { count: 1, names: ['shop'] };
    expect(found[0]?.namespaces).toEqual({ kubeSystem: false, kubeNodeLease: false, any: true, pods: has, selected });
  });

  it.each([
    ['with that label', 'shop', true],
    ['with another label', 'other', false],
  ])('that reject pods with a label everywhere say whether there are pods, %s', async (_what, app, has) => {
    const objectSelector = { matchLabels: { app: 'shop' } };
    const pod = aPodObject('shop/two', node, cart, { labels: { app } });
    const found = await value('admissionWebhooks', [...namespaces, pod, configuration('a', { objectSelector })]);
    expect(found[0]?.namespaces).toEqual({ kubeSystem: true, kubeNodeLease: true, any: true, pods: has });
  });

  it.each([
    ['everywhere', { rules: [drains] }],
    ['of pods that are updated only', { ...guarded, rules: [{ ...podRule, operations: ['UPDATE'] }] }],
    ['of another group', { ...guarded, rules: [{ ...drains, apiGroups: ['example.com'], resources: ['*/*'] }] }],
    ['if they are there', { ...guarded, failurePolicy: 'Ignore' }],
    ['in the control plane', { ...guarded, clientConfig: { url: 'https://127.0.0.1:23443/mutate' } }],
  ])('that select requests %s ask for no pods', async (_what, more) => {
    const { reading, paths } = await collectFact('admissionWebhooks', [
      ...namespaces,
      shopPods,
      configuration('a', more),
    ]);
    expect(paths.filter(isPodRequest)).toEqual([]);
    expect(JSON.stringify(reading)).not.toContain('"pods":');
  });

  const guard = aPodObject('policy/guard-1', node, { kind: 'ReplicaSet', name: 'guard-7c', hash: '7c' });
  const policyNamespaces = [aNamespaceObject('policy', { own: 'true' }), aNamespaceObject('shop', {})];
  const notOwn = { matchExpressions: [{ key: 'own', operator: 'DoesNotExist' }] };
  it.each([
    ['every pod', {}, ['guard-1']],
    ['pods outside of its namespace', { namespaceSelector: notOwn }, []],
    ['pods of namespaces with its label', { namespaceSelector: { matchLabels: { own: 'true' } } }, ['guard-1']],
    ['pods without its label', { objectSelector: { matchLabels: { app: 'other' } } }, []],
    ['pods with its label', { objectSelector: { matchLabels: { app: 'guard' } } }, ['guard-1']],
    ['evictions', { rules: [drains] }, undefined],
    ['pods, but ignores failures', { failurePolicy: 'Ignore' }, undefined],
    ['pods, without a Service', { clientConfig: { url: 'https://hooks.example.com/a' } }, undefined],
  ])('that intercept %s name those pods beside their backend', async (_what, more, guardedPods) => {
    const alone = aPodObject('policy/by-hand', node);
    const found = await value('admissionWebhooks', [
      ...policyNamespaces,
      guard,
      alone,
      aPodObject('shop/one', node, cart),
      configuration('a', more),
    ]);
    expect(found[0]?.guardedPods).toEqual(guardedPods);
  });

  it('do not name those pods where pods are denied, which is no gap of the webhooks', async () => {
    const { reading } = await collectFact('admissionWebhooks', [guard, configuration('a')], ['pods: list']);
    expect(reading).toMatchObject({ ok: true, value: [{ guardedPods: null }] });
    expect(reading).not.toHaveProperty('gaps.0');
  });

  it('that reject evictions are read where pods are denied: whether the namespaces have any is then a gap', async () => {
    const objects = [...namespaces, shopPods, configuration('a', guarded)];
    expect((await collectFact('admissionWebhooks', objects, ['pods: list'])).reading).toMatchObject({
      ok: true,
      value: [{ namespaces: { any: true, pods: null } }],
      gaps: [{ what: 'pods', reason: { permission: 'pods: list' } }],
    });
    const services = await collectFact('webhookServices', objects, ['pods: list']);
    expect(services.reading).toMatchObject({ ok: true, value: [{ name: 'guard', ports: null }] });
    expect(services.reading).not.toHaveProperty('gaps');
  });

  it.each([
    [{}, 'all'],
    [{ matchExpressions: [{ key: 'skip', operator: 'DoesNotExist' }] }, 'most'],
    [{ matchLabels: { app: 'shop' } }, 'some'],
  ])('with the objectSelector %j judge %s objects', async (objectSelector, objects) => {
    expect((await value('admissionWebhooks', [configuration('a', { objectSelector })]))[0]?.objects).toBe(objects);
  });

  it('are read where namespaces are denied: what a selector selects is then a gap', async () => {
    const objects = [...namespaces, configuration('a', { namespaceSelector: { matchLabels: { guarded: 'true' } } })];
    expect((await collectFact('admissionWebhooks', objects, ['namespaces: list'])).reading).toMatchObject({
      ok: true,
      value: [{ namespaces: null }],
      gaps: [{ what: 'namespaces', reason: { permission: 'namespaces: list' } }],
    });
  });

  it('are read of one kind where the other one is denied', async () => {
    const denied = 'mutatingwebhookconfigurations.admissionregistration.k8s.io: list';
    const { reading } = await collectFact('admissionWebhooks', [configuration('a')], [denied]);
    expect(reading).toMatchObject({
      ok: true,
      value: [{ name: 'a.example.com' }],
      gaps: [{ reason: { permission: denied } }],
    });
  });
});

describe('Services of webhooks', () => {
  const service = (path: string, spec: Json): Json => {
    const [namespace, name] = path.split('/');
    return { apiVersion: 'v1', kind: 'Service', metadata: { namespace, name }, spec };
  };
  const unnamed = [{ name: '', port: 9443, protocol: 'TCP' }];
  const endpointSlice = (path: string, number: number, endpoints: unknown, ports: unknown = unnamed): Json => {
    const [namespace, name] = path.split('/');
    return {
      apiVersion: 'discovery.k8s.io/v1',
      kind: 'EndpointSlice',
      metadata: { namespace, name: `${name}-${number}`, labels: { 'kubernetes.io/service-name': name } },
      addressType: 'IPv4',
      endpoints,
      ports,
    };
  };
  const address = (ready?: boolean) => ({
    addresses: ['10.0.1.2'],
    conditions: ready === undefined ? {} : { ready },
  });
  const calling = (name: string, called: string) => {
    const [namespace, service] = called.split('/');
    return configuration(name, { clientConfig: { service: { namespace, name: service } } });
  };
  const conversion = {
    strategy: 'Webhook',
    webhook: { clientConfig: { service: { namespace: 'crds', name: 'guard' } } },
  };
  const objects = [
    calling('a', 'policy/guard'),
    calling('b', 'policy/guard'),
    calling('c', 'policy/gone'),
    calling('d', 'policy/outside'),
    crdObject('widgets', { conversion }),
    service('policy/guard', { ports: [{ port: 443 }] }),
    service('policy/outside', { type: 'ExternalName', externalName: 'hooks.example.com' }),
    service('crds/guard', { ports: [{ port: 443 }] }),
    endpointSlice('policy/guard', 1, [address(true), address(false)]),
    endpointSlice('policy/guard', 2, [address()]),
    endpointSlice('policy/guard', 3, null),
    endpointSlice('crds/guard', 1, [address(false)]),
    endpointSlice('shop/guard', 1, [address(true)]),
  ];

  it('are read with their ports and ready endpoints, each once', async () => {
    const { reading, paths } = await collectFact('webhookServices', objects);
    expect(reading).toEqual({
      ok: true,
      value: [
        { namespace: 'crds', name: 'guard', ports: [{ port: 443, ready: 0, pods: [] }], external: false },
        { namespace: 'policy', name: 'gone', ports: null, external: false },
        { namespace: 'policy', name: 'guard', ports: [{ port: 443, ready: 2 }], external: false },
        { namespace: 'policy', name: 'outside', ports: [], external: true },
      ],
    });
    expect(paths.filter((path) => path.includes('/services/'))).toHaveLength(4);
    expect(paths.filter((path) => path.endsWith('/endpoints'))).toEqual([]);
  });

  it('have the ready endpoints of the slices that offer a port by its name, as the API server looks for them', async () => {
    const two = [
      { name: 'webhook', port: 443, targetPort: 'webhook' },
      { name: 'metrics', port: 8080 },
    ];
    const offered = (...names: string[]) => names.map((name) => ({ name, port: 9443, protocol: 'TCP' }));
    const own = [
      calling('a', 'policy/guard'),
      calling('b', 'policy/open'),
      service('policy/guard', { ports: two }),
      service('policy/open', { ports: two }),
      endpointSlice('policy/guard', 1, [address(false)], offered('webhook', 'metrics')),
      endpointSlice('policy/guard', 2, [address(true), address(true)], offered('metrics')),
      endpointSlice('policy/open', 1, [address(true)], null),
      endpointSlice('policy/open', 2, [address(true)], []),
      endpointSlice('policy/open', 3, [address(true)], [{ name: 'webhook', protocol: 'TCP' }]),
    ];
    const ready = (webhook: number, metrics: number) => [
      { port: 443, ready: webhook },
      { port: 8080, ready: metrics },
    ];
    expect((await collectFact('webhookServices', own)).reading).toMatchObject({
      ok: true,
      value: [
        { name: 'guard', ports: ready(0, 2) },
        { name: 'open', ports: ready(0, 0) },
      ],
    });
  });

  it('name the pods of ready endpoints, unless one is no pod', async () => {
    const pod = (name: string, ready: boolean) => ({ ...address(ready), targetRef: { kind: 'Pod', name } });
    const pods = async (...endpoints: unknown[]) => {
      const own = [
        calling('a', 'policy/guard'),
        service('policy/guard', { ports: [{ port: 443 }] }),
        endpointSlice('policy/guard', 1, endpoints),
      ];
      return (await value('webhookServices', own))[0]?.ports?.[0];
    };
    expect(await pods(pod('b', true), pod('a', true), pod('c', false))).toEqual({
      port: 443,
      ready: 2,
      pods: ['a', 'b'],
    });
    expect(await pods(pod('a', true), address(true))).toEqual({ port: 443, ready: 2 });
  });

  it('are looked up by names of Services alone', async () => {
    const own = [
      calling('a', 'policy/guard'),
      calling('b', 'policy/x),y in (z'),
      service('policy/guard', { ports: [{ port: 443 }] }),
      endpointSlice('policy/guard', 1, [address(true)]),
    ];
    expect((await collectFact('webhookServices', own)).reading).toMatchObject({
      ok: true,
      value: [
        { name: 'guard', ports: [{ port: 443, ready: 1 }] },
        { name: 'x),y in (z', ports: null },
      ],
    });
  });

  it('are not asked for where nothing calls one', async () => {
    const { paths } = await collectFact('webhookServices', [crdObject('widgets')]);
    expect(paths.filter((path) => /services|endpointslices/.test(path))).toEqual([]);
  });

  it('are read without their endpoints where EndpointSlices are denied', async () => {
    const denied = 'endpointslices.discovery.k8s.io: list';
    expect((await collectFact('webhookServices', objects, [denied])).reading).toMatchObject({
      ok: true,
      value: [
        { ports: [{ port: 443, ready: null }] },
        { ports: null },
        { ports: [{ port: 443, ready: null }] },
        { external: true },
      ],
      gaps: [{ what: 'EndpointSlices', reason: { permission: denied } }],
    });
  });

  it('that are denied are gaps', async () => {
    const { reading } = await collectFact('webhookServices', [calling('a', 'policy/guard')], ['services: get']);
    expect(reading).toMatchObject({ ok: true, value: [], gaps: [{ what: 'Service policy/guard' }] });
  });

  it('of admission webhooks are read where CRDs are denied, and are missing where both are', async () => {
    const crds = 'customresourcedefinitions.apiextensions.k8s.io: list';
    const webhooks = ['validating', 'mutating'].map(
      (kind) => `${kind}webhookconfigurations.admissionregistration.k8s.io: list`,
    );
    expect((await collectFact('webhookServices', objects, [crds])).reading).toMatchObject({
      ok: true,
      value: { length: 3 },
      gaps: [{ what: 'conversion webhooks', reason: { permission: crds } }],
    });
    expect((await collectFact('webhookServices', objects, [crds, ...webhooks])).reading).toMatchObject({
      ok: false,
      reason: { kind: 'denied' },
    });
  });
});
