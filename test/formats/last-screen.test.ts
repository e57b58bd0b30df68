import { beforeAll, describe, expect, it } from 'vitest';
import { reportText } from '../../src/formats/text/text.ts';
import { numberedEntries } from '../../src/report/entries.ts';
import type { Report } from '../../src/report/schema.ts';
import { judged, parseTargets, readStoredInventory } from '../judge/judge-stored.ts';
import { storedNames } from '../world/stored.ts';

/** What is on a screen of 80 columns and 24 lines when a scan has ended. */

const layout = { columns: 80, color: false, all: false };
const names = storedNames().filter((name) => readStoredInventory(name).readings.cluster?.ok === true);

async function readText(name: string, options: Parameters<typeof judged>[1] = {}): Promise<[Report, string[]]> {
  const report = judged(readStoredInventory(name), { ...parseTargets(name), ...options });
  return [report, (await reportText(report, layout)).trimEnd().split('\n')];
}

describe.each(names)('the last screen of %s', (name) => {
  let report: Report;
  let lines: string[];
  beforeAll(async () => {
    [report, lines] = await readText(name);
  });

  it('has every blocker, up to ten, the answers and the exit code', () => {
    const screen = lines.slice(-24);
    const fails = report.entries.filter(({ level }) => level === 'fail');
    const blockers = fails.length > 10 ? fails.slice(0, 4) : fails;
    const first = screen.findIndex((line) => line.startsWith('Blockers ('));
    expect(first >= 0).toBe(blockers.length > 0);
    for (const { number } of blockers)
      expect(screen.some((line) => line.startsWith(` ${`${number}`.padStart(2)}  `))).toBe(true);
    expect(screen.some((line) => line.includes('Control plane '))).toBe(true);
    expect(screen.some((line) => line.endsWith(`exit code ${report.exitCode}`))).toBe(true);
  });

  it('begins with the verdict, and says nothing in former words', () => {
    expect(lines[0]).toMatch(new RegExp(`^${report.verdict.toUpperCase()} `));
    expect(lines.join('\n')).not.toMatch(/Gate:|blocked earlier|\bno entry\b/);
  });

  it('lists each entry, and cuts no line', () => {
    const text = lines.join('\n');
    for (const { number } of numberedEntries(report)) expect(text).toMatch(new RegExp(`^ {0,2}${number} {2}`, 'm'));
  });

  it('counts what the JSON report counts', () => {
    for (const { question, blockers, unknown, verdict } of report.answers ?? []) {
      const stopping = report.entries.filter(({ number }) => [...blockers, ...unknown].includes(number));
      expect(stopping).toHaveLength(blockers.length + unknown.length);
      if (verdict !== 'partial') expect(verdict === 'ready', question).toBe(stopping.length === 0);
    }
  });
});

describe('with --scope control-plane', () => {
  it('begins with its answer, ends with the exit code, and shows the command although nodes are blocked', async () => {
    const [report, lines] = await readText('ordinary-large', { scope: 'control-plane' });
    expect(report.verdict).toBe('blocked');
    expect(lines[0]).toBe('READY for the control plane  prod 1.34 -> 1.35');
    const end = lines.slice(lines.indexOf('READY for the control plane, exit code 0'));
    expect(end.slice(2)).toEqual([
      expect.stringMatching(/^First: task \d+ of \d+, Update the control plane to 1\.35\. This begins it:$/),
      '    aws eks update-cluster-version --region eu-west-1 --name prod \\',
      '      --kubernetes-version 1.35',
      'Then fix #1, #2 before you update the nodes.',
      'All tasks: eks-preflight plan INVENTORY',
      expect.stringMatching(/^To see more, add --show 1/),
      'Exit code 0.',
    ]);
    expect(lines).toContain(`${' '.repeat(32)}they may stay: 1.35 accepts 1.32 and newer`);
    expect(lines.join('\n')).not.toContain('FAIL');
    expect(lines).toContain('  1  NOT ASKED blocks node drains: pdb/payments/postgres');
    expect(lines).toContain('Not asked (2)');
    expect(lines.join('\n')).not.toContain('BLOCKED');
  });

  it.each([undefined, 'control-plane'] as const)('changes neither verdict nor answers: %s', (scope) => {
    const report = judged(readStoredInventory('ordinary-large'), scope === undefined ? {} : { scope });
    expect([report.verdict, report.answers?.map(({ question, verdict }) => `${question} ${verdict}`)]).toEqual([
      'blocked',
      ['control-plane ready', 'nodes blocked', 'workloads ready'],
    ]);
  });
});

describe('the tables at 80 columns', () => {
  it.each([
    ['demo', { target: '1.36', karpenterTarget: '1.13.1' }],
    ['demo', {}],
    ['ordinary-large', {}],
  ])('keep their columns, and show the unknown: %s %j', async (name, options) => {
    const [report, lines] = await readText(name, options);
    for (const title of ['Warnings (', 'Blockers (']) {
      const start = lines.findIndex((line) => line.startsWith(title));
      const where = lines[start + 1]?.indexOf('where') ?? -1;
      const rows = lines.slice(
        start + 2,
        lines.findIndex((line, index) => index > start && !line.startsWith(' ')),
      );
      const besides = rows.filter((line) => /^ +\d+ {2}/.test(line) && line.length > where);
      expect(besides.filter((line) => !/ {2}\S/.test(line.slice(where - 2, where + 1)))).toEqual([]);
    }
    const unknown = report.entries.filter(({ level }) => level === 'unknown');
    for (const { number } of unknown)
      expect(lines.slice(-24).some((line) => line.startsWith(`  ${number}  `))).toBe(true);
  });
});

describe('an entry in full', () => {
  it('says once what to read before an update of Karpenter', async () => {
    const report = judged(readStoredInventory('demo'), parseTargets('demo'));
    const entry = report.entries.find(({ checks }) => checks.includes('karpenter/breaking-changes'));
    const text = await reportText(report, { ...layout, finding: `${entry?.number}` });
    const flat = text.replaceAll(/\s+/g, ' ');
    expect(flat.split('karpenter_pods_pods_drained_total')).toHaveLength(2);
    expect(flat).toContain('judged by karpenter/controller-iam');
  });
});

describe('a report of what was not seen', () => {
  it('says what to grant, what it could stop, and which program is silent', async () => {
    const [, lines] = await readText('everything-denied');
    expect(lines.join(' ')).toMatch(
      / First: task 1 of \d+, Let the scan read what it needs: 16 permissions \(15 AWS, 1\s+Kubernetes\) \(#1\)\. /,
    );
    expect(lines.find((line) => line.startsWith('  #  '))).toMatch(/^ {2}# {2}could stop {5}what /);
    expect(lines.filter((line) => /^ {2}[23] {2}nothing /.test(line))).toEqual([
      expect.stringMatching(/ does not report its version +eksctl$/),
      expect.stringMatching(/ does not report its version +kubectl$/),
    ]);
  });
});

describe('the answer on Karpenter', () => {
  const questions = (name: string) =>
    judged(readStoredInventory(name), parseTargets(name)).answers?.map(({ question }) => question);

  it('is left out where none is installed, and open where that was not read', () => {
    expect(questions('past-the-tables')).not.toContain('karpenter');
    expect(questions('everything-denied')).toContain('karpenter');
    expect(questions('demo')).toContain('karpenter');
  });
});
