import process from 'node:process';
import { exitCodes } from './judge/exit-codes.ts';

const { couldNotRun } = exitCodes;

/**
 * Before anything else is loaded but the numbers above: until these lines have run, a signal ends the process as it ends
 * Node itself (128 and its number), and no program can change that.
 */
const stop = new AbortController();
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(name, () => {
    stop.abort();
    process.stderr.write(`eks-preflight: stopped by ${name}\n`);
    process.exit(couldNotRun);
  });
}

/** Node ends with 1 on a crash, which would read as `blocked`. */
process.on('uncaughtException', (error) => {
  process.stderr.write(`eks-preflight: crashed: ${error.message}\n`);
  process.exit(couldNotRun);
});

/** Hints and progress that nobody can read change no verdict. */
process.stderr.on('error', () => undefined);

/** Loaded now, not above: an import above would run before the first of these lines. */
const { run } = await import('./process-io.ts');
process.exit(await run(process.argv.slice(2), stop.signal));
