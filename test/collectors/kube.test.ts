import { afterEach, describe, expect, it } from 'vitest';
import { collect } from '../../src/collectors/collect.ts';
import type { Sources } from '../../src/sources/sources.ts';
import { collectors } from '../../src/collectors/index.ts';
import { findMounted } from '../../src/collectors/kube/corefile-imports.ts';
import type { FactName, Facts } from '../../src/facts/facts.ts';
import { parseReadings, type Readings } from '../../src/facts/reading.ts';
import { permissionText } from '../../src/facts/reason.ts';
import type { AwsSource } from '../../src/sources/aws/contract.ts';
import type { KubeSource } from '../../src/sources/kube/contract.ts';
import { createKubeSource } from '../../src/sources/kube/source.ts';
import { startApiServer, type ApiServer } from '../world/api-server.ts';
import { healthyWorld } from '../world/healthy.ts';
import { aConfigMapObject, aNodeObject, aPodObject, aWorkloadObject, corednsObjects } from '../world/manifests.ts';
import type { World } from '../world/world.ts';
import { aBindingObject, aRoleObject, aRule } from '../world/rbac-manifests.ts';
import { aWrittenObject } from '../world/api-objects.ts';
import { anApplication, argoKinds } from '../world/git-ops.ts';
import { kubeFacts } from './kube-facts.ts';

/** The Kubernetes collectors against the loopback API server. */

let server: ApiServer | undefined;
let kube: KubeSource | undefined;
afterEach(async () => {
  kube?.close();
  await server?.close();
});

type Json = Record<string, unknown>;

async function readings(
  objects: readonly Json[],
  facts: readonly FactName[],
  more: Partial<World> = {},
): Promise<Readings> {
  const base = healthyWorld();
  const world = { ...base, ...more, kube: { ...base.kube, ...more.kube, objects } };
  server = await startApiServer(world);
  const source = createKubeSource(
    { server: server.url, ca: server.caPem, headers: async () => ({}) },
    { userAgent: 'test' },
  );
  kube = source;
  const noAws = { call: () => Promise.reject(new Error('no AWS here')) } as unknown as AwsSource;
  const local = { run: () => Promise.reject(new Error('no machine here')) };
  const sources: Sources = { aws: noAws, kube: async () => source, local };
  const taken = await collect(collectors, facts, sources);
  return parseReadings(JSON.parse(JSON.stringify(taken)));
}

async function value<Name extends FactName>(objects: readonly Json[], fact: Name): Promise<Facts[Name]> {
  const reading = (await readings(objects, [fact]))[fact];
  if (reading?.ok !== true) throw new Error(JSON.stringify(reading));
  return reading.value;
}

describe('nodes', () => {
  const kubelet = 'v1.33.5';
  it.each<[string, Record<string, string>, string, string | null]>([
    ['ip-1', { 'eks.amazonaws.com/nodegroup': 'blue' }, 'managed', 'blue'],
    ['ip-1', { 'karpenter.sh/nodepool': 'general' }, 'karpenter', 'general'],
    ['ip-1', { 'karpenter.sh/provisioner-name': 'old' }, 'karpenter', 'old'],
    ['i-1', { 'eks.amazonaws.com/compute-type': 'auto', 'karpenter.sh/nodepool': 'system' }, 'auto', 'system'],
    ['fargate-ip-1', { 'eks.amazonaws.com/compute-type': 'fargate' }, 'fargate', null],
    ['fargate-ip-1', {}, 'fargate', null],
    ['mi-1', { 'eks.amazonaws.com/compute-type': 'hybrid' }, 'hybrid', null],
    ['ip-1', { 'alpha.eksctl.io/nodegroup-name': 'batch' }, 'self-managed', 'batch'],
    ['ip-1', {}, 'self-managed', null],
    ['virtual-a', { type: 'virtual-kubelet', 'kubernetes.io/role': 'agent' }, 'virtual', null],
  ])('%s with %j is %s of %s', async (name, labels, computeType, group) => {
    expect(await value([aNodeObject(name, { kubelet, labels })], 'nodes')).toMatchObject([
      { name, computeType, group, kubeletVersion: kubelet },
    ]);
  });

  it.each<[Record<string, string>, boolean]>([
    [{ 'karpenter.sh/provisioner-name': 'default' }, true],
    [{ 'karpenter.sh/nodepool': 'default' }, false],
    [{ 'karpenter.sh/nodepool': 'default', 'karpenter.sh/provisioner-name': 'default' }, false],
    [{ 'eks.amazonaws.com/nodegroup': 'blue', 'karpenter.sh/provisioner-name': 'default' }, false],
  ])('with %j are of a Provisioner: %s', async (labels, isOfProvisioner) => {
    const [found] = await value([aNodeObject('a', { kubelet, labels })], 'nodes');
    expect(found?.ofProvisioner === true).toBe(isOfProvisioner);
  });

  it.each([
    ['v1.15.2-vk-azure-aci-v1.4.0', 'virtual'],
    ['v1.31.4-vk', 'virtual'],
    ['v1.33.5-eks-113cf36', 'self-managed'],
    ['v1.33.5-vke', 'self-managed'],
  ])('of version %s are %s', async (version, computeType) => {
    expect(await value([aNodeObject('a', { kubelet: version })], 'nodes')).toMatchObject([{ computeType }]);
  });

  it.each<[Record<string, string>, boolean]>([
    [{ 'eks.amazonaws.com/nodegroup': 'blue', 'eks.amazonaws.com/capacityType': 'SPOT' }, true],
    [{ 'karpenter.sh/nodepool': 'general', 'karpenter.sh/capacity-type': 'spot' }, true],
    [{ 'eks.amazonaws.com/nodegroup': 'blue', 'eks.amazonaws.com/capacityType': 'ON_DEMAND' }, false],
    [{ 'karpenter.sh/capacity-type': 'spot' }, false],
  ])('with %j are Spot instances: %s', async (labels, spot) => {
    const [found] = await value([aNodeObject('a', { kubelet, labels })], 'nodes');
    expect(found?.spot === true).toBe(spot);
  });

  it.each([
    ['true', true],
    ['false', undefined],
    ['1h', undefined],
  ])('say whether they must not be disrupted: %s', async (annotation, doNotDisrupt) => {
    const node = aNodeObject('a', { kubelet }) as { metadata: Json };
    const annotations = { 'karpenter.sh/do-not-disrupt': annotation };
    const [found] = await value([{ ...node, metadata: { ...node.metadata, annotations } }], 'nodes');
    expect(found?.doNotDisrupt).toBe(doNotDisrupt);
  });

  it('say since when they are there', async () => {
    const node = aNodeObject('a', { kubelet }) as { metadata: Json };
    const old = { ...node, metadata: { ...node.metadata, creationTimestamp: '2026-11-20T03:12:00Z' } };
    expect(await value([old], 'nodes')).toMatchObject([{ createdAt: '2026-11-20T03:12:00Z' }]);
  });

  it('say how they are: ready, under pressure, cordoned, on their way out, with GPUs', async () => {
    const at = '2026-11-20T03:12:00Z';
    const found = await value(
      [
        aNodeObject('fine', { kubelet, gpus: 4 }),
        aNodeObject('down', {
          kubelet,
          conditions: [
            { type: 'MemoryPressure', status: 'True' },
            { type: 'DiskPressure', status: 'False' },
            { type: 'NetworkUnavailable', status: 'True' },
            { type: 'EFAReady', status: 'True' },
            { type: 'Ready', status: 'False', lastTransitionTime: at },
          ],
          cordoned: true,
        }),
        aNodeObject('mute', { kubelet, conditions: [{ type: 'Ready', status: 'Unknown', lastTransitionTime: at }] }),
        aNodeObject('newborn', { kubelet, conditions: [] }),
        aNodeObject('leaving', { kubelet, deletedAt: at }),
      ],
      'nodes',
    );
    const calm = { ready: true, notReadySince: null, pressures: [], unschedulable: false, deletingSince: null };
    expect(found).toMatchObject([
      {
        name: 'down',
        ready: false,
        notReadySince: at,
        pressures: ['MemoryPressure', 'NetworkUnavailable'],
        unschedulable: true,
        nvidiaGpus: 0,
      },
      { name: 'fine', ...calm, nvidiaGpus: 4, kernelVersion: '6.12.46-66.121.amzn2023.x86_64' },
      { name: 'leaving', ...calm, deletingSince: at },
      { name: 'mute', ready: null, notReadySince: at },
      { name: 'newborn', ready: null, notReadySince: null, pressures: [] },
    ]);
  });

  const cordon = { key: 'node.kubernetes.io/unschedulable', effect: 'NoSchedule', timeAdded: '2026-11-20T03:12:00Z' };
  const disrupted = { key: 'karpenter.sh/disrupted', effect: 'NoSchedule' };
  it.each<[string, Json, Json]>([
    ['no taint', { unschedulable: true }, {}],
    ['the taint of a cordon', { unschedulable: true, taints: [cordon] }, { cordonedSince: cordon.timeAdded }],
    ['a taint that outlasts its cordon', { taints: [cordon] }, {}],
    ['a taint without a time', { unschedulable: true, taints: [{ ...cordon, timeAdded: undefined }] }, {}],
    ["another controller's taint", { unschedulable: true, taints: [{ ...cordon, key: 'acme.io/drain' }] }, {}],
    ["Karpenter's taint", { taints: [disrupted] }, { disrupted: true }],
    [
      "Karpenter's earlier taint",
      { taints: [{ key: 'karpenter.sh/disruption', value: 'disrupting', effect: 'NoSchedule' }] },
      { disrupted: true },
    ],
    ['a taint of this name with another effect', { taints: [{ ...disrupted, effect: 'NoExecute' }] }, {}],
  ])('with %s say since when they are emptied, in both formats', async (_what, spec, fields) => {
    const node = { ...aNodeObject('a', { kubelet }), spec };
    for (const jsonOnly of [false, true]) {
      const { nodes } = (await kubeFacts([node], ['nodes'], { kube: { jsonOnly } })).readings;
      const [found] = nodes?.ok === true ? nodes.value : [];
      expect(found?.unschedulable).toBe(spec['unschedulable'] === true);
      const { cordonedSince, disrupted: emptied } = found ?? {};
      expect({ cordonedSince, disrupted: emptied }).toEqual({
        cordonedSince: undefined,
        disrupted: undefined,
        ...fields,
      });
    }
  });

  it.each([
    ['aws:///eu-west-1a/i-0a1b2c3d4e5f60001', 'i-0a1b2c3d4e5f60001'],
    ['aws:///eu-west-1a/0a1b2c/fargate-ip-10-0-1-9.eu-west-1.compute.internal', null],
    ['eks-hybrid:///eu-west-1/prod/mi-0a1b2c3d4e5f60001', null],
    ['', null],
  ])('with the provider id %j are the instance %s', async (providerID, instanceId) => {
    const node = { ...aNodeObject('a', { kubelet }), spec: { providerID } };
    expect(await value([node], 'nodes')).toMatchObject([{ instanceId }]);
  });

  it.each(['four', '4Ki', '', 4])('whose count of GPUs is %j are unreadable', async (count) => {
    const node = aNodeObject('odd', { kubelet }) as { status: Record<string, unknown> };
    const { nodes } = await readings(
      [{ ...node, status: { ...node.status, capacity: { 'nvidia.com/gpu': count } } }],
      ['nodes'],
    );
    expect(nodes).toMatchObject({
      ok: false,
      reason: { kind: 'unreadable', message: expect.stringContaining('nvidia.com/gpu') },
    });
  });

  it('without what a node always reports are unreadable, not empty', async () => {
    const { nodes } = await readings(
      [{ apiVersion: 'v1', kind: 'Node', metadata: { name: 'a' }, status: {} }],
      ['nodes'],
    );
    expect(nodes).toMatchObject({ ok: false, reason: { kind: 'unreadable' } });
  });
});

describe('pods', () => {
  it('are projected to the shape of the inventory, a ReplicaSet folded into its Deployment', async () => {
    const volumes = [
      { name: 'sock', hostPath: { path: '/run/docker.sock' } },
      { name: 'tmp', emptyDir: {} },
    ];
    const pods = await value(
      [
        aPodObject(
          'shop/cart-5d9c-x',
          'a',
          { kind: 'ReplicaSet', name: 'cart-5d9c', hash: '5d9c' },
          { volumes, annotations: { 'kubernetes.io/psp': 'restricted' } },
        ),
        aPodObject('shop/lone', 'a'),
        aPodObject('shop/odd-1', 'a', { kind: 'ReplicaSet', name: 'odd', hash: 'zzz' }),
      ],
      'pods',
    );
    expect(pods).toEqual([
      {
        namespace: 'shop',
        name: 'cart-5d9c-x',
        node: 'a',
        phase: 'Running',
        ready: true,
        terminating: false,
        controller: { kind: 'Deployment', name: 'cart' },
        podSecurityPolicy: 'restricted',
        hostPaths: [{ volume: 'sock', path: '/run/docker.sock' }],
      },
      expect.objectContaining({ name: 'lone', controller: null, podSecurityPolicy: null, hostPaths: [] }),
      expect.objectContaining({ name: 'odd-1', controller: { kind: 'ReplicaSet', name: 'odd' } }),
    ]);
  });
});

describe('workloads', () => {
  it('keep images, host paths, mounted ConfigMaps and naming labels; no environment', async () => {
    const deployment = aWorkloadObject('Deployment', 'shop/cart', {
      labels: { app: 'cart', team: 'blue' },
      volumes: [
        { name: 'c', configMap: { name: 'settings' } },
        { name: 'h', hostPath: { path: '/x' } },
      ],
    });
    const secretive = structuredClone(deployment) as { spec: { template: { spec: { containers: Json[] } } } };
    secretive.spec.template.spec.containers[0] = {
      ...secretive.spec.template.spec.containers[0],
      env: [{ name: 'PASSWORD', value: 'hunter2' }],
    };
    const [found] = await value([secretive as unknown as Json], 'deployments');
    expect(found).toEqual({
      kind: 'Deployment',
      namespace: 'shop',
      name: 'cart',
      replicas: 2,
      labels: { app: 'cart' },
      containers: [{ name: 'app', image: 'registry.example/cart:1.0.0' }],
      hostPaths: [{ volume: 'h', path: '/x' }],
      configMaps: ['settings'],
      claims: false,
    });
  });

  it('keep volumes of removed types and seccomp profiles that only an annotation names', async () => {
    const profile = { seccompProfile: { type: 'RuntimeDefault' } };
    const aTemplate = (name: string, annotations: Json, podSpec: Json, containerSpec: Json) => {
      const object = aWorkloadObject('Deployment', name, {}) as { spec: { template: Record<string, Json> } };
      const spec = { containers: [{ name: 'app', image: 'a:1', ...containerSpec }], ...podSpec };
      return { ...object, spec: { ...object.spec, template: { metadata: { annotations }, spec } } } as unknown as Json;
    };
    const onPod = { 'seccomp.security.alpha.kubernetes.io/pod': 'runtime/default' };
    const onContainer = { 'container.seccomp.security.alpha.kubernetes.io/app': 'localhost/app.json' };
    const volumes = [
      { name: 'code', gitRepo: { repository: 'https://git.example/code' } },
      { name: 'tmp', emptyDir: {} },
    ];
    const found = await value(
      [
        aTemplate('shop/a', onPod, { volumes }, {}),
        aTemplate('shop/b', onPod, { securityContext: profile }, {}),
        aTemplate('shop/c', onContainer, {}, {}),
        aTemplate('shop/d', onContainer, {}, { securityContext: profile }),
        aTemplate('shop/e', { 'seccomp.security.alpha.kubernetes.io/pod': 'unconfined' }, {}, {}),
      ],
      'deployments',
    );
    expect(
      found.map(({ name, removedVolumes, seccompByAnnotation }) => [name, removedVolumes, seccompByAnnotation]),
    ).toEqual([
      ['a', [{ volume: 'code', type: 'gitRepo' }], true],
      ['b', undefined, undefined],
      ['c', undefined, true],
      ['d', undefined, undefined],
      ['e', undefined, undefined],
    ]);
    const [pod] = await value([aPodObject('shop/lone', 'a', undefined, { volumes })], 'pods');
    expect(pod).toMatchObject({ name: 'lone', removedVolumes: [{ volume: 'code', type: 'gitRepo' }] });
  });

  it('tell whether their pods mount a claim, of a volume or of a template', async () => {
    const volumes = [{ name: 'data', persistentVolumeClaim: { claimName: 'data' } }];
    expect(await value([aWorkloadObject('Deployment', 'shop/wiki', { volumes })], 'deployments')).toMatchObject([
      { name: 'wiki', claims: true },
    ]);
    const [cache, db] = ['shop/cache', 'shop/db'].map((path) => aWorkloadObject('StatefulSet', path));
    const templated = { ...db, spec: { ...(db?.['spec'] as Json), volumeClaimTemplates: [{}] } };
    expect(await value([cache ?? {}, templated], 'statefulSets')).toMatchObject([
      { name: 'cache', claims: false },
      { name: 'db', claims: true },
    ]);
  });

  it('reads CronJobs at v1beta1 only where nothing newer is served', async () => {
    const job = {
      metadata: { namespace: 'shop', name: 'nightly' },
      spec: {
        schedule: '0 3 * * *',
        jobTemplate: { spec: { template: { spec: { containers: [{ name: 'job', image: 'j:1' }] } } } },
      },
    };
    const base = healthyWorld();
    const old = { kube: { ...base.kube, version: 'v1.20.15-eks-84b4fe6', aggregatedDiscovery: false } };
    const taken = await readings([{ apiVersion: 'batch/v1beta1', kind: 'CronJob', ...job }], ['cronJobs'], old);
    expect(taken.cronJobs).toMatchObject({ ok: true, value: [{ kind: 'CronJob', name: 'nightly', replicas: null }] });
    expect(server?.requests.filter(({ path }) => path.includes('cronjobs')).map(({ path }) => path)).toEqual([
      '/apis/batch/v1beta1/cronjobs',
    ]);
    await server?.close();
    await readings([{ apiVersion: 'batch/v1', kind: 'CronJob', ...job }], ['cronJobs']);
    expect(server?.requests.filter(({ path }) => path.includes('cronjobs')).map(({ path }) => path)).toEqual([
      '/apis/batch/v1/cronjobs',
    ]);
  });
});

describe('coredns', () => {
  it('brings the Corefile of its own ConfigMap, with lines', async () => {
    const [copy] = await value(corednsObjects('v1.8.7-eksbuild.1', ['upstream']), 'coredns');
    expect(copy).toMatchObject({
      name: 'coredns',
      version: '1.8.7',
      corefile: { state: 'parsed', configMap: 'coredns' },
    });
    expect(JSON.stringify(copy?.corefile)).toContain('"name":"upstream","args":[],"line":9');
  });

  it('says that a ConfigMap is missing, that a Corefile cannot be read, and masks secrets', async () => {
    const [deployment, configMap] = corednsObjects('v1.8.7');
    if (deployment === undefined || configMap === undefined) throw new Error('no CoreDNS');
    expect(await value([deployment], 'coredns')).toMatchObject([
      { corefile: { state: 'missing', configMap: 'coredns' } },
    ]);
    await server?.close();
    const broken = aConfigMapObject('kube-system/coredns', { Corefile: '.:53 {\n  forward . {\n' });
    expect(await value([deployment, broken], 'coredns')).toMatchObject([{ corefile: { state: 'unreadable' } }]);
    await server?.close();
    const secretive = aConfigMapObject('kube-system/coredns', {
      Corefile: '.:53 {\n  route53 x. {\n    aws_access_key AKIA SECRETKEY\n  }\n}\n',
    });
    expect(JSON.stringify(await value([deployment, secretive], 'coredns'))).not.toContain('SECRETKEY');
  });

  it('reads the ConfigMap of a projected volume, not one that only has the usual name', async () => {
    const [, stale] = corednsObjects('v1.8.7');
    if (stale === undefined) throw new Error('no CoreDNS');
    const volumes = [{ name: 'c', projected: { sources: [{ configMap: { name: 'live' } }] } }];
    const images = { coredns: 'eks/coredns:v1.8.7' };
    const live = aConfigMapObject('kube-system/live', { Corefile: '.:53 {\n  errors\n}\n' });
    const deployment = aWorkloadObject('Deployment', 'kube-system/coredns', { images, volumes });
    expect(await value([deployment, stale, live], 'coredns')).toMatchObject([{ corefile: { configMap: 'live' } }]);
    await server?.close();
    const bare = aWorkloadObject('Deployment', 'kube-system/coredns', { images });
    expect(await value([bare, stale], 'coredns')).toMatchObject([{ corefile: { state: 'missing' } }]);
  });

  it('finds the Corefile beside another ConfigMap that is mounted first', async () => {
    const [, configMap] = corednsObjects('v1.8.7');
    if (configMap === undefined) throw new Error('no CoreDNS');
    const volumes = ['ca-bundle', 'coredns'].map((name) => ({ name, configMap: { name } }));
    const deployment = aWorkloadObject('Deployment', 'kube-system/coredns', {
      images: { coredns: 'eks/coredns:v1.8.7' },
      volumes,
    });
    const bundle = aConfigMapObject('kube-system/ca-bundle', { 'ca.crt': 'x' });
    expect(await value([deployment, bundle, configMap], 'coredns')).toMatchObject([
      { corefile: { state: 'parsed', configMap: 'coredns' } },
    ]);
  });
});

describe('imports of a Corefile', () => {
  const main = 'import custom/*.server\n.:53 {\n  errors\n  import /etc/coredns/custom/*.override\n}\n';
  const zone = 'a.example:53 {\n  kubernetes {\n    upstream\n  }\n  forward . 10.0.0.2\n}\n';

  /** CoreDNS with its Corefile in /etc/coredns and another ConfigMap in the folder (default: /etc/coredns/custom). */
  function importing(
    custom: Record<string, string> | undefined,
    folder = '/etc/coredns/custom/',
  ): Record<string, unknown>[] {
    const names = ['coredns', 'coredns-custom'];
    const deployment = aWorkloadObject('Deployment', 'kube-system/coredns', {
      images: { coredns: 'eks/coredns:v1.8.7' },
      volumes: names.map((name) => ({ name, configMap: { name, optional: true } })),
    }) as { spec: { template: { spec: { containers: Record<string, unknown>[] } } } };
    const [container = {}] = deployment.spec.template.spec.containers;
    container['volumeMounts'] = names.map((name) => ({
      name,
      mountPath: name === 'coredns' ? '/etc/coredns' : folder,
    }));
    return [
      deployment,
      aConfigMapObject('kube-system/coredns', { Corefile: main }),
      ...(custom === undefined ? [] : [aConfigMapObject('kube-system/coredns-custom', custom)]),
    ];
  }

  it('are read from the ConfigMap that is mounted there', async () => {
    const objects = importing({ 'a.server': zone, 'b.override': 'log\n', 'c.txt': 'broken {' });
    const [copy] = await value(objects, 'coredns');
    const file = { configMap: 'coredns-custom', key: 'a.server' };
    expect(copy?.corefile).toMatchObject({
      state: 'parsed',
      unresolvedImports: [],
      blocks: [
        {
          keys: ['a.example:53'],
          directives: [
            { name: 'kubernetes', file, line: 2, importedAt: 1, block: [{ name: 'upstream', file, line: 3 }] },
            { name: 'forward', file },
          ],
        },
        { keys: ['.:53'], directives: [{ name: 'errors' }, { name: 'log', importedAt: 4, line: 1 }] },
      ],
    });
  });

  it('bring nothing where no file fits, or the optional ConfigMap does not exist', async () => {
    for (const custom of [{ 'c.txt': 'x' }, undefined]) {
      const [copy] = await value(importing(custom), 'coredns');
      expect(copy?.corefile).toMatchObject({ unresolvedImports: [], blocks: [{ keys: ['.:53'] }] });
      await server?.close();
    }
  });

  const folder = '/etc/coredns/custom';
  it.each<[string, string | undefined, string[] | undefined]>([
    ['custom/a.server', undefined, ['a.server']],
    ['custom/missing', undefined, undefined],
    ['custom/*.override', undefined, ['ab.override', 'b.override']],
    ['custom/a*', undefined, ['a.server', 'ab.override']],
    ['custom/ab.o*.override', undefined, []],
    ['custom/*.*', undefined, undefined],
    ['custom/?.server', undefined, undefined],
    ['other/a.server', undefined, undefined],
    ['a.server', `${folder}/b.override`, ['a.server']],
    ['a.server', undefined, undefined],
  ])('of %s in %j find %j', (pattern, from, keys) => {
    const mounted = ['a.server', 'ab.override', 'b.override'].map((key) => ({
      configMap: 'coredns-custom',
      key,
      file: `${folder}/${key}`,
      text: '',
    }));
    const found = findMounted(mounted, new Set([folder]), '/etc/coredns')(pattern, from);
    const names = mounted.filter((file) => found?.includes(file)).map(({ key }) => key);
    expect(found === undefined ? undefined : names).toEqual(keys);
  });

  it('stay unresolved where nothing is mounted there', async () => {
    const [copy] = await value(importing({ 'a.server': zone }, '/etc/elsewhere'), 'coredns');
    expect(copy?.corefile).toMatchObject({
      unresolvedImports: [
        { pattern: 'custom/*.server', line: 1 },
        { pattern: '/etc/coredns/custom/*.override', line: 4 },
      ],
    });
  });

  it('stay unresolved, with the permission, where the ConfigMap is denied', async () => {
    const rules = [
      { nonResourceURLs: ['*'], verbs: ['get'] },
      { apiGroups: ['apps'], resources: ['deployments', 'daemonsets'], verbs: ['list'] },
      { apiGroups: [''], resources: ['configmaps'], resourceNames: ['coredns'], verbs: ['get'] },
    ];
    const grants = { kube: [{ kind: 'ClusterRole', metadata: { name: 'least' }, rules }], aws: { Statement: [] } };
    const taken = await readings(importing({ 'a.server': zone }), ['coredns'], { grants });
    expect(taken.coredns).toMatchObject({
      ok: true,
      value: [{ corefile: { unresolvedImports: [{ line: 1 }, { line: 4 }] } }],
      gaps: [
        {
          what: 'the imports of ConfigMap kube-system/coredns',
          reason: {
            kind: 'denied',
            permission: 'configmaps: get',
            hint: 'It is needed for ConfigMap kube-system/coredns-custom, whose files the Corefile imports',
          },
        },
      ],
    });
  });
});

describe('what an API does not serve', () => {
  it('is absent, not denied: pod security policies beyond 1.24', async () => {
    expect(await value([], 'podSecurityPolicies')).toBeNull();
    expect(server?.requests.some(({ path }) => path.includes('podsecuritypolicies'))).toBe(false);
  });

  it('is absent: no Karpenter', async () => {
    expect(await value([], 'apiGroups')).toEqual([]);
  });
});

describe('Fargate workloads', () => {
  it('do not read pods where no node is virtual', async () => {
    expect(await value([aNodeObject('a', { kubelet: 'v1.33.0' })], 'fargateWorkloads')).toEqual([]);
    expect(server?.requests.some(({ path }) => path.endsWith('/pods'))).toBe(false);
  });
});

describe('a list that begins again', () => {
  it('leaves nothing of its first pages in a fact', async () => {
    const isList = (text: string): boolean => text.endsWith(': list');
    const findLists = (name: FactName): string[] => collectors[name].permissions.map(permissionText).filter(isList);
    const facts = (Object.keys(collectors) as FactName[]).filter((name) => findLists(name).length > 0);
    const { kube: base } = healthyWorld();
    const objects = [
      ...base.objects,
      ...['reader', 'other'].map((role) => aBindingObject(role, 'reader', [{ kind: 'Group', name: 'developers' }])),
      aRoleObject('reader', [aRule(['pods/exec'], ['get'])]),
      aWrittenObject('autoscaling/v2', 'HorizontalPodAutoscaler', 'shop/cart', []),
      ...['argocd/shop', 'argocd/till'].map((path) => ({ ...anApplication(path, []), status: {} })),
    ];
    const kube = { version: 'v1.24.17-eks-5e0fdde', served: [...base.served, ...argoKinds], pageSize: 1 };
    // The second page of each list has expired.
    const expired = [...new Set(facts.flatMap(findLists))].map((on) => ({
      on,
      does: { status: 410 },
      from: 1,
      count: 1,
    }));
    const once = await kubeFacts(objects, facts, { kube });
    const twice = await kubeFacts(objects, facts, { kube, faults: expired });
    expect(twice.paths.length).toBeGreaterThan(once.paths.length + 20);
    expect(once.readings).toMatchObject({
      accessGrants: { value: { streamReaders: [{ bindings: 2 }] } },
      argoApplications: { gaps: [{}, {}] },
    });
    expect(twice.readings).toEqual(once.readings);
  });
});
