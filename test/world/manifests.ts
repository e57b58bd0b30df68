type Json = Record<string, unknown>;

/** Kubernetes objects for worlds, in the API's shape: only the fields that the tool reads. */

interface NodeOptions {
  /** Labels that a person set with kubectl. */
  byHand?: Record<string, string>;
  taints?: readonly Json[];
  kubelet: string;
  labels?: Record<string, string>;
  zone?: string;
  osImage?: string;
  kernel?: string;
  runtime?: string;
  /** All conditions; Ready by default. */
  conditions?: readonly Json[];
  cordoned?: boolean;
  /** `deletionTimestamp`. */
  deletedAt?: string;
  gpus?: number;
}

const instanceType = { 'node.kubernetes.io/instance-type': 'm6i.large' };
/** Stands in the provider ID of a Fargate node, which has no EC2 instance. */
const fargateId = '6dbb46fc86-4a64d5e46e0c4cbd9eba10cf8a5bf0d8/';

export function aNodeObject(name: string, options: NodeOptions): Json {
  const { kubelet, labels = {}, byHand = {}, zone = 'eu-west-1a' } = options;
  const isFargate = name.startsWith('fargate-');
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: {
      name,
      labels: { 'topology.kubernetes.io/zone': zone, ...(isFargate ? {} : instanceType), ...labels, ...byHand },
      ...(options.deletedAt === undefined ? {} : { deletionTimestamp: options.deletedAt }),
      managedFields: [
        {
          manager: 'kubelet',
          operation: 'Update',
          apiVersion: 'v1',
          fieldsType: 'FieldsV1',
          fieldsV1: { 'f:metadata': { 'f:labels': toFields(labels) }, 'f:status': {} },
        },
        ...(options.byHand === undefined
          ? []
          : [
              {
                manager: 'kubectl-label',
                operation: 'Update',
                apiVersion: 'v1',
                fieldsType: 'FieldsV1',
                fieldsV1: { 'f:metadata': { 'f:labels': toFields(byHand) } },
              },
            ]),
      ],
    },
    spec: {
      providerID: `aws:///${zone}/${isFargate ? fargateId : 'i-0'}${name}`,
      ...(options.cordoned === true ? { unschedulable: true } : {}),
      ...(options.taints === undefined ? {} : { taints: options.taints }),
    },
    status: {
      conditions: options.conditions ?? [
        ...['MemoryPressure', 'DiskPressure', 'PIDPressure'].map((type) => ({ type, status: 'False' })),
        { type: 'Ready', status: 'True', lastTransitionTime: '2026-11-02T08:00:00Z' },
      ],
      capacity: { cpu: '2', ...(options.gpus === undefined ? {} : { 'nvidia.com/gpu': String(options.gpus) }) },
      nodeInfo: {
        kubeletVersion: kubelet,
        containerRuntimeVersion: options.runtime ?? 'containerd://2.1.4',
        osImage: options.osImage ?? 'Amazon Linux 2023.9.20251014',
        kernelVersion: options.kernel ?? resolveKernel(options.osImage),
        architecture: 'amd64',
        operatingSystem: 'linux',
      },
    },
  };
}

function toFields(labels: Record<string, string>): Json {
  return Object.fromEntries(Object.keys(labels).map((key) => [`f:${key}`, {}]));
}

function resolveKernel(osImage = 'Amazon Linux 2023'): string {
  if (osImage === 'Amazon Linux 2') return '5.10.245-241.978.amzn2.x86_64';
  return osImage.startsWith('Amazon Linux') ? '6.12.46-66.121.amzn2023.x86_64' : '6.8.0-1040-aws';
}

interface WorkloadOptions {
  images?: Record<string, string>;
  labels?: Record<string, string>;
  replicas?: number;
  volumes?: readonly Json[];
  tolerations?: readonly Json[];
  /** Arguments of each container. */
  args?: readonly string[];
  /** Available pods; all desired ones by default. */
  available?: number;
}

export function aWorkloadObject(
  kind: 'Deployment' | 'DaemonSet' | 'StatefulSet',
  path: string,
  options: WorkloadOptions = {},
): Json {
  const [namespace = 'default', name = path] = path.split('/');
  const {
    images = { app: `registry.example/${name}:1.0.0` },
    labels = {},
    replicas,
    volumes = [],
    tolerations,
    args = [],
    available,
  } = options;
  const more = args.length === 0 ? {} : { args };
  const containers = Object.entries(images).map(([container, image]) => ({ name: container, image, ...more }));
  const selector = { app: name };
  return {
    apiVersion: 'apps/v1',
    kind,
    metadata: { namespace, name, labels },
    spec: {
      ...(kind === 'DaemonSet' ? {} : { replicas: replicas ?? 2 }),
      ...(kind === 'StatefulSet' ? { serviceName: name } : {}),
      selector: { matchLabels: selector },
      template: {
        metadata: { labels: selector },
        spec: { containers, volumes, ...(tolerations === undefined ? {} : { tolerations }) },
      },
    },
    status: workloadStatus(kind, replicas ?? 2, available),
  };
}

/** Like the controllers, omits a count of 0. */
function workloadStatus(kind: string, wanted: number, available = wanted): Json {
  const counts =
    kind === 'DaemonSet'
      ? {
          desiredNumberScheduled: wanted,
          currentNumberScheduled: wanted,
          updatedNumberScheduled: wanted,
          numberReady: available,
          numberAvailable: available,
        }
      : { replicas: wanted, updatedReplicas: wanted, readyReplicas: available, availableReplicas: available };
  return { observedGeneration: 1, ...Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0)) };
}

export function aPodObject(
  path: string,
  node: string,
  owner?: { kind: string; name: string; hash?: string },
  more: Json = {},
): Json {
  const [namespace = 'default', name = path] = path.split('/');
  const { annotations = {}, volumes = [], labels, ready = true, spec = {} } = more as PodOptions;
  const uid = `uid-${owner?.kind}-${namespace}-${owner?.name}`;
  const reference =
    owner === undefined ? [] : [{ apiVersion: 'apps/v1', kind: owner.kind, name: owner.name, uid, controller: true }];
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      namespace,
      name,
      labels: { ...templateLabels(owner), ...labels },
      annotations,
      ...(reference.length > 0 ? { ownerReferences: reference } : {}),
    },
    spec: { nodeName: node, containers: [{ name: 'app', image: 'registry.example/app:1.0.0' }], volumes, ...spec },
    status: { phase: 'Running', conditions: [{ type: 'Ready', status: ready ? 'True' : 'False' }] },
  };
}

interface PodOptions {
  annotations?: Json;
  volumes?: readonly Json[];
  labels?: Record<string, string>;
  ready?: boolean;
  /** Other fields of the pod's spec. */
  spec?: Json;
}

/** The template labels that `aWorkloadObject` writes, plus those that a Deployment adds. */
function templateLabels(owner: { name: string; hash?: string } | undefined): Record<string, string> {
  if (owner === undefined) return {};
  if (owner.hash === undefined) return { app: owner.name };
  return { app: owner.name.replace(`-${owner.hash}`, ''), 'pod-template-hash': owner.hash };
}

/**
 * A PodDisruptionBudget for the pods of the workload of the same name, with the status of the disruption controller: 2
 * of 2 healthy.
 */
export function aBudgetObject(path: string, spec: Json = { maxUnavailable: 1 }, status: Json = {}): Json {
  const [namespace = 'default', name = path] = path.split('/');
  const counts = { currentHealthy: 2, desiredHealthy: 1, expectedPods: 2, disruptionsAllowed: 1 };
  return {
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    metadata: { namespace, name, generation: 1 },
    spec: { selector: { matchLabels: { app: name } }, ...spec },
    status: { observedGeneration: 1, ...counts, ...status },
  };
}

/** Adds a PodDisruptionBudget for each Deployment and StatefulSet without one of its name, if `replicas` is not 1. */
export function withBudgets(objects: readonly Json[]): Json[] {
  const listPaths = (...kinds: string[]) =>
    objects.filter(({ kind }) => kinds.includes(String(kind))).flatMap(toReplicatedPaths);
  const budgeted = new Set(listPaths('PodDisruptionBudget'));
  const missing = listPaths('Deployment', 'StatefulSet').filter((path) => !budgeted.has(path));
  return [...objects, ...missing.map((path) => aBudgetObject(path))];
}

function toReplicatedPaths(object: Json): string[] {
  const { metadata, spec } = object as { metadata: { namespace: string; name: string }; spec: { replicas?: number } };
  return spec.replicas === 1 ? [] : [`${metadata.namespace}/${metadata.name}`];
}

export function aNamespaceObject(name: string, labels: Record<string, string> = {}): Json {
  return {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name, labels: { 'kubernetes.io/metadata.name': name, ...labels } },
  };
}

export function aConfigMapObject(path: string, data: Record<string, string>): Json {
  const [namespace = 'default', name = path] = path.split('/');
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { namespace, name }, data };
}

/** CoreDNS as EKS installs it, with the given options in its `kubernetes` block. */
export function corednsObjects(version: string, kubernetesOptions: readonly string[] = []): Json[] {
  const corefile = `.:53 {
    errors
    health {
        lameduck 5s
      }
    ready
    kubernetes cluster.local in-addr.arpa ip6.arpa {
      pods insecure
${kubernetesOptions.map((line) => `      ${line}\n`).join('')}      fallthrough in-addr.arpa ip6.arpa
    }
    prometheus :9153
    forward . /etc/resolv.conf
    cache 30
    loop
    reload
    loadbalance
}
`;
  return [
    aWorkloadObject('Deployment', 'kube-system/coredns', {
      images: { coredns: `602401143452.dkr.ecr.eu-west-1.amazonaws.com/eks/coredns:${version}` },
      labels: { 'k8s-app': 'kube-dns', 'eks.amazonaws.com/component': 'coredns' },
      volumes: [
        { name: 'config-volume', configMap: { name: 'coredns', items: [{ key: 'Corefile', path: 'Corefile' }] } },
      ],
    }),
    aConfigMapObject('kube-system/coredns', { Corefile: corefile }),
  ];
}

export function vpcCniObject(version: string): Json {
  return aWorkloadObject('DaemonSet', 'kube-system/aws-node', {
    tolerations: [{ operator: 'Exists' }],
    images: {
      'aws-node': `602401143452.dkr.ecr.eu-west-1.amazonaws.com/amazon-k8s-cni:${version}`,
      'aws-eks-nodeagent':
        '602401143452.dkr.ecr.eu-west-1.amazonaws.com/amazon/aws-network-policy-agent:v1.2.7-eksbuild.1',
    },
    labels: { 'k8s-app': 'aws-node', 'app.kubernetes.io/name': 'aws-node' },
  });
}

export function loadBalancerControllerObject(version: string, replicas = 2, args: readonly string[] = []): Json {
  return aWorkloadObject('Deployment', 'kube-system/aws-load-balancer-controller', {
    images: { 'aws-load-balancer-controller': `public.ecr.aws/eks/aws-load-balancer-controller:${version}` },
    labels: {
      'app.kubernetes.io/name': 'aws-load-balancer-controller',
      ...(version.startsWith('v') ? { 'app.kubernetes.io/version': version } : {}),
      'helm.sh/chart': 'aws-load-balancer-controller-1.13.4',
    },
    replicas,
    args,
  });
}
