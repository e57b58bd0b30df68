import type { Context } from '../../../src/check.ts';
import type { Facts, NodeFact } from '../../../src/facts/facts.ts';
import { advice, type Advice } from '../../../src/syntax/advice.ts';
import { formatCount, formatList } from '../../../src/syntax/english.ts';

type Here = Pick<Context, 'cluster' | 'gone' | 'freeAddresses'>;

/** The subnets of a new node group. */
export interface GroupSubnets {
  /** Those that the command names; the placeholder if none of the old ones can be used. */
  named: 'SUBNET_IDS' | readonly string[];
  /** Why, with a leading space. */
  why: Advice;
}

/**
 * About how many addresses a node with a few pods takes with the default settings of the VPC CNI: those of two network
 * interfaces of m5.large. With IPv6, only its own.
 * Source: https://github.com/aws/amazon-vpc-cni-k8s/blob/master/docs/eni-and-ip-target.md
 */
const addressesOfNode = { ipv4: 20, ipv6: 1 } as const;

/**
 * The subnets of an old node group in which a new one finds room for as many nodes.
 * @param nodes the known nodes of the old group
 */
export function chooseSubnets(
  { subnetIds, desiredSize }: Pick<Facts['nodegroups'][number], 'subnetIds' | 'desiredSize'>,
  nodes: readonly NodeFact[],
  { cluster, gone, freeAddresses = new Map() }: Here,
): GroupSubnets {
  const there = subnetIds.filter((id) => !gone.has(id));
  const wanted = desiredSize ?? nodes.length;
  const each = addressesOfNode[cluster.ipFamily === 'ipv6' ? 'ipv6' : 'ipv4'];
  const needed = Math.ceil(wanted / Math.max(1, there.length)) * each;
  const full = there.filter((id) => (freeAddresses.get(id) ?? needed) < needed);
  const left = there.filter((id) => !full.includes(id));
  if (there.length === 0) {
    const why = advice` Replace SUBNET_IDS with subnets in the VPC of the cluster that have free addresses.`;
    return { named: 'SUBNET_IDS', why };
  }
  const counts = listCounts(full.length === 0 ? there : full, freeAddresses);
  if (left.length === 0) {
    const why = advice` Replace SUBNET_IDS with subnets in the VPC of the cluster that have about ${each} free addresses for each of ${formatCount(wanted, 'new node')}: those of the old group have too few (${counts}).`;
    return { named: 'SUBNET_IDS', why };
  }
  return { named: left, why: full.length === 0 ? whyAll(counts) : whyNot(full, counts) };
}

function whyAll(counts: string): Advice {
  const read = counts === '' ? advice`` : advice` (free now: ${counts})`;
  return advice` Remove subnets from \`--subnets\` that do not have enough free addresses for the new nodes and their pods${read}, or free addresses there first: pods with EBS volumes need a node in the Availability Zone of their volumes.`;
}

function whyNot(full: readonly string[], counts: string): Advice {
  return advice` The command omits ${formatList(full)}, without enough free addresses for new nodes and their pods (free now: ${counts}). If pods there use EBS volumes, which stay in their Availability Zone, free addresses and name the subnet, too.`;
}

const mostSubnets = 4;

/** The free addresses of the subnets that have the fewest. */
function listCounts(subnetIds: readonly string[], free: ReadonlyMap<string, number>): string {
  const known = subnetIds.flatMap((id) => (free.has(id) ? [{ id, free: free.get(id) ?? 0 }] : []));
  const fewest = known.toSorted((a, b) => a.free - b.free).slice(0, mostSubnets);
  return fewest.map(({ id, free: count }) => `${id} ${count}`).join(', ');
}
