import '../page-globals.ts';
import { judged } from '../../test/judge/judge-stored.ts';
import { largeReport } from '../../test/formats/page/pages.ts';
import { formatNames, renderReport } from '../../src/formats/formats.ts';
import { numberedEntries, reportedEntries } from '../../src/report/entries.ts';
import { formatCount } from '../../src/syntax/english.ts';
import type { Report } from '../../src/report/schema.ts';
import type { Figure } from '../figure.ts';
import { interleaved } from '../rounds.ts';
import { manyNamespaces } from './inventory.ts';

/** How many copies of the namespaces lead to about 5,000 and 10,000 findings. */
const copies = [83, 169] as const;
const layout = { columns: 100, color: false, all: true };
const goal = 2.3;

/**
 * CPU time of judging an inventory with about 10,000 findings, and of writing their report in each format, relative to
 * about 5,000 findings: 2 is linear, a search through all findings for each one comes near 4. Reports are written once
 * with few entries, as a cluster leads to them, and once with each finding in a separate entry. Measured in this process.
 */
export async function* judgingFigures(rounds: number): AsyncGenerator<Figure> {
  const [half, whole] = copies.map(manyNamespaces);
  if (half === undefined || whole === undefined) throw new Error('an inventory is missing');
  const reports = { half: judged(half, {}), whole: judged(whole, {}) };
  const judging = { half: () => judged(half, {}), whole: () => judged(whole, {}) };
  yield await measureGrowth('judging', reports.whole, rounds, judging);
  const separate = { half: separateEntries(5_000), whole: separateEntries(10_000) };
  for (const { half: small, whole: large } of [reports, separate])
    for (const format of formatNames) {
      const writing = {
        half: () => renderReport(small, format, layout),
        whole: () => renderReport(large, format, layout),
      };
      yield await measureGrowth(format, large, rounds, writing);
    }
}

/** The demo with `count` findings, each a separate entry, of a check that says what it is based on. */
function separateEntries(count: number): Report {
  const report = largeReport(count);
  const results = report.results.map((result) =>
    result.findings.length < count ? result : { ...result, reason: `${count} budgets judged` },
  );
  return { ...report, results, entries: reportedEntries(numberedEntries({ ...report, results })) };
}

async function measureGrowth(
  what: string,
  { results, entries }: Report,
  rounds: number,
  work: Record<'half' | 'whole', () => unknown>,
): Promise<Figure> {
  const { half, whole } = await interleaved(rounds, {
    half: () => measureCpuTime(work.half),
    whole: () => measureCpuTime(work.whole),
  });
  const findings = results.reduce((sum, one) => sum + one.findings.length, 0);
  return {
    name: `${what}: ${findings} findings in ${entries.length} entries, beside half of them`,
    value: whole.median / half.median,
    unit: 'times as long',
    goal,
    wall: whole,
    note: `CPU; ${Math.round(half.median)} ms for half; ${formatCount(rounds, 'round')}`,
  };
}

async function measureCpuTime(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
