import { delivered, type Delivery } from './delivery.ts';
import { programObjects } from './programs.ts';

type Json = Record<string, unknown>;

/** EBS CSI driver, EKS Pod Identity Agent and Metrics Server as their EKS add-ons install them. */

const registry = '602401143452.dkr.ecr.eu-west-1.amazonaws.com/eks';
const addon = (name: string): Delivery => ({ name, namespace: 'kube-system', by: 'eks' });
const buildLabels = (name: string, version: string, more: Readonly<Record<string, string>> = {}) => ({
  'app.kubernetes.io/instance': name,
  'app.kubernetes.io/managed-by': 'EKS',
  'app.kubernetes.io/name': name,
  'app.kubernetes.io/version': version,
  ...more,
});

const csi = 'aws-ebs-csi-driver';
const csiLabels = buildLabels(csi, '1.53.0', { 'app.kubernetes.io/component': 'csi-driver' });
const csiSelector = (app: string) => ({ app, 'app.kubernetes.io/name': csi });

const sidecars = {
  'csi-provisioner': 'v5.3.0-eksbuild.5',
  'csi-attacher': 'v4.10.0-eksbuild.2',
  'csi-resizer': 'v1.14.0-eksbuild.5',
  livenessprobe: 'v2.17.0-eksbuild.2',
};

/** The driver's controller with its budget, its agent on each node, the CSIDriver and the team's StorageClass. */
export function ebsCsiAddonObjects(controllers: readonly string[], nodes: readonly string[]): Json[] {
  const plugin = { name: 'ebs-plugin', image: `${registry}/aws-ebs-csi-driver:v1.53.0` };
  const kubelet = { name: 'kubelet-dir', hostPath: { path: '/var/lib/kubelet', type: 'Directory' } };
  const eks = addon(csi);
  return [
    ...programObjects(eks, {
      kind: 'Deployment',
      path: 'kube-system/ebs-csi-controller',
      labels: csiLabels,
      selector: csiSelector('ebs-csi-controller'),
      podLabels: csiLabels,
      serviceAccount: 'ebs-csi-controller-sa',
      containers: [
        { ...plugin, args: ['controller', '--endpoint=$(CSI_ENDPOINT)', '--batching=true', '--v=2'] },
        ...Object.entries(sidecars).map(([name, tag]) => ({ name, image: `${registry}/${name}:${tag}` })),
      ],
      volumes: [{ name: 'socket-dir', emptyDir: {} }],
      budget: { maxUnavailable: 1 },
      podSpec: { priorityClassName: 'system-cluster-critical' },
      nodes: controllers,
    }),
    ...programObjects(eks, {
      kind: 'DaemonSet',
      path: 'kube-system/ebs-csi-node',
      labels: csiLabels,
      selector: csiSelector('ebs-csi-node'),
      podLabels: csiLabels,
      serviceAccount: 'ebs-csi-node-sa',
      containers: [
        { ...plugin, args: ['node', '--endpoint=$(CSI_ENDPOINT)', '--v=2'] },
        { name: 'node-driver-registrar', image: `${registry}/csi-node-driver-registrar:v2.15.0-eksbuild.2` },
        { name: 'liveness-probe', image: `${registry}/livenessprobe:v2.17.0-eksbuild.2` },
      ],
      volumes: [kubelet, { name: 'device-dir', hostPath: { path: '/dev', type: 'Directory' } }],
      podSpec: { priorityClassName: 'system-node-critical', tolerations: [{ operator: 'Exists' }] },
      nodes,
    }),
    delivered(eks, ['storage.k8s.io/v1', 'CSIDriver'], 'ebs.csi.aws.com', {
      labels: csiLabels,
      spec: { attachRequired: true, podInfoOnMount: false, fsGroupPolicy: 'File' },
    }),
    storageClass('gp3', { type: 'gp3', encrypted: 'true' }, true),
  ];
}

function storageClass(name: string, parameters: Json, isDefault: boolean): Json {
  return {
    apiVersion: 'storage.k8s.io/v1',
    kind: 'StorageClass',
    metadata: { name, annotations: { 'storageclass.kubernetes.io/is-default-class': String(isDefault) } },
    provisioner: 'ebs.csi.aws.com',
    parameters,
    reclaimPolicy: 'Delete',
    volumeBindingMode: 'WaitForFirstConsumer',
    allowVolumeExpansion: true,
  };
}

export function podIdentityAgentObjects(nodes: readonly string[]): Json[] {
  const name = 'eks-pod-identity-agent';
  const image = `${registry}/${name}:v0.1.34`;
  return programObjects(addon(name), {
    kind: 'DaemonSet',
    path: `kube-system/${name}`,
    labels: {
      ...buildLabels(name, '0.1.34'),
      'helm.sh/chart': `${name}-1.3.10`,
      'app.kubernetes.io/managed-by': 'Helm',
    },
    selector: { 'app.kubernetes.io/instance': name, 'app.kubernetes.io/name': name },
    initContainers: [{ name: `${name}-init`, image, command: ['/go-runner', '/eks-pod-identity-agent', 'initialize'] }],
    containers: [
      {
        name,
        image,
        command: ['/go-runner', '/eks-pod-identity-agent', 'server'],
        args: ['--port', '80', '--cluster-name', 'prod', '--probe-port', '2703'],
        readinessProbe: { httpGet: { host: 'localhost', path: '/probes/readyz', port: 2703 } },
      },
    ],
    podSpec: {
      hostNetwork: true,
      automountServiceAccountToken: false,
      priorityClassName: 'system-node-critical',
      tolerations: [{ operator: 'Exists' }],
    },
    nodes,
  });
}

/** Metrics Server, its budget, Service and APIService, with the port that the add-on has used since 0.7.2. */
export function metricsServerObjects(nodes: readonly string[]): Json[] {
  const name = 'metrics-server';
  const labels = buildLabels(name, '0.8.0');
  const eks = addon(name);
  const selector = { 'app.kubernetes.io/instance': name, 'app.kubernetes.io/name': name };
  const api = {
    group: 'metrics.k8s.io',
    version: 'v1beta1',
    groupPriorityMinimum: 100,
    versionPriority: 100,
    insecureSkipTLSVerify: true,
    service: { name, namespace: 'kube-system', port: 443 },
  };
  const available = {
    type: 'Available',
    status: 'True',
    reason: 'Passed',
    message: 'all checks passed',
    lastTransitionTime: '2025-11-24T09:13:20Z',
  };
  return [
    ...programObjects(eks, {
      kind: 'Deployment',
      path: `kube-system/${name}`,
      labels,
      selector,
      serviceAccount: name,
      containers: [
        {
          name,
          image: `${registry}/${name}:v0.8.0-eksbuild.5`,
          args: ['--secure-port=10251', '--cert-dir=/tmp', '--kubelet-use-node-status-port', '--metric-resolution=15s'],
          livenessProbe: { httpGet: { path: '/livez', port: 10251, scheme: 'HTTPS' } },
          readinessProbe: { httpGet: { path: '/readyz', port: 10251, scheme: 'HTTPS' } },
        },
      ],
      volumes: [{ name: 'tmp', emptyDir: {} }],
      budget: { maxUnavailable: 1 },
      podSpec: { priorityClassName: 'system-cluster-critical' },
      nodes,
    }),
    delivered(eks, ['v1', 'Service'], `kube-system/${name}`, {
      labels,
      spec: { selector, ports: [{ name: 'https', port: 443, targetPort: 10251 }] },
    }),
    delivered(eks, ['apiregistration.k8s.io/v1', 'APIService'], 'v1beta1.metrics.k8s.io', {
      labels,
      spec: api,
      status: { conditions: [available] },
    }),
  ];
}
