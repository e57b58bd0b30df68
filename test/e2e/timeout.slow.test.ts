import { chmod, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { collect, defineCollector, type Collectors } from '../../src/collectors/collect.ts';
import type { Sources } from '../../src/sources/sources.ts';
import { parseTimeout, startDeadline } from '../../src/commands/deadline.ts';
import { ScanError } from '../../src/facts/reason.ts';
import { reportSchema } from '../../src/report/schema.ts';
import { aCluster } from '../checks/cases.ts';
import { healthyWorld } from '../world/healthy.ts';
import { tooLong } from '../world/pace.ts';
import { runProcess, startWorld, type RunningWorld } from '../world/run.ts';
import type { Fault } from '../world/world.ts';

/** `--timeout`: facts that are unread when the time is over are unknown, and the report is still written. */

describe('the time limit', () => {
  it.each([
    ['90s', 90_000],
    ['5m', 300_000],
    ['1h', 3_600_000],
    ['24h', 86_400_000],
  ])('%s', (text, milliseconds) => {
    expect(parseTimeout(text)).toBe(milliseconds);
  });

  it.each(['300', '5', '-5m', '1.5h', 'm', '', '5 m', '5d', '25h', '0m', '5mm', '5M'])('"%s" is refused', (text) => {
    expect(() => parseTimeout(text)).toThrow(ScanError);
  });

  it('cuts a collector that heeds no signal', async () => {
    const cluster = defineCollector('cluster', {
      permissions: [{ iam: 'eks:DescribeCluster' }],
      collect: async () => ({ value: aCluster }),
    });
    const nodes = defineCollector('nodes', { permissions: [], collect: () => new Promise(() => undefined) });
    const stop = new AbortController();
    const reading = collect(
      { cluster, nodes } as unknown as Collectors,
      ['cluster', 'nodes'],
      {} as Sources,
      undefined,
      stop.signal,
    );
    setTimeout(() => stop.abort(new ScanError({ kind: 'time-out', message: 'cut' })), 20);
    expect(await reading).toMatchObject({
      cluster: { ok: true },
      nodes: { ok: false, reason: { kind: 'time-out', message: 'cut' } },
    });
  });

  it('is 15 minutes where none is given, and passes on a signal', () => {
    vi.useFakeTimers();
    const stop = new AbortController();
    const deadline = startDeadline(undefined, stop.signal);
    vi.advanceTimersByTime(15 * 60_000 - 1);
    expect([deadline.signal.aborted, deadline.passed()]).toEqual([false, false]);
    vi.advanceTimersByTime(1);
    expect([deadline.signal.aborted, deadline.passed()]).toEqual([true, true]);
    expect(deadline.signal.reason).toMatchObject({
      reason: { kind: 'time-out', message: 'cut off by --timeout 15m (default)' },
    });
    vi.useRealTimers();
    const timed = startDeadline('1h', stop.signal);
    stop.abort();
    expect([timed.signal.aborted, timed.passed()]).toEqual([true, false]);
    timed.end();
  });
});

async function withFaults<Value>(
  faults: readonly Fault[],
  test: (world: RunningWorld) => Promise<Value>,
): Promise<Value> {
  const world = await startWorld({ ...healthyWorld(), faults });
  try {
    return await test(world);
  } finally {
    await world.close();
  }
}

/** Tries longer and longer limits until the rest of the cluster is read: how long that takes depends on the machine. */
async function withLimits<Outcome extends { isRestRead: boolean }>(
  limits: readonly number[],
  run: (seconds: number) => Promise<Outcome>,
): Promise<Outcome> {
  const [first = 0, ...longer] = limits;
  const outcome = await run(first);
  return outcome.isRestRead || longer.length === 0 ? outcome : withLimits(longer, run);
}

const silentPods: Fault[] = [{ on: 'pods: list', does: 'silent' }];

async function timed<Value>(run: Promise<Value>): Promise<{ outcome: Value; took: number }> {
  const started = performance.now();
  const outcome = await run;
  return { outcome, took: performance.now() - started };
}

describe('a scan with --timeout', () => {
  it('ends on time: what was cut is unknown, the rest is judged, one line says so', async () => {
    await withFaults(silentPods, async (world) => {
      const scan = async (seconds: number) => {
        const options = ['--timeout', `${seconds}s`, '--format', 'json', '--output', 'report.json'];
        const run = runProcess(['scan', '--cluster', 'prod', ...options], { env: world.env, cwd: world.folder });
        const { outcome, took } = await timed(run);
        expect(took).toBeGreaterThan(seconds * 1_000);
        expect(await tooLong(took, seconds * 1_000)).toBeUndefined();
        expect(outcome.code).toBe(2);
        const report = reportSchema.parse(JSON.parse(outcome.stdout));
        return { outcome, report, seconds, isRestRead: report.coverage.facts['nodes']?.ok === true };
      };
      const { outcome, report, seconds, isRestRead } = await withLimits([4, 12, 36], scan);
      expect(isRestRead).toBe(true);
      expect(outcome.stderr).toMatch(
        /^eks-preflight: time limit reached \(--timeout\): \d+ of \d+ facts were not read, or only in part: .*pods.*\n$/,
      );
      expect(await readFile(path.join(world.folder, 'report.json'), 'utf8')).toBe(outcome.stdout);
      expect(report.coverage.facts['pods']).toMatchObject({ ok: false, reason: `cut off by --timeout ${seconds}s` });
      const missing = report.results.flatMap((result) => result.missing);
      expect(new Set(missing.map(({ reason }) => reason))).toEqual(new Set(['time-out']));
      expect(report.results.some(({ status }) => status === 'pass')).toBe(true);
      expect(report.verdict).toBe('incomplete');
    });
  });

  it('says it once in the text report', async () => {
    await withFaults(silentPods, async (world) => {
      const scan = async (seconds: number) => {
        const env = { ...world.env, EKS_PREFLIGHT_TIMEOUT: `${seconds}s` };
        const { stdout, code } = await runProcess(['scan', '--cluster', 'prod'], { env, cwd: world.folder });
        return { stdout, code, seconds, isRestRead: code === 2 };
      };
      const { stdout, code, seconds } = await withLimits([3, 9, 27], scan);
      expect(code).toBe(2);
      expect(stdout).toContain(`\n     cut off by --timeout ${seconds}s\n     Fix: Give the scan more time`);
    });
  });

  it('a limit that is not reached changes nothing, and the process does not wait for it', async () => {
    await withFaults([], async (world) => {
      const { outcome, took } = await timed(
        runProcess(['scan', '--cluster', 'prod', '--timeout', '1h'], { env: world.env, cwd: world.folder }),
      );
      expect([outcome.code, outcome.stderr]).toEqual([0, '']);
      expect(await tooLong(took, 5_000)).toBeUndefined();
    });
  });

  it('a cluster that is not described in time ends with 3', async () => {
    await withFaults([{ on: 'eks:DescribeCluster', does: 'silent' }], async (world) => {
      const { outcome, took } = await timed(
        runProcess(['scan', '--cluster', 'prod', '--timeout', '2s'], { env: world.env, cwd: world.folder }),
      );
      expect(await tooLong(took, 2_000)).toBeUndefined();
      expect([outcome.code, outcome.stdout]).toEqual([3, '']);
      expect(outcome.stderr).toMatch(
        /^eks-preflight: cut off by --timeout 2s, before the cluster was described\nGive the scan/,
      );
    });
  });

  it('credentials that never come do not hold the process', async () => {
    await withFaults([], async (world) => {
      const slow = path.join(world.folder, 'slow-credentials');
      await writeFile(slow, '#!/bin/sh\nexec /bin/sleep 60\n');
      await chmod(slow, 0o755);
      const config = path.join(world.folder, 'aws-config');
      await writeFile(config, `[profile slow]\nregion = eu-west-1\ncredential_process = ${slow}\n`);
      const { AWS_ACCESS_KEY_ID: _id, AWS_SECRET_ACCESS_KEY: _secret, ...env } = world.env;
      const args = ['scan', '--cluster', 'prod', '--profile', 'slow', '--timeout', '2s'];
      const { outcome, took } = await timed(
        runProcess(args, { env: { ...env, AWS_CONFIG_FILE: config }, cwd: world.folder }),
      );
      expect(await tooLong(took, 2_000)).toBeUndefined();
      expect([outcome.code, outcome.stdout]).toEqual([3, '']);
      expect(outcome.stderr).toContain('cut off by --timeout 2s');
    });
  });

  it('collect writes what was read by then', async () => {
    await withFaults(silentPods, async (world) => {
      const collect = async (seconds: number) => {
        const args = ['collect', '--cluster', 'prod', '--timeout', `${seconds}s`, '--output', 'facts.json'];
        const { code, stderr } = await runProcess(args, { env: world.env, cwd: world.folder });
        expect(code).toBe(2);
        const { readings } = JSON.parse(await readFile(path.join(world.folder, 'facts.json'), 'utf8'));
        return { stderr, readings, seconds, isRestRead: readings.nodes.ok === true };
      };
      const { stderr, readings, seconds, isRestRead } = await withLimits([3, 9, 27], collect);
      expect(isRestRead).toBe(true);
      expect(stderr).toMatch(
        /time limit reached.*\n.*facts could not be read\nNot read: cut off by --timeout \d+s\n$/s,
      );
      expect(readings.pods.reason).toMatchObject({ kind: 'time-out', message: `cut off by --timeout ${seconds}s` });
    });
  });
});
