import type { Facts, NodeFact } from '../facts/facts.ts';
import type { ExtraNodes } from './extra-nodes.ts';
import { formatCount, formatList } from '../syntax/english.ts';
import { instanceFamily } from '../syntax/instance-family.ts';
import type { Tables } from '../tables/tables.ts';

export type QuotaRow = Tables['vcpu-quotas'][number];

/** What the replacement of one group adds to one quota, at most. */
export interface GroupNeed {
  extra: ExtraNodes;
  row: QuotaRow;
  vcpus: number;
  /** `4 nodes of m6i.large`. */
  text: string;
}

/** A type whose quota or number of vCPUs is unknown. */
export interface UnknownType {
  type: string;
  why: 'family' | 'vcpus';
}

/** How quotas count an instance type. */
export interface Counting {
  rows: readonly QuotaRow[];
  vcpus: ReadonlyMap<string, number>;
}

/** What a new node may be. */
interface Launch {
  type: string;
  capacity: QuotaRow['capacity'];
}

/** What each group adds to each quota that can count its new nodes, and the types for which that is unknown. */
export function listNeeds(
  extras: readonly ExtraNodes[],
  counting: Counting,
): { needs: GroupNeed[]; unknown: UnknownType[] } {
  const all = extras.map((extra) => ({ extra, launches: listLaunches(extra) }));
  const unknown = all.flatMap(({ launches }) => launches.flatMap((launch) => findUnknown(launch, counting)));
  const needs = all.flatMap(({ extra, launches }) =>
    counting.rows.flatMap((row) => {
      const own = launches.filter((launch) => findQuota(launch, counting.rows) === row);
      const sizes = largestSizes(extra, own, counting);
      const vcpus = sizes.reduce((sum, size) => sum + size, 0);
      const types = [...new Set(own.map(({ type }) => type))].sort();
      const text = `${formatCount(sizes.length, 'node')} of ${formatList(types)}`;
      return vcpus === 0 ? [] : [{ extra, row, vcpus, text }];
    }),
  );
  return { needs, unknown };
}

/**
 * For a managed node group, each type that it may launch; for Karpenter, each node that it replaces. Capacity Blocks
 * count towards no quota.
 */
function listLaunches({ group, nodegroup }: ExtraNodes): Launch[] {
  const present = group.nodes.map(toLaunch);
  if (nodegroup === undefined) return present;
  const { capacityType, instanceTypes } = nodegroup;
  if (capacityType === 'CAPACITY_BLOCK') return [];
  const told = capacityType === 'SPOT' ? 'spot' : 'on-demand';
  const capacity = capacityType === null ? toLaunch(group.nodes[0]).capacity : told;
  const types = instanceTypes.length > 0 ? instanceTypes : present.map(({ type }) => type);
  return types.map((type) => ({ type, capacity }));
}

function toLaunch({ instanceType, spot }: NodeFact): Launch {
  return { type: instanceType ?? '', capacity: spot === true ? 'spot' : 'on-demand' };
}

function findQuota({ type, capacity }: Launch, rows: readonly QuotaRow[]): QuotaRow | undefined {
  return rows.find((row) => row.capacity === capacity && row.families.includes(instanceFamily(type)));
}

function findUnknown(launch: Launch, { rows, vcpus }: Counting): UnknownType[] {
  const { type } = launch;
  if (findQuota(launch, rows) === undefined) return [{ type, why: 'family' }];
  return vcpus.has(type) ? [] : [{ type, why: 'vcpus' }];
}

/** The vCPUs of each new node, at most: all nodes of a managed node group may be of its largest type. */
function largestSizes({ nodegroup, total }: ExtraNodes, launches: readonly Launch[], { vcpus }: Counting): number[] {
  const sizes = launches.map(({ type }) => vcpus.get(type) ?? 0).toSorted((a, b) => b - a);
  const [largest = 0] = sizes;
  return nodegroup === undefined ? sizes.slice(0, total.to) : Array.from({ length: total.to }, () => largest);
}

/**
 * The vCPUs of the cluster's nodes that a quota surely counts. Omits self-managed nodes, whose labels do not show Spot,
 * and nodes that are not Ready, whose instance may have stopped.
 */
export function countOwn(
  row: QuotaRow,
  { nodes, nodegroups }: Pick<Facts, 'nodes' | 'nodegroups'>,
  { rows, vcpus }: Counting,
): number {
  const reserved = nodegroups.filter(({ capacityType }) => capacityType === 'CAPACITY_BLOCK').map(({ name }) => name);
  const counts = ({ computeType, group, ready }: NodeFact): boolean =>
    ready === true && (computeType === 'managed' ? !reserved.includes(group ?? '') : computeType === 'karpenter');
  const launches = nodes.filter(counts).map(toLaunch);
  return launches
    .filter((launch) => findQuota(launch, rows) === row)
    .reduce((sum, { type }) => sum + (vcpus.get(type) ?? 0), 0);
}
