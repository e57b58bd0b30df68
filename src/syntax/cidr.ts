/** A range of addresses as numbers; `first` and `last` are part of it. */
export interface AddressRange {
  family: 4 | 6;
  first: bigint;
  last: bigint;
}

/**
 * Parses a CIDR block of either family: `10.0.0.0/16`, `2001:db8::/56`.
 * @returns undefined if the text is invalid
 */
export function parseCidr(text: string): AddressRange | undefined {
  const [address = '', length = ''] = text.split('/');
  const family = address.includes(':') ? 6 : 4;
  const number = family === 6 ? parseIpv6(address) : joined(address.split('.'), 4, /^\d{1,3}$/, 10, 8);
  const bits = family === 6 ? 128 : 32;
  if (number === undefined || !/^\d{1,3}$/.test(length) || Number(length) > bits) return undefined;
  const size = 1n << BigInt(bits - Number(length));
  const first = number - (number % size);
  return { family, first, last: first + size - 1n };
}

function parseIpv6(address: string): bigint | undefined {
  const [head = '', tail, more] = address.split('::');
  if (more !== undefined) return undefined;
  const groups = (part: string) => (part === '' ? [] : part.split(':'));
  const before = groups(head);
  const after = groups(tail ?? '');
  const gap = tail === undefined ? [] : Array.from({ length: 8 - before.length - after.length }, () => '0');
  return joined([...before, ...gap, ...after], 8, /^[\da-f]{1,4}$/i, 16, 16);
}

function joined(
  parts: readonly string[],
  count: number,
  form: RegExp,
  radix: number,
  bits: number,
): bigint | undefined {
  if (parts.length !== count || !parts.every((part) => form.test(part))) return undefined;
  const numbers = parts.map((part) => Number.parseInt(part, radix));
  if (numbers.some((number) => number >= 2 ** bits)) return undefined;
  return numbers.reduce((sum, number) => (sum << BigInt(bits)) | BigInt(number), 0n);
}

/** How much of a range the others cover together. */
export function coverage(range: AddressRange, by: readonly AddressRange[]): 'all' | 'part' | 'none' {
  const touching = by
    .filter(({ family, first, last }) => family === range.family && first <= range.last && last >= range.first)
    .sort((a, b) => (a.first < b.first ? -1 : 1));
  let next = range.first;
  for (const { first, last } of touching) {
    if (first > next) break;
    if (last >= next) next = last + 1n;
  }
  if (next > range.last) return 'all';
  return touching.length === 0 ? 'none' : 'part';
}
