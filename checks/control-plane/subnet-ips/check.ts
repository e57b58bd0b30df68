import { advice, type Advice } from '../../../src/languages/advice.ts';
import { defineCheck, type Finding } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import type { Tables } from '../../../src/tables/tables.ts';
import { counted } from '../../../src/languages/english.ts';
import type { Minor } from '../../../src/languages/versions.ts';
import { countOf } from '../../../src/subjects/cluster-subnets.ts';
import { holdsInterfaces, moreRoomFix } from './more-room.ts';
import { zoneEvidence, zonesOf, zonesText, type Zone } from './zones.ts';

type Subnet = Facts['subnets'][number];
type Rows = Tables['subnet-addresses'];

/** What the findings of one cluster share. */
interface Subject {
  cluster: Facts['cluster'];
  zones: readonly Zone[];
  at: Minor;
  fix: Advice;
}

export default defineCheck({
  id: 'control-plane/subnet-ips',
  title: 'Too few free IP addresses for the control plane',
  severity: 'fail',
  blocks: 'control-plane',
  phase: 'before',
  why: `During an update, EKS starts new API servers beside the old ones and creates their network interfaces in the
    cluster subnets, any of them, in at least two Availability Zones. This needs up to five free addresses;
    without them, the update fails. The user guide requires at least six in each subnet and recommends sixteen.

    These are IPv4 addresses in IPv6 clusters too: the network interfaces of the control plane get an address of
    each family, however many IPv6 addresses are free. Subnets that no longer exist are reported by
    control-plane/subnets.`,
  fix: advice`Free addresses in the cluster subnets (leaked VPC CNI interfaces, nodes that can run elsewhere), or
    configure the cluster with subnets that have more free addresses.`,
  links: [
    'https://docs.aws.amazon.com/eks/latest/userguide/update-cluster.html',
    'https://docs.aws.amazon.com/eks/latest/userguide/network-reqs.html',
  ],
  needs: ['subnets'],
  tables: ['subnet-addresses'],
  thresholds: {
    freeInAllSubnets: {
      about: 'minimum of free addresses in all cluster subnets together; fewer are a failure',
      stricter: 'higher',
      standard: (tables) => countOf(tables['subnet-addresses'], 'needed-in-all'),
    },
    freeInEachSubnet: {
      about: 'minimum of free addresses in each cluster subnet; fewer are a warning',
      stricter: 'higher',
      standard: (tables) => countOf(tables['subnet-addresses'], 'comfortable-in-each'),
    },
  },
  applies: {
    needs: [],
    when: (_facts, { cluster }) =>
      cluster.outpost ? 'a local cluster on AWS Outposts: its control plane runs in the Outpost' : true,
  },

  *run({ subnets: existing }, { cluster, current, versions, tables, thresholds = {} }) {
    const at = versions[1] ?? current;
    const subnets = existing.filter((subnet) => holdsInterfaces(subnet, cluster));
    const rows = tables['subnet-addresses'];
    const subject = { at, cluster, fix: moreRoomFix(cluster, existing, rows), zones: zonesOf(subnets) };
    const problems = [...tooFew(subject, rows, thresholds['freeInAllSubnets'] ?? 0)];
    yield* problems;
    if (problems.length === 0) yield* unbalanced(subject, rows);
    yield* smallSubnets(subject, subnets, rows, thresholds['freeInEachSubnet'] ?? 0);
  },
});

function* tooFew({ cluster, zones, at, fix }: Subject, rows: Rows, own: number): Generator<Finding> {
  const needed = Math.max(countOf(rows, 'needed-in-all'), own);
  const zonesNeeded = countOf(rows, 'zones');
  const resource = { kind: 'Cluster', name: cluster.name };
  const total = zones.reduce((sum, { free }) => sum + free, 0);
  if (total < needed) {
    yield {
      level: 'fail',
      rule: 'addresses',
      at,
      resource,
      message: `${addresses(total)} in all cluster subnets; ${needed === own ? 'the config file requires' : 'the update may need'} ${needed}`,
      evidence: zoneEvidence(zones, `${needed} free in all cluster subnets together`),
      fix,
    };
  }
  const withAny = zones.filter(({ free }) => free > 0);
  if (withAny.length < zonesNeeded) {
    yield {
      level: 'fail',
      rule: 'zones',
      at,
      resource,
      message: `free addresses in ${zonesText(withAny)}; the update needs them in ${zonesNeeded} zones`,
      evidence: zoneEvidence(zones, `free addresses in ${zonesNeeded} zones`),
      fix,
    };
  }
}

function* unbalanced({ cluster, zones, at, fix }: Subject, rows: Rows): Generator<Finding> {
  const needed = countOf(rows, 'needed-in-all');
  const zonesNeeded = countOf(rows, 'zones');
  const withEnough = zones.filter(({ free }) => free >= needed);
  if (withEnough.length >= zonesNeeded) return;
  yield {
    level: 'warn',
    rule: 'zones-with-enough',
    at,
    resource: { kind: 'Cluster', name: cluster.name },
    message: `${zonesText(withEnough)} has ${needed} or more free addresses; EKS needs them in ${zonesNeeded} zones`,
    evidence: zoneEvidence(zones, `${needed} free in ${zonesNeeded} zones`),
    fix,
  };
}

function* smallSubnets({ at, fix }: Subject, subnets: readonly Subnet[], rows: Rows, own: number): Generator<Finding> {
  const comfortable = Math.max(countOf(rows, 'comfortable-in-each'), own);
  for (const { id, availabilityZone, availableIpAddressCount: free } of subnets) {
    if (free >= comfortable) continue;
    yield {
      level: 'warn',
      rule: 'small-subnet',
      at,
      resource: { kind: 'Subnet', name: id, note: availabilityZone },
      message: `${addresses(free)} in the subnet; ${comfortable === own ? 'the config file requires' : 'EKS recommends'} ${comfortable} in each`,
      evidence: [{ observed: `${free} free`, required: `${comfortable} free` }],
      fix,
    };
  }
}

function addresses(count: number): string {
  return counted(count, 'free address', 'free addresses');
}
