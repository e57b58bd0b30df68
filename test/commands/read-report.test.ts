import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AnyCheck } from '../../src/check.ts';
import type { Result } from '../../src/judge/result.ts';
import { buildConclusions, noPolicy } from '../../src/report/conclusions.ts';
import type { Report } from '../../src/report/schema.ts';
import { checks } from '../../src/registry.ts';
import { runMain, type Ended } from '../world/in-process.ts';
import { storedInventory } from '../world/stored.ts';
import { makeReport, newFolder, now, placed, write } from './fleet/fleet-reports.ts';

/** One report file, one verdict: every command that reads a report refuses and judges it by the same rule. */

let folder: string;
const reports: Record<string, Report> = {};

beforeAll(async () => {
  folder = newFolder();
  for (const name of ['ordinary-team', 'everything-wrong']) reports[name] = await makeReport(name);
  reports['rollback-open'] = await makeReport('rollback-open', '--rollback');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Word = 'ready' | 'partial' | 'blocked' | 'incomplete' | 'refused';

const run = (...args: readonly string[]): Promise<Ended> =>
  runMain(args, { env: { COLUMNS: '200' }, now: () => new Date(now), cwd: folder });

/** The word that text begins with, such as `READY`. */
function toWord({ code, stdout, stderr }: Ended): string {
  if (code === 3 || stderr.includes('cannot be judged')) return 'refused';
  return (/^[A-Z]+/.exec(stdout)?.[0] ?? stdout).toLowerCase();
}

/** The verdict of each command on the file. */
const commands: Record<string, (file: string, good: string) => Promise<string>> = {
  gate: async (file) => {
    const ended = await run('gate', file);
    const word = toWord(ended);
    const codes: Record<string, number> = { ready: 0, blocked: 1, incomplete: 2, partial: 2, refused: 3 };
    expect(ended.code).toBe(codes[word]);
    return word;
  },
  fleet: async (file) => {
    const { stdout, code } = await run('fleet', file, '--format', 'json');
    const { status, reason } = JSON.parse(stdout).clusters[0];
    expect(code).toBe({ ready: 0, blocked: 1 }[status as string] ?? (status === 'not-scanned' ? 3 : 2));
    if (status === 'incomplete' && reason?.startsWith('partial: ') === true) return 'partial';
    return status === 'not-scanned' ? 'refused' : status;
  },
  render: async (file) => toWord(await run('render', file)),
  'render as JSON': async (file) => {
    const ended = await run('render', file, '--format', 'json');
    return toWord(ended) === 'refused' ? 'refused' : (JSON.parse(ended.stdout) as Report).gate.result;
  },
  diff: async (file, good) => {
    const { code, stdout } = await run('diff', good, file, '--format', 'json');
    return code === 3 ? 'refused' : JSON.parse(stdout).new.verdict;
  },
  'diff, as the older one': async (file, good) => {
    const { code, stdout } = await run('diff', file, good, '--format', 'json');
    return code === 3 ? 'refused' : JSON.parse(stdout).old.verdict;
  },
};

/** Whether the commands that only take findings from a report take them. */
const takers: Record<string, (file: string, inventory: string, good: string) => Promise<boolean>> = {
  accept: async (file) => {
    const why = ['--reason', 'r', '--owner', 'o', '--until', '2026-12-31'];
    const { code, stderr } = await run('accept', '1', '--report', file, ...why);
    return code === 0 || stderr.includes('has no entry 1');
  },
  permissions: async (file) => (await run('permissions', '--report', file)).code === 0,
  'scan --baseline': async (file, inventory) =>
    (await run('scan', '--inventory', inventory, '--baseline', file)).code !== 3,
  'gate --baseline': async (file, _inventory, good) => (await run('gate', good, '--baseline', file)).code !== 3,
};

const other = { name: 'eks-preflight', version: '0.0.9', build: '0123456789abcdef' } as const;
const withoutBuild = ({ tool: { build: _build, ...tool }, ...report }: Report): Report => ({ ...report, tool });
const otherBuild = (report: Report): Report => ({ ...report, tool: other });

/** The report with other results, and with all that follows from them. */
function withResults(report: Report, results: Result[]): Report {
  const steps = report.steps.map(({ component, from, to }) => ({ component, from, to }));
  const selected = results.filter(({ skipped }) => skipped !== 'not-selected').length;
  const changed = { ...report, results, selection: { selected, total: results.length } };
  const gate = { ...report.gate, required: [] };
  return { ...changed, ...buildConclusions({ results, steps, gate, policy: noPolicy, about: changed }) };
}

const withoutCheck = (report: Report, id: string) =>
  withResults(
    report,
    report.results.filter((result) => result.id !== id),
  );
const onlyPassing = (report: Report, change: Partial<Result> = {}) =>
  withResults(
    report,
    report.results
      .filter(({ status }) => status === 'pass')
      .slice(0, 1)
      .map((one) => ({ ...one, ...change })),
  );
const withPassing = (report: Report, change: Partial<Result>) =>
  withResults(report, [...report.results, ...onlyPassing(report, change).results]);

const find = (isWanted: (check: AnyCheck) => boolean): string => checks.find(isWanted)?.id ?? '';
const canFail = find(({ severity, direction = 'up' }) => severity === 'fail' && direction !== 'down');
const warnsOnly = find(({ severity, direction = 'up' }) => severity === 'warn' && direction !== 'down');

type Row = [string, Word, (report: Report) => unknown];
const rows: Record<string, Row[]> = {
  'ordinary-team': [
    ['as the scan wrote it', 'ready', (report) => report],
    ['of another build with all checks', 'ready', otherBuild],
    ['without its build, with all checks', 'ready', withoutBuild],
    ['without its build, with one passing result', 'partial', (report) => withoutBuild(onlyPassing(report))],
    [
      'of another build without a check that can fail',
      'partial',
      (report) => otherBuild(withoutCheck(report, canFail)),
    ],
    [
      'of another build without a check that only warns',
      'ready',
      (report) => otherBuild(withoutCheck(report, warnsOnly)),
    ],
    ['of this build without a check that can fail', 'refused', (report) => withoutCheck(report, canFail)],
    ['of this build without a check that only warns', 'refused', (report) => withoutCheck(report, warnsOnly)],
    ['of this build with one passing result', 'refused', (report) => onlyPassing(report)],
    ['without results', 'refused', ({ results: _results, ...report }) => report],
    ['with no results', 'refused', (report) => withoutBuild(withResults(report, []))],
    ['with a result twice', 'refused', (report) => withoutBuild(withPassing(report, {}))],
    [
      'with a status that contradicts its findings',
      'refused',
      (report) => withoutBuild({ ...report, results: report.results.map((one) => ({ ...one, status: 'fail' })) }),
    ],
    ['of another cluster than its ARN says', 'refused', (report) => placedAs(report, 'other')],
    ['of a newer schema', 'refused', (report) => ({ ...report, schemaVersion: 2 })],
    ['with a result of no check of this build', 'refused', (report) => withPassing(report, { id: 'acme/own' })],
    [
      'with a result of a plug-in',
      'ready',
      (report) => ({ ...withPassing(report, { id: 'acme/own' }), plugins: [{ name: 'acme', module: 'acme.yaml' }] }),
    ],
    [
      'without its build, with a result of a plug-in alone',
      'partial',
      (report) => ({
        ...withoutBuild(onlyPassing(report, { id: 'acme/own' })),
        plugins: [{ name: 'acme', module: 'acme.yaml' }],
      }),
    ],
    [
      'of a selection',
      'partial',
      (report) =>
        withResults(
          report,
          report.results.map((one) =>
            one.id === canFail ? { ...one, status: 'skip', skipped: 'not-selected', findings: [], missing: [] } : one,
          ),
        ),
    ],
    ['that is cut off', 'refused', (report) => JSON.stringify(report).slice(0, 2_000)],
  ],
  'everything-wrong': [
    ['as the scan wrote it', 'blocked', (report) => report],
    ['with another verdict', 'refused', (report) => ({ ...report, verdict: 'ready' })],
    [
      'of another build with another verdict',
      'blocked',
      (report) => ({ ...otherBuild(report), verdict: 'ready', exitCode: 0, gate: { ...report.gate, result: 'ready' } }),
    ],
    [
      'of another build without a check that can fail',
      'blocked',
      (report) => otherBuild(withoutCheck(report, report.results.find(({ status }) => status === 'pass')?.id ?? '')),
    ],
    [
      'of another build with a level of a later version',
      'refused',
      (report) => otherBuild(JSON.parse(JSON.stringify(report).replaceAll('"level":"fail"', '"level":"critical"'))),
    ],
  ],
  'rollback-open': [
    ['as the scan wrote it', 'ready', (report) => report],
    [
      'of another build without the checks for an update',
      'ready',
      (report) =>
        otherBuild(
          withResults(
            report,
            report.results.filter(({ reason }) => reason !== 'not for a rollback'),
          ),
        ),
    ],
  ],
};

function placedAs(report: Report, name: string): Report {
  const { cluster } = placed(report, { name });
  return { ...report, cluster: cluster === null ? null : { ...cluster, arn: report.cluster?.arn ?? '' } };
}

const all = Object.entries(rows).flatMap(([inventory, some]) => some.map((row) => [inventory, ...row] as const));

it.each(all)('a report of %s %s is %s', async (inventory, _what, word, change) => {
  const report = reports[inventory];
  if (report === undefined) throw new Error(`no report of ${inventory}`);
  const good = write(folder, 'good.json', report);
  const file = write(folder, 'row.json', change(structuredClone(report)));
  const stored = storedInventory(inventory);
  for (const [name, judge] of Object.entries(commands)) expect([name, await judge(file, good)]).toEqual([name, word]);
  for (const [name, takes] of Object.entries(takers))
    expect([name, await takes(file, stored, good)]).toEqual([name, word !== 'refused']);
});
