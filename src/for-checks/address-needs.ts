import type { AddressSettings } from '../facts/node-room.ts';
import type { InstanceType } from '../facts/launch-templates.ts';

/** What the VPC CNI takes for one new node with its pods. */
export interface NodeNeed {
  /** Addresses in the subnet of the node: one is that of the node itself. */
  own: number;
  /** Addresses in the subnet of an ENIConfig; 0 without custom networking. */
  apart: number;
  /** /28 blocks for prefixes, in the subnet of the pods, beside these addresses; 0 without prefix delegation. */
  blocks: number;
}

/** A node without pods that have addresses of a subnet: an IPv6 cluster, or another CNI. */
export const onlyNode: NodeNeed = { own: 1, apart: 0, blocks: 0 };

/** The addresses of a /28 block. */
const blockSize = 16;

/**
 * The need of one node, as the VPC CNI's documentation describes it.
 * @param pods its pods that do not use the network of the node
 * @see https://github.com/aws/amazon-vpc-cni-k8s/blob/master/docs/eni-and-ip-target.md
 * @see https://github.com/aws/amazon-vpc-cni-k8s/blob/master/docs/prefix-and-ip-target.md
 */
export function countNeed(pods: number, type: InstanceType, settings: AddressSettings): NodeNeed {
  const trunk = settings.podInterfaces && type.nitro ? 1 : 0;
  // With custom networking, the first interface has no pods.
  const first = settings.customNetworking ? 1 : 0;
  const most = Math.max(1, type.interfaces - trunk - first);
  const slots = type.addressesPerInterface - 1;
  const taken = settings.prefixes && type.nitro ? withPrefixes : withAddresses;
  const { addresses, blocks } = taken(pods, { most, slots }, settings);
  return settings.customNetworking
    ? { own: 1, apart: addresses + trunk, blocks }
    : { own: addresses + trunk, apart: 0, blocks };
}

/** The interfaces of a node that may have pods, and the addresses or prefixes of each, without its own address. */
interface Capacity {
  most: number;
  slots: number;
}

type Taken = Pick<NodeNeed, 'blocks'> & { addresses: number };

/** WARM_IP_TARGET and MINIMUM_IP_TARGET replace the other targets; 0 counts as not set. */
function wantedAddresses(pods: number, { warmAddresses, minimumAddresses }: AddressSettings): number | undefined {
  const [warm, minimum] = [warmAddresses ?? 0, minimumAddresses ?? 0];
  return warm === 0 && minimum === 0 ? undefined : Math.max(minimum, pods + warm);
}

function withAddresses(pods: number, { most, slots }: Capacity, settings: AddressSettings): Taken {
  const wanted = wantedAddresses(pods, settings);
  if (wanted !== undefined) {
    const addresses = Math.min(wanted, most * slots);
    return { addresses: countInterfaces(addresses, slots) + addresses, blocks: 0 };
  }
  const interfaces = Math.ceil(pods / slots) + (settings.warmInterfaces ?? 1);
  return { addresses: Math.min(most, Math.max(1, interfaces)) * (slots + 1), blocks: 0 };
}

function withPrefixes(pods: number, { most, slots }: Capacity, settings: AddressSettings): Taken {
  const wanted = wantedAddresses(pods, settings);
  // A target of 0 is not supported.
  const warm = settings.warmPrefixes === null || settings.warmPrefixes === 0 ? 1 : settings.warmPrefixes;
  const prefixes = wanted === undefined ? Math.ceil(pods / blockSize) + warm : Math.ceil(wanted / blockSize);
  const blocks = Math.min(prefixes, most * slots);
  return { addresses: countInterfaces(blocks, slots), blocks };
}

function countInterfaces(held: number, slots: number): number {
  return Math.max(1, Math.ceil(held / slots));
}
