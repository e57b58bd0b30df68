import { createHmac, randomBytes } from 'node:crypto';
import { isIPv4, isIPv6 } from 'node:net';

/** Replaces IP addresses and CIDR blocks; other text and special addresses such as loopback stay unchanged. */
export type AddressMap = (text: string) => string;

/**
 * Creates a prefix-preserving map, as Crypto-PAn does (Xu, Fan, Ammar, Moon, 2002): two addresses share as many leading
 * bits as before. So blocks contain and overlap each other as before, and a CIDR block keeps its length. Private,
 * carrier-grade and public addresses stay in their category. The key is random and not stored.
 */
export function createAddressMap(key: Buffer = randomBytes(32)): AddressMap {
  const isFlipped = createFlips(key);
  return (text) => {
    const [address = '', length] = text.split('/');
    const replaced = replaceAddress(address, length === undefined ? undefined : Number(length), isFlipped);
    if (replaced === undefined) return text;
    return length === undefined ? replaced : `${replaced}/${length}`;
  };
}

/** Whether to flip the bit after a prefix: pseudorandom, but always the same for the same prefix. */
type Flips = (family: '4' | '6', prefix: string) => boolean;

function createFlips(key: Buffer): Flips {
  const known = new Map<string, boolean>();
  return (family, prefix) => {
    const input = `${family} ${prefix}`;
    const isFlipped = known.get(input) ?? ((createHmac('sha256', key).update(input).digest()[0] ?? 0) & 1) === 1;
    known.set(input, isFlipped);
    return isFlipped;
  };
}

function replaceAddress(text: string, length: number | undefined, isFlipped: Flips): string | undefined {
  const [, prefix, embedded] = /^(::ffff:)(\d+(?:\.\d+){3})$/i.exec(text) ?? [];
  if (prefix !== undefined && embedded !== undefined) {
    const replaced = replaceIPv4(embedded, Math.max(0, (length ?? 128) - 96), isFlipped);
    return replaced === undefined ? undefined : `${prefix}${replaced}`;
  }
  return replaceIPv4(text, length ?? 32, isFlipped) ?? replaceIPv6(text, length ?? 128, isFlipped);
}

function replaceIPv4(text: string, length: number, isFlipped: Flips): string | undefined {
  const address = withoutLeadingZeros(text);
  if (!isIPv4(address)) return undefined;
  const bits = toBits(address.split('.').map(Number), 8);
  const kept = keptOfIPv4(bits);
  if (kept === undefined) return undefined;
  return groups(
    replaceBits(bits, { kept, length }, (before) => isFlipped('4', before)),
    8,
  ).join('.');
}

function replaceIPv6(address: string, length: number, isFlipped: Flips): string | undefined {
  if (!isIPv6(address) || address.includes('.')) return undefined;
  const bits = toBits(groupsOfIPv6(address), 16);
  const kept = keptOfIPv6(bits);
  if (kept === undefined) return undefined;
  const replaced = replaceBits(bits, { kept, length }, (before) => isFlipped('6', before));
  return shortIPv6(groups(kept === linkPrefix ? withCardMark(replaced, bits) : replaced, 16));
}

/** Replaces the bits after the kept ones. If the host part of a CIDR block is zero, it stays zero. */
function replaceBits(
  bits: string,
  { kept, length }: { kept: number; length: number },
  isFlippedAfter: (prefix: string) => boolean,
): string {
  const end = bits.slice(length).includes('1') ? bits.length : length;
  let replaced = bits.slice(0, kept);
  for (let at = kept; at < end; at++) {
    replaced += isFlippedAfter(bits.slice(0, at)) === (bits[at] === '1') ? '0' : '1';
  }
  return replaced.padEnd(bits.length, '0');
}

/** Removes the leading zeros, which strict parsers reject: `10.00.0.007` becomes `10.0.0.7`. */
export function withoutLeadingZeros(address: string): string {
  return /^\d+(?:\.\d+){3}$/.test(address) ? address.split('.').map(Number).join('.') : address;
}

function toBits(numbers: readonly number[], width: number): string {
  return numbers.map((number) => number.toString(2).padStart(width, '0')).join('');
}

function groups(bits: string, width: number): number[] {
  return Array.from({ length: bits.length / width }, (_, at) => parseInt(bits.slice(at * width, (at + 1) * width), 2));
}

/** First octets of private, link-local or documentation ranges, which share them with public addresses. */
const sharedFirstOctets: ReadonlySet<number> = new Set([169, 192, 198, 203]);

/** How many leading bits to keep, because they determine the category; undefined: keep the whole address. */
function keptOfIPv4(bits: string): number | undefined {
  const [first = 0, second = 0] = groups(bits, 8);
  if (first === 0 || first === 127 || first >= 224 || (first === 169 && second === 254)) return undefined;
  if (first === 100) return second >= 64 && second < 128 ? 10 : 16;
  if (first === 172) return second >= 16 && second < 32 ? 12 : 16;
  return sharedFirstOctets.has(first) ? 16 : 8;
}

/** Prefixes of addresses that stay: `::` and `::1`, multicast, and EC2's services for each instance (fd00:ec2::). */
const meansTheSame: readonly string[] = ['0'.repeat(112), '11111111', toBits([0xfd00, 0x0ec2], 16)];
const linkLocal = '1111111010';
const linkPrefix = 64;
/** Solicited-node multicast, ff02::1:ff00:0/104: its last bits come from a neighbor's address (RFC 4291, 2.7.1). */
const solicited = toBits([0xff02, 0, 0, 0, 0, 1, 0xff00], 16).slice(0, 104);
/** ff:fe between the halves of a MAC address in an interface ID (RFC 4291, appendix A). */
const cardMark = toBits([0xff, 0xfe], 8);

/**
 * Like {@link keptOfIPv4}. Keeps `fe80::1` whole, but only the prefix of a longer link-local address, which may contain
 * a MAC address.
 */
function keptOfIPv6(bits: string): number | undefined {
  if (bits.startsWith(solicited)) return solicited.length;
  if (bits.startsWith(linkLocal)) return bits.slice(linkLocal.length, 112).includes('1') ? linkPrefix : undefined;
  return meansTheSame.some((start) => bits.startsWith(start)) ? undefined : 16;
}

/** Keeps ff:fe in an address that contains a MAC address. */
function withCardMark(mapped: string, bits: string): string {
  return bits.slice(88, 104) === cardMark ? mapped.slice(0, 88) + cardMark + mapped.slice(104) : mapped;
}

function groupsOfIPv6(address: string): number[] {
  const [head = '', tail] = address.split('::');
  const read = (part: string): number[] => (part === '' ? [] : part.split(':').map((group) => parseInt(group, 16)));
  const before = read(head);
  const after = tail === undefined ? [] : read(tail);
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
}

/** Formats an IPv6 address; `::` replaces the longest run of zeros. */
function shortIPv6(numbers: readonly number[]): string {
  const text = numbers.map((number) => number.toString(16)).join(':');
  const runs = [...text.matchAll(/(?<![^:])0(?::0)+(?![^:])/g)].toSorted((a, b) => b[0].length - a[0].length);
  const [longest] = runs;
  if (longest === undefined) return text;
  const before = text.slice(0, longest.index).replace(/:$/, '');
  return `${before}::${text.slice(longest.index + longest[0].length).replace(/^:/, '')}`;
}
