import { fileURLToPath } from 'node:url';
import { runCommand } from './run.ts';

/** How much longer than a command that waits for nothing something may take beside its own limit. */
const floors = 5;
const home = fileURLToPath(new URL('.', import.meta.url));

/** What a command that waits for nothing takes on this machine, as busy as it is now. */
async function floor(): Promise<number> {
  const started = performance.now();
  await runCommand(['demo'], { env: {}, cwd: home });
  return performance.now() - started;
}

/**
 * What is wrong with the time that a command took: nothing, or that it is longer than its limit and five times what the
 * machine takes for a command that waits for nothing. The machine is asked afterwards, and only where it may be its fault.
 */
export async function tooLong(took: number, limit: number): Promise<string | undefined> {
  if (took <= limit) return undefined;
  const one = await floor();
  if (took <= limit + floors * one) return undefined;
  return `${Math.round(took)} ms: more than ${limit} ms and ${floors} times the ${Math.round(one)} ms of a command that waits for nothing`;
}

/** What a function takes of the processor, in ms: other programs make it wait, but do not count. */
export function processorTime(run: () => void): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
