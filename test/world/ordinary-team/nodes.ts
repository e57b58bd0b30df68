import { createHash } from 'node:crypto';

type Json = Record<string, unknown>;

/** A node of the team: its place and its group. */
export interface TeamNode {
  /** Third and fourth number of its address: `1.87`. */
  address: string;
  zone: 'a' | 'b' | 'c';
  /** `system`, `apps`, another managed group, or `karpenter`. */
  group: string;
  capacityType: 'ON_DEMAND' | 'SPOT';
  type: string;
}

/** Names as Terraform's `use_name_prefix` generates them. */
export const groupNames = {
  system: 'system-20250312081544790300000012',
  apps: 'apps-20250312081544790300000014',
};

const managed = (address: string, zone: TeamNode['zone'], group: 'system' | 'apps', type: string): TeamNode => ({
  address,
  zone,
  group,
  capacityType: 'ON_DEMAND',
  type,
});

/** The nodes of both managed groups. */
export const managedNodes: readonly TeamNode[] = [
  managed('4.31', 'a', 'system', 'm6i.large'),
  managed('21.118', 'b', 'system', 'm6i.large'),
  managed('7.203', 'a', 'apps', 'm6i.xlarge'),
  managed('18.64', 'b', 'apps', 'm6i.xlarge'),
  managed('35.140', 'c', 'apps', 'm6i.xlarge'),
];

/** The name of a node in the VPC's DNS. */
export function formatHost({ address }: TeamNode): string {
  return `ip-10-0-${address.replace('.', '-')}.eu-west-1.compute.internal`;
}

export function buildInstanceId(node: TeamNode): string {
  return `i-0${createHash('sha256').update(formatHost(node)).digest('hex').slice(0, 16)}`;
}

/** The system information that a kubelet reports. */
export interface NodeSystem {
  kubelet: string;
  /** Reported before 1.33. */
  kubeProxy?: string;
  osImage: string;
  kernel: string;
  runtime: string;
}

const november2025: NodeSystem = {
  kubelet: 'v1.33.5-eks-113cf36',
  kubeProxy: 'v1.33.5-eks-113cf36',
  osImage: 'Amazon Linux 2023.9.20251027',
  kernel: '6.12.46-66.121.amzn2023.x86_64',
  runtime: 'containerd://2.1.4',
};

/** A Node as kubelet, cloud controller, EKS and Karpenter write it, by default with AL2023 and Kubernetes 1.33. */
export function nodeObject(
  node: TeamNode,
  labels: Readonly<Record<string, string>>,
  system: NodeSystem = november2025,
): Json {
  const zone = `eu-west-1${node.zone}`;
  const host = formatHost(node);
  const since = { lastHeartbeatTime: '2026-11-20T11:56:20Z', lastTransitionTime: '2025-11-24T09:10:44Z' };
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: {
      name: host,
      creationTimestamp: '2025-11-24T09:10:31Z',
      labels: {
        'beta.kubernetes.io/arch': 'amd64',
        'beta.kubernetes.io/instance-type': node.type,
        'beta.kubernetes.io/os': 'linux',
        'failure-domain.beta.kubernetes.io/region': 'eu-west-1',
        'failure-domain.beta.kubernetes.io/zone': zone,
        'k8s.io/cloud-provider-aws': '5553ae84a0d29114870f67bbabd07d44',
        'kubernetes.io/arch': 'amd64',
        'kubernetes.io/hostname': host,
        'kubernetes.io/os': 'linux',
        'node.kubernetes.io/instance-type': node.type,
        'topology.ebs.csi.aws.com/zone': zone,
        'topology.k8s.aws/zone-id': `euw1-az${'abc'.indexOf(node.zone) + 1}`,
        'topology.kubernetes.io/region': 'eu-west-1',
        'topology.kubernetes.io/zone': zone,
        ...labels,
      },
      annotations: {
        'node.alpha.kubernetes.io/ttl': '0',
        'alpha.kubernetes.io/provided-node-ip': `10.0.${node.address}`,
      },
    },
    spec: { providerID: `aws:///${zone}/${buildInstanceId(node)}` },
    status: {
      addresses: [
        { type: 'InternalIP', address: `10.0.${node.address}` },
        { type: 'Hostname', address: host },
      ],
      capacity: { cpu: node.type.endsWith('xlarge') ? '4' : '2', memory: '7927384Ki', pods: '29' },
      conditions: [
        ...['MemoryPressure', 'DiskPressure', 'PIDPressure'].map((type) => ({ type, status: 'False', ...since })),
        { type: 'Ready', status: 'True', reason: 'KubeletReady', message: 'kubelet is posting ready status', ...since },
      ],
      nodeInfo: {
        architecture: 'amd64',
        containerRuntimeVersion: system.runtime,
        kernelVersion: system.kernel,
        kubeletVersion: system.kubelet,
        kubeProxyVersion: system.kubeProxy ?? '',
        operatingSystem: 'linux',
        osImage: system.osImage,
      },
    },
  };
}

/**
 * The labels that EKS sets on the nodes of a managed group with a launch template.
 * @param more additional labels of the group
 */
export function managedLabels(
  group: 'system' | 'apps',
  more: Readonly<Record<string, string>> = {},
): Record<string, string> {
  return {
    'eks.amazonaws.com/capacityType': 'ON_DEMAND',
    'eks.amazonaws.com/nodegroup': groupNames[group],
    'eks.amazonaws.com/nodegroup-image': 'ami-0c5e2f1a9b7d40836',
    'eks.amazonaws.com/sourceLaunchTemplateId': `lt-0${group === 'system' ? '8d' : '3f'}1c7a44b9e20d655`,
    'eks.amazonaws.com/sourceLaunchTemplateVersion': '4',
    ...more,
  };
}
