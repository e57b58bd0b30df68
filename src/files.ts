import { randomUUID } from 'node:crypto';
import { chmodSync, existsSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { access, readFile } from 'node:fs/promises';
import path from 'node:path';
import { usageError } from './reason.ts';

/** Inventories and reports name people's clusters: for their owner only, unless an older file was opened up. */
const ownersOnly = 0o600;

/**
 * Writes a file under a temporary name beside it and renames it: a reader sees the old file, the new one or none.
 * In one turn, so that a signal cannot leave the temporary file behind. A new file is its owner's alone (0600); one that was
 * there keeps its mode.
 * @throws SourceError (`usage`) where it cannot be written
 */
export function writeWhole(file: string, text: string | Uint8Array): void {
  const temporary = path.join(path.dirname(file), `.${path.basename(file)}.${randomUUID().slice(0, 8)}.tmp`);
  try {
    const mode = statSync(file, { throwIfNoEntry: false })?.mode;
    writeFileSync(temporary, text, { flag: 'wx', mode: ownersOnly });
    if (mode !== undefined) chmodSync(temporary, mode & 0o777);
    renameSync(temporary, file);
  } catch (error) {
    if (existsSync(temporary)) rmSync(temporary, { force: true });
    throw usageError(`cannot write ${file}: ${describeFailure(error)}`);
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
    throw usageError(`cannot read ${what} ${file}: ${describeFailure(error)}`);
  }
}

const failures: Readonly<Record<string, string>> = {
  ENOENT: 'no such file or directory',
  ENOTDIR: 'not a directory',
  EACCES: 'permission denied',
  EROFS: 'read-only file system',
  EISDIR: 'it is a directory',
  ENOSPC: 'no space left on device',
  EBADF: 'it is closed, or not open for writing',
};

/** The operating system's word for what went wrong, without the path that stands beside it already. */
export function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? String(error.code) : '';
  return failures[code] ?? error.message.split('\n')[0] ?? error.message;
}

/** True where something lies at this path. */
export async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}

/** A file, and the option that names it. */
export interface NamedFile {
  file: string;
  flag: string;
}

/**
 * Refuses two files to write, or one to write and one to read, that are one: by relative names, links and hard links, too.
 * @throws SourceError (`usage`)
 */
export function refuseSameFile(written: readonly NamedFile[], read: readonly NamedFile[]): void {
  const seen = new Map<string, NamedFile>();
  for (const named of [...read, ...written]) {
    const keys = identities(named.file);
    const other = keys.map((key) => seen.get(key)).find((found) => found !== undefined);
    if (other !== undefined && written.includes(named)) {
      throw usageError(
        `${other.flag} ${other.file} and ${named.flag} ${named.file} are the same file`,
        'Give each its own file: one would replace the other.',
      );
    }
    for (const key of keys) seen.set(key, named);
  }
}

/** What tells one file from another: where it really lies, and for one that is there its number on its device. */
function identities(file: string): string[] {
  const folder = path.dirname(path.resolve(file));
  const real = path.join(existsSync(folder) ? realpathSync(folder) : folder, path.basename(file));
  const stats = statSync(file, { throwIfNoEntry: false, bigint: true });
  if (stats === undefined) return [real];
  return [real, realpathSync(file), `${stats.dev}:${stats.ino}`];
}
