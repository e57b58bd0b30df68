import { runProcess } from './run.ts';
import { fileURLToPath } from 'node:url';

/** A command may take its limit plus this many times the floor, the time of a command that waits for nothing. */
const floors = 5;
const home = fileURLToPath(new URL('.', import.meta.url));

/** Measures the floor on this machine at its current load, in milliseconds. */
async function floor(): Promise<number> {
  const started = performance.now();
  await runProcess(['demo'], { env: {}, cwd: home });
  return performance.now() - started;
}

/**
 * Why a command took too long; undefined if it did not: its limit plus five times the floor is allowed. The floor is
 * measured afterwards, and only if the limit is exceeded.
 */
export async function tooLong(took: number, limit: number): Promise<string | undefined> {
  if (took <= limit) return undefined;
  const one = await floor();
  if (took <= limit + floors * one) return undefined;
  return `${Math.round(took)} ms: more than ${limit} ms and ${floors} times the ${Math.round(one)} ms of a command that waits for nothing`;
}

/** The processor time that a function takes, in ms; time spent waiting for other programs does not count. */
export function processorTime(run: () => void): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
