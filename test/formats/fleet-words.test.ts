import { describe, expect, it } from 'vitest';
import { renderFleet } from '../../src/formats/fleet/formats.ts';
import type { Fleet } from '../../src/report/fleet/schema.ts';
import { aFleet, aFleetCluster } from '../world/fleet.ts';

const shown = (fleet: Fleet, columns: number, all = false) =>
  renderFleet(fleet, 'text', { columns, color: false, all });

/** A cluster named by its status. */
const of = (
  status: 'blocked' | 'incomplete' | 'not-scanned' | 'ready',
  more: Parameters<typeof aFleetCluster>[0] = {},
) => aFleetCluster({ name: status, status, ...more });

describe('a fleet as text', () => {
  it.each([
    ['READY 2 clusters', [of('ready'), of('ready', { name: 'b' })]],
    ['BLOCKED 2 clusters: 1 blocked, 1 ready', [of('ready'), of('blocked')]],
    ['INCOMPLETE 2 clusters: 1 incomplete, 1 ready', [of('ready'), of('incomplete')]],
    ['INCOMPLETE 2 clusters: 1 not scanned, 1 ready', [of('ready'), of('not-scanned')]],
    ['NOT SCANNED 1 cluster', [of('not-scanned')]],
    ['BLOCKED 1 cluster', [of('blocked')]],
  ])('begins with %s', async (headline, clusters) => {
    expect((await shown(aFleet(clusters), 80)).split('\n')[0]).toBe(headline);
  });

  it.each([
    ['Exit code 0: all clusters are ready.', [of('ready'), of('ready', { name: 'b' })], ['fail']],
    ['Exit code 1: 1 cluster is blocked.', [of('blocked'), of('incomplete'), of('not-scanned')], ['fail']],
    [
      'Exit code 2: 1 cluster is incomplete and 1 cluster was not scanned.',
      [of('incomplete'), of('not-scanned')],
      ['fail'],
    ],
    ['Exit code 3: no cluster was scanned.', [of('not-scanned'), of('not-scanned', { name: 'b' })], ['fail']],
    ['Exit code 0 (--fail-on never): 1 cluster is blocked.', [of('blocked'), of('ready')], ['never']],
    ['Exit code 1 (--fail-on warn,unknown): 1 cluster is blocked.', [of('blocked')], ['fail', 'warn', 'unknown']],
  ] as const)('ends with %s', async (said, clusters, failOn) => {
    expect(await shown(aFleet(clusters, { failOn: [...failOn] }), 80)).toContain(`\n${said}\n`);
  });

  it.each([
    [
      'a blocked cluster',
      [of('ready'), of('blocked')],
      'First: see what blocks blocked:\n  eks-preflight render reports/111122223333/eu-west-1/blocked/latest.json\n',
    ],
    [
      'a path that a shell would split',
      [of('blocked', { report: "s3://b/it's a/latest.json" })],
      String.raw`  eks-preflight render 's3://b/it'\''s a/latest.json'`,
    ],
    [
      'a cluster that was not scanned',
      [of('ready'), of('not-scanned')],
      'First: fix why not-scanned was not scanned (see above), then scan it again:\n  eks-preflight scan arn:aws:eks:',
    ],
    ['an incomplete cluster', [of('ready'), of('incomplete')], 'First: see what is unknown in incomplete:\n'],
    [
      'the first update',
      [of('ready', { name: 'b', version: '1.34' }), of('ready', { name: 'c' })],
      'First: see how to update c:\n',
    ],
  ])('says what to do first: %s', async (_what, clusters, said) => {
    expect(await shown(aFleet(clusters), 80)).toContain(said);
  });

  it('counts warnings only if the gate does', async () => {
    const warned = of('blocked', { entries: { fail: 0, unknown: 0, warn: 2 }, first: [] });
    const failed = of('blocked', { entries: { fail: 1, unknown: 0, warn: 2 } });
    expect(await shown(aFleet([warned], { failOn: ['fail', 'warn'] }), 80)).toContain(
      '  blocked: 1.33 -> 1.34, 2 warnings\n',
    );
    expect(await shown(aFleet([failed, of('ready')], { failOn: ['fail', 'warn'] }), 160)).toMatch(
      /Unknown {2}Warnings/,
    );
    expect(await shown(aFleet([failed, of('ready')]), 160)).not.toMatch(/warning/i);
  });

  it('shows nothing of a report that does not count but its date', async () => {
    const entries = { fail: 0, unknown: 0, warn: 7 };
    const old = of('not-scanned', { version: '1.27', target: '1.28', entries, scannedAt: '2026-11-01T00:00:00.000Z' });
    for (const columns of [80, 160])
      expect(await shown(aFleet([of('ready'), old]), columns)).not.toMatch(/1\.27|7 w|\b7\b/);
    expect(await shown(aFleet([of('ready'), old]), 160)).toMatch(/not scanned {9}- {8}- {2}.* 19d\n/);
  });

  it('says what is the same for all clusters once', async () => {
    const text = await shown(aFleet([of('ready'), of('blocked')]), 160);
    expect(text).toContain(
      'All clusters: account 111122223333, eu-west-1, 1.33 -> 1.34, standard support ends 2027-07-29',
    );
    expect(text).not.toMatch(/Account|Region|Support ends|Scanned/);
  });

  it('distinguishes clusters of one name', async () => {
    const text = await shown(
      aFleet([of('ready'), of('ready', { region: 'us-east-1' }), of('ready', { name: 'b' })]),
      80,
    );
    expect(text).toContain('Ready (3)\n  b, ready (eu-west-1), ready (us-east-1)\n');
  });

  it('leaves out the columns that do not fit, and none with --show all', async () => {
    const clusters = [
      of('ready', { name: 'a'.repeat(60) }),
      of('blocked', {
        account: '2',
        region: 'us-east-1',
        version: '1.32',
        changedAt: '2026-11-19T02:00:00.000Z',
        support: null,
      }),
    ];
    expect(await shown(aFleet(clusters), 160)).toMatch(/Unknown {2}Support ends\n/);
    expect(await shown(aFleet(clusters), 160, true)).toContain('\nBlocked (1)\n');
  });
});
