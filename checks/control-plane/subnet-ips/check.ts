import { advice, type Advice } from '../../../src/syntax/advice.ts';
import { defineCheck, type Finding } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { formatCount, formatList } from '../../../src/syntax/english.ts';
import type { Minor } from '../../../src/syntax/versions.ts';
import {
  changeSubnetsFix,
  clusterSubnetsRemedy,
  findSubnetProblem,
  keptSubnets,
  requireCount,
} from '../../../src/for-checks/cluster-subnets.ts';
import { moreRoomFix } from './more-room.ts';
import { zoneEvidence, groupSubnetsByZone, type Zone } from './zones.ts';

type Subnet = Facts['subnets'][number];

/** What the findings about one cluster share. */
interface Subject {
  cluster: Facts['cluster'];
  /** The free IP addresses that EKS needs in a subnet. */
  needed: number;
  at: Minor;
  fix: Advice;
}

export default defineCheck({
  id: 'control-plane/subnet-ips',
  title: 'Too few free IP addresses for the control plane',
  task: 'Get enough free addresses in cluster subnets',
  severity: 'fail',
  blocks: 'control-plane',
  phase: 'before',
  direction: 'both',
  why: `During an update, EKS starts new API servers beside the old ones and creates their network interfaces in
    cluster subnets of at least two Availability Zones. It needs five free addresses in each subnet that it uses;
    without them, it rejects the update ("need at least 5 IPs in each subnet to be free for this operation"). Free
    addresses in several subnets of one zone are not added up. For new clusters, the user guide requires six in each
    subnet and recommends sixteen: to get a warning below a higher number, set the threshold \`freeInEachSubnet\`.

    These are IPv4 addresses in IPv6 clusters too: the network interfaces of the control plane get an address of
    each family, however many IPv6 addresses are free. Subnets that do not exist or that EKS cannot use are reported by
    control-plane/subnets.`,
  fix: advice`Free addresses in the cluster subnets (leaked VPC CNI interfaces, nodes that can run elsewhere), or
    configure the cluster with subnets that have more free addresses.`,
  links: [
    'https://docs.aws.amazon.com/eks/latest/userguide/update-cluster.html',
    'https://docs.aws.amazon.com/eks/latest/userguide/network-reqs.html',
    'https://github.com/aws/containers-roadmap/issues/1693',
  ],
  needs: ['subnets'],
  tables: ['subnet-addresses', 'managed-changes'],
  thresholds: {
    freeInEachSubnet: {
      about: 'minimum of free addresses in each cluster subnet; fewer are a warning',
      stricter: 'higher',
      standard: (tables) => requireCount(tables['subnet-addresses'], 'needed-in-subnet'),
    },
  },
  applies: {
    needs: [],
    when: (_facts, { cluster }) =>
      cluster.outpost ? 'a local cluster on AWS Outposts: its control plane runs in the Outpost' : true,
  },

  *run({ subnets: existing }, { cluster, current, versions, tables, gone, thresholds = {} }) {
    const rows = tables['subnet-addresses'];
    const needed = requireCount(rows, 'needed-in-subnet');
    const wanted = Math.max(needed, thresholds['freeInEachSubnet'] ?? 0);
    const subnets = existing.filter((subnet) => findSubnetProblem(subnet, cluster, rows) === undefined);
    const small = subnets.filter(({ availableIpAddressCount: free }) => free < wanted);
    const fix = moreRoomFix({ cluster, gone, tables }, existing, small);
    const subject = { cluster, needed, fix, at: versions[1] ?? current };
    const kept = new Set(keptSubnets(existing, cluster, rows).map(({ id }) => id));
    const isChanged = cluster.subnetIds.some((id) => !kept.has(id));
    const failure = tooFewZones(subject, groupSubnetsByZone(subnets, needed), requireCount(rows, 'zones'));
    if (failure !== undefined)
      yield isChanged
        ? { ...failure, fix: changeSubnetsFix(cluster, existing, tables, gone), remedy: clusterSubnetsRemedy }
        : failure;
    // The failure already lists every subnet with fewer addresses than EKS needs.
    const further = small.filter((one) => failure === undefined || one.availableIpAddressCount >= needed);
    for (const subnet of further) yield smallSubnet(subject, subnet, wanted);
  },
});

function tooFewZones({ cluster, needed, at, fix }: Subject, zones: Zone[], zonesNeeded: number): Finding | undefined {
  const roomy = zones.filter(({ hasRoom }) => hasRoom).length;
  if (roomy >= zonesNeeded) return undefined;
  return {
    level: 'fail',
    rule: 'zones',
    short: `${roomy === 0 ? 'no zone has' : `only ${roomy} zone has`} ${needed} free addresses`,
    at,
    resource: { kind: 'Cluster', name: cluster.name },
    message: tooFewText(zones, needed, zonesNeeded),
    evidence: zoneEvidence(zones, `a subnet with ${needed} free`),
    fix,
  };
}

function tooFewText(zones: readonly Zone[], needed: number, zonesNeeded: number): string {
  const where = `in each of ${zonesNeeded} zones`;
  if (zones.length === 0) return `no cluster subnet exists; EKS needs one with ${needed} free addresses ${where}`;
  const full = zones.filter(({ hasRoom }) => !hasRoom).map(({ name }) => name);
  return full.length === 0
    ? `cluster subnets with ${needed} free addresses are in only one zone (${formatList(zones.map(({ name }) => name))}); EKS needs one ${where}`
    : `no cluster subnet in ${formatList(full, full.length)} has ${needed} free addresses; EKS needs one ${where}`;
}

function smallSubnet({ at, fix, needed }: Subject, subnet: Subnet, wanted: number): Finding {
  const { id, availabilityZone, availableIpAddressCount: free } = subnet;
  const required =
    wanted > needed ? `the config file requires ${wanted} in each` : `EKS needs ${needed} in each subnet that it uses`;
  return {
    level: 'warn',
    rule: 'small-subnet',
    short: free === 0 ? 'no free IP addresses' : `only ${formatCount(free, 'free IP address', 'free IP addresses')}`,
    at,
    resource: { kind: 'Subnet', name: id, note: availabilityZone },
    message: `${formatCount(free, 'free address', 'free addresses')} in the subnet; ${required}`,
    evidence: [{ observed: `${free} free`, required: `${wanted} free` }],
    fix,
  };
}
