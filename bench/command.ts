import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { toSpread, type Spread } from './rounds.ts';

/** The path of the built command, for use as the first argument of node. */
export const built = fileURLToPath(new URL('../dist/cli.js', import.meta.url));
const preload = fileURLToPath(new URL('usage.cjs', import.meta.url));

/** Arguments and environment of a Node process to measure. */
export interface Command {
  /** Arguments of node. */
  args: readonly string[];
  env: NodeJS.ProcessEnv;
  /** The output of a run that counts; undefined: any, which is discarded. */
  prints?: string;
  /** The exit code of a run that counts; 0 by default. */
  code?: number;
}

/**
 * Runs a command to its end.
 * @returns milliseconds from spawn to exit
 * @throws Error if the exit code or the output is not the expected one: the time of such a run means nothing
 */
export async function measureWallTime({ args, env, prints, code = 0 }: Command): Promise<number> {
  const started = performance.now();
  const child = spawn(process.execPath, args, {
    env,
    stdio: ['ignore', prints === undefined ? 'ignore' : 'pipe', 'ignore'],
  });
  const output = child.stdout === null ? undefined : text(child.stdout);
  const ended = await new Promise<number | string>((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (own, signal) => resolve(own ?? signal ?? 'an unknown signal'));
  });
  const wall = performance.now() - started;
  if (ended !== code) throw new Error(`${args.join(' ')} ended with ${ended}`);
  const printed = (await output)?.trim();
  if (printed !== prints) throw new Error(`${args.join(' ')} printed ${printed}, not ${prints}`);
  return wall;
}

/** Resources that one process used. */
export interface Usage {
  /** Peak resident memory, in MB. */
  memory: number;
  /** User and system time, in milliseconds. */
  cpu: number;
}

/** A whole run: what it used, and milliseconds from spawn to exit. */
export interface Run extends Usage {
  wall: number;
}

/** Runs a command to its end and measures its time, its CPU time and its memory. */
export async function measureUsage({ args, env, ...more }: Command): Promise<Run> {
  const folder = await mkdtemp(path.join(tmpdir(), 'eks-preflight-bench-'));
  try {
    const file = path.join(folder, 'usage');
    const preloaded = ['--require', preload, ...args];
    const wall = await measureWallTime({ ...more, args: preloaded, env: { ...env, EKS_PREFLIGHT_BENCH_USAGE: file } });
    const { memory, cpu } = JSON.parse(await readFile(file, 'utf8')) as Usage;
    return { memory: memory / 1024, cpu, wall };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The spread of one measure over all runs. */
export function toSpreadBy(runs: readonly Run[], measure: keyof Run): Spread {
  return toSpread(runs.map((run) => run[measure]));
}

/** Runs a command to its end. Returns its peak resident memory, in MB. */
export async function measurePeakMemory(command: Command): Promise<number> {
  return (await measureUsage(command)).memory;
}

/**
 * Starts a command with an AWS endpoint that never answers, and kills the command when its first request arrives.
 * @returns milliseconds from the spawn to the request
 */
export async function measureTimeToFirstRequest({ args, env }: Command): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  try {
    return await new Promise<number>((resolve, reject) => {
      const started = performance.now();
      const endpoint = { AWS_ENDPOINT_URL: `http://127.0.0.1:${port}` };
      const child = spawn(process.execPath, args, { env: { ...env, ...endpoint }, stdio: 'ignore' });
      server.once('request', () => {
        const waited = performance.now() - started;
        child.removeAllListeners('exit').once('exit', () => resolve(waited));
        child.kill('SIGKILL');
      });
      child.on('error', reject);
      child.on('exit', (code) => reject(new Error(`${args.join(' ')} ended with ${String(code)} and asked nothing`)));
    });
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
