import type { Finding } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import type { ExtraNodes } from '../../../src/for-checks/extra-nodes.ts';
import { advice, commands } from '../../../src/syntax/advice.ts';
import { formatCount, formatList } from '../../../src/syntax/english.ts';
import { sh } from '../../../src/syntax/shell.ts';
import { measure, type Sizing } from '../../../src/for-checks/node-demands.ts';
import { toEvidence, type Judged } from './judged.ts';
import { tightFinding } from './tight.ts';
import { roomFix } from './fix.ts';
import { findRoom, type Network, type Room } from '../../../src/for-checks/zone-room.ts';

type Cluster = Facts['cluster'];

/** Findings about the addresses for the new nodes of managed node groups, and for their pods. */
export function* zoneFindings(
  extra: readonly ExtraNodes[],
  network: Network,
  sizing: Sizing,
  cluster: Cluster,
): Generator<Finding> {
  const judged = extra.flatMap((one): Judged[] => {
    const { nodegroup, inZone } = one;
    if (nodegroup === undefined || inZone === undefined) return [];
    const size = measure(one, sizing);
    const rooms = inZone.zones.flatMap((zone) =>
      findRoom({ zone, subnetIds: nodegroup.subnetIds, nodes: inZone.nodes, need: size?.need }, network),
    );
    return [{ text: one.group.text, nodegroup, zones: inZone.zones.length, rooms, pods: size?.pods }];
  });
  for (const one of judged) {
    const short = one.rooms.filter(({ state }) => state === 'none' || state === 'few');
    if (short.length > 0) yield shortFinding(one, short, cluster);
    const unclear = one.rooms.filter(({ state }) => state === 'unknown');
    const read = unclear.filter(({ subnetIds }) => subnetIds.length > 0);
    if (read.length > 0) yield unclearFinding(one, read);
    const without = unclear.filter(({ subnetIds }) => subnetIds.length === 0);
    if (without.length > 0) yield noConfigFinding(one, without);
  }
  yield* tightFinding(judged, cluster);
}

function shortFinding(judged: Judged, short: readonly Room[], cluster: Cluster): Finding {
  const { text, nodegroup, zones, pods } = judged;
  const none = short.filter(({ state }) => state === 'none');
  const subnets = [...new Set(short.flatMap(({ subnetIds }) => subnetIds))].sort();
  return {
    level: none.length > 0 ? 'fail' : 'warn',
    rule: none.length > 0 ? 'none' : 'few',
    remedy: `room-in-subnets:${subnets.join(',')}`,
    resource: { kind: 'NodeGroup', name: nodegroup.name },
    ...(none.length > 0 ? { groups: [text] } : {}),
    message: none.length > 0 ? noneText(none) : fewText(short),
    evidence: short.map((room) => toEvidence(room, pods)),
    fix: roomFix(cluster, nodegroup, short, zones),
  };
}

function noneText(none: readonly Room[]): string {
  const { nodes = 0, what } = none[0] ?? {};
  const list = formatList(
    none.map(({ zone, free }) => `${zone} (${free})`),
    10,
  );
  const start = `the update starts ${formatCount(nodes, 'new node')} in each zone`;
  return what === 'configs'
    ? `${start}, but the subnets of the ENIConfigs have fewer free addresses in ${list}: pods do not start there`
    : `${start}, but fewer addresses are free in ${list}`;
}

function fewText(few: readonly Room[]): string {
  const list = formatList(
    few.map(
      ({ zone, free, needed, unit }) => `${zone} (${free} of ${needed}${unit === 'blocks' ? ' /28 blocks' : ''})`,
    ),
    10,
  );
  return `the new nodes and their pods need more addresses than are free in ${list}: pods may wait for addresses`;
}

function unclearFinding({ text, nodegroup }: Judged, unclear: readonly Room[]): Finding {
  const ids = [...new Set(unclear.flatMap(({ subnetIds }) => subnetIds))];
  return {
    level: 'unknown',
    rule: 'not-known',
    resource: { kind: 'NodeGroup', name: nodegroup.name },
    groups: [text],
    message: `unknown how many addresses are free in ${formatList(ids, 10)} for new nodes`,
    evidence: unclear.map(({ zone, subnetIds }) => ({
      observed: `${subnetIds.join(', ')}: addresses are reserved for prefixes, or EC2 reported no number`,
      resource: `Zone ${zone}`,
      fact: 'vpcSubnets',
    })),
    fix: advice`EC2 does not count the addresses of a CIDR reservation among the free ones. Look at the subnet and its
      reservations in the Amazon VPC console.`,
  };
}

/** With custom networking, the VPC CNI assigns no addresses to pods in a zone without an ENIConfig. */
function noConfigFinding({ text, nodegroup }: Judged, without: readonly Room[]): Finding {
  const zones = formatList(
    without.map(({ zone }) => zone),
    10,
  );
  return {
    level: 'unknown',
    rule: 'no-config',
    remedy: `eni-config-in:${without.map(({ zone }) => zone).join(',')}`,
    resource: { kind: 'NodeGroup', name: nodegroup.name },
    groups: [text],
    message: `unknown how many addresses are free for pods in ${zones}: no ENIConfig has a subnet there`,
    evidence: without.map(({ zone }) => ({
      observed: 'no ENIConfig with a subnet of the VPC',
      required: 'an ENIConfig',
      resource: `Zone ${zone}`,
      fact: 'eniConfigs',
    })),
    fix: advice`Create an ENIConfig with a subnet in ${zones}: the VPC CNI uses custom networking, and pods of new nodes
      get no addresses without one.\n${commands(sh`kubectl get eniconfigs`)}`,
  };
}
