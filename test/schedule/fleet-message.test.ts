import { describe, expect, it } from 'vitest';
import { fleetMessageSchema, type ClusterNews } from '../../src/schedule/changes/fleet-message.ts';
import { isFleetSent, type FleetParts } from '../../src/schedule/changes/fleet-news.ts';
import { toClusterNews } from '../../src/schedule/changes/cluster-news.ts';
import { toSubject, toWording } from '../../src/schedule/deliveries/any-wording.ts';
import { plainText } from '../../src/schedule/deliveries/plain.ts';
import {
  buildBlockedNews,
  buildChangedNews,
  buildClusterNews,
  buildFailedNews,
  buildFleet,
  counted,
} from './deliveries/fleet-messages.ts';
import { nights } from './deliveries/messages.ts';

const place = 'scanned 2026-11-22 02:00 UTC';
const same = 'No finding is new, worse or fixed in any cluster.';
const inAccount = (account: string, one: ClusterNews): ClusterNews => ({
  ...one,
  cluster: { ...one.cluster, account },
});
const first = (name: string, verdict: ClusterNews['verdict']): ClusterNews =>
  buildClusterNews(name, {
    kind: 'first',
    changed: true,
    comparedTo: null,
    verdict,
    counts: counted({ open: { fail: verdict === 'blocked' ? 1 : 0, unknown: 0, warn: 2 } }),
  });
const support = { kind: 'standard', until: '2027-01-21', days: 60 } as const;

/** Rows: what happened, the clusters, the lines of the message, and further parts of it. */
const rows: readonly [string, ClusterNews[], string[], Partial<FleetParts>?][] = [
  ['nothing', [buildClusterNews('prod'), buildClusterNews('dev')], ['2 clusters: 2 ready', place, '', same]],
  [
    'a cluster is blocked, one is fixed, one waits',
    [
      buildBlockedNews('prod', { new: { fail: 2, unknown: 0, warn: 0 }, fixed: 1 }),
      buildChangedNews('dev', { verdictBefore: 'blocked', counts: counted({ fixed: 1 }) }),
      buildClusterNews('test', { verdict: 'blocked', exitCode: 1 }),
    ],
    [
      '3 clusters: 2 blocked (1 new), 1 ready',
      place,
      '',
      '2 clusters changed.',
      '',
      'Changed (2)',
      '  prod (eu-west-1): READY -> BLOCKED, 2 new blockers, 1 fixed',
      '  dev (eu-west-1): BLOCKED -> READY, 1 fixed',
    ],
  ],
  [
    'clusters cannot be scanned, one of them for days',
    [
      buildFailedNews('stage', 'The API server does not answer.'),
      buildFailedNews('dev', 'expired', { changed: false, couldNotScanSince: '2026-11-18T02:00:00.000Z' }),
      buildFailedNews('new', 'no such cluster', {
        comparedTo: null,
        error: { code: 'absent', message: 'no such cluster', lastSuccess: null },
      }),
      buildClusterNews('prod'),
    ],
    [
      '4 clusters: 3 not scanned (1 new), 1 ready',
      place,
      '',
      same,
      '',
      'Not scanned (3)',
      '  stage (eu-west-1): The API server does not answer (last successful scan: 2026-11-21 02:00 UTC)',
      '  dev (eu-west-1): expired (since 2026-11-18 02:00 UTC)',
      '  new (eu-west-1): no such cluster',
    ],
  ],
  [
    'all are scanned for the first time, in two accounts',
    [first('prod', 'blocked'), inAccount('444455556666', first('prod', 'ready'))],
    [
      '2 clusters: 1 blocked, 1 ready',
      place,
      '',
      '2 clusters changed.',
      '',
      'Changed (2)',
      '  prod (eu-west-1, 111122223333): BLOCKED, first scan: 1 blocker, 0 unknown, 2 warnings',
      '  prod (eu-west-1, 444455556666): READY, first scan: 0 blockers, 0 unknown, 2 warnings',
    ],
  ],
  [
    'what is seen is not compared, or is seen again',
    [
      buildChangedNews('a', { kind: 'not-compared', message: null, comparedTo: null }),
      buildChangedNews('b', { kind: 'state-lost', comparedTo: null, stateError: 'state.json is damaged' }),
      buildChangedNews('c', { couldNotScanSince: '2026-11-20T02:00:00.000Z' }),
      buildChangedNews('d', { exitCode: 1, exitCodeBefore: 0 }),
      buildChangedNews('e', { stateAhead: '2027-11-20T02:00:00.000Z' }),
      buildChangedNews('f', {
        verdict: 'incomplete',
        verdictBefore: 'ready',
        counts: counted({ new: { fail: 0, unknown: 1, warn: 1 }, worse: 1, noLongerSeen: 2 }),
      }),
      buildChangedNews('g', { verdict: 'partial', verdictBefore: 'ready' }),
    ],
    [
      '7 clusters: 1 incomplete (1 new), 1 partial, 5 ready',
      place,
      '',
      '7 clusters changed.',
      '',
      'Changed (7)',
      '  a (eu-west-1): READY, not compared with the last scan: changes are unknown',
      '  b (eu-west-1): READY, the state of the last scan cannot be read: changes are unknown',
      '  f (eu-west-1): READY -> INCOMPLETE, 1 new unknown, 1 new warning, 1 worse, 2 no longer seen',
      '  c (eu-west-1): READY, not scanned from 2026-11-20 02:00 UTC until now',
      '  d (eu-west-1): READY, exit code 1 (before: 0)',
      '  e (eu-west-1): READY, the last scan is dated 2027-11-20 02:00 UTC, in the future',
      '  g (eu-west-1): READY -> PARTIAL',
    ],
  ],
  [
    'support and rollback windows end, and a new version finds more: notes, not lines',
    [
      ...['a', 'b', 'c', 'd'].map((name) => buildChangedNews(name, { support })),
      buildChangedNews('e', { rollback: { open: true, to: '1.32', until: '2026-11-24T12:00:00.000Z', days: 2 } }),
      ...['f', 'g'].map((name) =>
        buildChangedNews(name, {
          storms: [{ cause: 'tool', text: 'eks-preflight 0.2.0 (before: 0.1.0)', findings: 3 }],
        }),
      ),
    ],
    [
      '7 clusters: 7 ready',
      place,
      '',
      same,
      '',
      'e (eu-west-1): EKS can roll back to 1.32 at least until 2026-11-24 12:00 UTC: 2 days are left.',
      'Standard support for Kubernetes 1.33 ends in 60 days, on 2027-01-21: 4 clusters, a (eu-west-1), b (eu-west-1), c (eu-west-1) and 1 more.',
      '6 findings in 2 clusters changed because of eks-preflight 0.2.0 (before: 0.1.0), not because of the cluster. They are not listed.',
    ],
  ],
  [
    'a Region cannot be listed, and a cluster is no longer found',
    [buildClusterNews('prod')],
    [
      '1 cluster: 1 ready, 1 Region not listed',
      place,
      '',
      'The clusters of eu-central-1 cannot be listed: not allowed to call eks:ListClusters.',
      '',
      'No longer found (1)',
      '  old (eu-west-1): last run: 2026-11-21 02:00 UTC',
    ],
    {
      unlisted: [{ region: 'eu-central-1', reason: 'not allowed to call eks:ListClusters' }],
      removed: [{ name: 'old', region: 'eu-west-1', account: '111122223333', lastRun: '2026-11-21T02:00:00.000Z' }],
    },
  ],
  [
    'no Region can be listed',
    [],
    [
      'No cluster scanned: 1 Region not listed',
      place,
      '',
      'The clusters cannot be listed: AWS does not accept the credentials.',
    ],
    { exitCode: 3, unlisted: [{ region: null, reason: 'AWS does not accept the credentials' }] },
  ],
];

describe('the message about several clusters', () => {
  it.each(rows)('says in words: %s', (_name, clusters, lines, parts = {}) => {
    const { message } = buildFleet(clusters, parts);
    expect(
      plainText(toWording(message, { lines: 20, longest: 400 }))
        .trimEnd()
        .split('\n'),
    ).toEqual(lines);
    expect(toSubject(message)).toBe(`eks-preflight: ${lines[0]}`);
    expect(fleetMessageSchema.parse(message)).toEqual(message);
  });

  it('lists the most important clusters first, and counts those for which there is no room', () => {
    const many = Array.from({ length: 25 }, (_, index) =>
      buildBlockedNews(`c-${String(index).padStart(2, '0')}`, {
        new: { fail: index === 24 ? 2 : 1, unknown: 0, warn: 0 },
      }),
    );
    const { message } = buildFleet([
      first('new', 'ready'),
      buildChangedNews('dev', { counts: counted({ fixed: 9 }) }),
      ...many,
    ]);
    const { sections } = toWording(message, { lines: 4, longest: 400 });
    const [changed] = sections;
    expect([changed?.lines.map(({ label }) => label), changed?.more]).toEqual([
      ['c-24 (eu-west-1)', 'c-00 (eu-west-1)', 'c-01 (eu-west-1)', 'c-02 (eu-west-1)'],
      'and 23 more clusters',
    ]);
    expect(message.clusters.slice(-2).map(({ cluster }) => cluster.name)).toEqual(['new', 'dev']);
  });

  it.each([
    ['nothing changed', [buildClusterNews('prod')], {}, [false, false, true]],
    ['a cluster is still blocked', [buildClusterNews('prod', { verdict: 'blocked' })], {}, [false, true, true]],
    ['a cluster is partial', [buildClusterNews('prod', { verdict: 'partial' })], {}, [false, false, true]],
    ['a cluster still cannot be scanned', [buildFailedNews('prod', 'no', { changed: false })], {}, [false, true, true]],
    ['a cluster changed', [buildChangedNews('prod')], {}, [true, true, true]],
    ['a Region cannot be listed', [], { unlisted: [{ region: null, reason: 'no' }] }, [true, true, true]],
  ])('is sent as --notify-on says: %s', (_name, clusters, parts, sent) => {
    const news = buildFleet(clusters, parts);
    expect((['change', 'fail', 'always'] as const).map((when) => isFleetSent(news, when))).toEqual(sent);
  });

  it('keeps its ID if it is repeated, and has another after the next run', () => {
    const id = (...clusters: ClusterNews[]) => buildFleet(clusters).message.id;
    const later = (...clusters: ClusterNews[]) => buildFleet(clusters, { now: '2026-11-22T09:00:00.000Z' }).message.id;
    const [prod, killed] = [buildClusterNews('prod'), buildFailedNews('dev', 'no memory', { message: null })];
    expect(later(prod, killed)).toBe(id(prod, killed));
    expect(later(killed, prod)).toBe(id(prod, killed));
    expect(id({ ...prod, message: 'of the next run' }, killed)).not.toBe(id(prod, killed));
    expect(buildFleet([killed], { now: '2026-11-23T02:00:00.000Z' }).message.id).not.toBe(id(killed));
    expect(id(prod)).toMatch(/^[\da-f]{32}$/);
  });

  it('counts new findings by level as the message about the cluster lists them', () => {
    const news = (message: (typeof nights)[keyof typeof nights]) => toClusterNews({ message, isChange: true });
    expect(news(nights.changed).counts).toMatchObject({ new: { fail: 1, unknown: 0, warn: 0 }, worse: 1, fixed: 1 });
    expect(news(nights.denied).counts).toMatchObject({ new: { fail: 0, unknown: 1, warn: 0 }, noLongerSeen: 1 });
    expect(news(nights.first).counts).toMatchObject({
      new: { fail: 0, unknown: 0, warn: 0 },
      open: { fail: 1, warn: 1 },
    });
    for (const message of Object.values(nights)) expect(news(message).message).toBe(message.id);
  });
});
