import { describe, expect, it } from 'vitest';
import { assembleFleet, suggestOrder, toFleetExitCode } from '../../../src/report/fleet/fleet.ts';
import { findGroup, parseGroupBy } from '../../../src/report/fleet/group-by.ts';
import type { FleetCluster } from '../../../src/report/fleet/schema.ts';
import { aCluster } from './a-cluster.ts';

const until = (standardUntil: string): Partial<FleetCluster> => ({ support: { standardUntil, extendedUntil: null } });
const entries = (fail: number, unknown: number): Partial<FleetCluster> => ({
  status: fail > 0 ? 'blocked' : 'incomplete',
  entries: { fail, unknown, warn: 0 },
});
const env = (value: string): Partial<FleetCluster> => ({ tags: { env: value } });

/** Rows: what decides, the clusters in their order, and --group-by. */
const rows: readonly [string, readonly FleetCluster[], string?][] = [
  ['the status', [aCluster('z'), aCluster('b', entries(0, 9)), aCluster('a', entries(1, 0))]],
  [
    'the number of blockers, as a number',
    [aCluster('c', entries(2, 0)), aCluster('b', entries(10, 0)), aCluster('a', entries(100, 0))],
  ],
  ['the number of unknowns', [aCluster('b', entries(0, 2)), aCluster('a', entries(0, 10))]],
  [
    'the end of standard support',
    [aCluster('c', until('2026-07-29')), aCluster('b', until('2027-03-27')), aCluster('a')],
  ],
  [
    'account, Region and name',
    [aCluster('z', { account: '000000000001' }), aCluster('y', { region: 'a-1' }), aCluster('a'), aCluster('b')],
  ],
  [
    'the listed values of a tag, before all else; then the others',
    [
      aCluster('d', { ...env('dev'), ...entries(3, 0) }),
      aCluster('c', { ...env('prod'), ...entries(0, 1) }),
      aCluster('b', { ...env('test') }),
      aCluster('a', { tags: null, ...entries(0, 1) }),
    ],
    'tag:env=dev,prod',
  ],
  ['not the values of a tag without a list', [aCluster('a', env('z')), aCluster('b', env('a'))], 'tag:env'],
];

describe('the order of updates', () => {
  it.each(rows)('is decided by %s', (_, wanted, text = 'account') => {
    const groupBy = parseGroupBy(text);
    if (groupBy === undefined) throw new Error(text);
    const grouped = wanted.map((cluster) => ({ ...cluster, group: findGroup(cluster, groupBy) }));
    const names = grouped.map(({ name }) => name);
    for (const given of [grouped, grouped.toReversed()])
      expect(suggestOrder(given, groupBy).map(({ name }) => name)).toEqual(names);
  });

  it.each<[string, Partial<FleetCluster>]>([
    ['was not scanned', { status: 'not-scanned' }],
    ['has its target', { target: '1.33' }],
    ['is judged for a rollback', { target: '1.32' }],
    ['has no version', { version: null, target: null }],
  ])('omits a cluster that %s', (_, more) => {
    expect(suggestOrder([aCluster('a', more)], undefined)).toEqual([]);
  });

  it('compares versions as numbers', () => {
    expect(suggestOrder([aCluster('a', { version: '1.9', target: '1.10' })], undefined)).toHaveLength(1);
  });
});

describe('the exit code of several clusters', () => {
  it.each([
    [3, 0, 0, 0, 0],
    [3, 0, 0, 2, 0],
    [1, 1, 1, 1, 1],
    [1, 1, 0, 0, 0],
    [2, 0, 1, 0, 1],
    [2, 0, 0, 1, 1],
    [0, 0, 0, 0, 2],
  ])(
    'is %d with %d blocked, %d incomplete, %d not scanned, %d ready',
    (code, blocked, incomplete, notScanned, ready) => {
      const clusters = blocked + incomplete + notScanned + ready;
      const summary = { clusters, blocked, incomplete, notScanned, ready };
      expect(toFleetExitCode(summary, ['fail', 'warn', 'unknown'])).toBe(code);
      expect(toFleetExitCode(summary, ['never'])).toBe(code === 3 ? 3 : 0);
    },
  );
});

describe('the value of --group-by', () => {
  it.each([
    ['account', { text: 'account', by: 'account', values: [] }],
    ['region', { text: 'region', by: 'region', values: [] }],
    ['tag:env', { text: 'tag:env', by: { tag: 'env' }, values: [] }],
    ['tag:env=dev, prod,,', { text: 'tag:env=dev, prod,,', by: { tag: 'env' }, values: ['dev', 'prod'] }],
    ['tag:a:b=c=d', { text: 'tag:a:b=c=d', by: { tag: 'a:b' }, values: ['c=d'] }],
    ['', undefined],
    ['Account', undefined],
    ['tag', undefined],
    ['tag:', undefined],
    ['tag:=dev', undefined],
    ['env', undefined],
  ])('%j', (text, groupBy) => {
    expect(parseGroupBy(text)).toEqual(groupBy);
  });
});

describe('the report of a fleet', () => {
  it('sorts clusters by account, Region and name, those without them last', () => {
    const clusters = [
      aCluster('x.json', { account: null, region: null, arn: null, status: 'not-scanned' }),
      aCluster('b', { account: '444455556666' }),
      aCluster('b', { region: 'us-east-1' }),
      aCluster('b'),
      aCluster('a', { region: 'us-east-1' }),
    ];
    const parts = {
      version: '0.1.0',
      now: '2026-11-20T12:00:00.000Z',
      gate: { failOn: ['fail' as const], maxAge: '36h' },
    };
    const fleet = assembleFleet({ ...parts, groupBy: undefined, clusters, problems: new Map() });
    expect(fleet.clusters.map(({ account, region, name }) => [account, region, name])).toEqual([
      ['111122223333', 'eu-west-1', 'b'],
      ['111122223333', 'us-east-1', 'a'],
      ['111122223333', 'us-east-1', 'b'],
      ['444455556666', 'eu-west-1', 'b'],
      [null, null, 'x.json'],
    ]);
    expect(fleet.summary).toEqual({ clusters: 5, blocked: 0, incomplete: 0, notScanned: 1, ready: 4 });
    expect(fleet.groupBy).toBeNull();
  });
});
