import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Outcome } from './outcome.ts';
import { runProcess, type RunOptions } from './run.ts';

const preload = fileURLToPath(new URL('../../bench/usage.cjs', import.meta.url));

/** Runs the built command. `peak` is its peak resident memory in MiB, or NaN if it did not exit by itself. */
export async function measured(
  args: readonly string[],
  { env, cwd }: RunOptions & { cwd: string },
): Promise<Outcome & { peak: number }> {
  const file = path.join(cwd, 'usage');
  const options = `${env['NODE_OPTIONS'] ?? ''} --require "${preload}"`;
  const outcome = await runProcess(args, {
    env: { ...env, NODE_OPTIONS: options, EKS_PREFLIGHT_BENCH_USAGE: file },
    cwd,
  });
  const text = await readFile(file, 'utf8').catch(() => undefined);
  const { memory } = (text === undefined ? { memory: Number.NaN } : JSON.parse(text)) as { memory: number };
  return { ...outcome, peak: memory / 1024 };
}
