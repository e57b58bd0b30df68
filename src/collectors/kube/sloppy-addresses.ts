import type { SloppyAddress } from '../../facts/network-addresses.ts';
import { parseCidr } from '../../syntax/cidr.ts';

/**
 * Finds addresses that the API server of 1.36 no longer accepts, because other programs read them differently.
 * Source: https://github.com/kubernetes/enhancements/tree/master/keps/sig-network/4858-ip-cidr-validation
 */
export function sloppyAddresses(field: SloppyAddress['field'], values: readonly string[]): SloppyAddress[] {
  return values.flatMap((text) => {
    const value = text.trim();
    const problem = findProblem(value);
    return problem === undefined ? [] : [{ field, value, problem }];
  });
}

function findProblem(value: string): SloppyAddress['problem'] | undefined {
  const [address = '', length] = value.split('/');
  if (address.includes(':')) {
    if (/^(?:::|(?:0{1,4}:){5})ffff:/i.test(address)) return 'IPv4-mapped IPv6';
  } else if (address.split('.').some(hasLeadingZero)) return 'leading zeros';
  if (length === undefined) return undefined;
  if (hasLeadingZero(length)) return 'leading zeros';
  return hasHostBits(address, value) ? 'bits beyond the prefix length' : undefined;
}

function hasLeadingZero(digits: string): boolean {
  return /^0\d/.test(digits);
}

function hasHostBits(address: string, cidr: string): boolean {
  const block = parseCidr(cidr);
  const single = parseCidr(`${address}/${address.includes(':') ? 128 : 32}`);
  return block !== undefined && single !== undefined && block.first !== single.first;
}
