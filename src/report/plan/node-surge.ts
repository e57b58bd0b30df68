import type { Facts, NodeFact } from '../../facts/facts.ts';
import { listExtraNodes, type ExtraNodes } from '../../for-checks/extra-nodes.ts';
import { isWanted } from '../../for-checks/components.ts';
import { findSettings, measure, type Sizing } from '../../for-checks/node-demands.ts';
import { listRolledGroups } from '../../for-checks/rolled-groups.ts';
import { countOwn, listNeeds, type Counting, type GroupNeed } from '../../for-checks/vcpu-needs.ts';
import { findRoom, type Network, type Room } from '../../for-checks/zone-room.ts';
import { loadTable } from '../../tables/tables.ts';
import { formatCount, formatList } from '../../syntax/english.ts';
import type { Known } from './draft.ts';
import { readValue } from './read.ts';

/** The new nodes that EKS starts for the update of a managed node group before it drains the old ones. */
export interface Surge {
  /** How many, and where, in a sentence. */
  starts: string;
  /** The room for them, each in a sentence; empty if it was not read. */
  room: string[];
}

/** Everything that decides about the room for new nodes. */
interface Read {
  nodes: readonly NodeFact[];
  nodegroups: Facts['nodegroups'];
  network: Network;
  sizing: Sizing;
  readings: Known['readings'];
}

/**
 * The new nodes of each managed node group that the update replaces, by the group as `drain` of the report names it.
 * Source: https://docs.aws.amazon.com/eks/latest/userguide/managed-node-update-behavior.html
 */
export function listSurges({ cluster, readings, path }: Known): ReadonlyMap<string, Surge> {
  const nodes = readValue(readings.nodes);
  const nodegroups = readValue(readings.nodegroups);
  const subnets = readValue(readings.vpcSubnets);
  if (nodes === undefined || nodegroups === undefined || subnets === undefined) return new Map();
  const vpcCni = readValue(readings.vpcCni)?.filter(isWanted);
  const read: Read = {
    nodes,
    nodegroups,
    network: {
      subnets,
      eniConfigs: readValue(readings.eniConfigs),
      blocks: readValue(readings.subnetBlocks),
      discovers: findSettings(vpcCni)?.subnetDiscovery === true,
    },
    sizing: {
      ipFamily: cluster.ipFamily,
      vpcCni,
      pods: readValue(readings.pods),
      instanceTypes: readValue(readings.instanceTypes),
      launchTemplates: readValue(readings.launchTemplates),
    },
    readings,
  };
  const extras = listExtraNodes(listRolledGroups({ nodes, nodegroups }, path), nodegroups, subnets);
  return new Map(
    extras.map((extra) => [
      extra.group.text,
      { starts: startsText(extra), room: [...zoneTexts(extra, read), ...vcpuTexts(extra, read)] },
    ]),
  );
}

function startsText({ group, nodegroup, total, inZone }: ExtraNodes): string {
  const own = nodegroup?.instanceTypes ?? [];
  const seen = group.nodes.flatMap(({ instanceType }) => instanceType ?? []);
  const types = [...new Set(own.length > 0 ? own : seen)];
  const what = types.length === 0 ? '' : ` of ${formatList(types)}`;
  return `EKS first starts up to ${formatCount(total.to, 'new node')}${what} in ${formatList(inZone?.zones ?? [], 6)}, then marks all old nodes unschedulable.`;
}

function zoneTexts(extra: ExtraNodes, { network, sizing }: Read): string[] {
  const { nodegroup, inZone } = extra;
  if (nodegroup === undefined || inZone === undefined) return [];
  const need = measure(extra, sizing)?.need;
  return inZone.zones
    .flatMap((zone) => findRoom({ zone, subnetIds: nodegroup.subnetIds, nodes: inZone.nodes, need }, network))
    .filter(({ state }) => state !== 'unknown')
    .map(zoneText);
}

const shortage: Readonly<Partial<Record<Room['state'], string>>> = {
  none: ': too few for the new nodes',
  few: ': pods may have to wait for addresses',
};

function zoneText({ zone, free, needed, unit, subnetIds, state }: Room): string {
  const have =
    unit === 'blocks' ? formatCount(free, 'free /28 block') : formatCount(free, 'free address', 'free addresses');
  return `${zone}: ${have} in ${formatList(subnetIds)}, up to ${needed} needed${shortage[state] ?? ''}.`;
}

function vcpuTexts(extra: ExtraNodes, { nodes, nodegroups, readings }: Read): string[] {
  const quotas = readValue(readings.vcpuQuotas) ?? [];
  const types = readValue(readings.instanceTypes) ?? [];
  const counting: Counting = {
    rows: loadTable('vcpu-quotas').rows,
    vcpus: new Map(types.map(({ name, vcpus }) => [name, vcpus])),
  };
  return listNeeds([extra], counting).needs.flatMap((need) => {
    const quota = quotas.find(({ code }) => code === need.row.code)?.found;
    if (quota === undefined || quota === null) return [];
    const metric = readValue(readings.vcpuUsage)?.find(({ code }) => code === need.row.code)?.vcpus;
    const own = countOwn(need.row, { nodes: [...nodes], nodegroups }, counting);
    return [vcpuText(need, { quota: quota.vcpus, own, metric: metric ?? undefined })];
  });
}

function vcpuText(
  { row, vcpus }: GroupNeed,
  { quota, own, metric }: { quota: number; own: number; metric: number | undefined },
): string {
  const used = metric === undefined ? `at least ${own}` : `${Math.max(own, metric)}`;
  return `${used} of ${quota} vCPUs used (quota ${row.code}), up to ${vcpus} more needed.`;
}
