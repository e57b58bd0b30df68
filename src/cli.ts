import process from 'node:process';
import type { Io } from './io.ts';

declare const __EKS_PREFLIGHT_VERSION__: string | undefined;
declare const __EKS_PREFLIGHT_BUILT_AT__: string | undefined;

const version = typeof __EKS_PREFLIGHT_VERSION__ === 'string' ? __EKS_PREFLIGHT_VERSION__ : '0.0.0-development';
const builtAt = typeof __EKS_PREFLIGHT_BUILT_AT__ === 'string' ? __EKS_PREFLIGHT_BUILT_AT__ : undefined;
const couldNotRun = 3;

/** Node ends with 1 on a crash, which would read as `blocked`. */
process.on('uncaughtException', (error) => {
  process.stderr.write(`eks-preflight: crashed: ${error.message}\n`);
  process.exit(couldNotRun);
});

/** A reader that goes away (`| head`) is no news, and changes no verdict. */
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') process.exit(couldNotRun);
});

function abortOnSignal(): AbortSignal {
  const controller = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(name, () => {
      controller.abort();
      process.stderr.write(`eks-preflight: stopped by ${name}\n`);
      process.exit(couldNotRun);
    });
  }
  return controller.signal;
}

function realIo(): Io {
  const { stdout, stderr, env } = process;
  return {
    stdout: (text) => void stdout.write(text),
    stderr: (text) => void stderr.write(text),
    env,
    cwd: process.cwd(),
    now: () => new Date(),
    stdoutIsTerminal: stdout.isTTY,
    stderrIsTerminal: stderr.isTTY,
    columns: stdout.isTTY ? stdout.columns : Number(env['COLUMNS'] ?? 0) || 80,
    signal: abortOnSignal(),
    version,
    builtAt,
  };
}

/** Ends now, not when the last plug-in or socket does; what was printed is flushed first. */
function end(code: number): void {
  process.exitCode = code;
  process.stdout.write('', () => process.stderr.write('', () => process.exit(code)));
}

const argv = process.argv.slice(2);
if (argv.length === 1 && (argv[0] === '--version' || argv[0] === '-V')) {
  process.stdout.write(`${version}\n`);
} else {
  const { main } = await import('./main.ts');
  end(await main(argv, realIo()));
}
