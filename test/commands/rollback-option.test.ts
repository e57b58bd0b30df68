import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { renderReport, formatNames } from '../../src/formats/formats.ts';
import { reportSchema, type Report } from '../../src/report/schema.ts';
import { runCommand, type Ended } from '../world/in-process.ts';
import { storedInventory } from '../world/stored.ts';

/** `scan --rollback` and the commands that read its report, on stored inventories two days after an update to 1.35. */

let cwd: string;
const run = (args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ended> =>
  runCommand(args, { env: { COLUMNS: '100', ...env }, cwd });
const scan = (name: string, ...args: string[]) => run(['scan', '--inventory', storedInventory(name), ...args]);
const parseReport = ({ stdout }: Ended): Report => reportSchema.parse(JSON.parse(stdout));
const put = (name: string, text: string) => writeFile(path.join(cwd, name), text);
const json = ['--format', 'json'];

beforeAll(async () => {
  cwd = await mkdtemp(path.join(tmpdir(), 'eks-preflight-rollback-'));
  await put('up.json', (await scan('rollback-blocked', ...json)).stdout);
  await put('down.json', (await scan('rollback-blocked', '--rollback', ...json)).stdout);
});
afterAll(() => rm(cwd, { recursive: true, force: true }));

describe('scan --rollback', () => {
  it.each([
    ['--target', '1.33'],
    ['--target', '1.34'],
    ['--karpenter-target', '1.8.8'],
  ])('refuses %s %s', async (option, version) => {
    const { code, stdout, stderr } = await scan('rollback-open', '--rollback', option, version);
    expect([code, stdout]).toEqual([3, '']);
    expect(stderr).toBe(
      `eks-preflight: --rollback and ${option} exclude each other\nEKS rolls back only to the earlier minor version, and Karpenter keeps its version: omit one of the two options.\n`,
    );
  });

  it('plans one step down, and no tasks for nodes', async () => {
    const report = parseReport(await scan('rollback-open', '--rollback', ...json));
    const { target, targetSource, steps, plan } = report;
    expect({ target, targetSource }).toEqual({ target: '1.34', targetSource: 'rollback' });
    expect(steps.map(({ component, from, to }) => ({ component, from, to }))).toEqual([
      { component: 'kubernetes', from: '1.35', to: '1.34' },
    ]);
    expect(plan?.direction).toBe('rollback');
    expect(plan?.tasks.filter(({ kind }) => kind === 'nodes')).toEqual([]);
  });

  it('is a key of a config file, and a variable', async () => {
    await put('rollback.yaml', 'rollback: true\n');
    const byFile = await scan('rollback-open', '--config', 'rollback.yaml', ...json);
    const args = ['scan', '--inventory', storedInventory('rollback-open'), ...json];
    const byVariable = await run(args, { EKS_PREFLIGHT_ROLLBACK: 'true' });
    for (const ended of [byFile, byVariable]) expect(parseReport(ended).targetSource).toBe('rollback');
    const { code, stderr } = await scan('rollback-open', '--config', 'rollback.yaml', '--target', '1.36');
    expect([code, stderr.split('\n')[1]]).toEqual([
      3,
      'eks-preflight: rollback of rollback.yaml and --target exclude each other',
    ]);
  });

  it('judges the selected checks', async () => {
    const { verdict, results } = parseReport(
      await scan('rollback-blocked', '--rollback', '--only', 'nodes/kubelet-skew,apis/removed', ...json),
    );
    const selected = results.filter(({ skipped }) => skipped !== 'not-selected');
    expect(verdict).toBe('blocked');
    expect(selected.map(({ id, status, reason }) => [id, status, reason])).toEqual([
      ['apis/removed', 'skip', 'not for a rollback'],
      ['nodes/kubelet-skew', 'fail', null],
    ]);
  });
});

describe('the report of a rollback', () => {
  it('is judged again by gate', async () => {
    const { code, stdout } = await run(['gate', 'down.json']);
    expect([code, stdout.split('\n')[0]]).toEqual([1, 'BLOCKED prod 1.35 -> 1.34 (rollback)']);
  });

  it('is refused by gate if a check for updates has a result', async () => {
    const report = reportSchema.parse(JSON.parse((await scan('rollback-open', '--rollback', ...json)).stdout));
    const results = report.results.map((one) =>
      one.id === 'apis/removed' ? { ...one, status: 'pass' as const, skipped: null, reason: null } : one,
    );
    const summary = { ...report.summary, results: { ...report.summary.results } };
    summary.results.pass += 1;
    summary.results.skip -= 1;
    await put('forged.json', JSON.stringify({ ...report, results, summary }));
    const { code, stderr } = await run(['gate', 'forged.json']);
    expect(code).toBe(3);
    expect(stderr).toContain('apis/removed is judged, although it is not for a rollback');
  });

  it.each(formatNames)('can be rendered: %s', async (format) => {
    const { code, stdout } = await run(['render', 'down.json', '--format', format]);
    expect([code, stdout === '']).toEqual([0, false]);
    if (format !== 'prometheus') expect(stdout).toMatch(/rollback/i);
  });

  it.each(['text', 'html'] as const)('says what stops the rollback: %s', async (format) => {
    const { stdout } = await run(['render', 'down.json', '--format', format]);
    expect(stdout).toContain('stops the control plane rollback');
  });

  it('says what to do first, and after which change', async () => {
    const { stdout } = await scan('rollback-open', '--rollback');
    expect(stdout).toMatch(
      /\nFirst: task \d of \d, Roll back the control plane to 1\.34\. This begins it:\n {4}aws eks update-cluster-version /,
    );
    expect(stdout).toMatch(/\nAll tasks:\s+eks-preflight plan [^ ]+\/rollback-open\.json --rollback\n/);
    const report = reportSchema.parse(JSON.parse((await scan('rollback-open', '--rollback', ...json)).stdout));
    const page = await renderReport(report, 'html', { columns: 80, color: false, all: false });
    expect(page).toContain('No judged check requires action before the rollback.');
    expect(page).toContain('Kubernetes rollback readiness of an Amazon EKS cluster');
  });

  it('differs from the report of an update in its target, and fixes nothing of it', async () => {
    const down = await run(['diff', 'up.json', 'down.json']);
    expect(down.stdout).toContain('up.json was taken with target 1.36.');
    expect(down.stdout).toContain('Not seen now: the newer scan judges a rollback');
    const up = await run(['diff', 'down.json', 'up.json']);
    expect(up.stdout).toContain('down.json was taken with rollback target 1.34.');
    expect(up.stdout).toContain('Not seen now: the newer scan judges no rollback');
    for (const { stdout } of [down, up]) expect(stdout).not.toContain('Fixed (');
  });
});
