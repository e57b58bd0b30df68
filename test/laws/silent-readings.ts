import type { Facts } from '../../src/facts/facts.ts';
import type { Readings } from '../../src/facts/reading.ts';
import { anAddonOffer, anInsight } from '../checks/eks-answers.ts';
import { aControllerRole } from '../for-checks/iam/controller-role.ts';
import { aCluster, aComponent, aKarpenter, aNode, aNodegroup, aPod, anAddon } from '../checks/cases.ts';
import { allKindsRead, aQueue, theCrds } from '../checks/karpenter/objects.ts';

const coredns: Facts['coredns'][number] = {
  ...aComponent({ name: 'coredns', image: 'eks/coredns:v1.12.4-eksbuild.1', version: '1.12.4' }),
  readinessPath: '/ready',
  corefile: {
    state: 'parsed',
    configMap: 'coredns',
    blocks: [{ keys: ['.:53'], line: 1, directives: [{ name: 'ready', args: [], line: 2, block: [] }] }],
    unresolvedImports: [],
  },
};

const kubeProxy = aComponent({ kind: 'DaemonSet', name: 'kube-proxy', replicas: null, version: '1.33.5' });

/** A cluster in which every check is judged and finds nothing. */
const facts: Omit<Facts, 'apiGroups'> & { apiGroups: string[] } = {
  cluster: aCluster,
  clusterVersions: {
    source: 'live',
    versions: ['1.33', '1.34', '1.35', '1.36', '1.37'].map((version) => ({
      version,
      clusterType: 'eks',
      status: 'STANDARD_SUPPORT',
      endOfStandardSupport: '2027-12-01',
      endOfExtendedSupport: '2028-12-01',
    })),
  },
  updates: [],
  certificateAuthorities: [],
  subnets: ['a', 'b'].map((zone) => ({
    id: `subnet-0${zone}`,
    availabilityZone: `eu-west-1${zone}`,
    availabilityZoneId: zone === 'a' ? 'euw1-az1' : 'euw1-az2',
    vpcId: 'vpc-0a1',
    state: 'available',
    availableIpAddressCount: 200,
    cidrBlock: '10.0.0.0/24',
    outpostArn: null,
  })),
  nodegroups: [aNodegroup('blue')],
  nodegroupAccessEntries: [{ principalArn: 'arn:aws:iam::111122223333:role/prod-node', type: 'EC2_LINUX' }],
  nodegroupAuthRoles: null,
  nodeImages: [],
  fargateProfiles: [
    {
      name: 'shop',
      arn: 'arn:aws:eks:eu-west-1:111122223333:fargateprofile/prod/shop/0a1',
      status: 'ACTIVE',
      roleArn: 'arn:aws:iam::111122223333:role/prod-fargate',
      subnetIds: ['subnet-0a'],
      healthIssues: [],
    },
  ],
  fargateRoles: [
    {
      name: 'prod-fargate',
      found: {
        arn: 'arn:aws:iam::111122223333:role/prod-fargate',
        trust: [
          {
            effect: 'Allow',
            services: ['eks-fargate-pods.amazonaws.com'],
            actions: ['sts:AssumeRole'],
            conditions: [],
          },
        ],
        attachedPolicies: ['arn:aws:iam::aws:policy/AmazonEKSFargatePodExecutionRolePolicy'],
        own: { policies: [], boundary: null },
      },
    },
  ],
  addonNames: ['coredns'],
  addons: [anAddon('coredns')],
  addonVersions: [anAddonOffer('coredns', { 'v1.12.4-eksbuild.1': ['1.33*', '1.34*', '1.35*', '1.36*', '1.37*'] })],
  insights: ['1.34', '1.35', '1.36', '1.37'].flatMap((version) => [
    anInsight('Kubelet version skew', version),
    anInsight(`Deprecated APIs removed in Kubernetes v${version}`, version),
  ]),
  requestedApis: [],
  auditedCalls: { since: '2026-10-21T12:00:00.000Z', until: '2026-11-20T12:00:00.000Z', calls: [] },
  vpcSubnets: [{ id: 'subnet-0a', cidrs: ['10.0.0.0/24'], free: 200 }],
  vpcDns: { hostnames: true, support: true },
  routeTables: [
    {
      id: 'rtb-0a1',
      main: true,
      subnetIds: [],
      routes: [{ destination: '0.0.0.0/0', target: 'nat-0a1', state: 'active' }],
    },
  ],
  stsEndpoints: [],
  nodeInterfaces: [{ primary: true, securityGroupIds: ['sg-0c1'], subnetId: 'subnet-0a', instances: ['i-0a'] }],
  securityGroups: {
    groups: [
      {
        id: 'sg-0c1',
        name: 'eks-cluster-sg-prod',
        rules: [
          { direction: 'ingress', protocol: '-1', ports: null, groups: ['sg-0c1'], cidrs: [], prefixLists: [] },
          { direction: 'egress', protocol: '-1', ports: null, groups: [], cidrs: ['0.0.0.0/0'], prefixLists: [] },
        ],
      },
    ],
    prefixLists: [],
  },
  clusterRole: {
    name: 'prod-cluster',
    arn: 'arn:aws:iam::111122223333:role/prod-cluster',
    trust: [{ effect: 'Allow', services: ['eks.amazonaws.com'], actions: ['sts:AssumeRole'], conditions: [] }],
    attachedPolicies: ['arn:aws:iam::aws:policy/AmazonEKSClusterPolicy'],
    permissionsBoundary: null,
  },
  clusterRolePolicies: { policies: [], boundary: null },
  autoScalingGroups: [],
  spotServiceLinkedRole: { exists: true },
  nodes: [aNode('a', 'v1.33.5', { computeType: 'managed', group: 'blue', instanceId: 'i-0a' })],
  deployments: [],
  daemonSets: [],
  statefulSets: [],
  cronJobs: [],
  pods: [
    aPod('kube-proxy-1', { namespace: 'kube-system', controller: { kind: 'DaemonSet', name: 'kube-proxy' } }),
    ...['1', '2'].map((n) =>
      aPod(`karpenter-${n}`, { namespace: 'kube-system', controller: { kind: 'Deployment', name: 'karpenter' } }),
    ),
  ],
  podDisruptionBudgets: [],
  budgetedPods: [],
  budgetedWorkloads: [],
  namespaces: [{ name: 'shop', podSecurityLabelled: true }],
  podSecurityPolicies: [{ name: 'eks.privileged', privileged: true }],
  fargateWorkloads: [],
  vpcCni: [aComponent({ kind: 'DaemonSet', name: 'aws-node', version: '1.20.4' })],
  loadBalancerControllers: [{ ...aComponent({ version: '2.13.4' }), generation: '2' }],
  coredns: [coredns],
  kubeProxy: [kubeProxy],
  kubeProxyModes: [
    { ...kubeProxy, configuration: { state: 'read', mode: 'iptables', configMap: 'kube-proxy-config' } },
  ],
  apiClients: [{ ...kubeProxy, component: 'kube-proxy' }],
  coreComponents: [
    { ...aComponent({ name: 'coredns', version: '1.12.4' }), component: 'coredns', pods: { wanted: 2, available: 2 } },
    { ...kubeProxy, component: 'kube-proxy', pods: { wanted: 1, available: 1 } },
  ],
  apiGroups: [],
  // 1.37 removes it: at earlier steps, nothing that apis/removed reads matters.
  servedApis: [{ api: 'storage.k8s.io/v1beta1', resource: 'volumeattributesclasses' }],
  apiObjects: { kinds: [{ resource: 'volumeattributesclasses', api: 'storage.k8s.io/v1', count: 0 }], objects: [] },
  argoApplications: [],
  fluxInventories: [],
  apiServices: [],
  crds: [],
  admissionWebhooks: [],
  webhookServices: [],
  persistentVolumes: [
    {
      name: 'pvc-0a1',
      driver: 'ebs.csi.aws.com',
      inTreeEbs: false,
      phase: 'Bound',
      claim: 'shop/orders',
      storageClass: 'gp3',
    },
  ],
  csiDrivers: ['ebs.csi.aws.com', 'efs.csi.aws.com'],
  storageClasses: [{ name: 'gp3', isDefault: true }],
  accessGrants: { streamReaders: [], anonymousBindings: [] },
  serviceAddresses: { listed: 4, found: [] },
  networkPolicyAddresses: { listed: 2, found: [] },
  ebsCsiControllers: [aComponent({ name: 'ebs-csi-controller', version: '1.53.0' })],
  clusterAutoscalers: [aComponent({ name: 'cluster-autoscaler', version: '1.34.5' })],
  karpenterControllers: [aKarpenter({ version: '1.8.8' })],
  karpenterCrds: theCrds(),
  karpenterConversionServices: [],
  karpenterPools: [],
  karpenterNodeClasses: [],
  karpenterClaims: [],
  karpenterKeys: [],
  helmHistories: [],
  helmManifests: [],
  helmReleases: [],
  karpenterEndpoints: [],
  karpenterQueues: [aQueue()],
  karpenterRoles: [aControllerRole('1.14')],
  ...allKindsRead,
  karpenterNodeRoles: { roles: [], instanceProfiles: [] },
  nodeAccessEntries: [],
  nodeAuthRoles: null,
  vpcCniRole: { own: true },
  karpenterSubnets: [],
  karpenterSecurityGroups: [],
  karpenterImages: [],
  nvidiaDevicePlugins: [],
  logAgents: [{ agent: 'fluentd', namespace: 'amazon-cloudwatch', name: 'fluentd-cloudwatch', image: 'fluentd:v1' }],
  ingressNginxControllers: [],
  ingressClasses: [{ name: 'alb', controller: 'ingress.k8s.aws/alb', ingressNginx: false }],
  nginxIngresses: { listed: 2, counts: [] },
  emptyAutoScalingGroups: [],
  kubectl: { version: 'v1.34.1' },
  eksctl: { version: '0.230.0' },
};

/**
 * Readings for which the check is judged without a finding. If a check needs other readings, add them here by its ID.
 */
export function silentReadings(_id: string): Readings {
  return Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, { ok: true, value }]));
}
