import { describe, expect, it } from 'vitest';
import { storedReports } from '../scripts/example-findings.ts';
import { blocksInOrder } from '../src/report/blocks.ts';
import { countEntries, entriesOf } from '../src/report/entries.ts';
import { titleOf } from '../src/report/entry-title.ts';
import { fixOf } from '../src/report/text/entry.ts';
import { stepsTable } from '../src/report/text/steps-table.ts';
import { reportText } from '../src/report/text/text.ts';
import { isAfter } from '../src/judge/verdict.ts';
import { levelRank } from '../src/judge/result.ts';
import { aFinding } from './reported-finding.ts';

const node = (name: string) => ({ text: `Node ${name}`, kind: 'Node', name });
const later = { component: 'kubernetes', version: '1.34' } as const;
const steps = [{ component: 'kubernetes', to: '1.34' }] as const;

describe('entries', () => {
  it('hold findings of several checks that name the same remedy, the worst first', () => {
    const [entry, ...others] = entriesOf(
      [
        aFinding({ check: 'nodes/version-behind', level: 'warn', remedy: 'update-nodegroup:a', fix: 'Update it.' }),
        aFinding({ check: 'nodes/amazon-linux-2', remedy: 'update-nodegroup:a', message: 'is old' }),
        aFinding({ blocks: 'control-plane', at: later, remedy: 'update-nodegroup:a' }),
      ],
      steps,
    );
    expect(others).toEqual([]);
    expect(entry?.findings.map(({ check }) => check)).toEqual([
      'nodes/kubelet-skew',
      'nodes/amazon-linux-2',
      'nodes/version-behind',
    ]);
    expect(titleOf(entry?.findings ?? [aFinding({})])).toBe('Node a: is wrong; is old');
  });

  it('stay apart for remedies of their own, and after the update', () => {
    expect(
      entriesOf([
        aFinding({ remedy: 'update-nodegroup:a' }),
        aFinding({ remedy: 'update-nodegroup:b' }),
        aFinding({ level: 'warn', phase: 'after', remedy: 'update-nodegroup:a' }),
      ]),
    ).toHaveLength(3);
  });

  it('leave accepted findings out', () => {
    const accepted = { reason: 'moves on Friday', owner: 'platform', until: '2026-12-31' };
    expect(entriesOf([aFinding({ accepted }), aFinding({ resource: node('b') })])).toHaveLength(1);
    expect(countEntries([aFinding({ accepted })])).toEqual({ fail: 0, unknown: 0, warn: 0, after: 0 });
  });

  it('name the first resource of many', () => {
    const [entry] = entriesOf(['a', 'b', 'c'].map((name) => aFinding({ resource: node(name) })));
    expect(titleOf(entry?.findings ?? [aFinding({})])).toBe('Node a and 2 more: is wrong');
  });
});

describe.each(storedReports())('the entries of $name', ({ report }) => {
  const findings = report.results.flatMap((result) => result.findings);

  it('hold each finding that is not for after the update once', () => {
    const held = report.entries.flatMap(({ fingerprints }) => fingerprints);
    const before = findings.filter((finding) => !isAfter(finding) && finding.accepted === null);
    expect(held.toSorted()).toEqual(before.map(({ fingerprint }) => fingerprint).toSorted());
  });

  it('are numbered: blockers, what is unknown, then warnings; what stops the most first', () => {
    expect(report.entries.map(({ number }) => number)).toEqual(report.entries.map((_, index) => index + 1));
    const places = report.entries.map(({ level, blocks }) => levelRank({ level }) * 10 + blocksInOrder.indexOf(blocks));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });

  it('are as many as the headline counts', () => {
    const { fail, unknown, warn } = countEntries(findings);
    const count = (wanted: string) => report.entries.filter(({ level }) => level === wanted).length;
    expect([count('fail'), count('unknown'), count('warn')]).toEqual([fail, unknown, warn]);
  });

  it('count at the steps of the table at which they are listed', async () => {
    const table = await stepsTable(report, { columns: 200, color: false, all: false });
    const [today = ''] = table.filter((line) => line.includes('now, at'));
    const count = (wanted: string) => report.entries.filter(({ level, at }) => level === wanted && at === null).length;
    const counts = ['fail', 'unknown', 'warn'].map((level) => `${count(level)}`);
    expect(today.trim().split(/\s+/).slice(-3)).toEqual(counts);
  });

  it('head the blockers with as many findings as the headline counts', async () => {
    const text = await reportText(report, { columns: 80, color: false, all: false });
    const [entries, found] = [countEntries(findings).fail, report.summary.findings.fail];
    const counts = entries === found ? `${entries}` : `${entries}, ${found} findings`;
    expect(text.match(/^Blocks the upgrade .*$/m)?.[0] ?? 'Blocks the upgrade (0)').toBe(
      `Blocks the upgrade (${counts})`,
    );
  });

  it('say what is wrong in one line', () => {
    for (const { title } of report.entries) expect(title).toMatch(/^\S[^\n]*$/);
  });
});

it('one update of a node group is one entry of the demo, whatever checks it mends', () => {
  const demo = storedReports().find(({ name }) => name === 'demo')?.report;
  expect(demo?.entries.find(({ remedy }) => remedy === 'update-nodegroup:legacy')).toMatchObject({
    number: 1,
    level: 'fail',
    blocks: 'control-plane',
    at: null,
    checks: ['nodes/kubelet-skew', 'nodes/amazon-linux-2', 'nodes/version-behind'],
  });
});

it('of several fixes, the one shown reaches furthest along the path', () => {
  const update = aFinding({ remedy: 'update-nodegroup:a', fix: 'Update it.', commands: ['update'] });
  const replace = aFinding({
    check: 'nodes/amazon-linux-2',
    remedy: 'update-nodegroup:a',
    at: later,
    fix: 'Replace it.',
    commands: ['replace'],
  });
  const behind = aFinding({ check: 'nodes/version-behind', level: 'warn', fix: 'Update it twice.', commands: ['x'] });
  expect(fixOf([update, replace, behind], { all: false })).toBe('Replace it.');
  expect(
    fixOf([
      { ...update, commands: [] },
      { ...replace, at: null },
    ]),
  ).toBe('Replace it.');
});
