import { afterEach, describe, expect, it } from 'vitest';
import { collect } from '../../src/collectors/collect.ts';
import type { Sources } from '../../src/sources/sources.ts';
import { collectors } from '../../src/collectors/index.ts';
import type { FactName, Facts } from '../../src/facts/facts.ts';
import { parseReadings, type Readings } from '../../src/facts/reading.ts';
import { ScanError } from '../../src/facts/reason.ts';
import type { AwsSource } from '../../src/sources/aws/contract.ts';
import type { KubeSource } from '../../src/sources/kube/contract.ts';
import { createKubeSource } from '../../src/sources/kube/source.ts';
import { startApiServer, type ApiServer } from '../world/api-server.ts';
import { healthyWorld } from '../world/healthy.ts';
import { aWorkloadObject } from '../world/manifests.ts';
import {
  aVolumeObject,
  clusterAutoscalerObject,
  csiDriverObject,
  ebsCsiObjects,
  fluentBitObject,
  fluentdObject,
  nvidiaDevicePluginObject,
} from '../world/software-manifests.ts';

/** Volumes, drivers and software besides the core add-ons, against the loopback API server. Pages hold two objects. */

type Json = Record<string, unknown>;

let server: ApiServer | undefined;
let kube: KubeSource | undefined;
afterEach(async () => {
  kube?.close();
  await server?.close();
});

async function readings(
  objects: readonly Json[],
  facts: readonly FactName[],
  deny: readonly string[] = [],
): Promise<Readings> {
  const base = healthyWorld();
  server = await startApiServer({ ...base, deny, kube: { ...base.kube, objects } });
  const source = createKubeSource(
    { server: server.url, ca: server.caPem, headers: async () => ({}) },
    { userAgent: 'test' },
  );
  kube = source;
  const denied = new ScanError({ kind: 'denied', message: 'denied', permission: 'eks:ListAddons' });
  const aws = { describeCluster: () => Promise.reject(denied), call: () => Promise.reject(denied) };
  const sources = { aws: aws as unknown as AwsSource, kube: async () => source } as Sources;
  return parseReadings(JSON.parse(JSON.stringify(await collect(collectors, facts, sources))));
}

async function value<Name extends FactName>(objects: readonly Json[], fact: Name): Promise<Facts[Name]> {
  const reading = (await readings(objects, [fact]))[fact];
  if (reading?.ok !== true) throw new Error(JSON.stringify(reading));
  return reading.value;
}

describe('persistent volumes', () => {
  const volumes = [
    aVolumeObject('pvc-1'),
    aVolumeObject('pvc-2', { driver: 'ebs.csi.aws.com', claim: 'shop/carts' }),
    aVolumeObject('pvc-3', { driver: 'efs.csi.aws.com', phase: 'Released' }),
  ];

  it('are read on every page, projected to what checks read', async () => {
    expect(await value(volumes, 'persistentVolumes')).toEqual([
      {
        name: 'pvc-1',
        driver: null,
        inTreeEbs: true,
        phase: 'Bound',
        claim: 'shop/orders',
        storageClass: 'gp2',
        reach: null,
      },
      {
        name: 'pvc-2',
        driver: 'ebs.csi.aws.com',
        inTreeEbs: false,
        phase: 'Bound',
        claim: 'shop/carts',
        storageClass: 'gp3',
        reach: null,
      },
      expect.objectContaining({ name: 'pvc-3', driver: 'efs.csi.aws.com', phase: 'Released' }),
    ]);
  });

  it('without claim and class are still volumes', async () => {
    const { spec, ...rest } = aVolumeObject('pvc-1', { phase: 'Available' });
    const { claimRef: _claim, storageClassName: _class, ...bare } = spec as Json;
    expect(await value([{ ...rest, spec: bare }], 'persistentVolumes')).toMatchObject([
      { claim: null, storageClass: null, phase: 'Available' },
    ]);
  });

  const affinity = (...expressions: Json[]) => ({
    nodeAffinity: { required: { nodeSelectorTerms: expressions.map((one) => ({ matchExpressions: [one] })) } },
  });
  const zone = (key: string, ...values: string[]) => ({ key, operator: 'In', values });
  it.each([
    ['a zone', affinity(zone('topology.kubernetes.io/zone', 'eu-west-1a')), { zones: ['eu-west-1a'], local: false }],
    [
      'two zones, by the label of the EBS CSI driver',
      affinity(
        zone('topology.ebs.csi.aws.com/zone', 'eu-west-1b'),
        zone('topology.ebs.csi.aws.com/zone', 'eu-west-1a'),
      ),
      { zones: ['eu-west-1a', 'eu-west-1b'], local: false },
    ],
    ['a host name', affinity(zone('kubernetes.io/hostname', 'node-1')), { zones: [], local: true }],
    ['a node of TopoLVM', affinity(zone('topology.topolvm.io/node', 'node-1')), { zones: [], local: true }],
    ['a local disk', { local: { path: '/mnt/disk' } }, { zones: [], local: true }],
    ['a host path', { hostPath: { path: '/mnt/disk' } }, null],
    ['another label', affinity(zone('disk', 'fast')), null],
  ])('of %s say where they can be mounted', async (_what, more, reach) => {
    const volume = aVolumeObject('pvc-1');
    const bound = { ...volume, spec: { ...(volume['spec'] as Json), ...more } };
    expect(await value([bound], 'persistentVolumes')).toMatchObject([{ reach }]);
  });

  it.each([
    ['driver', { csi: { driver: { name: 'ebs.csi.aws.com' } } }],
    ['storageClassName', { storageClassName: 3 }],
    ['claimRef.name', { claimRef: { namespace: 'shop', name: ['orders'] } }],
  ])('are unreadable where %s is no text', async (field, more) => {
    const volume = aVolumeObject('pvc-1');
    const odd = { ...volume, spec: { ...(volume['spec'] as Json), ...more } };
    const { persistentVolumes } = await readings([odd], ['persistentVolumes']);
    expect(persistentVolumes).toMatchObject({
      ok: false,
      reason: { kind: 'unreadable', message: expect.stringContaining(`${field} is not a string`) },
    });
  });

  it('are unreadable, not empty, without what a volume always tells', async () => {
    const { status: _status, ...blank } = aVolumeObject('pvc-1');
    const { persistentVolumes } = await readings([blank], ['persistentVolumes']);
    expect(persistentVolumes).toMatchObject({ ok: false, reason: { kind: 'unreadable' } });
  });

  it('are unreadable where the specification of a volume is a text', async () => {
    const { persistentVolumes } = await readings([{ ...volumes[0], spec: 'text' }], ['persistentVolumes']);
    expect(persistentVolumes).toMatchObject({
      ok: false,
      reason: { message: 'cannot read persistentvolumes pvc-1: the answer lacks spec' },
    });
  });

  it('denied name the permission', async () => {
    const denied = ['persistentvolumes: list', 'csidrivers.storage.k8s.io: list'];
    const taken = await readings(volumes, ['persistentVolumes', 'csiDrivers'], denied);
    expect(taken.persistentVolumes).toMatchObject({ ok: false, reason: { permission: denied[0] } });
    expect(taken.csiDrivers).toMatchObject({ ok: false, reason: { permission: denied[1] } });
  });
});

describe('the EBS CSI driver', () => {
  it('is its CSIDriver, on every page, and its controller', async () => {
    const objects = [...ebsCsiObjects('v1.53.0'), csiDriverObject('secrets-store.csi.k8s.io')];
    const { csiDrivers } = await readings(objects, ['csiDrivers']);
    expect(csiDrivers).toMatchObject({
      value: ['ebs.csi.aws.com', 'efs.csi.aws.com', 'secrets-store.csi.k8s.io'],
    });
    await server?.close();
    const { ebsCsiControllers } = await readings(objects, ['ebsCsiControllers']);
    expect(ebsCsiControllers).toMatchObject({
      ok: true,
      value: [{ kind: 'Deployment', name: 'ebs-csi-controller', version: '1.53.0', replicas: 2 }],
    });
  });

  it('is not seen, rather than absent, where Deployments are denied', async () => {
    const { ebsCsiControllers } = await readings([], ['ebsCsiControllers'], ['deployments.apps: list']);
    expect(ebsCsiControllers).toMatchObject({ ok: false, reason: { permission: 'deployments.apps: list' } });
  });
});

describe('the Cluster Autoscaler', () => {
  it('is found by image or label, in any namespace', async () => {
    const objects = [
      clusterAutoscalerObject('v1.33.6'),
      aWorkloadObject('Deployment', 'edge/autoscaler', {
        images: { main: 'mirror.example/cluster-autoscaler-arm64:v1.32.7' },
      }),
      aWorkloadObject('Deployment', 'ops/cas', {
        images: { main: 'mirror.example/ca:1' },
        labels: { 'app.kubernetes.io/name': 'aws-cluster-autoscaler' },
      }),
      aWorkloadObject('Deployment', 'ops/cluster-proportional-autoscaler'),
    ];
    expect(await value(objects, 'clusterAutoscalers')).toMatchObject([
      { namespace: 'edge', version: '1.32.7' },
      { namespace: 'kube-system', version: '1.33.6' },
      { namespace: 'ops', name: 'cas', version: null },
    ]);
  });
});

describe("NVIDIA's device plugins", () => {
  it('are those of your own and of the GPU Operator, neither AMD nor the helpers of the chart', async () => {
    const image = 'nvcr.io/nvidia/k8s-device-plugin:v0.17.0';
    const objects = [
      nvidiaDevicePluginObject('v0.14.5'),
      aWorkloadObject('Deployment', 'gpu/gpu-operator', { images: { main: 'nvcr.io/nvidia/gpu-operator:v24.9.0' } }),
      nvidiaDevicePluginObject('v0.17.0', 'gpu/nvidia-device-plugin-daemonset'),
      aWorkloadObject('DaemonSet', 'other/plugin', {
        images: { main: image },
        labels: { 'app.kubernetes.io/managed-by': 'gpu-operator' },
      }),
      aWorkloadObject('DaemonSet', 'nvidia/nvdp-gpu-feature-discovery', { images: { main: image } }),
      aWorkloadObject('DaemonSet', 'nvidia/nvdp-mps-control-daemon', { images: { main: image } }),
      aWorkloadObject('DaemonSet', 'kube-system/amdgpu', { images: { main: 'rocm/k8s-device-plugin:latest' } }),
    ];
    expect(await value(objects, 'nvidiaDevicePlugins')).toMatchObject([
      { namespace: 'gpu', operator: true, version: '0.17.0' },
      { namespace: 'kube-system', operator: false, version: '0.14.5' },
      { namespace: 'other', operator: true },
    ]);
  });
});

describe('log agents', () => {
  const cri = '/^(?<time>.+) (?<log>.*)$/';

  it('are Fluentd, and Fluent Bit of Container Insights, with the two variables that are asked for', async () => {
    const env = [
      { name: 'AWS_SECRET_ACCESS_KEY', value: 'hunter2' },
      { name: 'FLUENT_CONTAINER_TAIL_PARSER_TYPE', value: cri },
      { name: 'CI_VERSION', valueFrom: { configMapKeyRef: { name: 'x', key: 'y' } } },
    ];
    const objects = [
      fluentdObject(env),
      fluentBitObject('amazon/aws-for-fluent-bit:2.10.0', [{ name: 'CI_VERSION', value: 'k8s/1.3.9' }]),
      aWorkloadObject('DaemonSet', 'logging/fluent-bit', { images: { main: 'fluent/fluent-bit:3.0' } }),
      aWorkloadObject('DaemonSet', 'logging/shipper', { labels: { app: 'fluentd' } }),
    ];
    const taken = await value(objects, 'logAgents');
    expect(taken).toEqual([
      {
        agent: 'fluent-bit',
        namespace: 'amazon-cloudwatch',
        name: 'fluent-bit',
        image: 'amazon/aws-for-fluent-bit:2.10.0',
        manifests: 'k8s/1.3.9',
      },
      {
        agent: 'fluentd',
        namespace: 'amazon-cloudwatch',
        name: 'fluentd-cloudwatch',
        image: 'fluent/fluentd-kubernetes-daemonset:v1.7.3-debian-cloudwatch-1.0',
        parser: cri,
        manifests: null,
      },
      {
        agent: 'fluentd',
        namespace: 'logging',
        name: 'shipper',
        image: 'registry.example/shipper:1.0.0',
        parser: null,
      },
    ]);
    const daemonSets = await collect(collectors, ['daemonSets'], { kube: async () => kube } as unknown as Sources);
    expect(JSON.stringify(daemonSets)).not.toContain('hunter2');
  });

  it.each([
    { what: 'the image of the project', path: 'logging/a', image: 'fluent/fluentd:v1.16-1', parser: null },
    { what: 'that of Bitnami', path: 'logging/a', image: 'docker.io/bitnami/fluentd:1.16.2', parser: null },
    { what: 'another that has the word', path: 'logging/a', image: 'r.example/fluentd-elasticsearch:v3', parser: null },
    { what: 'a renamed image', path: 'amazon-cloudwatch/fluentd-cloudwatch', image: 'r.example/logs:1', parser: null },
    { what: 'a mirror of the image', path: 'logging/a', image: 'r.example/fluent-fluentd-kubernetes-daemonset:v1' },
  ])('are Fluentd, with a parser that is known only of some images: $what', async ({ path, image, ...more }) => {
    const [namespace, name] = path.split('/');
    const taken = await value([aWorkloadObject('DaemonSet', path, { images: { main: image } })], 'logAgents');
    expect(taken).toEqual([
      { agent: 'fluentd', namespace, name, image, ...(more.parser === null ? { parser: null } : {}) },
    ]);
  });

  it('are not Fluentd where another agent has its name', async () => {
    const named = ['fluent/fluent-bit:3.0', 'amazon/aws-for-fluent-bit:2.10.0'].map((image, index) =>
      aWorkloadObject('DaemonSet', `logs-${index}/fluentd-cloudwatch`, {
        images: { main: image },
        labels: { 'k8s-app': 'fluentd-cloudwatch' },
      }),
    );
    const other = aWorkloadObject('DaemonSet', 'logging/fluentdx', { images: { main: 'r.example/influentd:1' } });
    expect(await value([...named, other], 'logAgents')).toEqual([]);
  });
});
