import process from 'node:process';
import { apartVariable, type Io } from './commands/io.ts';
import type { ApartMessage } from './commands/fleet/apart-messages.ts';
import { keepCompiledCode } from './commands/compile-cache.ts';
import { exitCodes } from './judge/exit-codes.ts';
import { processStdout, type Output } from './commands/stdout.ts';
import { version } from './commands/version.ts';

/**
 * Runs a command line, and waits until its output is written.
 * @param signal aborted by SIGINT, SIGTERM and SIGHUP
 * @param endsItself called by a command that ends by itself soon after the signal is aborted
 * @returns the exit code; 3 if stdout could not be written, unless its reader closed the pipe
 */
export async function run(argv: readonly string[], signal: AbortSignal, endsItself: () => void): Promise<number> {
  const output = processStdout();
  const code = await runOn(output, argv, { signal, endsItself });
  const failure = await output.flush();
  if (failure !== undefined) {
    const { describeFailure } = await import('./commands/files/files.ts');
    process.stderr.write(`eks-preflight: cannot write to stdout: ${describeFailure(failure)}\n`);
  }
  await new Promise<void>((resolve) => process.stderr.write('', () => resolve()));
  return failure === undefined ? code : exitCodes.couldNotRun;
}

/** If the other process ended, the message is lost, which changes nothing for this one. */
function sendToParent(message: ApartMessage): Promise<void> {
  return new Promise((resolve) => void process.send?.(message, undefined, undefined, () => resolve()));
}

type Stop = Pick<Io, 'signal' | 'endsItself'>;

async function runOn(output: Output, argv: readonly string[], stop: Stop): Promise<number> {
  if (argv.length === 1 && (argv[0] === '--version' || argv[0] === '-V')) {
    output.write(`${version}\n`);
    return exitCodes.ready;
  }
  keepCompiledCode({ env: process.env, version, uid: process.getuid?.() });
  const { main } = await import('./main.ts');
  return main(argv, realIo(output, stop));
}

function realIo(output: Output, stop: Stop): Io {
  const { stdout, stderr, env } = process;
  return {
    stdout: (text) => output.write(text),
    stderr: (text) => void stderr.write(text),
    env,
    cwd: process.cwd(),
    now: () => new Date(),
    stdoutIsTerminal: stdout.isTTY,
    stderrIsTerminal: stderr.isTTY,
    columns: stdout.isTTY ? stdout.columns : Number(env['COLUMNS'] ?? 0) || 80,
    stderrColumns: () => stderr.columns,
    ...stop,
    ...(env[apartVariable] === '1' && process.send !== undefined
      ? { toParent: sendToParent, starter: channelToStarter }
      : {}),
    version,
  };
}

/** The channel to the process that started this one. */
const channelToStarter: NonNullable<Io['starter']> = {
  send: (message) => void process.send?.(message, undefined, undefined, () => undefined),
  listen: (heard, ended) => void process.on('message', heard).once('disconnect', ended),
};
