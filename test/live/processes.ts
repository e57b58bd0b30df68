import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** The time limit for one action of a server; long, because other servers start on the same cores meanwhile. */
export const withinMs = 120_000;

/** A server that runs beside the tests, and its log file. */
export interface Running {
  name: string;
  child: ChildProcess;
  log: string;
}

/** Starts `path` with its output in `log`. */
export function start(name: string, path: string, args: string[], log: string): Running {
  const output = openSync(log, 'w');
  const child = spawn(path, args, { stdio: ['ignore', output, output] });
  child.once('error', () => {}); // after this error, the child has no pid: waitUntil reports that
  closeSync(output);
  return { name, child, log };
}

/** Kills the server; its data is lost. Resolves when the process has ended. */
export async function end({ child }: Running): Promise<void> {
  if (child.pid === undefined || hasEnded(child)) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

/**
 * Polls until `ready` holds. Throws, with the end of the log, when the process ends first or takes too long.
 */
export async function waitUntil(running: Running, ready: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + withinMs;
  while (!(await ready().catch(() => false))) {
    const { child, name, log } = running;
    const problem = child.pid === undefined || hasEnded(child) ? 'ended' : Date.now() > deadline ? 'is not ready' : '';
    if (problem) throw new Error(`${name} ${problem}:\n${(await readFile(log, 'utf8')).slice(-4000)}`);
    await sleep(50);
  }
}

/**
 * Starts a guard process. When the process of the tests ends, in whatever way, the guard kills `running` and removes
 * `folder`. Returns the function that dismisses the guard.
 */
export function guard(running: Running[], folder: string): () => Promise<void> {
  const script = 'cat >/dev/null; folder=$1; shift; kill -9 "$@" 2>/dev/null; sleep 0.2; rm -rf -- "$folder"';
  const pids = running.flatMap(({ child }) => (child.pid === undefined ? [] : [String(child.pid)]));
  const child = spawn('sh', ['-c', script, 'guard', folder, ...pids], {
    detached: true, // otherwise Ctrl-C in a terminal would also reach it
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  return async () => {
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  };
}

/** Finds a loopback port that is free now. Another process may take it before it is used. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}
