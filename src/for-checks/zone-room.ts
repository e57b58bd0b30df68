import type { Facts } from '../facts/facts.ts';
import type { NodeNeed } from './address-needs.ts';

/** The subnets of a VPC, as far as they decide where nodes and pods get addresses. */
export interface Network {
  subnets: Facts['vpcSubnets'];
  /** Undefined if they were not read. */
  eniConfigs: Facts['eniConfigs'] | undefined;
  /** Undefined if they were not read. */
  blocks: Facts['subnetBlocks'] | undefined;
  /** The VPC CNI also uses subnets with its tag. */
  discovers: boolean;
}

/** New nodes in one zone. */
export interface Demand {
  zone: string;
  /** The subnets of the node group. */
  subnetIds: readonly string[];
  nodes: number;
  /** Undefined: unknown, so only the nodes themselves count. */
  need: NodeNeed | undefined;
}

/** How much room a zone has for something. */
export interface Room {
  zone: string;
  /** `nodes`: the new nodes alone; `pods`: with the addresses of their pods; `configs`: these, by ENIConfigs. */
  what: 'nodes' | 'pods' | 'configs';
  unit: 'addresses' | 'blocks';
  subnetIds: readonly string[];
  nodes: number;
  free: number;
  needed: number;
  /** `none`: surely too few; `few`: less than needed; `tight`: less than 1.5 times the need. */
  state: 'none' | 'few' | 'tight' | 'enough' | 'unknown';
}

type Subnet = Facts['vpcSubnets'][number];

const comfortable = 1.5;

/**
 * The room for the new nodes of one zone, and for their pods. Empty if what was not read decides: the fact that is
 * missing is reported elsewhere.
 */
export function findRoom(demand: Demand, network: Network): Room[] {
  const { zone, nodes, subnetIds, need } = demand;
  const own = network.subnets.filter((subnet) => subnet.zone === zone && subnetIds.includes(subnet.id));
  const forNodes = toRoom(demand, 'nodes', own, nodes);
  if (forNodes.state === 'unknown') return [forNodes];
  if (forNodes.state === 'none')
    return need !== undefined && inBlocks(need) ? doubted(forNodes, own, network) : [forNodes];
  if (need === undefined) return [];
  if (need.apart > 0) return roomOfConfigs(demand, need, network);
  const tagged = network.discovers ? network.subnets.filter((one) => isTagged(one, zone, subnetIds)) : [];
  const forPods = [...own, ...tagged];
  if (need.blocks > 0) return roomInBlocks(toRoom(demand, 'pods', [], nodes * need.blocks), forPods, network);
  return need.own > 1 ? [toRoom(demand, 'pods', forPods, nodes * need.own)] : [forNodes];
}

function inBlocks({ apart, blocks }: NodeNeed): boolean {
  return apart === 0 && blocks > 0;
}

/** EC2 does not count addresses that are reserved for prefixes, so a low count of such a subnet shows nothing. */
function doubted(room: Room, subnets: readonly Subnet[], { blocks }: Pick<Network, 'blocks'>): Room[] {
  const own = subnets.map(({ id }) => blocks?.find((one) => one.id === id));
  if (own.includes(undefined)) return [];
  return [own.some((one) => one?.reserved === true) ? { ...room, state: 'unknown' } : room];
}

function isTagged({ id, zone, forPods }: Subnet, wanted: string, own: readonly string[]): boolean {
  return forPods === true && zone === wanted && !own.includes(id);
}

/** An ENIConfig is for the zone in its name, or else for that of its subnet. Its interfaces need an address each. */
function roomOfConfigs(demand: Demand, need: NodeNeed, { subnets, eniConfigs, blocks }: Network): Room[] {
  const { zone, nodes } = demand;
  if (eniConfigs === undefined) return [];
  const named = eniConfigs.filter(({ name }) => name === zone);
  const ids = (named.length > 0 ? named : eniConfigs).flatMap(({ subnetId }) => subnetId ?? []);
  const apart = subnets.filter((subnet) => subnet.zone === zone && ids.includes(subnet.id));
  const room = toRoom(demand, 'configs', apart, nodes * need.apart);
  if (apart.length === 0) return [{ ...room, state: 'unknown' }];
  const isNone = room.state !== 'unknown' && room.free < nodes;
  const first: Room = isNone ? { ...room, state: 'none' } : room;
  if (need.blocks === 0 || room.state === 'unknown') return [first];
  if (isNone) return doubted(first, apart, { blocks });
  return roomInBlocks(toRoom(demand, 'configs', [], nodes * need.blocks), apart, { blocks });
}

/** Free addresses do not show how many whole blocks are free. @param room without subnets */
function roomInBlocks(room: Room, subnets: readonly Subnet[], { blocks }: Pick<Network, 'blocks'>): Room[] {
  const own = subnets.map(({ id }) => blocks?.find((one) => one.id === id)?.free);
  const known = own.filter((free) => free !== undefined);
  if (known.length < own.length) return [];
  return [withFree({ ...room, unit: 'blocks', subnetIds: subnets.map(({ id }) => id) }, known)];
}

/** @param needed in all these subnets together */
function toRoom({ zone, nodes }: Demand, what: Room['what'], subnets: readonly Subnet[], needed: number): Room {
  const known = subnets.flatMap(({ free }) => free ?? []);
  const subnetIds = subnets.map(({ id }) => id);
  const room: Room = { zone, what, unit: 'addresses', subnetIds, nodes, free: 0, needed, state: 'unknown' };
  return known.length < subnets.length ? room : withFree(room, known);
}

function withFree(room: Room, inEach: readonly number[]): Room {
  const { what, needed } = room;
  const free = inEach.reduce((sum, one) => sum + one, 0);
  if (free < needed) return { ...room, free, state: what === 'nodes' ? 'none' : 'few' };
  return { ...room, free, state: free < needed * comfortable ? 'tight' : 'enough' };
}
