import type { Facts } from '../../../src/facts/facts.ts';
import { grouped } from '../../../src/syntax/grouped.ts';
import type { Tables } from '../../../src/tables/tables.ts';
import type { Party } from './parties.ts';
import { resolveOpening, resolveVerdict, type Opening, type Traffic } from './rules.ts';

type Cluster = Facts['cluster'];
type SecurityGroups = Facts['securityGroups'];
type Port = Tables['cluster-ports'][number];

/** Traffic that the security groups of one side do not allow, or allow only in part. */
export interface Problem {
  side: Party;
  direction: Traffic['direction'];
  row: Port;
  verdict: 'missing' | 'part';
  protocols: Set<string>;
  /** The other sides, each with the affected subnets or networks; empty: all of them. */
  others: ReadonlyMap<Party, readonly string[]>;
}

/** One kind of traffic between two parties that the security groups of `side` do not allow. */
interface Lack extends Pick<Problem, 'side' | 'direction' | 'row' | 'verdict'> {
  protocol: Traffic['protocol'];
  other: Party;
  places: readonly string[];
}

/** Checks each kind of traffic on both sides; merges a side's problems that differ only in protocol or other side. */
export function listProblems(
  groups: SecurityGroups,
  control: Party,
  parties: readonly Party[],
  cluster: Cluster,
  rows: Tables['cluster-ports'],
): Problem[] {
  const lacks = rows.flatMap((row) => [...listLacks(row, groups, listPairs(row, control, parties, cluster), cluster)]);
  const alike = grouped(lacks, ({ side, direction, row, verdict }) =>
    [verdict, direction, row.port, side.kind, ...side.groupIds].join('\n'),
  );
  return [...alike.values()].map((same) => {
    const [{ side, direction, row, verdict }] = same;
    const protocols = new Set(same.map(({ protocol }) => protocol.toUpperCase()));
    return { side, direction, row, verdict, protocols, others: groupPlacesByParty(same) };
  });
}

/**
 * The affected places of each other side. Empty (everywhere) if one protocol is blocked everywhere, even if another is
 * blocked only in some places.
 */
function groupPlacesByParty(lacks: readonly Lack[]): Map<Party, readonly string[]> {
  const others = grouped(lacks, ({ other }) => other);
  return new Map(
    [...others].map(([other, same]) => {
      const isEverywhere = same.some(({ places }) => places.length === 0);
      return [other, isEverywhere ? [] : [...new Set(same.flatMap(({ places }) => places))]];
    }),
  );
}

function* listLacks(
  row: Port,
  groups: SecurityGroups,
  pairs: readonly [Party, Party][],
  cluster: Cluster,
): Generator<Lack> {
  for (const protocol of row.protocols) {
    for (const direction of ['egress', 'ingress'] as const) {
      const openings = createOpeningLookup(groups, { direction, protocol, port: row.port });
      for (const [from, to] of pairs) {
        const [side, other] = direction === 'egress' ? [from, to] : [to, from];
        if (side.groupIds.length === 0) continue;
        const verdict = resolveVerdict(openings(side), other, listAddressFamilies(row, cluster, [from, to]));
        const lack = { side, direction, row, protocol, other };
        if (verdict.kind === 'missing') yield { ...lack, verdict: 'missing', places: verdict.places };
        if (verdict.kind === 'part') yield { ...lack, verdict: 'part', places: [] };
      }
    }
  }
}

/** Caches what each side allows: hundreds of security groups result in a hundred thousand pairs. */
function createOpeningLookup(groups: SecurityGroups, traffic: Traffic): (side: Party) => Opening {
  const known = new Map<Party, Opening>();
  return (side) => {
    const opening = known.get(side) ?? resolveOpening(groups, side, traffic);
    known.set(side, opening);
    return opening;
  };
}

/** The pairs of client and server. If pods have separate security groups, CoreDNS uses them. */
function listPairs({ flow }: Port, control: Party, parties: readonly Party[], cluster: Cluster): [Party, Party][] {
  const hosts = parties.filter(({ kind }) => kind !== 'pods');
  const local = parties.filter(({ kind }) => kind !== 'remote');
  const pods = local.filter(({ kind }) => kind === 'pods');
  switch (flow) {
    case 'nodes-to-control-plane':
      return cluster.endpointAccess === 'public' ? [] : parties.map((party) => [party, control]);
    case 'control-plane-to-nodes':
      return hosts.map((party) => [control, party]);
    default:
      return (pods.length > 0 ? pods : local).flatMap((server) =>
        local.map((client): [Party, Party] => [client, server]),
      );
  }
}

/** Nodes of an IPv6 cluster use IPv6; the endpoint may use either. Hybrid nodes use IPv4. */
function listAddressFamilies({ flow }: Port, { ipFamily }: Cluster, pair: readonly Party[]): (4 | 6)[] {
  if (ipFamily !== 'ipv6' || pair.some(({ kind }) => kind === 'remote')) return [4];
  return flow === 'nodes-to-control-plane' ? [4, 6] : [6];
}
