import { expect, it } from 'vitest';
import type { Facts } from '../../src/facts/facts.ts';
import { aPodObject } from '../world/manifests.ts';
import { kubeFacts } from './kube-facts.ts';

type Json = Record<string, unknown>;

const replicaSet = { kind: 'ReplicaSet', name: 'cart-5d9c', hash: '5d9c' };
const statefulSet = { kind: 'StatefulSet', name: 'db' };
const daemonSet = { kind: 'DaemonSet', name: 'agent' };

interface Parts {
  owner?: { kind: string; name: string; hash?: string };
  annotations?: Json;
  spec?: Json;
  status?: Json;
}

function aPod({ owner = replicaSet, annotations = {}, spec = {}, status = {} }: Parts): Json {
  const pod = aPodObject('shop/one', 'node-1', owner, { annotations });
  return { ...pod, spec: { ...(pod['spec'] as Json), ...spec }, status: { ...(pod['status'] as Json), ...status } };
}

async function traits(parts: Parts): Promise<Facts['drainTraits']> {
  const { drainTraits } = (await kubeFacts([aPod(parts)], ['drainTraits'])).readings;
  if (drainTraits?.ok !== true) throw new Error(JSON.stringify(drainTraits));
  return drainTraits.value;
}

const volumes = [
  { name: 'data', persistentVolumeClaim: { claimName: 'data-db-0' } },
  { name: 'tsdb', emptyDir: {} },
  { name: 'ram', emptyDir: { medium: 'Memory' } },
  { name: 'tmp', emptyDir: {} },
  { name: 'query-cache', emptyDir: {} },
];
const apart = (labels: Json, topologyKey = 'kubernetes.io/hostname', when = 'required') => ({
  affinity: {
    podAntiAffinity: {
      [`${when}DuringSchedulingIgnoredDuringExecution`]: [{ labelSelector: { matchLabels: labels }, topologyKey }],
    },
  },
});
const bound = (...terms: Json[][]) => ({
  affinity: {
    nodeAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: {
        nodeSelectorTerms: terms.map((matchExpressions) => ({ matchExpressions })),
      },
    },
  },
});
const onHost = { key: 'kubernetes.io/hostname', operator: 'In', values: ['node-1'] };
const onLinux = { key: 'kubernetes.io/os', operator: 'In', values: ['linux'] };
const spread = (whenUnsatisfiable: string) => ({
  topologySpreadConstraints: [{ topologyKey: 'topology.kubernetes.io/zone', whenUnsatisfiable, maxSkew: 1 }],
});
const tolerating = (...tolerations: Json[]) => ({ spec: { tolerations } });
const port = (hostPort?: number) => ({
  spec: { containers: [{ name: 'app', ports: [{ containerPort: 80, hostPort }] }] },
});
const notReady = { type: 'Ready', status: 'False', lastTransitionTime: '2026-11-20T10:00:00Z' };
const waiting = { state: { waiting: { reason: 'CrashLoopBackOff' } } };

it.each<[string, Parts, Json | undefined]>([
  ['nothing special', {}, undefined],
  ['a toleration of every taint', tolerating({ operator: 'Exists' }), { toleratesEveryTaint: true }],
  [
    'a toleration of every NoSchedule taint',
    tolerating({ operator: 'Exists', effect: 'NoSchedule' }),
    { toleratesEveryTaint: true },
  ],
  ['a toleration of every NoExecute taint', tolerating({ operator: 'Exists', effect: 'NoExecute' }), undefined],
  ['a toleration of one key', tolerating({ key: 'gpu', operator: 'Exists' }), undefined],
  ['the default grace period', { spec: { terminationGracePeriodSeconds: 30 } }, undefined],
  ['a long grace period', { spec: { terminationGracePeriodSeconds: 3600 } }, { graceSeconds: 3600 }],
  ['do-not-disrupt', { annotations: { 'karpenter.sh/do-not-disrupt': 'true' } }, { doNotDisrupt: 'true' }],
  [
    'do-not-disrupt for a while',
    { annotations: { 'karpenter.sh/do-not-disrupt': '1h30m' } },
    { doNotDisrupt: '1h30m' },
  ],
  ['do-not-disrupt that is off', { annotations: { 'karpenter.sh/do-not-disrupt': 'false' } }, undefined],
  ['volumes, of a Deployment', { spec: { volumes } }, { claims: ['data-db-0'] }],
  [
    'volumes, of a StatefulSet',
    { owner: statefulSet, spec: { volumes } },
    { claims: ['data-db-0'], emptyDirs: ['tsdb'] },
  ],
  ['a host port', port(8443), { hostPorts: [8443] }],
  ['a port', port(), undefined],
  ['anti-affinity with its siblings', { spec: apart({ app: 'cart' }) }, { apartBy: ['kubernetes.io/hostname'] }],
  ['anti-affinity with others', { spec: apart({ app: 'other' }) }, undefined],
  ['preferred anti-affinity', { spec: apart({ app: 'cart' }, 'kubernetes.io/hostname', 'preferred') }, undefined],
  ['a spread that must hold', { spec: spread('DoNotSchedule') }, { spreadBy: ['topology.kubernetes.io/zone'] }],
  ['a spread that should hold', { spec: spread('ScheduleAnyway') }, undefined],
  [
    'a selector for one host',
    { spec: { nodeSelector: { 'kubernetes.io/hostname': 'node-1' } } },
    { boundTo: ['kubernetes.io/hostname'] },
  ],
  ['a selector for an operating system', { spec: { nodeSelector: { 'kubernetes.io/os': 'linux' } } }, undefined],
  ['affinity to one host', { spec: bound([onLinux, onHost]) }, { boundTo: ['kubernetes.io/hostname'] }],
  ['affinity to one host, or to many', { spec: bound([onHost], [onLinux]) }, undefined],
  ['no readiness', { status: { conditions: [notReady] } }, { notReadySince: '2026-11-20T10:00:00Z' }],
  [
    'a crash loop',
    { status: { conditions: [notReady], containerStatuses: [waiting] } },
    { notReadySince: '2026-11-20T10:00:00Z', crashLoop: true },
  ],
  ['an end', { status: { phase: 'Succeeded' }, ...tolerating({ operator: 'Exists' }) }, undefined],
  ['a DaemonSet', { owner: daemonSet, ...tolerating({ operator: 'Exists' }) }, undefined],
])('a pod with %s', async (_what, parts, found) => {
  expect(await traits(parts)).toEqual(found === undefined ? [] : [{ namespace: 'shop', name: 'one', ...found }]);
});

it('of all pages, and not without the list of pods', async () => {
  const many = Array.from({ length: 3 }, (_, at) => ({
    ...aPod(tolerating({ operator: 'Exists' })),
    metadata: { namespace: 'shop', name: `pod-${at}` },
  }));
  const { drainTraits } = (await kubeFacts(many, ['drainTraits'])).readings;
  expect(drainTraits).toMatchObject({ ok: true, value: [{ name: 'pod-0' }, { name: 'pod-1' }, { name: 'pod-2' }] });
  const denied = await kubeFacts(many, ['drainTraits'], { deny: ['pods: list'] });
  expect(denied.readings.drainTraits).toMatchObject({ ok: false, reason: { permission: 'pods: list' } });
});
