import { karpenterCrdObjects } from '../karpenter-crds.ts';
import { buildAnnotations, chartLabels, selectorLabels, type Delivery } from './delivery.ts';
import { formatHost, buildInstanceId, nodeObject, type NodeSystem, type TeamNode } from './nodes.ts';
import { programObjects } from './programs.ts';

type Json = Record<string, unknown>;

/**
 * Karpenter 1.8.8 as its chart installs it, and its objects: NodePool, EC2NodeClass, a NodeClaim and a Node for each
 * instance.
 */

/** What the guide or the Terraform module configures. */
export interface Setup {
  by: 'helm' | 'argo';
  queue: string;
  nodeRole: string;
  alias: string;
  /** Requirements of the NodePool besides the usual ones. */
  requirements: readonly Json[];
}

const version = '1.8.8';
/** The first 16 digits are those of the chart's digest; the others are zeros. */
const digest = `sha256:36e1c50402eab7aa${'0'.repeat(48)}`;
const settings = {
  LOG_LEVEL: 'info',
  LOG_OUTPUT_PATHS: 'stdout',
  LOG_ERROR_OUTPUT_PATHS: 'stderr',
  METRICS_PORT: '8080',
  HEALTH_PROBE_PORT: '8081',
  FEATURE_GATES:
    'ReservedCapacity=true,SpotToSpotConsolidation=false,NodeRepair=false,NodeOverlay=false,StaticCapacity=false',
  BATCH_MAX_DURATION: '10s',
  BATCH_IDLE_DURATION: '1s',
  PREFERENCE_POLICY: 'Respect',
  MIN_VALUES_POLICY: 'Strict',
  CLUSTER_NAME: 'prod',
  VM_MEMORY_OVERHEAD_PERCENT: '0.075',
  RESERVED_ENIS: '0',
  IGNORE_DRA_REQUESTS: 'true',
};

export function karpenterControllerObjects({ by, queue }: Setup, nodes: readonly string[]): Json[] {
  const delivery: Delivery = { name: 'karpenter', namespace: 'kube-system', by };
  const env = {
    KUBERNETES_MIN_VERSION: '1.19.0-0',
    KARPENTER_SERVICE: 'karpenter',
    ...settings,
    INTERRUPTION_QUEUE: queue,
  };
  const objects = programObjects(delivery, {
    kind: 'Deployment',
    path: 'kube-system/karpenter',
    labels: chartLabels('karpenter', 'karpenter', `karpenter-${version}`, version),
    selector: selectorLabels('karpenter', 'karpenter'),
    serviceAccount: 'karpenter',
    containers: [
      {
        name: 'controller',
        image: `public.ecr.aws/karpenter/controller:${version}@${digest}`,
        env: [
          ...Object.entries(env).map(([name, value]) => ({ name, value })),
          { name: 'SYSTEM_NAMESPACE', valueFrom: { fieldRef: { fieldPath: 'metadata.namespace' } } },
        ],
        readinessProbe: { httpGet: { path: '/readyz', port: 'http' }, initialDelaySeconds: 5, timeoutSeconds: 30 },
      },
    ],
    budget: { maxUnavailable: 1 },
    podSpec: {
      priorityClassName: 'system-cluster-critical',
      nodeSelector: { 'karpenter.sh/controller': 'true' },
      affinity: controllerAffinity,
      tolerations: [{ key: 'CriticalAddonsOnly', operator: 'Exists' }],
    },
    nodes,
  });
  return [...objects.map(withCredentials), ...crdObjects(delivery)];
}

const controllerAffinity = {
  nodeAffinity: {
    requiredDuringSchedulingIgnoredDuringExecution: {
      nodeSelectorTerms: [{ matchExpressions: [{ key: 'karpenter.sh/nodepool', operator: 'DoesNotExist' }] }],
    },
  },
  podAntiAffinity: {
    requiredDuringSchedulingIgnoredDuringExecution: [
      {
        topologyKey: 'kubernetes.io/hostname',
        labelSelector: { matchLabels: selectorLabels('karpenter', 'karpenter') },
      },
    ],
  },
};

/** Adds what EKS Pod Identity adds to a new pod. */
function withCredentials(object: Json): Json {
  if (object['kind'] !== 'Pod') return object;
  const spec = object['spec'] as { containers: (Json & { env: Json[] })[] };
  const injected = [
    { name: 'AWS_STS_REGIONAL_ENDPOINTS', value: 'regional' },
    { name: 'AWS_CONTAINER_CREDENTIALS_FULL_URI', value: 'http://169.254.170.23/v1/credentials' },
    {
      name: 'AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE',
      value: '/var/run/secrets/pods.eks.amazonaws.com/serviceaccount/eks-pod-identity-token',
    },
  ];
  const containers = spec.containers.map((container) => ({ ...container, env: [...container.env, ...injected] }));
  return { ...object, spec: { ...spec, containers } };
}

/**
 * The CRDs in the main chart's `crds` folder: Helm sets no labels on them and never updates them; Argo CD applies them
 * like all other objects.
 */
function crdObjects(delivery: Delivery): Json[] {
  return karpenterCrdObjects(version, { gates: true }).map((crd) => {
    const { name, ...metadata } = crd['metadata'] as { name: string } & Json;
    const tracked =
      delivery.by === 'argo'
        ? buildAnnotations(delivery, 'apiextensions.k8s.io/v1', 'CustomResourceDefinition', name)
        : {};
    const annotations = { 'controller-gen.kubebuilder.io/version': 'v0.19.0', ...tracked };
    return { ...crd, metadata: { ...metadata, name, annotations } };
  });
}

const since = '2025-11-24T09:20:00Z';
const isTrue = (...types: string[]) =>
  types.map((type) => ({ type, status: 'True', reason: type, message: '', lastTransitionTime: since }));

/** NodePool and EC2NodeClass as in the module's example, for AL2023; with `argo`, an Application deploys them. */
export function poolObjects({ by, nodeRole, alias, requirements }: Setup): Json[] {
  const delivery: Delivery = { name: 'karpenter-pools', namespace: 'kube-system', by: 'argo' };
  const metadata = (apiVersion: string, kind: string): Json => ({
    name: 'default',
    creationTimestamp: since,
    ...(by === 'argo' ? { annotations: buildAnnotations(delivery, apiVersion, kind, 'default') } : {}),
  });
  const terms = [{ tags: { 'karpenter.sh/discovery': 'prod' } }];
  const nodeClassRef = { group: 'karpenter.k8s.aws', kind: 'EC2NodeClass', name: 'default' };
  return [
    {
      apiVersion: 'karpenter.k8s.aws/v1',
      kind: 'EC2NodeClass',
      metadata: metadata('karpenter.k8s.aws/v1', 'EC2NodeClass'),
      spec: {
        amiSelectorTerms: [{ alias }],
        role: nodeRole,
        subnetSelectorTerms: terms,
        securityGroupSelectorTerms: terms,
        tags: { 'karpenter.sh/discovery': 'prod' },
      },
      status: {
        conditions: isTrue(
          'AMIsReady',
          'CapacityReservationsReady',
          'InstanceProfileReady',
          'SecurityGroupsReady',
          'SubnetsReady',
          'ValidationSucceeded',
          'Ready',
        ),
      },
    },
    {
      apiVersion: 'karpenter.sh/v1',
      kind: 'NodePool',
      metadata: metadata('karpenter.sh/v1', 'NodePool'),
      spec: {
        template: { spec: { nodeClassRef, requirements: [...usual, ...requirements], expireAfter: '720h' } },
        limits: { cpu: 1000 },
        disruption: {
          consolidationPolicy: 'WhenEmptyOrUnderutilized',
          consolidateAfter: '1m',
          budgets: [{ nodes: '10%' }],
        },
      },
      status: { conditions: isTrue('NodeClassReady', 'NodeRegistrationHealthy', 'ValidationSucceeded', 'Ready') },
    },
  ];
}

const among = (label: string, values: string[], operator = 'In'): Json => ({
  key: `karpenter.k8s.aws/${label}`,
  operator,
  values,
});
const usual = [
  among('instance-category', ['c', 'm', 'r']),
  among('instance-cpu', ['4', '8', '16', '32']),
  among('instance-hypervisor', ['nitro']),
  among('instance-generation', ['2'], 'Gt'),
];

/** A NodeClaim and its Node, with the labels that Karpenter sets. */
export function claimedNodeObjects(node: TeamNode, system?: NodeSystem): Json[] {
  const name = `default-${buildInstanceId(node).slice(4, 9)}`;
  const capacityType = node.capacityType === 'SPOT' ? 'spot' : 'on-demand';
  const labels = {
    'karpenter.k8s.aws/ec2nodeclass': 'default',
    'karpenter.k8s.aws/instance-category': node.type.slice(0, 1),
    'karpenter.k8s.aws/instance-cpu': '4',
    'karpenter.k8s.aws/instance-family': node.type.split('.')[0] ?? '',
    'karpenter.sh/capacity-type': capacityType,
    'karpenter.sh/nodepool': 'default',
  };
  const ready = { 'karpenter.sh/initialized': 'true', 'karpenter.sh/registered': 'true' };
  const claim = {
    apiVersion: 'karpenter.sh/v1',
    kind: 'NodeClaim',
    metadata: {
      name,
      creationTimestamp: '2026-11-02T06:41:12Z',
      labels,
      annotations: { 'karpenter.k8s.aws/tagged': 'true' },
      finalizers: ['karpenter.sh/termination'],
    },
    spec: {
      nodeClassRef: { group: 'karpenter.k8s.aws', kind: 'EC2NodeClass', name: 'default' },
      requirements: [{ key: 'karpenter.sh/nodepool', operator: 'In', values: ['default'] }],
      expireAfter: '720h',
    },
    status: {
      nodeName: formatHost(node),
      providerID: `aws:///eu-west-1${node.zone}/${buildInstanceId(node)}`,
      conditions: isTrue('Launched', 'Registered', 'Initialized', 'Ready'),
    },
  };
  return [claim, nodeObject(node, { ...labels, ...ready }, system)];
}
