import { fstatSync, writeSync } from 'node:fs';
import process from 'node:process';

/** stdout, written whole or said not to be. */
export interface Output {
  write(text: string): void;
  /** Resolves once everything is out, with what went wrong; undefined also where the reader went away (`| head`). */
  flush(): Promise<Error | undefined>;
}

/**
 * The process's own stdout. A file is written here, piece by piece: Node's stream takes a write that a full disk cut short
 * for a whole one. Pipes and terminals are left to Node.
 */
export function processStdout(): Output {
  const { stdout } = process;
  let failure: Error | undefined;
  // The callback of a write comes before the event of its error.
  const note = (error?: Error | null): void => void (failure ??= error ?? undefined);
  stdout.on('error', note);
  const write = writesDirectly(stdout.fd)
    ? (text: string): void => {
        if (failure !== undefined) return;
        try {
          writeAll(stdout.fd, Buffer.from(text));
        } catch (error) {
          failure = error instanceof Error ? error : new Error(String(error));
        }
      }
    : (text: string): void => void stdout.write(text, note);
  return {
    write,
    flush: () =>
      new Promise((resolve) => {
        const done = (error?: Error | null): void => {
          note(error);
          resolve(isGone(failure) ? undefined : failure);
        };
        if (failure === undefined) stdout.write('', done);
        else done();
      }),
  };
}

function isGone(error: Error | undefined): boolean {
  return error !== undefined && 'code' in error && error.code === 'EPIPE';
}

/** Files, and devices that are no terminal. */
function writesDirectly(fd: number): boolean {
  if (process.stdout.isTTY) return false;
  try {
    const stats = fstatSync(fd);
    return stats.isFile() || stats.isCharacterDevice();
  } catch {
    return false; // closed: the stream's own error tells
  }
}

function writeAll(fd: number, bytes: Buffer): void {
  for (let written = 0; written < bytes.length;) {
    written += writeSync(fd, bytes, written);
  }
}
