/**
 * Plays `status prod --watch` from the sources, without pauses, and stops it after the given number of looks (the only
 * argument). Prints what each look used as JSON. Runs with `--expose-gc`: the heap is measured after a collection.
 */
import process from 'node:process';
import { main } from '../../src/main.ts';

/** What one look used. */
export interface LookUsage {
  /** User and system time, in milliseconds. */
  cpu: number;
  /** The heap after the look, in MB. */
  heap: number;
}

const looks = Number(process.argv[2]);
const stop = new AbortController();
const used: LookUsage[] = [];
let before = process.cpuUsage();
let clock = Date.now();

function pause(milliseconds: number): Promise<void> {
  const { user, system } = process.cpuUsage(before);
  globalThis.gc?.();
  used.push({ cpu: (user + system) / 1000, heap: process.memoryUsage().heapUsed / 1024 / 1024 });
  clock += milliseconds;
  before = process.cpuUsage();
  if (used.length === looks) stop.abort();
  return Promise.resolve();
}

await main(['status', 'prod', '--watch'], {
  stdout: () => undefined,
  stderr: () => undefined,
  env: process.env,
  cwd: process.cwd(),
  now: () => new Date(clock),
  pause,
  stdoutIsTerminal: false,
  stderrIsTerminal: false,
  columns: 80,
  signal: stop.signal,
  version: '0.0.0',
});
console.log(JSON.stringify(used));
