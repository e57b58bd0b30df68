import { describe, expect, it } from 'vitest';
import { coverage, parseCidr, type AddressRange } from '../../src/syntax/cidr.ts';

function range(text: string): AddressRange {
  const parsed = parseCidr(text);
  if (parsed === undefined) throw new Error(`not a CIDR block: ${text}`);
  return parsed;
}

describe('parseCidr', () => {
  it.each<[string, 4 | 6, bigint, bigint]>([
    ['10.0.0.0/16', 4, 0x0a_00_00_00n, 0x0a_00_ff_ffn],
    ['10.0.3.7/24', 4, 0x0a_00_03_00n, 0x0a_00_03_ffn],
    ['0.0.0.0/0', 4, 0n, 0xff_ff_ff_ffn],
    ['192.168.1.9/32', 4, 0xc0_a8_01_09n, 0xc0_a8_01_09n],
    ['::/0', 6, 0n, (1n << 128n) - 1n],
    ['2001:db8::/32', 6, 0x2001_0db8n << 96n, (0x2001_0db9n << 96n) - 1n],
    ['2001:db8:0:0:0:0:0:1/128', 6, (0x2001_0db8n << 96n) + 1n, (0x2001_0db8n << 96n) + 1n],
    ['2600:1F18:abc:de00::/56', 6, 0x2600_1f18_0abc_de00n << 64n, (0x2600_1f18_0abc_df00n << 64n) - 1n],
  ])('reads %s', (text, family, first, last) => {
    expect(parseCidr(text)).toEqual({ family, first, last });
  });

  it.each([
    '',
    '10.0.0.0',
    '10.0.0/8',
    '10.0.0.256/8',
    '10.0.0.0/33',
    '::/129',
    '1::2::3/64',
    '1:2:3/64',
    'g::/8',
    'sg-0a1',
  ])('refuses %j', (text) => {
    expect(parseCidr(text)).toBeUndefined();
  });
});

describe('coverage', () => {
  it.each<[string, string[], 'all' | 'part' | 'none']>([
    ['10.0.0.0/24', [], 'none'],
    ['10.0.0.0/24', ['10.0.0.0/24'], 'all'],
    ['10.0.0.0/24', ['0.0.0.0/0'], 'all'],
    ['10.0.0.0/24', ['::/0'], 'none'],
    ['10.0.0.0/24', ['10.0.0.0/25'], 'part'],
    ['10.0.0.0/24', ['10.0.0.128/25', '10.0.0.0/25'], 'all'],
    ['10.0.0.0/24', ['10.0.0.0/26', '10.0.0.128/25'], 'part'],
    ['10.0.0.0/24', ['10.0.0.0/25', '10.0.0.0/26', '10.0.0.128/25'], 'all'],
    ['10.0.1.0/24', ['10.0.0.0/24', '10.0.2.0/24'], 'none'],
    ['2001:db8::/64', ['2001:db8::/56'], 'all'],
  ])('of %s by %j is %s', (text, by, wanted) => {
    expect(coverage(range(text), by.map(range))).toBe(wanted);
  });
});
