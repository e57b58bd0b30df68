import { pickOne, seeded } from '../fuzz/mutate.ts';
import type { Manifest } from '../live/seed.ts';

type Json = Record<string, unknown>;

/** Chooses from lists, always alike for the same seed. */
interface Choice {
  of<Value>(...values: readonly Value[]): Value;
  /** About half of the time, the fields; otherwise none. */
  maybe(fields: Json): Json;
}

/** Valid pods with every field that is read of pods, present or absent, at usual, odd and zero values. */
export function generatedPods(count: number, seed: number): Manifest[] {
  const choice = createChoice(seed);
  return Array.from({ length: count }, (_, index) => ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name: `generated-${index}`,
      namespace: 'generated',
      ...choice.maybe({
        deletionTimestamp: '2026-11-01T00:00:00Z',
        deletionGracePeriodSeconds: choice.of(0, 3600),
      }),
      ...choice.maybe({
        labels: choice.of<Json>({}, { app: 'web', empty: '' }, { 'app.kubernetes.io/name': 'karpenter' }),
      }),
      ...choice.maybe({ annotations: anAnnotation(choice) }),
      ...choice.maybe({ ownerReferences: [anOwner(choice, index)] }),
    },
    ...onNode(aSpec(choice), aStatus(choice)),
  }));
}

/** A running pod has a node. */
function onNode(spec: Json, status: Json): Json {
  return { spec: status['phase'] === 'Running' ? { ...spec, nodeName: 'generated-0' } : spec, status };
}

/** Valid nodes, likewise. */
export function generatedNodes(count: number, seed: number): Manifest[] {
  const choice = createChoice(seed);
  return Array.from({ length: count }, (_, index) => ({
    apiVersion: 'v1',
    kind: 'Node',
    metadata: {
      name: `generated-${index}`,
      ...choice.maybe({ creationTimestamp: '2026-10-01T00:00:00Z' }),
      ...choice.maybe({ deletionTimestamp: '2026-11-01T00:00:00Z' }),
      ...choice.maybe({
        labels: choice.of<Json>(
          { 'karpenter.sh/nodepool': 'a' },
          { 'karpenter.sh/provisioner-name': 'b', 'topology.kubernetes.io/zone': '' },
        ),
      }),
      ...choice.maybe({ annotations: anAnnotation(choice) }),
    },
    spec: {
      ...choice.maybe({ providerID: `aws:///eu-west-1a/i-${index}` }),
      ...choice.maybe({ unschedulable: choice.of(true, false) }),
      ...choice.maybe({
        taints: [
          {
            key: choice.of('a/b', 'karpenter.sh/unregistered', 'karpenter.sh/disrupted'),
            effect: choice.of('NoSchedule', 'NoExecute'),
            ...choice.maybe({ value: 'x' }),
          },
          {
            key: 'node.kubernetes.io/unschedulable',
            effect: 'NoSchedule',
            ...choice.maybe({ timeAdded: '2026-11-01T00:00:00Z' }),
          },
        ],
      }),
    },
    status: {
      nodeInfo: aNodeInfo(choice),
      ...choice.maybe({ capacity: { cpu: choice.of('1900m', '2', '0'), memory: '16Gi', 'nvidia.com/gpu': '4' } }),
      ...choice.maybe({ conditions: ['Ready', 'DiskPressure'].map((type) => aCondition(choice, type)) }),
      ...choice.maybe({ addresses: [{ type: 'InternalIP', address: '10.0.0.1' }] }),
      ...choice.maybe({ images: [{ names: ['a', 'b'], sizeBytes: choice.of(0, 2 ** 40) }] }),
    },
  }));
}

function createChoice(seed: number): Choice {
  const random = seeded(seed);
  return {
    of: (...values) => pickOne(random, values),
    maybe: (fields) => (random() < 0.5 ? fields : {}),
  };
}

function anAnnotation(choice: Choice): Json {
  return choice.of<Json>(
    { 'karpenter.sh/do-not-disrupt': choice.of('true', '', '5m') },
    { note: `${'long '.repeat(400)}"quoted" \\ \u2028 ☃ 𝄞` },
    { 'kubernetes.io/psp': 'restricted', empty: '' },
  );
}

function anOwner(choice: Choice, index: number): Json {
  const controller = choice.of<Json>({ controller: true }, { controller: false }, {});
  return {
    apiVersion: choice.of('apps/v1', 'apps.kruise.io/v1beta1'),
    kind: choice.of('ReplicaSet', 'DaemonSet', 'StatefulSet'),
    name: 'web',
    uid: `u-${index}`,
    ...controller,
  };
}

function aSpec(choice: Choice): Json {
  const spread = {
    maxSkew: 1,
    topologyKey: choice.of('zone', 'karpenter.sh/capacity-type'),
    whenUnsatisfiable: choice.of('DoNotSchedule', 'ScheduleAnyway'),
  };
  return {
    serviceAccountName: 'default',
    containers: [aContainer(choice, 'app'), aContainer(choice, 'proxy')],
    ...choice.maybe({ initContainers: [{ name: 'init', image: 'a', env: [aFieldVariable] }] }),
    ...choice.maybe({ volumes: someVolumes(choice) }),
    ...choice.maybe({ nodeName: 'generated-0' }),
    ...choice.maybe({ hostNetwork: choice.of(true, false) }),
    ...choice.maybe({ nodeSelector: { 'karpenter.sh/capacity-type': 'spot', empty: '' } }),
    ...choice.maybe({ terminationGracePeriodSeconds: choice.of(0, 30, 2 ** 31) }),
    ...choice.maybe({ tolerations: [someToleration(choice), everyTaint(choice)] }),
    ...choice.maybe({ topologySpreadConstraints: [{ ...spread, labelSelector: aSelector(choice) }] }),
    ...choice.maybe({ affinity: { ...aNodeAffinity(choice), ...aPodAffinity(choice) } }),
    ...choice.maybe({ securityContext: { runAsUser: choice.of(0, 1000), fsGroup: 0, sysctls: [] } }),
  };
}

function someToleration(choice: Choice): Json {
  return {
    key: 'a',
    operator: 'Equal',
    value: choice.of('', 'b'),
    effect: 'NoExecute',
    tolerationSeconds: choice.of(-1, 0, 9),
  };
}

function aContainer(choice: Choice, name: string): Json {
  const port = choice.of<string | number>('http', 8080);
  return {
    name,
    image: 'registry.example/app:1',
    ...choice.maybe({ env: [{ name: 'AWS_ROLE_ARN', value: choice.of('', 'arn:x') }, aFieldVariable] }),
    ...choice.maybe({
      ports: [
        {
          name: 'http',
          containerPort: name === 'app' ? 8080 : 8081,
          ...choice.of<Json>({}, { hostPort: 0 }, { hostPort: name === 'app' ? 8080 : 8081 }),
        },
      ],
    }),
    ...choice.maybe({ resources: { requests: { cpu: choice.of('0.5', '1e3', '1500m'), memory: '1.5Gi' } } }),
    ...choice.maybe({ readinessProbe: { httpGet: { path: '/', port }, timeoutSeconds: 3 } }),
    ...choice.maybe({ livenessProbe: { tcpSocket: { port }, initialDelaySeconds: 0 } }),
    ...choice.maybe({ securityContext: { privileged: false, capabilities: { drop: ['ALL'] } } }),
  };
}

const aFieldVariable = { name: 'POD', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } };

function everyTaint(choice: Choice): Json {
  const limits = choice.of<Json>({}, { effect: 'NoExecute' }, { key: 'karpenter.sh/disrupted' });
  return { operator: 'Exists', ...limits };
}

const removedVolumes: readonly Json[] = [
  { gitRepo: { repository: 'r' } },
  { scaleIO: { gateway: 'g', system: 's', secretRef: { name: 'n' }, volumeName: 'v' } },
  { flocker: { datasetName: 'd' } },
  { quobyte: { registry: 'r:1', volume: 'v' } },
  { storageos: { volumeName: 'v' } },
  { glusterfs: { endpoints: 'e', path: 'p' } },
  { cephfs: { monitors: ['m'] } },
  { rbd: { monitors: ['m'], image: 'i' } },
  { photonPersistentDisk: { pdID: 'p' } },
  { portworxVolume: { volumeID: 'v' } },
];

function someVolumes(choice: Choice): Json[] {
  return [
    { name: 'empty', emptyDir: choice.of<Json>({}, { medium: 'Memory', sizeLimit: '1Gi' }) },
    { name: 'host', hostPath: { path: '/var/lib', type: choice.of('', 'Directory') } },
    { name: 'claim', persistentVolumeClaim: { claimName: 'data', ...choice.maybe({ readOnly: true }) } },
    { name: 'old', ...choice.of<Json>(...removedVolumes) },
    { name: 'config', configMap: { name: 'c', optional: choice.of(true, false), defaultMode: 0 } },
    { name: 'token', projected: { sources: [{ serviceAccountToken: { path: 'token', expirationSeconds: 3607 } }] } },
  ];
}

function aSelector(choice: Choice): Json {
  const expression = choice.of<Json>({ key: 'a', operator: 'Exists' }, { key: 'a', operator: 'In', values: ['b', ''] });
  return choice.of<Json>({}, { matchLabels: { app: 'web' } }, { matchExpressions: [expression] });
}

function aNodeAffinity(choice: Choice): Json {
  const term = { matchExpressions: [{ key: 'karpenter.sh/nodepool', operator: 'In', values: ['a', 'b'] }] };
  const other = choice.of<Json>(term, {
    matchFields: [{ key: 'metadata.name', operator: 'In', values: ['generated-0'] }],
  });
  return choice.maybe({
    nodeAffinity: {
      ...choice.maybe({ requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [term, other] } }),
      ...choice.maybe({ preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 1, preference: term }] }),
    },
  });
}

function aPodAffinity(choice: Choice): Json {
  const topologyKey = choice.of('kubernetes.io/hostname', 'karpenter.sh/nodepool');
  const term = { topologyKey, labelSelector: aSelector(choice), namespaces: ['a'] };
  return choice.maybe({
    [choice.of('podAffinity', 'podAntiAffinity')]: {
      ...choice.maybe({ requiredDuringSchedulingIgnoredDuringExecution: [term] }),
      ...choice.maybe({ preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 100, podAffinityTerm: term }] }),
    },
  });
}

function aCondition(choice: Choice, type: string): Json {
  const times = choice.of<Json>(
    { lastTransitionTime: '2026-02-28T23:59:59Z' },
    { lastTransitionTime: '1970-01-01T00:00:00Z' },
    { lastTransitionTime: null },
  );
  return {
    type,
    status: choice.of('True', 'False', 'Unknown'),
    ...times,
    ...choice.maybe({ reason: '', message: 'ö' }),
  };
}

function aStatus(choice: Choice): Json {
  const waiting = { waiting: { reason: choice.of('CrashLoopBackOff', ''), message: 'x' } };
  const state = choice.of<Json>(waiting, { running: { startedAt: '2026-01-01T00:00:00Z' } }, {});
  return {
    phase: choice.of('Pending', 'Running', 'Succeeded'),
    ...choice.maybe({ conditions: ['Initialized', 'Ready'].map((type) => aCondition(choice, type)) }),
    ...choice.maybe({ podIP: '10.0.0.9', podIPs: [{ ip: '10.0.0.9' }] }),
    ...choice.maybe({ startTime: '2026-01-01T00:00:00Z' }),
    ...choice.maybe({ containerStatuses: [aContainerStatus(choice, state)] }),
  };
}

function aContainerStatus(choice: Choice, state: Json): Json {
  const restarts = { restartCount: choice.of(0, 7), ready: choice.of(true, false) };
  return {
    name: 'app',
    image: 'a',
    imageID: '',
    lastState: {},
    state,
    ...restarts,
    ...choice.maybe({ started: false }),
  };
}

function aNodeInfo(choice: Choice): Json {
  const names = ['architecture', 'bootID', 'kubeProxyVersion', 'machineID', 'operatingSystem', 'systemUUID'];
  const read = {
    kubeletVersion: choice.of('', 'v1.33.5-eks-1'),
    containerRuntimeVersion: 'containerd://2',
    osImage: 'Ä',
  };
  return { ...Object.fromEntries(names.map((name) => [name, ''])), ...read, kernelVersion: choice.of('', '6.12') };
}
