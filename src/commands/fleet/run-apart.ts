import { spawn } from 'node:child_process';
import process from 'node:process';
import type { ApartEnded, ApartOptions } from '../io.ts';

/** What a process may print on stderr, in characters; the rest is dropped. */
const longestNotes = 100_000;
/** Set in the process: it has a channel to this one. */
export const apartVariable = 'EKS_PREFLIGHT_APART';
/** How long a process that was told to end may take. */
const graceMs = 5_000;

/**
 * Runs this program with other arguments in a process of its own.
 * @throws Error if the process cannot be started
 */
export function runApart(
  args: readonly string[],
  { env, signal, longest, onMessage }: ApartOptions,
): Promise<ApartEnded> {
  const [, program = ''] = process.argv;
  const child = spawn(process.execPath, [...process.execArgv, program, ...args], {
    env: { ...env, [apartVariable]: '1' },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const end = (): void => {
    child.kill('SIGTERM');
    setTimeout(() => child.kill('SIGKILL'), graceMs).unref();
  };
  if (signal.aborted) end();
  signal.addEventListener('abort', end, { once: true });
  child.on('message', (message) => onMessage?.(message));
  const printed = { chunks: [] as Buffer[], bytes: 0, notes: '' };
  child.stdout?.on('data', (chunk: Buffer) => {
    printed.bytes += chunk.length;
    if (printed.bytes > longest) end();
    else printed.chunks.push(chunk);
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    if (printed.notes.length < longestNotes) printed.notes += text;
  });
  return new Promise<ApartEnded>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      signal.removeEventListener('abort', end);
      const stdout = printed.bytes > longest ? '' : Buffer.concat(printed.chunks).toString('utf8');
      resolve({ stdout, stderr: printed.notes, code });
    });
  });
}
