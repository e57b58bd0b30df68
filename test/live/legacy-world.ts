import { anInstalledAddon, anOfferedAddon, healthyAddonVersions } from '../world/addons.ts';
import { healthyApiExtensions } from '../world/api-extensions.ts';
import { healthyNetwork } from '../world/network.ts';
import { aDeprecation, anInsight, passingInsights } from '../world/insights.ts';
import { clusterRoles } from '../world/cluster-role.ts';
import { aDescribedCluster, aManagedGroup, aSubnet, healthyWorld } from '../world/healthy.ts';
import {
  aNamespaceObject,
  aNodeObject,
  aPodObject,
  aWorkloadObject,
  corednsObjects,
  loadBalancerControllerObject,
  vpcCniObject,
} from '../world/manifests.ts';
import { kubectlTool } from '../world/tools.ts';
import type { World } from '../world/world.ts';

type Json = Record<string, unknown>;

const inRegion = (name: string) => `${name}.eu-west-1.compute.internal`;
const managed = (group: string) => ({ 'eks.amazonaws.com/nodegroup': group });
const dockerSocket = [{ name: 'docker', hostPath: { path: '/var/run/docker.sock' } }];
const docker = 'docker://20.10.25';
const osImage = 'Amazon Linux 2';
const ecr = '602401143452.dkr.ecr.eu-west-1.amazonaws.com';

/**
 * The cluster of the EKS user guide's page on updating a cluster: at 1.24 before an update to 1.25, with every warning
 * of the page ignored.
 */
export function legacyLiveWorld(): World {
  const world = healthyWorld();
  return {
    ...world,
    tools: { eksctl: { prints: '0.100.0' }, kubectl: kubectlTool('v1.22.17') },
    aws: { ...world.aws, ...legacyAccount() },
    kube: {
      ...world.kube,
      objects: [
        ...['amazon-cloudwatch', 'ci', 'shop'].map((name) => aNamespaceObject(name)),
        ...nodes(),
        ...components(),
        ...storage(),
        ...policies(),
        ...workloads(),
        ...healthyApiExtensions(),
      ],
    },
  };
}

function legacyAccount(): Partial<World['aws']> {
  return {
    clusters: { prod: legacyCluster() },
    insights: {
      ...passingInsights('1.25'),
      removed: anInsight('removed', 'Deprecated APIs removed in Kubernetes v1.25', '1.25', {
        insightStatus: { status: 'ERROR', reason: 'Deprecated API usage detected within last 30 days.' },
        categorySpecificSummary: { deprecationDetails: [policyCalls()], addonCompatibilityDetails: [] },
      }),
    },
    network: { ...healthyNetwork(), vpcs: { 'vpc-0a1b2c3d': { hostnames: false, support: true } } },
    clusterVersions: [
      ['1.24', '2034-01-31', '2035-01-31', 'STANDARD_SUPPORT'],
      ['1.25', '2034-05-01', '2035-05-01', 'STANDARD_SUPPORT'],
      ['1.26', '2034-06-11', '2035-06-11', 'STANDARD_SUPPORT'],
    ].map(([clusterVersion, standard = '', extended = '', versionStatus]) => ({
      clusterVersion,
      defaultPlatformVersion: 'eks.20',
      clusterType: 'eks',
      versionStatus,
      endOfStandardSupportDate: Date.parse(standard) / 1000,
      endOfExtendedSupportDate: Date.parse(extended) / 1000,
    })),
    nodegroups: {
      general: aManagedGroup('general', { version: '1.24', amiType: 'AL2_x86_64', releaseVersion: '1.24.17-20231230' }),
      gpu: aManagedGroup('gpu', { version: '1.24', amiType: 'AL2_x86_64_GPU', releaseVersion: '1.24.17-20231230' }),
      legacy: aManagedGroup('legacy', { version: '1.22', amiType: 'AL2_x86_64', releaseVersion: '1.22.17-20230607' }),
    },
    addons: { 'vpc-cni': anInstalledAddon('vpc-cni', 'v1.7.5-eksbuild.2') },
    addonVersions: [
      ...healthyAddonVersions.filter(({ addonName }) => addonName !== 'kube-proxy'),
      anOfferedAddon('kube-proxy', {
        'v1.24.17-eksbuild.19': ['1.24*', '1.25'],
        'v1.25.16-eksbuild.22': ['1.25*', '1.26'],
      }),
    ],
    subnets: [aSubnet('subnet-0aaa', 'a', 3), aSubnet('subnet-0bbb', 'b', 0)],
    roles: clusterRoles,
  };
}

/** The cluster, with the ID of an additional security group that does not exist anymore. */
function legacyCluster(): Json {
  const cluster = aDescribedCluster('prod', '1.24', { platformVersion: 'eks.20' });
  const network = cluster['resourcesVpcConfig'] as Json;
  return { ...cluster, resourcesVpcConfig: { ...network, securityGroupIds: ['sg-0d0e1e7e'] } };
}

function policyCalls(): Json {
  const lastRequestTime = Math.floor(Date.now() / 1000) - 3_600;
  return aDeprecation('/apis/policy/v1beta1/podsecuritypolicies', '1.25', [
    { userAgent: 'argocd-application-controller', numberOfRequestsLast30Days: 412, lastRequestTime },
  ]);
}

function nodes(): Json[] {
  const node = (name: string, kubelet: string, labels: Record<string, string>, more: Json = {}): Json =>
    aNodeObject(inRegion(name), { kubelet, labels, osImage, runtime: 'containerd://1.6.19', ...more });
  return [
    node('ip-10-0-1-1', 'v1.24.17-eks-e71965b', managed('general')),
    node('ip-10-0-1-2', 'v1.24.17-eks-e71965b', managed('general')),
    node('ip-10-0-2-1', 'v1.22.17-eks-0a21954', managed('legacy'), { runtime: docker }),
    node('ip-10-0-2-2', 'v1.22.17-eks-0a21954', managed('legacy'), { runtime: docker }),
    node('ip-10-0-3-1', 'v1.23.17-eks-0a21954', { 'alpha.eksctl.io/nodegroup-name': 'batch' }, { runtime: docker }),
    node('ip-10-0-4-1', 'v1.24.17-eks-e71965b', managed('gpu'), { gpus: 1 }),
    node('fargate-ip-10-0-5-1', 'v1.23.17-eks-f8587cb', { 'eks.amazonaws.com/compute-type': 'fargate' }),
  ];
}

/** The cluster's add-ons, each as old as the page assumes. */
function components(): Json[] {
  return [
    ...corednsObjects('v1.6.6-eksbuild.1', ['upstream']),
    vpcCniObject('v1.7.5-eksbuild.2'),
    loadBalancerControllerObject('v2.4.2'),
    aWorkloadObject('DaemonSet', 'kube-system/kube-proxy', {
      images: { 'kube-proxy': `${ecr}/eks/kube-proxy:v1.22.17-minimal-eksbuild.1` },
      labels: { 'k8s-app': 'kube-proxy' },
      volumes: [{ name: 'config', configMap: { name: 'kube-proxy-config' } }],
    }),
    {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { namespace: 'kube-system', name: 'kube-proxy-config' },
      data: { config: 'apiVersion: kubeproxy.config.k8s.io/v1alpha1\nkind: KubeProxyConfiguration\nmode: iptables\n' },
    },
    aWorkloadObject('Deployment', 'kube-system/cluster-autoscaler', {
      images: { 'cluster-autoscaler': 'registry.k8s.io/autoscaling/cluster-autoscaler:v1.22.3' },
      replicas: 1,
    }),
    aWorkloadObject('DaemonSet', 'kube-system/nvidia-device-plugin-daemonset', {
      images: { 'nvidia-device-plugin-ctr': 'nvcr.io/nvidia/k8s-device-plugin:v0.12.2' },
    }),
    aWorkloadObject('DaemonSet', 'amazon-cloudwatch/fluentd-cloudwatch', {
      images: { 'fluentd-cloudwatch': 'fluent/fluentd-kubernetes-daemonset:v1.7.3-debian-cloudwatch-1.0' },
    }),
  ];
}

/** An EBS volume of the in-tree plug-in, in use, and no EBS CSI driver. */
function storage(): Json[] {
  const claim = { namespace: 'shop', name: 'orders-db' };
  return [
    {
      apiVersion: 'storage.k8s.io/v1',
      kind: 'StorageClass',
      metadata: { name: 'gp2' },
      provisioner: 'kubernetes.io/aws-ebs',
      parameters: { type: 'gp2' },
    },
    {
      apiVersion: 'v1',
      kind: 'PersistentVolume',
      metadata: { name: 'pvc-0a1b2c3d' },
      spec: {
        accessModes: ['ReadWriteOnce'],
        capacity: { storage: '20Gi' },
        awsElasticBlockStore: { volumeID: 'aws://eu-west-1a/vol-0a1b2c3d', fsType: 'ext4' },
        claimRef: { apiVersion: 'v1', kind: 'PersistentVolumeClaim', ...claim },
        storageClassName: 'gp2',
      },
      status: { phase: 'Bound' },
    },
    {
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata: claim,
      spec: {
        accessModes: ['ReadWriteOnce'],
        resources: { requests: { storage: '20Gi' } },
        storageClassName: 'gp2',
        volumeName: 'pvc-0a1b2c3d',
      },
    },
  ];
}

/** A custom pod security policy, and PodDisruptionBudgets that block evictions. */
function policies(): Json[] {
  const rule = { rule: 'RunAsAny' };
  const budget = (name: string, app: string, spec: Json): Json => ({
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    metadata: { namespace: 'shop', name },
    spec: { selector: { matchLabels: { app } }, ...spec },
  });
  return [
    {
      apiVersion: 'policy/v1beta1',
      kind: 'PodSecurityPolicy',
      metadata: { name: 'restricted' },
      spec: {
        privileged: false,
        fsGroup: rule,
        runAsUser: rule,
        seLinux: rule,
        supplementalGroups: rule,
        volumes: ['*'],
      },
    },
    budget('cart', 'cart', { maxUnavailable: 0 }),
    budget('orders-db', 'orders-db', { minAvailable: 1 }),
    budget('orders-db-too', 'orders-db', { maxUnavailable: 1 }),
  ];
}

function workloads(): Json[] {
  const restricted = { annotations: { 'kubernetes.io/psp': 'restricted' } };
  const pod = (path: string, node: string, owner: Parameters<typeof aPodObject>[2], more: Json = {}): Json => {
    const object = aPodObject(path, inRegion(node), owner, more);
    const metadata = object['metadata'] as { labels: Json };
    const app = path.split('/')[1]?.startsWith('cart') === true ? 'cart' : 'orders-db';
    return { ...object, metadata: { ...metadata, labels: { ...metadata.labels, app } } };
  };
  const replicaSet = { kind: 'ReplicaSet', name: 'cart-5d9c7b6f4', hash: '5d9c7b6f4' };
  return [
    aWorkloadObject('Deployment', 'shop/cart'),
    aWorkloadObject('Deployment', 'shop/search', { replicas: 3 }),
    aWorkloadObject('StatefulSet', 'shop/orders-db', { replicas: 1 }),
    aWorkloadObject('DaemonSet', 'ci/image-builder', { volumes: dockerSocket }),
    pod('shop/cart-5d9c7b6f4-a', 'ip-10-0-1-1', replicaSet, restricted),
    pod('shop/cart-5d9c7b6f4-b', 'ip-10-0-2-1', replicaSet, restricted),
    pod('shop/orders-db-0', 'ip-10-0-2-2', { kind: 'StatefulSet', name: 'orders-db' }),
    aPodObject('kube-system/kube-proxy-8xk2p', inRegion('ip-10-0-1-1'), { kind: 'DaemonSet', name: 'kube-proxy' }),
    aPodObject('shop/report-7c9d-1', inRegion('fargate-ip-10-0-5-1'), {
      kind: 'ReplicaSet',
      name: 'report-7c9d',
      hash: '7c9d',
    }),
    aPodObject(
      'ci/image-builder-x1',
      inRegion('ip-10-0-2-1'),
      { kind: 'DaemonSet', name: 'image-builder' },
      { volumes: dockerSocket },
    ),
  ];
}
