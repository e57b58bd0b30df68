import { expect, it } from 'vitest';
import type { FactName, Facts } from '../../src/facts/facts.ts';
import { aWorkloadObject } from '../world/manifests.ts';
import { aStorageClassObject, aVolumeObject } from '../world/software-manifests.ts';
import { kubeFacts } from './kube-facts.ts';

type Json = Record<string, unknown>;

async function value<Name extends FactName>(objects: readonly Json[], fact: Name): Promise<Facts[Name]> {
  const reading = (await kubeFacts(objects, [fact])).readings[fact];
  if (reading?.ok !== true) throw new Error(JSON.stringify(reading));
  return reading.value;
}

const aCronJob = (name: string, schedule: string): Json => ({
  apiVersion: 'batch/v1',
  kind: 'CronJob',
  metadata: { namespace: 'shop', name },
  spec: { schedule, jobTemplate: { spec: { template: { spec: { containers: [{ name: 'job', image: 'j:1' }] } } } } },
});

it('CronJobs tell of a time zone in the schedule, and nothing else of it', async () => {
  const found = await value(
    [aCronJob('a', 'CRON_TZ=Europe/Rome 0 3 * * *'), aCronJob('b', 'TZ=UTC @daily'), aCronJob('c', '0 3 * * *')],
    'cronJobs',
  );
  expect(found.map(({ name, timeZoneInSchedule }) => [name, timeZoneInSchedule])).toEqual([
    ['a', true],
    ['b', true],
    ['c', undefined],
  ]);
  expect(JSON.stringify(found)).not.toMatch(/Rome|daily/);
});

it('StatefulSets name the claim templates without a StorageClass; an empty one is a class', async () => {
  const claim = (name: string, spec: Json, annotations: Json = {}): Json => ({ metadata: { name, annotations }, spec });
  const set = aWorkloadObject('StatefulSet', 'shop/db');
  const claims = [
    claim('data', {}),
    claim('logs', { storageClassName: 'gp3' }),
    claim('static', { storageClassName: '' }),
    claim('old', {}, { 'volume.beta.kubernetes.io/storage-class': 'gp2' }),
  ];
  const templated = { ...set, spec: { ...(set['spec'] as Json), volumeClaimTemplates: claims } };
  const [found, plain] = await value([templated, aWorkloadObject('StatefulSet', 'shop/plain')], 'statefulSets');
  expect(found?.claimsWithoutClass).toEqual(['data']);
  expect(plain).not.toHaveProperty('claimsWithoutClass');
});

it('PersistentVolumes name a type that Kubernetes removes', async () => {
  const volume = aVolumeObject('px');
  const { awsElasticBlockStore: _ebs, ...spec } = volume['spec'] as Json;
  const portworx = { ...volume, spec: { ...spec, portworxVolume: { volumeID: 'px-1' } } };
  const [ebs, px] = await value([aVolumeObject('ebs'), portworx], 'persistentVolumes');
  expect(ebs).not.toHaveProperty('removedType');
  expect(px).toMatchObject({ name: 'px', inTreeEbs: false, removedType: 'portworxVolume' });
});

it('StorageClasses tell which is the default, by either annotation', async () => {
  const found = await value(
    [
      aStorageClassObject('gp2', { 'storageclass.beta.kubernetes.io/is-default-class': 'true' }),
      aStorageClassObject('gp3', { 'storageclass.kubernetes.io/is-default-class': 'true' }),
      aStorageClassObject('io2', { 'storageclass.kubernetes.io/is-default-class': 'false' }),
    ],
    'storageClasses',
  );
  expect(found).toEqual([
    { name: 'gp2', isDefault: true },
    { name: 'gp3', isDefault: true },
    { name: 'io2', isDefault: false },
  ]);
});

it('DaemonSets tell whether their pods tolerate the disruption taint of Karpenter', async () => {
  const aDaemonSet = (name: string, tolerations: Json[]) => {
    const { spec, ...object } = aWorkloadObject('DaemonSet', `shop/${name}`) as { spec: { template: { spec: Json } } };
    const template = { ...spec.template, spec: { ...spec.template.spec, tolerations } };
    return { ...object, spec: { ...spec, template } };
  };
  const key = 'karpenter.sh/disruption';
  const rows: [Json[], boolean][] = [
    [[], false],
    [[{ key: 'node.kubernetes.io/unschedulable', operator: 'Exists', effect: 'NoSchedule' }], false],
    [[{ operator: 'Exists' }], true],
    [[{ operator: 'Exists', effect: 'NoExecute' }], false],
    [[{ key, value: 'disrupting', effect: 'NoSchedule' }], true],
    [[{ key, operator: 'Equal', value: 'other' }], false],
    [[{ key, operator: 'Exists' }], true],
  ];
  const found = await value(
    rows.map(([tolerations], at) => aDaemonSet(`d${at}`, tolerations)),
    'daemonSets',
  );
  expect(found.map(({ toleratesDisruption }) => toleratesDisruption)).toEqual(rows.map(([, tolerated]) => tolerated));
  const [set] = await value([aWorkloadObject('StatefulSet', 'shop/plain')], 'statefulSets');
  expect(set).not.toHaveProperty('toleratesDisruption');
});

it('templates tell of fields that a version changes, and omit them otherwise', async () => {
  const of = (name: string, spec: Json, labels: Json = {}): Json => {
    const workload = aWorkloadObject('Deployment', `shop/${name}`);
    const own = workload['spec'] as { template: { metadata: Json; spec: Json } };
    const { metadata, spec: podSpec } = own.template;
    const template = { metadata: { ...metadata, labels }, spec: { ...podSpec, ...spec } };
    return { ...workload, spec: { ...own, template } };
  };
  const init = (name: string, more: Json) => ({ name, image: 'i:1', ...more });
  const byRestart = { resizePolicy: [{ resourceName: 'memory', restartPolicy: 'RestartContainer' }] };
  const [changed, plain] = await value(
    [
      of(
        'changed',
        {
          hostAliases: [{ ip: '010.0.0.5', hostnames: ['a'] }, { ip: '10.0.0.6' }],
          initContainers: [init('setup', byRestart), init('sidecar', { ...byRestart, restartPolicy: 'Always' })],
          volumes: [
            { name: 'model', image: {} },
            { name: 'other', image: { reference: 'm:1' } },
          ],
        },
        { 'topology.kubernetes.io/zone': 'eu-west-1a' },
      ),
      of('plain', {
        hostAliases: [{ ip: '10.0.0.5' }],
        initContainers: [init('setup', { resizePolicy: [{ restartPolicy: 'NotRequired' }] })],
        volumes: [{ name: 'tmp', emptyDir: {} }],
      }),
    ],
    'deployments',
  );
  expect(changed).toMatchObject({
    sloppyHosts: [{ field: 'spec.hostAliases', value: '010.0.0.5', problem: 'leading zeros' }],
    resizedInitContainers: ['setup'],
    imagesWithoutReference: ['model'],
    placeLabels: ['topology.kubernetes.io/zone'],
  });
  for (const key of ['sloppyHosts', 'resizedInitContainers', 'imagesWithoutReference', 'placeLabels', 'maxUnavailable'])
    expect(plain).not.toHaveProperty(key);
});

const strategy = (maxUnavailable: unknown): Json => ({ updateStrategy: { rollingUpdate: { maxUnavailable } } });
const note = (manifest: string): Json => ({ 'kubectl.kubernetes.io/last-applied-configuration': manifest });

it.each<[string, Json, Json, number | undefined]>([
  ['in its field', strategy(3), {}, 3],
  ['only in the manifest that was applied', {}, note(JSON.stringify({ spec: strategy('50%') })), 2],
  ['as a percentage that is less than two pods', strategy('30%'), {}, undefined],
  ['as one pod', strategy(1), {}, undefined],
  ['nowhere', {}, note(JSON.stringify({ spec: {} })), undefined],
  ['in text that is no manifest', {}, note('"maxUnavailable" {'), undefined],
  ['in the field of another kind of object', {}, note(JSON.stringify({ data: { a: '"maxUnavailable"' } })), undefined],
])('StatefulSets tell how many pods a rolling update stops: %s', async (_where, spec, annotations, expected) => {
  const set = aWorkloadObject('StatefulSet', 'shop/db');
  const metadata = { ...(set['metadata'] as Json), annotations };
  const own = { ...set, metadata, spec: { ...(set['spec'] as Json), replicas: 5, ...spec } };
  const [found] = await value([own], 'statefulSets');
  expect(found?.maxUnavailable).toBe(expected);
});
