type Json = Record<string, unknown>;

/** Kubernetes objects as a cluster holds them, for worlds: only what the tool reads, in the API's own shape. */

interface NodeOptions {
  kubelet: string;
  labels?: Record<string, string>;
  zone?: string;
  osImage?: string;
  runtime?: string;
}

export function aNodeObject(name: string, options: NodeOptions): Json {
  const { kubelet, labels = {}, zone = 'eu-west-1a' } = options;
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: {
      name,
      labels: { 'topology.kubernetes.io/zone': zone, 'node.kubernetes.io/instance-type': 'm6i.large', ...labels },
      managedFields: [
        {
          manager: 'kubelet',
          operation: 'Update',
          apiVersion: 'v1',
          fieldsType: 'FieldsV1',
          fieldsV1: { 'f:status': {} },
        },
      ],
    },
    spec: { providerID: `aws:///${zone}/i-0${name}` },
    status: {
      conditions: [{ type: 'Ready', status: 'True' }],
      nodeInfo: {
        kubeletVersion: kubelet,
        containerRuntimeVersion: options.runtime ?? 'containerd://2.1.4',
        osImage: options.osImage ?? 'Amazon Linux 2023.9.20251014',
        kernelVersion: '6.12.46-66.121.amzn2023.x86_64',
        architecture: 'amd64',
        operatingSystem: 'linux',
      },
    },
  };
}

interface WorkloadOptions {
  images?: Record<string, string>;
  labels?: Record<string, string>;
  replicas?: number;
  volumes?: readonly Json[];
}

export function aWorkloadObject(
  kind: 'Deployment' | 'DaemonSet' | 'StatefulSet',
  path: string,
  options: WorkloadOptions = {},
): Json {
  const [namespace = 'default', name = path] = path.split('/');
  const { images = { app: `registry.example/${name}:1.0.0` }, labels = {}, replicas, volumes = [] } = options;
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
        spec: { containers: Object.entries(images).map(([container, image]) => ({ name: container, image })), volumes },
      },
    },
  };
}

export function aPodObject(
  path: string,
  node: string,
  owner?: { kind: string; name: string; hash?: string },
  more: Json = {},
): Json {
  const [namespace = 'default', name = path] = path.split('/');
  const { annotations = {}, volumes = [] } = more as { annotations?: Json; volumes?: Json[] };
  const reference =
    owner === undefined
      ? []
      : [{ apiVersion: 'apps/v1', kind: owner.kind, name: owner.name, uid: `uid-${owner.name}`, controller: true }];
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      namespace,
      name,
      labels: owner?.hash === undefined ? {} : { 'pod-template-hash': owner.hash },
      annotations,
      ...(reference.length > 0 ? { ownerReferences: reference } : {}),
    },
    spec: { nodeName: node, containers: [{ name: 'app', image: 'registry.example/app:1.0.0' }], volumes },
    status: { phase: 'Running' },
  };
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
    images: {
      'aws-node': `602401143452.dkr.ecr.eu-west-1.amazonaws.com/amazon-k8s-cni:${version}`,
      'aws-eks-nodeagent':
        '602401143452.dkr.ecr.eu-west-1.amazonaws.com/amazon/aws-network-policy-agent:v1.2.7-eksbuild.1',
    },
    labels: { 'k8s-app': 'aws-node', 'app.kubernetes.io/name': 'aws-node' },
  });
}

export function loadBalancerControllerObject(version: string, replicas = 2): Json {
  return aWorkloadObject('Deployment', 'kube-system/aws-load-balancer-controller', {
    images: { 'aws-load-balancer-controller': `public.ecr.aws/eks/aws-load-balancer-controller:${version}` },
    labels: {
      'app.kubernetes.io/name': 'aws-load-balancer-controller',
      ...(version.startsWith('v') ? { 'app.kubernetes.io/version': version } : {}),
      'helm.sh/chart': 'aws-load-balancer-controller-1.13.4',
    },
    replicas,
  });
}
