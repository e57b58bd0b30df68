import { aConfigMapObject, corednsObjects } from '../manifests.ts';
import { delivered, type Delivery } from './delivery.ts';
import { programObjects } from './programs.ts';

type Json = Record<string, unknown>;

/** VPC CNI, kube-proxy and CoreDNS as their EKS add-ons install them. */

const registry = '602401143452.dkr.ecr.eu-west-1.amazonaws.com';
const hostPath = (name: string, path: string, type = '') => ({ name, hostPath: { path, type } });
const everywhere = {
  tolerations: [{ operator: 'Exists' }],
  hostNetwork: true,
  priorityClassName: 'system-node-critical',
};

const addon = (name: string): Delivery => ({ name, namespace: 'kube-system', by: 'eks' });

/** aws-node; its labels are those of the chart aws-vpc-cni, which EKS renders. */
export function vpcCniObjects(nodes: readonly string[]): Json[] {
  return programObjects(addon('vpc-cni'), {
    kind: 'DaemonSet',
    path: 'kube-system/aws-node',
    labels: {
      'app.kubernetes.io/instance': 'aws-vpc-cni',
      'app.kubernetes.io/managed-by': 'Helm',
      'app.kubernetes.io/name': 'aws-node',
      'app.kubernetes.io/version': 'v1.20.4',
      'helm.sh/chart': 'aws-vpc-cni-1.20.4',
      'k8s-app': 'aws-node',
    },
    selector: { 'k8s-app': 'aws-node' },
    podLabels: { 'app.kubernetes.io/instance': 'aws-vpc-cni', 'app.kubernetes.io/name': 'aws-node' },
    serviceAccount: 'aws-node',
    initContainers: [{ name: 'aws-vpc-cni-init', image: `${registry}/amazon-k8s-cni-init:v1.20.4-eksbuild.2` }],
    containers: [
      {
        name: 'aws-node',
        image: `${registry}/amazon-k8s-cni:v1.20.4-eksbuild.2`,
        env: Object.entries(cniSettings).map(([name, value]) => ({ name, value })),
        livenessProbe: { exec: { command: ['/app/grpc-health-probe', '-addr=:50051', '-connect-timeout=5s'] } },
      },
      {
        name: 'aws-eks-nodeagent',
        image: `${registry}/amazon/aws-network-policy-agent:v1.2.7-eksbuild.1`,
        args: ['--enable-ipv6=false', '--enable-network-policy=false', '--metrics-bind-addr=:8162'],
      },
    ],
    volumes: [
      hostPath('bpf-pin-path', '/sys/fs/bpf'),
      hostPath('cni-bin-dir', '/opt/cni/bin'),
      hostPath('cni-net-dir', '/etc/cni/net.d'),
      hostPath('log-dir', '/var/log/aws-routed-eni', 'DirectoryOrCreate'),
      hostPath('run-dir', '/var/run/aws-node', 'DirectoryOrCreate'),
      hostPath('xtables-lock', '/run/xtables.lock', 'FileOrCreate'),
    ],
    podSpec: everywhere,
    nodes,
  });
}

const cniSettings = {
  AWS_VPC_ENI_MTU: '9001',
  AWS_VPC_K8S_CNI_CUSTOM_NETWORK_CFG: 'false',
  AWS_VPC_K8S_CNI_EXTERNALSNAT: 'false',
  CLUSTER_NAME: 'prod',
  ENABLE_POD_ENI: 'false',
  ENABLE_PREFIX_DELEGATION: 'false',
  WARM_ENI_TARGET: '1',
};

export function kubeProxyAddonObjects(nodes: readonly string[]): Json[] {
  const labels = { 'eks.amazonaws.com/component': 'kube-proxy', 'k8s-app': 'kube-proxy' };
  return [
    ...programObjects(addon('kube-proxy'), {
      kind: 'DaemonSet',
      path: 'kube-system/kube-proxy',
      labels,
      selector: { 'k8s-app': 'kube-proxy' },
      serviceAccount: 'kube-proxy',
      containers: [
        {
          name: 'kube-proxy',
          image: `${registry}/eks/kube-proxy:v1.33.5-minimal-eksbuild.2`,
          command: [
            'kube-proxy',
            '--v=2',
            '--config=/var/lib/kube-proxy-config/config',
            '--hostname-override=$(NODE_NAME)',
          ],
        },
      ],
      volumes: [
        hostPath('varlog', '/var/log'),
        hostPath('xtables-lock', '/run/xtables.lock', 'FileOrCreate'),
        hostPath('lib-modules', '/lib/modules'),
        { name: 'kubeconfig', configMap: { name: 'kube-proxy' } },
        { name: 'config', configMap: { name: 'kube-proxy-config' } },
      ],
      podSpec: everywhere,
      nodes,
    }),
    aConfigMapObject('kube-system/kube-proxy-config', { config: proxyConfig }),
    aConfigMapObject('kube-system/kube-proxy', { kubeconfig: 'kind: Config\napiVersion: v1\n' }),
  ];
}

const proxyConfig = `apiVersion: kubeproxy.config.k8s.io/v1alpha1
bindAddress: 0.0.0.0
clientConnection:
  kubeconfig: /var/lib/kube-proxy/kubeconfig
clusterCIDR: ""
configSyncPeriod: 15m0s
conntrack:
  maxPerCore: 32768
  min: 131072
enableProfiling: false
healthzBindAddress: 0.0.0.0:10256
iptables:
  masqueradeBit: 14
  minSyncPeriod: 0s
  syncPeriod: 30s
kind: KubeProxyConfiguration
metricsBindAddress: 0.0.0.0:10249
mode: "iptables"
oomScoreAdj: -998
portRange: ""
`;

/** CoreDNS with the add-on's budget; its Corefile is that of the other worlds. */
export function corednsAddonObjects(nodes: readonly string[]): Json[] {
  const labels = {
    'eks.amazonaws.com/component': 'coredns',
    'k8s-app': 'kube-dns',
    'kubernetes.io/name': 'CoreDNS',
  };
  const health = (path: string, port: number) => ({ httpGet: { path, port, scheme: 'HTTP' } });
  return [
    ...programObjects(addon('coredns'), {
      kind: 'Deployment',
      path: 'kube-system/coredns',
      labels,
      selector: { 'eks.amazonaws.com/component': 'coredns', 'k8s-app': 'kube-dns' },
      serviceAccount: 'coredns',
      containers: [
        {
          name: 'coredns',
          image: `${registry}/eks/coredns:v1.12.4-eksbuild.1`,
          args: ['-conf', '/etc/coredns/Corefile'],
          livenessProbe: health('/health', 8080),
          readinessProbe: health('/ready', 8181),
        },
      ],
      volumes: [
        { name: 'config-volume', configMap: { name: 'coredns', items: [{ key: 'Corefile', path: 'Corefile' }] } },
      ],
      budget: { maxUnavailable: 1 },
      podSpec: { priorityClassName: 'system-cluster-critical', dnsPolicy: 'Default' },
      nodes,
    }),
    ...corednsObjects('').filter(({ kind }) => kind === 'ConfigMap'),
    delivered(addon('coredns'), ['v1', 'Service'], 'kube-system/kube-dns', {
      labels: { 'k8s-app': 'kube-dns', 'kubernetes.io/cluster-service': 'true', 'kubernetes.io/name': 'CoreDNS' },
      spec: {
        selector: { 'k8s-app': 'kube-dns' },
        ports: [
          { name: 'dns', port: 53, protocol: 'UDP' },
          { name: 'dns-tcp', port: 53, protocol: 'TCP' },
        ],
      },
    }),
  ];
}
