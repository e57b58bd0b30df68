import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agedReason, freshForDays, judgedAt, parseAsOf } from '../../src/inventory/as-of.ts';
import { reportSchema, type Report } from '../../src/report/schema.ts';
import { storedInventory } from '../world/stored.ts';
import { runCommand } from '../world/in-process.ts';
import type { Outcome } from '../world/outcome.ts';

/** Facts are judged as of the time when they were taken, unless an option sets another; stale facts cannot pass. */

const takenAt = '2026-11-20T12:00:00.000Z';
const now = new Date('2026-11-21T09:00:00.000Z');

describe('the moment', () => {
  it.each([
    [undefined, takenAt],
    ['now', '2026-11-21T09:00:00.000Z'],
    ['2026-11-20', takenAt],
    ['2026-11-22', '2026-11-22T00:00:00.000Z'],
    ['2026-11-20T13:30:00Z', '2026-11-20T13:30:00.000Z'],
    ['2026-11-20T13:30:00+01:00', '2026-11-20T12:30:00.000Z'],
    ['2028-02-29', '2028-02-29T00:00:00.000Z'],
  ])('--as-of %s is %s', (asOf, moment) => {
    expect(judgedAt(asOf, takenAt, now)).toBe(moment);
  });

  it.each([
    'yesterday',
    '20.11.2026',
    '2026-13-01',
    '2027-02-29',
    '2027-02-31',
    '2027-02-31T00:00:00Z',
    '2026-11-20 12:00',
    '2026-11-20T12:00',
    '1',
  ])('--as-of %s is not a date', (asOf) => {
    expect(() => parseAsOf(asOf)).toThrow(`invalid --as-of '${asOf}' (expected e.g. 2026-11-20 or now)`);
  });

  it.each(['2026-11-19', '2026-11-20T11:59:59Z'])('--as-of %s is before the facts', (asOf) => {
    expect(() => judgedAt(asOf, takenAt, now)).toThrow(`--as-of ${asOf} is before the facts were taken (${takenAt})`);
  });

  it('facts are fresh for some days', () => {
    const after = (days: number) => new Date(Date.parse(takenAt) + days * 86_400_000).toISOString();
    expect(agedReason(takenAt, after(freshForDays))).toBeUndefined();
    expect(agedReason(takenAt, after(freshForDays + 1))).toMatchObject({ kind: 'stale' });
  });
});

describe('an inventory of a year ago', () => {
  let folder: string;
  const yearOld = '2025-11-20T12:00:00.000Z';
  const run = (name: string, ...args: string[]): Promise<Outcome> =>
    runCommand(['scan', '--inventory', name, ...args], { env: { PATH: process.env['PATH'] }, cwd: folder });
  const scanOldInventory = async (...args: string[]): Promise<Report> =>
    reportSchema.parse(JSON.parse((await run('old.json', '--format', 'json', ...args)).stdout));

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'eks-preflight-as-of-'));
    const stored = await readFile(fileURLToPath(new URL('../inventories/healthy.json', import.meta.url)), 'utf8');
    const inventory = JSON.parse(stored.replaceAll('2026-11-20T', '2025-11-20T'));
    for (const row of inventory.readings.clusterVersions.value.versions) {
      if (row.version === '1.33') row.endOfStandardSupport = '2026-07-29';
    }
    await writeFile(path.join(folder, 'old.json'), JSON.stringify(inventory));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('is judged as of that day, whatever the day is today', async () => {
    const report = await scanOldInventory();
    expect([report.scannedAt, report.judgedAt, report.verdict]).toEqual([yearOld, yearOld, 'ready']);
    expect(report.results.every(({ missing }) => missing.length === 0)).toBe(true);
    const { stdout, stderr } = await run('old.json');
    expect(stderr).toBe('');
    expect(stdout).toMatch(/standard support until 2026-07-29,\s+inventory\s+of 2025-11-20 12:00 UTC/);
  });

  it.each(['now', '2026-11-20'])('as of %s passes nothing, and says why once', async (asOf) => {
    const report = await scanOldInventory('--as-of', asOf);
    expect([report.scannedAt, report.verdict, report.exitCode]).toEqual([yearOld, 'incomplete', 2]);
    expect(report.judgedAt > '2026-11-19').toBe(true);
    const statuses = new Set(report.results.map(({ status }) => status));
    expect(statuses).not.toContain('pass');
    expect(report.results.flatMap(({ missing }) => missing).every(({ reason }) => reason === 'stale')).toBe(true);
    expect(report.coverage.facts['nodes']?.stale).toMatch(/^the facts were taken on 2025-11-20, \d+ days before/);
    const { stdout, code } = await run('old.json', '--as-of', asOf);
    expect(code).toBe(2);
    // The insights, which are read, are too old as well.
    expect(stdout).toMatch(/\nUnknown \(2\)\n.*\n {2}1 .* not seen .*\n {2}2 .* insights older than 72 hours /);
    expect(stdout).toMatch(/the facts were taken on 2025-11-20, \d+ days before/);
    expect(stdout).toMatch(/judged\s+as of 20/);
    expect(stdout).toContain('extended support until ');
  });

  it('as of the next days is judged as ever', async () => {
    const report = await scanOldInventory('--as-of', '2025-11-22');
    expect([report.judgedAt, report.verdict]).toEqual(['2025-11-22T00:00:00.000Z', 'ready']);
  });

  it('as of a day before it is refused', async () => {
    const { code, stdout, stderr } = await run('old.json', '--as-of', '2025-01-01');
    expect([code, stdout]).toEqual([3, '']);
    expect(stderr).toMatch(
      /^eks-preflight: --as-of 2025-01-01 is before the facts were taken \(2025-11-20T.*\)\n[^\n]+\n$/,
    );
  });

  it('as of is read from the environment and the config, too', async () => {
    const { stdout } = await runCommand(['scan', '--inventory', 'old.json', '--format', 'json'], {
      env: { PATH: process.env['PATH'], EKS_PREFLIGHT_AS_OF: '2025-11-26' },
      cwd: folder,
    });
    expect(reportSchema.parse(JSON.parse(stdout)).judgedAt).toBe('2025-11-26T00:00:00.000Z');
    await writeFile(path.join(folder, 'own.yaml'), 'asOf: 2025-11-24\ntimeout: 5m\n');
    expect((await scanOldInventory('--config', 'own.yaml')).judgedAt).toBe('2025-11-24T00:00:00.000Z');
  });

  it('of another version: facts unknown here are named, facts of another shape are unknown, never a pass', async () => {
    const stored = JSON.parse(await readFile(path.join(folder, 'old.json'), 'utf8'));
    stored.tool.version = '9.9.9';
    stored.readings.moonPhase = { ok: true, value: 'full' };
    stored.readings.subnets = { ok: true, value: [{ subnet: 'of another shape' }] };
    await writeFile(path.join(folder, 'newer.json'), JSON.stringify(stored));
    const { stdout, stderr, code } = await run('newer.json', '--format', 'json', '--only', 'control-plane/subnet-ips');
    expect(stderr).toBe(
      'eks-preflight: newer.json, written by 9.9.9, contains unknown facts, which are ignored: moonPhase\n',
    );
    expect(code).toBe(2);
    const { results, coverage } = reportSchema.parse(JSON.parse(stdout));
    expect(coverage.facts['moonPhase']).toBeUndefined();
    expect(results.find(({ id }) => id === 'control-plane/subnet-ips')).toMatchObject({
      status: 'unknown',
      missing: [{ fact: 'subnets', reason: 'unreadable', message: expect.stringContaining('9.9.9') as string }],
    });
  });

  it.each(['soon', '2026-02-40T12:00:00Z', '9e999'])('a time that is none is refused: %s', async (time) => {
    const stored = JSON.parse(await readFile(storedInventory('everything-wrong'), 'utf8'));
    stored.readings.insights.value[3].details.deprecations[2].clients[0].lastRequestTime = time;
    await writeFile(path.join(folder, 'timeless.json'), JSON.stringify(stored));
    const { stderr, code } = await run('timeless.json');
    expect([code, stderr]).toEqual([3, expect.stringContaining('clients.0.lastRequestTime')]);
  });
});
