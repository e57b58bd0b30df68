import { describe, expect, it } from 'vitest';
import { fleetHtml } from '../../src/formats/fleet/html/html.tsx';
import { notScanned } from '../../src/report/fleet/cluster.ts';
import type { Fleet, FleetCluster } from '../../src/report/fleet/schema.ts';
import {
  clusterWith,
  fleetWith,
  hostileFleet,
  hostileText,
  mixedClusters,
  mixedFleet,
  shareProblem,
} from './fleet-page-world.ts';
import { expectMarkup } from './page.ts';

/** The page of a fleet as markup; fleet-html.slow.test.ts opens it in Chromium. */

/** Names of clusters link to reports by a relative path, in which everything else is encoded, or by https. */
const isLinked = (link: string) => /^(?:#[a-z]|\.\/[\w.%/!'()*~-]+$|https:\/\/(?!.*evil))/.test(link);

const renderBody = (fleet: Fleet) => expectMarkup(fleetHtml(fleet), isLinked);

/** What the body says, without tags, in one line. */
function renderWords(fleet: Fleet): string {
  const entities: Record<string, string> = { '&lt;': '<', '&quot;': '"', '&amp;': '&' };
  const text = renderBody(fleet).replaceAll(/<[^<>]*>/g, ' ');
  return text.replaceAll(/&(?:lt|quot|amp);/g, (entity) => entities[entity] ?? entity).replaceAll(/\s+/g, ' ');
}

/** The cells of each cluster, in the order of the page, by the heads of the columns. */
function readTable(fleet: Fleet): Record<string, string>[] {
  const [, table = ''] = /<table aria-labelledby="clusters-heading"([^]*?)<\/table>/.exec(renderBody(fleet)) ?? [];
  const cellsIn = (row: string) =>
    [...row.matchAll(/<t[hd](?: [^>]*)?>([^]*?)<\/t[hd]>/g)].map(([, cell = '']) =>
      cell
        .replaceAll(/<[^<>]*>/g, ' ')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    );
  const heads = cellsIn(/<thead>([^]*?)<\/thead>/.exec(table)?.[1] ?? '');
  return [...table.matchAll(/<tbody[^>]*><tr>([^]*?)<\/tr>/g)].map(([, row = '']) => {
    const cells = cellsIn(row);
    expect(cells.length).toBe(heads.length);
    return Object.fromEntries(heads.map((head, at) => [head, cells[at] ?? '']));
  });
}

const findTone = (fleet: Fleet) => /class="masthead (is-[\w-]+)"/.exec(fleetHtml(fleet))?.[1];

const stale: Partial<FleetCluster> = { status: 'not-scanned', reason: 'the report is 3 days old; --max-age is 36h' };

describe('the page of a fleet', () => {
  it('lets nothing load and nothing run but what is in it', () => {
    const html = fleetHtml(mixedFleet(20));
    expect(html).toContain("default-src 'none'; script-src 'sha256-");
    expect(html).not.toMatch(/ style=|<link|<iframe|<img|@import|url\(/);
    expect(html.match(/<script/g)).toHaveLength(1);
  });

  it('has a row for each cluster with all values', () => {
    const own = { name: 'prod', version: '1.33', target: '1.34', tags: { team: 'shop', stage: '' } };
    const blocked = { status: 'blocked', verdict: 'blocked', entries: { fail: 2, unknown: 1, warn: 4 } } as const;
    const fleet = fleetWith([clusterWith({ ...own, ...blocked })], { groupBy: 'tag:team' });
    expect(readTable(fleet)).toEqual([
      {
        Cluster: 'prod',
        team: 'shop',
        Account: '111122223333',
        Region: 'eu-west-1',
        Version: '1.33 → 1.34',
        Status: 'blocked',
        Blockers: '2',
        Unknowns: '1',
        'Support ends': '2027-07-29 extended, 251 days',
        'Extra cost so far': '$1,368',
        'Extra cost next year': '$3,012',
        'Report age': '3 hours',
        'Last change': '4 days',
        Order: '1',
      },
    ]);
    expect(renderWords(fleet)).toContain('stage team=shop');
  });

  it('shows the clusters in the order of the fleet, and a column for the group only of a tag', () => {
    const fleet = mixedFleet(40);
    expect(readTable(fleet).map(({ Cluster }) => Cluster)).toEqual(fleet.clusters.map(({ name }) => name));
    const listHeads = (groupBy: string) => Object.keys(readTable(fleetWith(mixedClusters(4), { groupBy }))[0] ?? {});
    expect(listHeads('tag:team').filter((head) => !listHeads('account').includes(head))).toEqual(['team']);
  });

  it('shows nothing as fine that was not seen', () => {
    const unread = notScanned({ name: 'reports/a.json', report: 'reports/a.json' }, 'the report is not valid JSON');
    const [first, second] = readTable(fleetWith([clusterWith({ name: 'old', ...stale }), unread]));
    expect(first).toMatchObject({ Status: 'not scanned', Blockers: '–', Unknowns: '–', Order: '–' });
    expect(new Set(Object.values({ ...second, Cluster: '–', Status: '–' }))).toEqual(new Set(['–']));
    expect(second).toMatchObject({ Cluster: 'reports/a.json', Status: 'not scanned' });
  });

  it('says why a cluster was not scanned, and what its old report found', () => {
    const entries = { fail: 2, unknown: 0, warn: 1 };
    const words = renderWords(fleetWith([clusterWith({ name: 'old', ...stale, entries })]));
    expect(words).toContain('the report is 3 days old; --max-age is 36h');
    expect(words).toContain('The report that does not count says: 2 blockers, 0 unknown, 1 warning.');
    expect(renderWords(fleetWith([clusterWith({ name: 'old', ...stale })]))).not.toContain('does not count says');
  });

  it('says in the row where the gate and the report differ', () => {
    const fleet = fleetWith([clusterWith({ name: 'a', verdict: 'blocked' }), clusterWith({ name: 'b' })]);
    expect(readTable(fleet).map(({ Status }) => Status)).toEqual(['ready its report: blocked', 'ready']);
  });

  it.each<[string, readonly Partial<FleetCluster>[], string, string]>([
    ['all are ready', [{}, {}], 'is-ready', '2 clusters: 2 ready'],
    ['one has an unknown', [{ entries: { fail: 0, unknown: 1, warn: 0 } }], 'is-partly', '1 cluster: 1 ready'],
    ['a report says otherwise', [{ verdict: 'partial' }], 'is-partly', '1 cluster: 1 ready'],
    ['one is incomplete', [{}, { status: 'incomplete' }], 'is-incomplete', '2 clusters: 1 incomplete, 1 ready'],
    ['one was not scanned', [{}, stale], 'is-incomplete', '2 clusters: 1 not scanned, 1 ready'],
    ['none was scanned', [stale], 'is-incomplete', '1 cluster: 1 not scanned'],
    ['one is blocked', [{ status: 'blocked' }, stale], 'is-blocked', '2 clusters: 1 blocked, 1 not scanned'],
  ])('is green only if everything was seen and is ready: %s', (_, changes, tone, headline) => {
    const fleet = fleetWith(changes.map((own, index) => clusterWith({ name: `c${index}`, ...own })));
    expect(findTone(fleet)).toBe(tone);
    expect(renderWords(fleet)).toContain(headline);
  });

  it('adds up what extended support costs, and says for how many clusters it is unknown', () => {
    const fleet = fleetWith([
      clusterWith({ name: 'a', extraCost: { untilNow: 1000, nextYear: 2000 } }),
      clusterWith({ name: 'b', extraCost: { untilNow: 500, nextYear: 0 } }),
      clusterWith({ name: 'c', extraCost: null }),
    ]);
    expect(renderWords(fleet)).toContain('up to $1,500 so far, $2,000 in the next 365 days');
    expect(renderWords(fleet)).toContain('unknown for 1 cluster.');
  });

  it('names the first entries of a cluster, and how many more there are', () => {
    const first = [1, 2, 3].map((number) => ({ number, level: 'fail' as const, title: `problem ${number}` }));
    const entries = { fail: 5, unknown: 1, warn: 2 };
    const body = renderBody(fleetWith([clusterWith({ name: 'a', status: 'blocked', first, entries })]));
    expect(body).toContain('<summary class="fail">problem 1</summary>');
    expect(body).toContain('<li class="fail">problem 3</li><li>and 5 more entries</li>');
  });

  it.each([
    ['tag:team=search,payments', ['search', 'payments', 'platform', 'without tag team']],
    ['account', ['111122223333', '111122223334', '111122223335', '111122223336']],
  ])('counts the groups of %s in the order of the update', (groupBy, names) => {
    const clusters = [...mixedClusters(3), clusterWith({ name: 'untagged', account: '111122223336' })];
    const [, groups = ''] = /id="groups"([^]*?)<\/table>/.exec(renderBody(fleetWith(clusters, { groupBy }))) ?? [];
    expect([...groups.matchAll(/<th scope="row">([^<]*)/g)].map(([, name]) => name)).toEqual(names);
  });

  it('lists what clusters share with the rows of these clusters, and folds what is rare', () => {
    const fleet = mixedFleet(24, 14);
    const found = [...renderBody(fleet).matchAll(/data-problem="([^"]*)" data-rows="([^"]*)"/g)];
    expect(found).toHaveLength(fleet.shared.length);
    for (const [index, [, key, rows = '']] of found.entries()) {
      const { check, level, clusters } = fleet.shared[index] ?? { check: '', level: '', clusters: [] };
      expect(key).toBe(`${check}  ${level}`);
      const bytes = Buffer.from(rows, 'base64');
      const has = (row: number) => ((bytes[row >> 3] ?? 0) >> (row & 7)) & 1;
      const having = fleet.clusters.filter((_, row) => has(row) === 1);
      expect(new Set(having.map(({ arn }) => arn))).toEqual(new Set(clusters));
    }
    expect(renderWords(fleet)).toContain('4 more problems');
  });

  it('names clusters of the same name with what distinguishes them', () => {
    const same = [clusterWith({ name: 'prod' }), clusterWith({ name: 'prod', region: 'us-east-1' })];
    const words = renderWords(fleetWith(same, { problems: new Map([shareProblem(same)]) }));
    expect(words).toContain('prod (eu-west-1), prod (us-east-1)');
  });

  it('suggests an order with its rule, and says where the rest is', () => {
    const words = renderWords(mixedFleet(60));
    expect(words).toContain('By team: search, payments, then all others. In each, clusters that are ready come first');
    expect(words).toMatch(/These are the first 20 of \d+\. The column Order of the table has all\./);
    expect(renderWords(fleetWith([clusterWith({ name: 'a' })]))).toContain('Clusters that are ready come first');
  });

  it('has less than a megabyte for a thousand clusters that share 150 problems', () => {
    expect(Buffer.byteLength(fleetHtml(mixedFleet(1_000, 150)))).toBeLessThan(1_000_000);
  });

  it('names a report that it does not link', () => {
    const words = renderWords(fleetWith([clusterWith({ name: 'a', report: 's3://bucket/a/latest.json' })]));
    expect(words).toContain('Report: s3://bucket/a/latest.json');
    expect(renderWords(fleetWith([clusterWith({ name: 'a', report: 'a.html' })]))).not.toContain('Report: ');
  });

  it('can be opened with no cluster, and with clusters of which everything is unknown', () => {
    expect(renderWords(fleetWith([]))).toContain('0 clusters');
    const bare = notScanned({ name: 'x', report: null }, 'no report');
    expect(renderWords(fleetWith([bare, bare], { groupBy: 'tag:team' }))).toContain('2 clusters: 2 not scanned');
    const strange = clusterWith({ name: 'a', support: { standardUntil: 'soon', extendedUntil: null } });
    expect(readTable(fleetWith([strange]))[0]).toMatchObject({ 'Support ends': '–' });
  });
});

describe('a hostile name', () => {
  it.each([
    hostileText,
    'javascript:alert(1)',
    '"><svg onload=alert(1)>',
    '--><!--',
    '//evil.example/x',
    'https://evil:x@y/',
  ])('adds no element, no handler and no link: %j', (text) => {
    const body = renderBody(hostileFleet(text));
    expect(body).not.toMatch(/<img|<script|\u202E|\u001B|\u0007|\uD800(?![\uDC00-\uDFFF])/);
    expect(body.match(/<tbody data-status/g)).toHaveLength(2);
  });

  it('starts no workflow command in the log of a job that prints the page', () => {
    const html = fleetHtml(hostileFleet('\n::error::x ##[error]y'));
    expect(html).not.toMatch(/^\s*::|##\[/m);
  });

  it('wraps, however long it is', () => {
    expect(Buffer.byteLength(fleetHtml(hostileFleet('x'.repeat(1_000))))).toBeLessThan(150_000);
  });
});
