import { execFile, type ExecFileException } from 'node:child_process';
import { ScanError, silentProgram, stopError, type Reason } from '../../facts/reason.ts';
import type { CallLog, Watch } from '../kube/contract.ts';
import type { LocalSource } from './contract.ts';
import { findProgram } from './find-program.ts';
import { oneLine } from '../../syntax/one-line.ts';

/** How a {@link LocalSource} behaves. */
export interface LocalExtra {
  env: NodeJS.ProcessEnv;
  log?: CallLog;
  watch?: Watch;
  /** Aborted when the scan's time is over. */
  signal?: AbortSignal;
  /** Longest run of a program, in milliseconds; 5 s by default. */
  limit?: number;
}

/** Variables that a program, or a version manager's shim, needs to start; from PATHEXT on, they are for Windows. */
const passed = new Set(['PATH', 'HOME', 'TMPDIR', 'PATHEXT', 'SYSTEMROOT', 'TEMP', 'TMP', 'USERPROFILE']);

const outputBytes = 1024 * 1024;

/** Opens this machine as a source; no program is started before the first call. */
export function createLocalSource({ env, log, watch, signal, limit = 5_000 }: LocalExtra): LocalSource {
  const given = Object.fromEntries(Object.entries(env).filter(([name]) => passed.has(name.toUpperCase())));
  return {
    async run(program, args) {
      if (signal?.aborted === true) throw stopError(signal);
      const started = performance.now();
      const call = [program, ...args].join(' ');
      const end = watch?.begin(call);
      const record = (outcome: string): void => {
        log?.({ source: 'local', call, outcome, milliseconds: performance.now() - started });
      };
      try {
        const file = await findProgram(program, { env: given });
        if (file === undefined) {
          record('not found');
          return { found: false };
        }
        const stdout = await readOutput({ program, file }, args, { env: given, limit, signal });
        record('ok');
        return { found: true, stdout };
      } catch (error) {
        const failure = error instanceof ScanError ? error : cannotRun(program, String(error), error);
        record(failure.reason.kind);
        throw failure;
      } finally {
        end?.();
      }
    },
  };
}

interface Run {
  env: NodeJS.ProcessEnv;
  limit: number;
  signal: AbortSignal | undefined;
}

function readOutput(
  { program, file }: { program: string; file: string },
  args: readonly string[],
  { env, limit, signal }: Run,
): Promise<string> {
  const options = {
    env,
    timeout: limit,
    killSignal: 'SIGKILL' as const,
    maxBuffer: outputBytes,
    windowsHide: true,
    ...(signal === undefined ? {} : { signal }),
  };
  return new Promise((resolve, reject) => {
    const child = execFile(file, [...args], options, (error, stdout, stderr) => {
      if (error === null) resolve(stdout);
      else reject(signal?.aborted === true ? stopError(signal) : failure(program, error, stderr, limit));
    });
    child.stdin?.on('error', () => undefined).end();
  });
}

function failure(program: string, error: ExecFileException, stderr: string, limit: number): ScanError {
  if (error.killed === true && error.code === null) {
    const message = `${program} on this machine's PATH did not end within ${limit / 1000} s`;
    return localError({ kind: 'time-out', message }, program, error);
  }
  const outcome =
    typeof error.code === 'number' ? `exit code ${error.code}` : (error.code ?? error.signal ?? 'unknown');
  const said = oneLine(stderr, 200);
  return cannotRun(program, `${outcome}${said === '' ? '' : `: ${said}`}`, error);
}

function cannotRun(program: string, detail: string, cause: unknown): ScanError {
  const message = `${program} on this machine's PATH ${silentProgram}: ${oneLine(detail, 200)}`;
  return localError({ kind: 'unreadable', message, short: silentProgram }, program, cause);
}

function localError(reason: Reason, program: string, cause: unknown): ScanError {
  const hint = `see what \`${program}\` on this machine's PATH is: \`command -v ${program}\``;
  return new ScanError({ ...reason, hint }, { cause });
}
