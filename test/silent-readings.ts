import type { Facts } from '../src/facts.ts';
import type { Readings } from '../src/reading.ts';
import { aCluster, aComponent, aNode, aNodegroup } from './checks/cases.ts';

const coredns: Facts['coredns'][number] = {
  ...aComponent({ name: 'coredns', image: 'eks/coredns:v1.12.4-eksbuild.1', version: '1.12.4' }),
  corefile: { state: 'parsed', configMap: 'coredns', blocks: [], unresolvedImports: [] },
};

/** A cluster in which every check is judged and finds nothing. */
const facts: Omit<Facts, 'apiGroups'> & { apiGroups: string[] } = {
  cluster: aCluster,
  clusterVersions: {
    source: 'live',
    versions: ['1.33', '1.34', '1.35', '1.36', '1.37'].map((version) => ({
      version,
      clusterType: 'eks',
      status: 'STANDARD_SUPPORT',
      endOfStandardSupport: '2027-01-01',
      endOfExtendedSupport: '2028-01-01',
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
  addons: [],
  autoScalingGroups: [],
  spotServiceLinkedRole: { exists: true },
  nodes: [aNode('a', 'v1.33.5', { computeType: 'managed', group: 'blue' })],
  deployments: [],
  daemonSets: [],
  statefulSets: [],
  cronJobs: [],
  pods: [],
  namespaces: [{ name: 'shop', podSecurityLabelled: true }],
  podSecurityPolicies: [{ name: 'eks.privileged', privileged: true }],
  fargateWorkloads: [],
  vpcCni: [aComponent({ kind: 'DaemonSet', name: 'aws-node', version: '1.20.4' })],
  loadBalancerControllers: [{ ...aComponent({ version: '2.13.4' }), generation: '2' }],
  coredns: [coredns],
  apiGroups: [],
};

/** Readings under which the check is judged and silent. A check with a need of its own gets a line here. */
export function silentReadings(_id: string): Readings {
  return Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, { ok: true, value }]));
}
