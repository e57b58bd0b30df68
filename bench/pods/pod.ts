import { createHash } from 'node:crypto';

type Json = Record<string, unknown>;

/** The numbers of Deployments that own the pods, of their namespaces and of their nodes. */
const deployments = 4_000;
const namespaces = 60;
const defaultNodes = 5_000;

/** Name of node number `index`. */
export function benchNodeName(index: number): string {
  return `ip-10-${index >> 8}-${index & 255}-17.eu-west-1.compute.internal`;
}

/** Pod number `index` as a real API server returns it, about 6 kB of JSON. Names and uids are unique. */
export function aBenchPod(index: number, nodes = defaultNodes): Json {
  const app = `svc-${index % deployments}`;
  const namespace = `team-${index % namespaces}`;
  const hash = hex(`rs-${index % deployments}`, 10);
  const owner = { app, namespace, hash, replicaSet: `${app}-${hash}` };
  const created = new Date(1_790_000_000_000 + index * 3_700).toISOString().replace('.000', '');
  return {
    metadata: buildMetadata(index, owner, created),
    spec: buildSpec(index, owner, benchNodeName(index % nodes)),
    status: buildStatus(index, owner, created),
  };
}

interface Owner {
  app: string;
  namespace: string;
  hash: string;
  replicaSet: string;
}

function buildMetadata(index: number, { app, namespace, hash, replicaSet }: Owner, created: string): Json {
  const labels = {
    app,
    'app.kubernetes.io/instance': app,
    'app.kubernetes.io/name': app,
    'app.kubernetes.io/version': `1.${index % 40}.0`,
    'pod-template-hash': hash,
    team: namespace,
  };
  const ownerUid = uid(`rs-${app}`);
  return {
    name: `${replicaSet}-${hex(`pod-${index}`, 5)}${index.toString(36)}`,
    generateName: `${replicaSet}-`,
    namespace,
    uid: uid(`pod-${index}`),
    resourceVersion: String(90_000_000 + index * 3),
    creationTimestamp: created,
    labels,
    annotations: {
      'checksum/config': hex(`config-${app}`, 64),
      'prometheus.io/scrape': 'true',
      'prometheus.io/port': '9090',
    },
    ownerReferences: [
      {
        apiVersion: 'apps/v1',
        kind: 'ReplicaSet',
        name: replicaSet,
        uid: ownerUid,
        controller: true,
        blockOwnerDeletion: true,
      },
    ],
    managedFields: managedFields(Object.keys(labels), ownerUid, created),
  };
}

const environment = ['POD_NAME', 'LOG_LEVEL', 'DB_HOST', 'DB_PASSWORD', 'AWS_STS_REGIONAL_ENDPOINTS', 'AWS_ROLE_ARN'];
const conditions = ['PodReadyToStartContainers', 'Initialized', 'Ready', 'ContainersReady', 'PodScheduled'];
const fields = (...names: readonly string[]): Json => Object.fromEntries(names.map((name) => [name, {}]));

function managedFields(labels: readonly string[], ownerUid: string, time: string): Json[] {
  const common = { operation: 'Update', apiVersion: 'v1', time, fieldsType: 'FieldsV1' };
  const container = {
    ...fields(
      '.',
      'f:image',
      'f:imagePullPolicy',
      'f:livenessProbe',
      'f:name',
      'f:ports',
      'f:readinessProbe',
      'f:resources',
    ),
    'f:env': Object.fromEntries(environment.map((name) => [`k:{"name":"${name}"}`, fields('.', 'f:name', 'f:value')])),
  };
  const status = Object.fromEntries(
    conditions.map((type) => [
      `k:{"type":"${type}"}`,
      fields('.', 'f:lastProbeTime', 'f:lastTransitionTime', 'f:status', 'f:type'),
    ]),
  );
  const metadata = {
    ...fields('f:annotations', 'f:generateName'),
    'f:labels': fields('.', ...labels.map((name) => `f:${name}`)),
    'f:ownerReferences': { '.': {}, [`k:{"uid":"${ownerUid}"}`]: {} },
  };
  const spec = {
    'f:containers': { 'k:{"name":"app"}': container },
    ...fields(
      'f:dnsPolicy',
      'f:enableServiceLinks',
      'f:restartPolicy',
      'f:schedulerName',
      'f:serviceAccount',
      'f:volumes',
    ),
  };
  return [
    { manager: 'kube-controller-manager', ...common, fieldsV1: { 'f:metadata': metadata, 'f:spec': spec } },
    {
      manager: 'kubelet',
      ...common,
      subresource: 'status',
      fieldsV1: {
        'f:status': { 'f:conditions': status, ...fields('f:containerStatuses', 'f:hostIP', 'f:phase', 'f:podIP') },
      },
    },
  ];
}

function buildSpec(index: number, { app, namespace }: Owner, nodeName: string): Json {
  const token = `kube-api-access-${hex(`token-${index}`, 5)}`;
  const probe = (path: string): Json => ({
    httpGet: { path, port: 'http', scheme: 'HTTP' },
    initialDelaySeconds: 10,
    timeoutSeconds: 1,
    periodSeconds: 10,
    successThreshold: 1,
    failureThreshold: 3,
  });
  const container = {
    name: 'app',
    image: `111122223333.dkr.ecr.eu-west-1.amazonaws.com/${app}/app:v1.${index % 40}.0`,
    ports: [
      { name: 'http', containerPort: 8080, protocol: 'TCP' },
      { name: 'metrics', containerPort: 9090, protocol: 'TCP' },
    ],
    env: environment.map((name) => ({ name, value: `${name.toLowerCase()}.${namespace}.svc.cluster.local` })),
    resources: { limits: { cpu: '1', memory: '1Gi' }, requests: { cpu: '250m', memory: '512Mi' } },
    volumeMounts: [
      { name: 'config', mountPath: '/etc/app' },
      { name: token, readOnly: true, mountPath: '/var/run/secrets/kubernetes.io/serviceaccount' },
    ],
    livenessProbe: probe('/healthz'),
    readinessProbe: probe('/ready'),
    terminationMessagePath: '/dev/termination-log',
    terminationMessagePolicy: 'File',
    imagePullPolicy: 'IfNotPresent',
    securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] }, runAsNonRoot: true },
  };
  const sources = [
    { serviceAccountToken: { expirationSeconds: 3607, path: 'token' } },
    { configMap: { name: 'kube-root-ca.crt', items: [{ key: 'ca.crt', path: 'ca.crt' }] } },
  ];
  return {
    volumes: [
      { name: 'config', configMap: { name: app, defaultMode: 420 } },
      { name: token, projected: { sources, defaultMode: 420 } },
    ],
    containers: [container],
    restartPolicy: 'Always',
    terminationGracePeriodSeconds: 30,
    dnsPolicy: 'ClusterFirst',
    serviceAccountName: app,
    serviceAccount: app,
    nodeName,
    securityContext: { fsGroup: 1000 },
    schedulerName: 'default-scheduler',
    tolerations: ['not-ready', 'unreachable'].map((name) => ({
      key: `node.kubernetes.io/${name}`,
      operator: 'Exists',
      effect: 'NoExecute',
      tolerationSeconds: 300,
    })),
    priority: 0,
    enableServiceLinks: true,
    preemptionPolicy: 'PreemptLowerPriority',
  };
}

function buildStatus(index: number, { app }: Owner, created: string): Json {
  const ip = `10.${index % 200}.${(index >> 3) % 251}.${index % 240}`;
  const image = `111122223333.dkr.ecr.eu-west-1.amazonaws.com/${app}/app`;
  return {
    phase: 'Running',
    conditions: conditions.map((type) => ({ type, status: 'True', lastProbeTime: null, lastTransitionTime: created })),
    hostIP: ip,
    hostIPs: [{ ip }],
    podIP: ip,
    podIPs: [{ ip }],
    startTime: created,
    containerStatuses: [
      {
        name: 'app',
        state: { running: { startedAt: created } },
        lastState: {},
        ready: true,
        restartCount: index % 3,
        image: `${image}:v1.${index % 40}.0`,
        imageID: `${image}@sha256:${hex(`image-${app}`, 64)}`,
        containerID: `containerd://${hex(`container-${index}`, 64)}`,
        started: true,
      },
    ],
    qosClass: 'Burstable',
  };
}

function hex(text: string, length: number): string {
  return createHash('sha256').update(text).digest('hex').slice(0, length);
}

function uid(text: string): string {
  return hex(text, 32).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
