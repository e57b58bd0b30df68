import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { fleetFormatNames, renderFleet } from '../../src/formats/fleet/formats.ts';
import type { Fleet, FleetCluster } from '../../src/report/fleet/schema.ts';
import { aFleet, aFleetCluster, type FleetProblem } from '../world/fleet.ts';
import { mixedFleet } from '../world/mixed-fleet.ts';

const layout = { columns: 80, color: false, all: false };

const many = (count: number, name: string, more: Partial<FleetCluster> = {}) =>
  Array.from({ length: count }, (_, index) => aFleetCluster({ name: `${name}-${index}`, ...more }));

const problems = (count: number, level: 'fail' | 'unknown' | 'warn', clusters: string[]): FleetProblem[] =>
  Array.from({ length: count }, (_, index) => ({
    title: `problem ${index} of level ${level}`,
    level,
    check: `nodes/${level}-${index}`,
    clusters,
  }));

const names = Array.from({ length: 60 }, (_, index) => `payments-${index}`);

/** 1,000 clusters in 20 accounts, of which 140 need attention. */
const thousand = aFleet(
  [
    ...many(60, 'payments', { status: 'blocked' }),
    ...many(40, 'stale', { status: 'not-scanned' }),
    ...many(10, 'odd', { status: 'not-scanned' }).map((one, index) => ({ ...one, reason: `odd reason ${index}` })),
    ...many(30, 'data', { status: 'incomplete' }),
    ...many(860, 'web'),
  ].map((cluster, index) => ({ ...cluster, account: `${100_000_000_000 + (index % 20)}` })),
  { shared: [...problems(30, 'fail', names), ...problems(30, 'unknown', names), ...problems(30, 'warn', names)] },
);

describe('a fleet of 1,000 clusters as text', () => {
  it('has at most 60 lines at 80 columns, and names every blocked cluster', async () => {
    const text = await renderFleet(thousand, 'text', layout);
    const lines = text.split('\n');
    expect(lines.length).toBeLessThanOrEqual(60);
    expect(lines.filter(({ length }) => length > 80)).toEqual([]);
    for (const name of names) expect(text).toMatch(new RegExp(`\\b${name}\\b`));
    expect(text).toMatch(
      / {2}stale-\d+, stale-\d+, stale-\d+ and 37 more: the report is 50 hours old;\s+--max-age is 36h\n/,
    );
    expect(text).toContain('  and 6 more for other reasons: --show all\n');
    expect(text).toMatch(/web-\d+ and \d+ more: --show all\n/);
    expect(text).toContain('\n  and 945 more (--show all)\n');
  });

  it('has a row for 40 clusters of each status at 160 columns, and names every blocked cluster', async () => {
    const text = await renderFleet(thousand, 'text', { ...layout, columns: 160 });
    const rows = (status: string) => text.split('\n').filter((line) => line.includes(`  ${status}  `)).length;
    expect(['blocked', 'not scanned', 'incomplete', 'ready'].map(rows)).toEqual([40, 40, 30, 40]);
    expect(text).toMatch(/and 20 more blocked \(--show all\): payments-\d+, /);
    expect(text).toContain('    and 10 more not scanned (--show all)\n');
    expect(text).toContain('    and 820 more ready (--show all)\n');
    for (const name of names) expect(text).toMatch(new RegExp(`\\b${name}\\b`));
  });

  it('has every cluster in full with --show all', async () => {
    const text = await renderFleet(thousand, 'text', { ...layout, all: true });
    for (const { name, reason } of thousand.clusters) {
      expect(text).toMatch(new RegExp(`^  ${name} \\(`, 'm'));
      if (reason !== null) expect(text).toContain(reason);
    }
    expect(text).not.toContain('--show all');
    expect(text).toContain('problem 29 of level warn');
  });

  it('lists ten problems, and counts the others by level', async () => {
    const text = await renderFleet(thousand, 'text', layout);
    const levels = text.match(/(?<=60 clusters {2})[A-Z]+/g);
    expect(levels).toEqual([...Array.from({ length: 7 }, () => 'FAIL'), 'UNKNOWN', 'UNKNOWN', 'UNKNOWN']);
    expect(text).toContain('  and 80 more: 23 FAIL, 27 UNKNOWN, 30 WARN (--show all)\n');
  });

  it('names the level of the others if it is the same', async () => {
    const own = aFleet(thousand.clusters, { shared: problems(12, 'warn', names) });
    expect(await renderFleet(own, 'text', layout)).toContain('\n  and 2 more WARN (--show all)\n');
  });

  it('is one comment in Markdown, which keeps what needs attention and says what it omits', async () => {
    const text = await renderFleet(thousand, 'markdown', layout);
    expect(text.length).toBeLessThanOrEqual(65_000);
    for (const { name, status } of thousand.clusters) if (status !== 'ready') expect(text).toContain(`| ${name} |`);
    expect(text).toMatch(/\nOmitted to fit into a comment: \d+ lines\. The JSON report has them\.\n$/);
  });
});

describe.each([
  ['escape sequences', '\u001B[31mred\u001B[0m\u202Eevil\u0007'],
  ['line feeds', 'a\nb\r\nREADY 1 cluster'],
  ['workflow commands', '::error::x ##[error]y'],
  ['Markdown and HTML', '| `a` <script>alert(1)</script> [x](https://evil.example) @team #1 \\| b'],
  ['1,000 letters', 'x'.repeat(1_000)],
])('a fleet with %s in every text', (_kind, text) => {
  const hostile = (status: FleetCluster['status']) =>
    aFleetCluster({
      name: `n ${text}`,
      account: `a ${text}`,
      region: `r ${text}`,
      arn: `arn ${status} ${text}`,
      status,
      report: `p ${text}`,
      reason: status === 'ready' ? null : text,
      tags: { env: text },
      first: [{ number: 1, level: 'fail', title: text }],
    });
  const fleet: Fleet = {
    ...aFleet([hostile('blocked'), hostile('incomplete'), hostile('not-scanned'), hostile('ready'), aFleetCluster()], {
      groupBy: 'tag:env',
    }),
    shared: [
      {
        check: 'nodes/drain',
        checks: 1,
        rule: text,
        level: 'fail',
        title: text,
        short: text,
        clusters: [`arn ready ${text}`, `arn blocked ${text}`],
      },
    ],
  };

  it.each(fleetFormatNames)('is safe to print as %s', async (format) => {
    for (const columns of [40, 80, 160]) {
      const printed = await renderFleet(fleet, format, { ...layout, columns });
      expect(printed).not.toMatch(/[\0-\u0009\u000B-\u001F\u007F-\u009F\u202E]/);
      expect(printed).not.toMatch(/^\s*::error|##\[/m);
      expect(printed.endsWith('\n') && !printed.endsWith('\n\n')).toBe(true);
    }
  });
});

it('a fleet in color has the same text', async () => {
  for (const columns of [80, 160]) {
    const colored = await renderFleet(mixedFleet, 'text', { columns, color: true, all: false });
    expect(stripVTControlCharacters(colored)).toBe(await renderFleet(mixedFleet, 'text', { ...layout, columns }));
  }
});
