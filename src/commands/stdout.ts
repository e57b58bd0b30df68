import { fstatSync, writeSync } from 'node:fs';
import process from 'node:process';

/** stdout that is written completely, or reports an error. */
export interface Output {
  write(text: string): void;
  /**
   * Resolves once everything is written: with the error, or with undefined if there is none or if the reader closed the
   * pipe (`| head`).
   */
  flush(): Promise<Error | undefined>;
}

/**
 * The process's own stdout. Files are written here, piece by piece: Node's stream treats a write that a full disk cut
 * short as complete. Node writes to pipes and terminals.
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

/** True for files, and for devices that are not terminals. */
function writesDirectly(fd: number): boolean {
  if (process.stdout.isTTY) return false;
  try {
    const stats = fstatSync(fd);
    return stats.isFile() || stats.isCharacterDevice();
  } catch {
    return false; // closed: the stream reports its own error
  }
}

function writeAll(fd: number, bytes: Buffer): void {
  for (let written = 0; written < bytes.length;) {
    written += writeSync(fd, bytes, written);
  }
}
