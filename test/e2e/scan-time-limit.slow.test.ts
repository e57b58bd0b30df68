import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { timeIsOver } from '../../src/commands/deadline.ts';
import { main } from '../../src/main.ts';
import { reportSchema, type Report } from '../../src/report/schema.ts';
import { healthyWorld } from '../world/healthy.ts';
import { runProcess, startWorld, type RunningWorld } from '../world/run.ts';
import type { World } from '../world/world.ts';

/**
 * When the time limit ends, counted in answers instead of time. `at once`: before the server sends the n-th answer;
 * `behind it`: after that answer has had time to arrive.
 */
const moments = ['at once', 'behind it'] as const;
const formats = ['text', 'json'] as const;

const now = new Date('2026-11-20T12:00:00.000Z');
const rejections: unknown[] = [];
const onRejection = (reason: unknown): void => void rejections.push(reason);

let world: World;
let running: RunningWorld;
let onAnswer: () => void = () => undefined;

beforeAll(async () => {
  process.on('unhandledRejection', onRejection);
  // The world dates its insights by the signature of a request.
  vi.useFakeTimers({ toFake: ['Date'], now });
  world = { ...healthyWorld(), rewrite: (_, body) => (onAnswer(), body) };
  running = await startWorld(world);
  Object.assign(
    process.env,
    Object.fromEntries(Object.entries(running.env).filter(([name]) => name.startsWith('AWS_'))),
  );
});

afterAll(async () => {
  vi.useRealTimers();
  await running.close();
  process.off('unhandledRejection', onRejection);
});

interface Ended {
  code: number;
  stdout: string;
  stderr: string;
  /** Output on stdout after main had ended. */
  late: string;
}

/** Scans until the time limit ends at the n-th answer. */
async function scanCutAt(n: number, moment: (typeof moments)[number], format: string): Promise<Ended> {
  const stop = new AbortController();
  const cut = (): void => stop.abort(timeIsOver('1s'));
  let count = 0;
  onAnswer = () => {
    count += 1;
    if (count !== n) return;
    if (moment === 'at once') cut();
    else setTimeout(cut, 5);
  };
  const output = { stdout: '', stderr: '', late: '' };
  let ended = false;
  const code = await main(['scan', '--cluster', 'prod', '--format', format], {
    stdout: (text) => (output[ended ? 'late' : 'stdout'] += text),
    stderr: (text) => (output.stderr += text),
    env: running.env,
    cwd: running.folder,
    now: () => now,
    stdoutIsTerminal: false,
    stderrIsTerminal: false,
    columns: 80,
    signal: stop.signal,
    version: '0.0.0-cut',
  });
  ended = true;
  // Unfinished work would cause output in the next turns of the event loop.
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
  return { code, ...output };
}

async function answersOfOneScan(): Promise<number> {
  let count = 0;
  const counting = scanCutAt(Infinity, 'at once', 'json');
  onAnswer = () => (count += 1);
  expect((await counting).code).toBe(0);
  return count;
}

function hidesWarning(unseen: Report['results'][number]['findings'][number]['unseen']): boolean {
  return unseen?.kind === 'fact' && unseen.hides === 'warn';
}

function refuseHalfEnds(what: string, { code, stdout, stderr, late }: Ended, format: string): void {
  expect(late, what).toBe('');
  expect(stderr, what).not.toContain('crashed');
  if (code === 3) {
    expect(stderr, what).toMatch(/^eks-preflight: cut off by --timeout 1s/);
    if (format === 'text') expect(stdout, what).toBe('');
    else expect(JSON.parse(stdout), what).toMatchObject({ error: { code: 'time-out' } });
    return;
  }
  expect([0, 1, 2], what).toContain(code);
  if (format === 'text') return expect(stdout.endsWith('\n'), what).toBe(true);
  const report = reportSchema.parse(JSON.parse(stdout));
  if (code === 0) {
    // An unknown that can only hide a warning leaves the exit code as it is.
    const unknowns = report.results.flatMap(({ severity, findings }) =>
      severity === 'warn' ? [] : findings.filter(({ level, unseen }) => level === 'unknown' && !hidesWarning(unseen)),
    );
    return expect(unknowns, what).toEqual([]);
  }
  const reasons = report.results.flatMap(({ missing }) => missing.map(({ reason }) => reason));
  return expect([...new Set(reasons)], what).toEqual(['time-out']);
}

describe('a scan whose time is over', () => {
  it(
    'after any of its answers is a report with unknowns or one line, and leaves no promise behind',
    { timeout: 1_800_000 },
    async () => {
      const answers = await answersOfOneScan();
      expect(answers).toBeGreaterThan(40);
      const codes = new Set<number>();
      for (let n = 1; n <= answers; n++) {
        for (const [index, moment] of moments.entries()) {
          const format = formats[(n + index) % 2] ?? 'json';
          const ended = await scanCutAt(n, moment, format);
          refuseHalfEnds(`${format}, answer ${n} of ${answers}, ${moment}`, ended, format);
          codes.add(ended.code);
        }
      }
      expect(rejections).toEqual([]);
      expect([...codes]).toEqual(expect.arrayContaining([2, 3]));
    },
  );

  it.each(['1s', '2s'])('by the clock (--timeout %s) does so as a process', async (timeout) => {
    // Each answer of the API server is slow, so that the limit ends during one of its lists.
    const slow = await startWorld({ ...healthyWorld(), faults: [{ on: 'kube', does: { delay: 400 } }] });
    try {
      for (const format of formats) {
        const args = ['scan', '--cluster', 'prod', '--timeout', timeout, '--format', format];
        const { code, stdout, stderr } = await runProcess(args, { env: slow.env, cwd: slow.folder });
        expect(stderr).not.toContain('crashed');
        expect([2, 3]).toContain(code);
        if (format === 'json')
          expect(Object.keys(JSON.parse(stdout) as object)).toContain(code === 3 ? 'error' : 'results');
        else expect(stdout === '').toBe(code === 3);
      }
    } finally {
      await slow.close();
    }
  });
});
