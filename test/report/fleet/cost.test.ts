import { describe, expect, it } from 'vitest';
import { findExtraCost } from '../../../src/report/fleet/cost.ts';
import { loadTable } from '../../../src/tables/tables.ts';

const now = '2026-11-20T12:00:00.000Z';
const kind = { autoMode: false, fargateOnly: false, hybrid: false, outpost: false, authMode: null, ipFamily: null };

interface Given {
  partition?: string;
  policy?: string | null;
  outpost?: boolean;
  standardUntil?: string | null;
  extendedUntil?: string | null;
}

function costWith({ partition = 'aws', policy = 'EXTENDED', outpost = false, ...dates }: Given) {
  const support = { policy, standardUntil: '2026-11-10', extendedUntil: '2027-11-10', ...dates };
  return findExtraCost({ partition, kind: { ...kind, outpost }, support }, now);
}

/** In dollars: half a dollar for each hour of extended support. */
const hours = (count: number): number => Math.round(count / 2);
const year = 365 * 24;

describe('what extended support costs', () => {
  it.each<[string, Given, { untilNow: number; nextYear: number } | null]>([
    ['in extended support', {}, { untilNow: hours(10 * 24 + 12), nextYear: hours(year - 10 * 24 - 12) }],
    [
      'before it',
      { standardUntil: '2027-05-20', extendedUntil: '2028-05-20' },
      { untilNow: 0, nextYear: hours(184 * 24 + 12) },
    ],
    [
      'more than a year before it',
      { standardUntil: '2028-01-01', extendedUntil: '2029-01-01' },
      { untilNow: 0, nextYear: 0 },
    ],
    [
      'on its first day',
      { standardUntil: '2026-11-20', extendedUntil: '2027-11-20' },
      { untilNow: hours(12), nextYear: hours(year - 12) },
    ],
    ['after it', { standardUntil: '2025-11-10', extendedUntil: '2026-11-10' }, { untilNow: hours(year), nextYear: 0 }],
    ['with the policy STANDARD', { policy: 'STANDARD' }, { untilNow: 0, nextYear: 0 }],
    [
      'with the policy STANDARD, without the later date',
      { policy: 'STANDARD', extendedUntil: null },
      { untilNow: 0, nextYear: 0 },
    ],
    ['with an unknown policy', { policy: null }, null],
    ['with a new policy', { policy: 'LONGER' }, null],
    ['without the end of standard support', { standardUntil: null }, null],
    ['without the end of extended support', { extendedUntil: null }, null],
    ['with a date that is none', { standardUntil: 'soon' }, null],
    ['in a partition without a price', { partition: 'aws-us-gov' }, null],
    ['in China', { partition: 'aws-cn' }, null],
    ['for a local cluster on Outposts', { outpost: true }, null],
  ])('%s', (_, given, cost) => {
    expect(costWith(given)).toEqual(cost);
  });

  it('has one price for each partition, above that of standard support', () => {
    const { rows } = loadTable('cluster-prices');
    expect(new Set(rows.map(({ partition }) => partition)).size).toBe(rows.length);
    for (const { standard, extended } of rows) expect(extended).toBeGreaterThan(standard);
  });
});
