import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBusyWorker, isRunning, slowRules } from '../world/busy-worker.ts';
import { healthyWorld } from '../world/healthy.ts';
import type { Outcome } from '../world/outcome.ts';
import { startWorld, type RunningWorld } from '../world/run.ts';

/**
 * A signal at any moment. While Node itself starts, before the first line of the command, a signal ends the process
 * without an exit code: nothing in the command can change that. After that, a signal ends the command with exit code 3
 * and one line on stderr.
 */

let world: RunningWorld;
const cli = process.env['EKS_PREFLIGHT_TEST_CLI'] ?? fileURLToPath(new URL('../../dist/cli.js', import.meta.url));

beforeAll(async () => {
  world = await startWorld({ ...healthyWorld(), faults: [{ on: 'pods: list', does: 'silent' }] });
});
afterAll(() => world?.close());

const scan = ['scan', '--cluster', 'prod', '--output', 'report.json', '--save-inventory', 'inventory.json'];

/**
 * Whether the process has its own handler for a signal, according to Linux. The command sets that of SIGHUP last; Node
 * itself has handlers for SIGINT and SIGTERM while it starts.
 */
function isCaught(pid: number, signal: NodeJS.Signals): boolean {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const mask = BigInt(`0x${/^SigCgt:\s*([0-9a-f]+)$/m.exec(status)?.[1] ?? '0'}`);
  return ((mask >> BigInt(constants.signals[signal] - 1)) & 1n) === 1n;
}

interface Started {
  pid: number;
  kill(signal: NodeJS.Signals): void;
  ended: Promise<Outcome>;
}

function start(args: readonly string[]): Started {
  const child = spawn(process.execPath, [cli, ...args], {
    env: world.env,
    cwd: world.folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const outcome = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (outcome.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (outcome.stderr += text));
  return {
    pid: child.pid ?? 0,
    kill: (signal) => void child.kill(signal),
    ended: new Promise((resolve) => child.on('close', (code, signal) => resolve({ ...outcome, code, signal }))),
  };
}

const wait = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));
const stopped = (signal: string) => ({
  code: 3,
  signal: null,
  stdout: '',
  stderr: `eks-preflight: stopped by ${signal}\n`,
});

describe('a scan that is stopped', () => {
  const moments = [0, 1, 3, 10, 20, 40, 60, 80, 100, 150, 200, 300, 500, 900];

  it.runIf(process.platform === 'linux').each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    'by %s, from the moment of its first line on: 3, one line, no file',
    { timeout: 600_000 },
    async (signal) => {
      for (const moment of moments) {
        const { pid, kill, ended } = start(scan);
        while (!isCaught(pid, 'SIGHUP')) await wait(1);
        await wait(moment);
        kill(signal);
        expect(await ended, `${moment} ms after its first line`).toEqual(stopped(signal));
      }
      expect(readdirSync(world.folder).filter((name) => !name.startsWith('.'))).toEqual([]);
    },
  );

  it('before its first line, too, is never taken for a verdict', async () => {
    for (let moment = 0; moment <= 100; moment += 10) {
      const { kill, ended } = start(scan);
      await wait(moment);
      kill('SIGTERM');
      const { code, signal, stdout } = await ended;
      expect([`${code ?? ''} ${signal ?? ''}`.trim(), stdout]).toEqual([expect.stringMatching(/^(3|SIGTERM)$/), '']);
    }
  });

  it.runIf(process.platform === 'linux')('while nothing else of the command is loaded', async () => {
    const { pid, kill, ended } = start(['demo']);
    while (!isCaught(pid, 'SIGHUP')) await wait(0);
    kill('SIGTERM');
    expect(await ended).toMatchObject({ code: 3, stderr: 'eks-preflight: stopped by SIGTERM\n' });
  });
});

describe('test-rules that is stopped while a rule is judged', () => {
  it.runIf(process.platform === 'linux').each(['SIGTERM', 'SIGINT'] as const)(
    'by %s: 3, one line, and its worker ends',
    async (signal) => {
      const file = path.join(world.folder, 'slow.yaml');
      writeFileSync(file, slowRules);
      const { pid, kill, ended } = start(['test-rules', 'slow.yaml']);
      const busy = await expect
        .poll(() => findBusyWorker(pid))
        .toBeDefined()
        .then(() => findBusyWorker(pid) ?? 0);
      kill(signal);
      expect(await ended).toEqual(stopped(signal));
      await expect.poll(() => isRunning(busy)).toBe(false);
      rmSync(file);
    },
  );
});
