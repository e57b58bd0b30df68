import { describe, expect, it } from 'vitest';
import { reportSchema, type Report } from '../../src/report/schema.ts';
import { replay } from '../../scripts/store-inventories.ts';
import { runCommand } from '../world/in-process.ts';
import { scenarios } from '../world/scenarios/index.ts';

/** A cluster before an update, two days after it, and rolled back: what each scan says of a rollback. */

const none = { options: [] } as never;

async function scan(name: string, ...more: string[]): Promise<{ code: number | null; text: string }> {
  const { code, stdout, stderr } = await replay(name, scenarios[name] ?? none, more, { run: runCommand });
  expect(stderr).toBe('');
  return { code, text: stdout };
}

async function scanJson(name: string, ...more: string[]): Promise<Report> {
  return reportSchema.parse(JSON.parse((await scan(name, ...more, '--format', 'json')).text));
}

describe.each([
  ['rollback-before', 'Within seven days of an update, EKS can roll back the control plane.', []],
  ['rollback-open', 'EKS can roll back to 1.34 at least until 2026-11-25 12:00 UTC.', []],
  [
    'rollback-blocked',
    'A rollback to 1.34 is blocked (rollback window: at least until 2026-11-25 12:00 UTC).',
    ['blocked-now'],
  ],
  ['rolled-back', 'Within seven days of an update, EKS can roll back the control plane.', ['rolled-back']],
] as const)('%s', (name, line, rules) => {
  it('says in one line whether EKS can roll back', async () => {
    const { code, text } = await scan(name);
    expect(code).toBe(0);
    expect(text.replaceAll(/\s+/g, ' ').split(line).length - 1).toBe(1);
  });

  it('has at most one entry about it, a warning', async () => {
    const { results, entries } = await scanJson(name);
    const own = results.find(({ id }) => id === 'control-plane/rollback-window');
    expect(own?.findings.map(({ rule }) => rule)).toEqual(rules);
    expect(own?.findings.filter(({ level }) => level !== 'warn')).toEqual([]);
    const about = entries.filter(({ checks }) => checks.includes('control-plane/rollback-window'));
    expect(about).toHaveLength(rules.length);
  });

  it('has a hold in its plan from which EKS can roll back', async () => {
    const { plan } = await scanJson(name);
    const holds = plan?.tasks.filter(({ undo }) => undo?.commands.some((command) => command.endsWith(' --rollback')));
    expect(holds?.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['hold']));
  });
});

describe('scan --rollback, two days after the update', () => {
  const judgedIds = ({ results }: Report) => results.filter(({ skipped }) => skipped === null).map(({ id }) => id);

  it('judges the path down, and finds nothing where the nodes are still at the earlier version', async () => {
    const report = await scanJson('rollback-open', '--rollback');
    expect([report.verdict, report.exitCode, report.entries]).toEqual(['ready', 0, []]);
    expect(judgedIds(report)).toEqual(expect.arrayContaining(['addons/compatibility', 'nodes/kubelet-skew']));
    const task = report.plan?.tasks.find(({ kind }) => kind === 'control-plane');
    expect(task?.begins).toContain('--kubernetes-version 1.34');
    expect(report.rollback).toMatchObject({ open: true, to: '1.34', closedBy: [] });
  });

  it('is blocked by nodes that are newer', async () => {
    const report = await scanJson('rollback-blocked', '--rollback');
    expect([report.verdict, report.exitCode]).toEqual(['blocked', 1]);
    expect(report.entries.map(({ checks }) => checks)).toEqual([['control-plane/rollback'], ['nodes/kubelet-skew']]);
    expect(report.rollback).toMatchObject({
      open: false,
      closedBy: [
        'Insight Kubelet version rollback compatibility: EKS reports ERROR: Nodes are newer than 1.34; EKS rejects the rollback',
        'NodeGroup general: kubelet 1.35 is too new for control plane 1.34',
      ],
    });
  });

  it.each(['rollback-open', 'rollback-blocked'])('skips each other check, and says why: %s', async (name) => {
    const [up, down] = [await scanJson(name), await scanJson(name, '--rollback')];
    const skipped = down.results.filter(({ reason }) => reason === 'not for a rollback').map(({ id }) => id);
    expect(skipped).toContain('control-plane/rollback-window');
    expect(skipped).toContain('apis/removed');
    expect(judgedIds(down).filter((id) => skipped.includes(id))).toEqual([]);
    expect(up.results.filter(({ reason }) => reason === 'not for a rollback')).toEqual([]);
  });
});
