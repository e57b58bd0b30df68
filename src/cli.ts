import process from 'node:process';
import { exitCodes } from './judge/exit-codes.ts';

const { couldNotRun } = exitCodes;

/**
 * Aborted by signals. The handlers are registered before anything but the exit codes is loaded: until then, a signal
 * ends the process with Node's own exit code (128 plus the number of the signal).
 */
const stop = new AbortController();
/** The time from a signal to the end of a command that prints what it has, in milliseconds. */
const lastWordsMs = 10_000;
let endsItself = false;
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(name, () => {
    stop.abort();
    process.stderr.write(`eks-preflight: stopped by ${name}\n`);
    if (!endsItself) process.exit(couldNotRun);
    setTimeout(() => process.exit(couldNotRun), lastWordsMs);
  });
}

/** Node exits with 1 on a crash, which would mean `blocked`. */
process.on('uncaughtException', (error) => {
  process.stderr.write(`eks-preflight: crashed: ${error.message}\n`);
  process.exit(couldNotRun);
});

/** A scan of one of several clusters ends with the run that started it, even if that was killed. */
if (process.env['EKS_PREFLIGHT_APART'] === '1' && process.send !== undefined)
  process.once('disconnect', () => process.exit(couldNotRun));

/** If stderr is closed, hints and progress are lost, but the verdict stays the same. */
process.stderr.on('error', () => undefined);

/** Loaded dynamically: a static import would run before the lines above. */
const { run } = await import('./process-io.ts');
const code = await run(process.argv.slice(2), stop.signal, () => (endsItself = true));
process.exit(stop.signal.aborted ? couldNotRun : code);
