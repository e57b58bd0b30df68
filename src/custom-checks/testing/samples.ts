import type { Facts } from '../../facts/facts.ts';

/** The default cluster of cases: `prod` at 1.33 in eu-west-1. */
export const aCluster: Facts['cluster'] = {
  name: 'prod',
  arn: 'arn:aws:eks:eu-west-1:111122223333:cluster/prod',
  region: 'eu-west-1',
  account: '111122223333',
  partition: 'aws',
  version: '1.33',
  platformVersion: 'eks.12',
  status: 'ACTIVE',
  createdAt: '2024-01-15T08:00:00.000Z',
  supportPolicy: 'EXTENDED',
  autoMode: false,
  authenticationMode: 'API',
  ipFamily: 'ipv4',
  outpost: false,
  hybrid: false,
  remoteNodeCidrs: [],
  endpointAccess: 'both',
  vpcId: 'vpc-0a1',
  subnetIds: ['subnet-0a', 'subnet-0b'],
  securityGroupIds: [],
  clusterSecurityGroupId: 'sg-0c1',
  roleArn: 'arn:aws:iam::111122223333:role/prod-cluster',
  oidcIssuer: 'https://oidc.eks.eu-west-1.amazonaws.com/id/EXAMPLED539D4633E53DE1B71EXAMPLE',
  healthIssues: [],
};

/** A self-managed node at the given kubelet version; `more` replaces fields. */
export function aNode(
  name: string,
  kubeletVersion: string,
  more: Partial<Facts['nodes'][number]> = {},
): Facts['nodes'][number] {
  return {
    name,
    computeType: 'self-managed',
    group: null,
    kubeletVersion,
    containerRuntimeVersion: 'containerd://2.1.4',
    osImage: 'Amazon Linux 2023.9.20251014',
    kernelVersion: '6.12.46-66.121.amzn2023.x86_64',
    zone: 'eu-west-1a',
    instanceType: 'm6i.large',
    ready: true,
    notReadySince: null,
    pressures: [],
    unschedulable: false,
    deletingSince: null,
    nvidiaGpus: 0,
    instanceId: null,
    ...more,
  };
}

/** A healthy managed node group at 1.33; `more` replaces fields. */
export function aNodegroup(name: string, more: Partial<Facts['nodegroups'][number]> = {}): Facts['nodegroups'][number] {
  return {
    name,
    status: 'ACTIVE',
    version: '1.33',
    releaseVersion: '1.33.5-20251103',
    amiType: 'AL2023_x86_64_STANDARD',
    capacityType: 'ON_DEMAND',
    minSize: 1,
    desiredSize: 3,
    maxSize: 6,
    launchTemplate: false,
    nodeRole: 'arn:aws:iam::111122223333:role/prod-node',
    subnetIds: ['subnet-0a', 'subnet-0b'],
    instanceTypes: ['m6i.large'],
    labels: {},
    taints: [],
    healthIssues: [],
    ...more,
  };
}

/** A healthy EKS add-on; `more` replaces fields. */
export function anAddon(name: string, more: Partial<Facts['addons'][number]> = {}): Facts['addons'][number] {
  return {
    name,
    version: 'v1.12.4-eksbuild.1',
    status: 'ACTIVE',
    owner: 'aws',
    serviceAccountRoleArn: null,
    healthIssues: [],
    ...more,
  };
}

/** `Deployment shop/cart`, for `deployments`, `daemonSets`, `statefulSets` or `cronJobs`; `more` replaces fields. */
export function aWorkload(more: Partial<Facts['deployments'][number]> = {}): Facts['deployments'][number] {
  return {
    kind: 'Deployment',
    namespace: 'shop',
    name: 'cart',
    replicas: 2,
    labels: {},
    containers: [{ name: 'app', image: 'registry.example/cart:1' }],
    hostPaths: [],
    configMaps: [],
    claims: false,
    ...more,
  };
}

/** A running pod of `Deployment shop/cart`; `more` replaces fields. */
export function aPod(name: string, more: Partial<Facts['pods'][number]> = {}): Facts['pods'][number] {
  return {
    namespace: 'shop',
    name,
    node: 'a',
    phase: 'Running',
    ready: true,
    terminating: false,
    controller: { kind: 'Deployment', name: 'cart' },
    podSecurityPolicy: null,
    hostPaths: [],
    ...more,
  };
}
