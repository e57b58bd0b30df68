import { parseCidr } from '../../syntax/cidr.ts';

/** What takes addresses of a subnet: CIDR blocks, single addresses as /32. */
export interface Occupied {
  /** The subnet's IPv4 CIDR block. */
  cidr: string;
  taken: readonly string[];
}

/** The addresses of a prefix. Source: https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/ec2-prefix-eni.html */
export const blockSize = 16;
const size = BigInt(blockSize);
/** AWS keeps the first four addresses of a subnet and the last one. */
const [keptFirst, keptLast] = [4n, 1n];

/** The number of whole /28 blocks without a taken address; undefined if a CIDR block is not of IPv4. */
export function countFreeBlocks({ cidr, taken }: Occupied): number | undefined {
  const subnet = parseCidr(cidr);
  if (subnet?.family !== 4) return undefined;
  const kept = [
    { first: subnet.first, last: subnet.first + keptFirst - 1n },
    { first: subnet.last - keptLast + 1n, last: subnet.last },
  ];
  const used = new Set<bigint>();
  for (const range of [...kept, ...taken.map((text) => parseCidr(text))]) {
    if (range === undefined) return undefined;
    const first = range.first < subnet.first ? subnet.first : range.first;
    const last = range.last > subnet.last ? subnet.last : range.last;
    for (let block = first / size; block <= last / size; block += 1n) used.add(block);
  }
  return Number(subnet.last / size - subnet.first / size + 1n) - used.size;
}
