import type { Facts } from '../../src/facts/facts.ts';
import type { Readings } from '../../src/facts/reading.ts';
import { readStoredInventory } from '../judge/judge-stored.ts';
import { anInsight } from '../checks/eks-answers.ts';
import { aControllerRole } from '../for-checks/iam/controller-role.ts';
import { aComponent, aController, aKarpenter, aNode, aNodegroup, anAddon } from '../checks/cases.ts';
import { aNodeClass, aTerm, theCrds } from '../checks/karpenter/objects.ts';

const stored = readStoredInventory('karpenter-1.6').readings;

/** The cluster of the law, about which each check is silent: only what `aCluster` lacks. */
export const silentCluster: Pick<Facts['cluster'], 'controlPlane'> = { controlPlane: { tier: 'tier-xl', options: [] } };

/** Each version of the stored scenario, with the tier of the cluster. */
function withTiers(): Facts['clusterVersions'] {
  const { clusterVersions } = stored;
  if (clusterVersions?.ok !== true) throw new Error('the stored scenario has no versions');
  const controlPlane = { rules: [], tiers: [{ name: 'tier-xl', rules: [] }] };
  const { source, versions } = clusterVersions.value;
  return { source, versions: versions.map((row) => ({ ...row, controlPlane })) };
}

/**
 * Facts that differ from the stored scenario `karpenter-1.6`, so that every check is judged and finds nothing: no check
 * is skipped, none warns, and each list that a check counts has an entry.
 */
const facts: Partial<Facts> = {
  clusterVersions: withTiers(),
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
  addons: [anAddon('coredns'), anAddon('vpc-cni', { version: 'v1.20.4-eksbuild.1' })],
  insights: ['1.34', '1.35', '1.36', '1.37'].flatMap((version) => [
    anInsight('Kubelet version skew', version),
    anInsight(`Deprecated APIs removed in Kubernetes v${version}`, version),
  ]),
  requestedApis: [],
  auditedCalls: { since: '2026-10-21T12:00:00.000Z', until: '2026-11-20T12:00:00.000Z', calls: [] },
  vpcSubnets: [{ id: 'subnet-0a', cidrs: ['10.0.0.0/24'], zone: 'eu-west-1a', free: 200 }],
  routeTables: [
    {
      id: 'rtb-0a1',
      main: true,
      subnetIds: [],
      routes: [{ destination: '0.0.0.0/0', target: 'nat-0a1', state: 'active' }],
    },
  ],
  vpcEndpoints: [],
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
  nodes: [aNode('a', 'v1.33.5', { computeType: 'managed', group: 'blue', instanceId: 'i-0a' })],
  nodegroups: [
    aNodegroup('blue', {
      subnetIds: ['subnet-0a'],
      nodeRole: 'arn:aws:iam::111122223333:role/prod-node',
      update: { strategy: 'DEFAULT', maxUnavailable: 1, maxUnavailablePercentage: null },
    }),
  ],
  namespaces: [{ name: 'shop', podSecurityLabelled: true, podSecurity: { enforce: 'baseline', version: null } }],
  admissionPolicies: { read: 2, policies: [] },
  autoModeNodeClasses: [
    { apiVersion: 'eks.amazonaws.com/v1', name: 'default', ready: true, readyMessage: null, conditions: [] },
  ],
  metricUses: { prometheusRules: 3, scaledObjects: 1, uses: [] },
  workloadPods: [{ kind: 'Deployment', namespace: 'shop', name: 'cart', wanted: 2, ready: 2 }],
  unreadyPods: [],
  podTemplates: [{ kind: 'Deployment', namespace: 'shop', name: 'cart', replicas: 2, running: 2 }],
  nodeLabels: [],
  csiNodes: [],
  nodeRoleUsers: [],
  waitingPods: [],
  podSecurityPolicies: [{ name: 'eks.privileged', privileged: true }],
  // 1.37 removes it: at earlier steps, nothing that apis/removed reads matters.
  podImages: [],
  servedApis: [{ api: 'storage.k8s.io/v1beta1', resource: 'volumeattributesclasses' }],
  apiObjects: { kinds: [{ resource: 'volumeattributesclasses', api: 'storage.k8s.io/v1', count: 0 }], objects: [] },
  clusterAutoscalers: [aComponent({ name: 'cluster-autoscaler', version: '1.34.5' })],
  componentRights: [],
  controllers: [aController({ controller: 'cert-manager', version: '1.20.2' })],
  karpenterControllers: [aKarpenter({ version: '1.14.4' })],
  karpenterCrds: theCrds(),
  capacityReservations: [
    {
      id: 'cr-0a1',
      match: 'targeted',
      instanceType: 'm5.large',
      availabilityZone: 'eu-west-1a',
      total: 4,
      available: 3,
      selected: false,
    },
  ],
  helmManifests: [],
  helmReleases: [],
  karpenterRoles: [aControllerRole('1.14')],
};

/**
 * Facts that differ three days after an update to 1.34, so that every check of a rollback to 1.33 is judged and finds
 * nothing.
 */
const rollbackFacts: Partial<Facts> = {
  updates: [
    {
      id: 'update-d',
      type: 'VersionUpdate',
      status: 'Successful',
      createdAt: '2026-11-17T12:00:00.000Z',
      version: '1.34',
      errors: [],
    },
  ],
  rollbackInsights: [
    {
      id: 'i-1',
      name: 'Kubelet version rollback compatibility',
      status: 'PASSING',
      reason: null,
      lastRefreshTime: '2026-11-20T12:00:00.000Z',
      resources: [],
    },
  ],
  clusterAutoscalers: [aComponent({ name: 'cluster-autoscaler', version: '1.33.6' })],
  // An alias would launch nodes of 1.34.
  karpenterNodeClasses: [
    aNodeClass('default', {
      amiFamily: 'AL2023',
      alias: null,
      terms: { ...aNodeClass('default').terms, amis: [aTerm({ id: 'ami-0a' })] },
    }),
  ],
  karpenterImages: [
    {
      kind: 'EC2NodeClass',
      name: 'default',
      terms: [
        {
          text: 'ami-0a',
          found: ['ami-0a'],
          newest: [{ id: 'ami-0a', architecture: 'x86_64', createdAt: '2026-05-01T00:00:00.000Z', kubernetes: '1.33' }],
        },
      ],
    },
  ],
  // What 1.34 introduced.
  introducedObjects: {
    version: '1.34',
    kinds: [
      { resource: 'volumeattributesclasses', api: 'storage.k8s.io/v1' },
      ...['deviceclasses', 'resourceclaims', 'resourceclaimtemplates', 'resourceslices'].map((resource) => ({
        resource,
        api: 'resource.k8s.io/v1',
      })),
    ].map((kind) => ({ ...kind, count: 0, omitted: 0 })),
    objects: [],
  },
};

/** Checks that are skipped on the nodes of the others: only Docker has another log format than later versions. */
const own: Readonly<Record<string, Partial<Facts>>> = {
  'addons/fluentd-log-format': {
    nodes: [aNode('a', 'v1.33.5', { containerRuntimeVersion: 'docker://20.10.23' })],
  },
};

/**
 * Readings for which each check of updates is judged without a finding; the control plane is at 1.33.
 * @param check the id of the check, if it needs other facts than the others
 */
export function silentReadings(check = ''): Readings {
  return readingsWith({ ...facts, ...own[check] });
}

/** Readings for which each check of rollbacks is judged without a finding; the control plane is at 1.34. */
export function silentRollbackReadings(): Readings {
  return readingsWith({ ...facts, ...rollbackFacts });
}

function readingsWith(changed: Partial<Facts>): Readings {
  const changes = Object.entries(changed).map(([name, value]) => [name, { ok: true, value }]);
  return { ...stored, ...Object.fromEntries(changes) };
}
