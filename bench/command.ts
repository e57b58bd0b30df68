import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The path of the built command, for use as the first argument of node. */
export const built = fileURLToPath(new URL('../dist/cli.js', import.meta.url));
const preload = fileURLToPath(new URL('usage.cjs', import.meta.url));

/** Arguments and environment of a Node process to measure. */
export interface Command {
  /** Arguments of node. */
  args: readonly string[];
  env: NodeJS.ProcessEnv;
}

/**
 * Runs a command to its end and discards its output.
 * @returns milliseconds from spawn to exit
 * @throws Error if the exit code is not 0: the time of a failed run means nothing
 */
export function measureWallTime({ args, env }: Command): Promise<number> {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const child = spawn(process.execPath, args, { env, stdio: 'ignore' });
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      const wall = performance.now() - started;
      if (code === 0) resolve(wall);
      else reject(new Error(`${args.join(' ')} ended with ${String(code ?? signal)}`));
    });
  });
}

/** Resources that one process used. */
export interface Usage {
  /** Peak resident memory, in MB. */
  memory: number;
  /** User and system time, in milliseconds. */
  cpu: number;
}

/** Runs a command to its end and measures its CPU time and memory. */
export async function measureUsage({ args, env }: Command): Promise<Usage> {
  const folder = await mkdtemp(path.join(tmpdir(), 'eks-preflight-bench-'));
  try {
    const file = path.join(folder, 'usage');
    await measureWallTime({ args: ['--require', preload, ...args], env: { ...env, EKS_PREFLIGHT_BENCH_USAGE: file } });
    const { memory, cpu } = JSON.parse(await readFile(file, 'utf8')) as Usage;
    return { memory: memory / 1024, cpu };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
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
