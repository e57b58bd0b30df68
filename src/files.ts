import { randomUUID } from 'node:crypto';
import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { access, readFile } from 'node:fs/promises';
import path from 'node:path';
import { usageError } from './reason.ts';

/**
 * Writes a file under a temporary name beside it and renames it: a reader sees the old file, the new one or none.
 * In one turn, so that a signal cannot leave the temporary file behind.
 * @throws SourceError (`usage`) where it cannot be written
 */
export function writeWhole(file: string, text: string | Uint8Array): void {
  const temporary = path.join(path.dirname(file), `.${path.basename(file)}.${randomUUID().slice(0, 8)}.tmp`);
  try {
    writeFileSync(temporary, text, { flag: 'wx' });
    renameSync(temporary, file);
  } catch (error) {
    if (existsSync(temporary)) rmSync(temporary, { force: true });
    throw usageError(`cannot write ${file}: ${describe(error)}`);
  }
}

/**
 * Reads a text file that the user named.
 * @throws SourceError (`usage`) where it cannot be read
 */
export async function readNamed(file: string, what: string): Promise<string> {
  return (await readNamedBytes(file, what)).toString('utf8');
}

/**
 * Reads a file that the user named, as it lies there.
 * @throws SourceError (`usage`) where it cannot be read
 */
export async function readNamedBytes(file: string, what: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (error) {
    throw usageError(`cannot read ${what} ${file}: ${describe(error)}`);
  }
}

/** The operating system's word for what went wrong, without the path that stands beside it already. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? error.code : undefined;
  if (code === 'ENOENT') return 'no such file or directory';
  if (code === 'EACCES') return 'permission denied';
  if (code === 'EISDIR') return 'it is a directory';
  return error.message.split('\n')[0] ?? error.message;
}

/** True where something lies at this path. */
export async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
