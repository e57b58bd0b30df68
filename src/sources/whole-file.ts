import { randomUUID } from 'node:crypto';
import { lstat, open, rm } from 'node:fs/promises';
import path from 'node:path';
import { ScanError } from '../facts/reason.ts';

/** The mode of written files. Reports contain names of clusters, so only the owner may read them. */
const ownersOnly = 0o600;
/** The mode of folders with such files. */
export const ownersFolder = 0o700;

/** Writes a temporary file and waits until it is on disk; `use` then gives it its final name. */
export async function withTemporary<Value>(
  file: string,
  text: string,
  use: (temporary: string) => Promise<Value>,
): Promise<Value> {
  const temporary = path.join(path.dirname(file), `.${path.basename(file)}.${randomUUID().slice(0, 8)}.tmp`);
  try {
    await writeSynced(temporary, text);
    return await use(temporary);
  } finally {
    await rm(temporary, { force: true });
  }
}

/** Creates a file and waits until it is on disk. Fails with `EEXIST` if it exists. */
export async function writeSynced(file: string, text: string): Promise<void> {
  const handle = await open(file, 'wx', ownersOnly);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Rejects links below a folder that the user named: they would redirect writes elsewhere. The folder itself may be a
 * link.
 * @param below the path of a file or a folder below it, with `/`; it need not exist
 * @throws ScanError
 */
export async function refuseLinksBelow(folder: string, below: string): Promise<void> {
  let at = folder;
  for (const name of below.split('/').filter((part) => part !== '')) {
    at = path.join(at, name);
    const stats = await lstat(at).catch(undefinedIfGone);
    if (stats?.isSymbolicLink() === true)
      throw new ScanError({ kind: 'unreadable', message: `${at} is a symbolic link` });
  }
}

/** Undefined if a file does not exist; throws any other error. */
export function undefinedIfGone(error: unknown): undefined {
  if (codeOf(error) === 'ENOENT') return undefined;
  throw error;
}

/** The code of an operating system error; empty for any other. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

const words: Readonly<Record<string, string>> = {
  ENOENT: 'no such file or directory',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'read-only file system',
  ENOSPC: 'no space left on device',
  ENOTDIR: 'not a directory',
  EEXIST: 'not a directory',
  EISDIR: 'it is a directory',
};

/** Why a file cannot be read or written, in words. */
export function failureText(error: unknown): string {
  return words[codeOf(error)] ?? (error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error));
}

/** The ScanError for a file that cannot be read or written. */
export function fileError(doing: 'read' | 'write', file: string, error: unknown): ScanError {
  if (error instanceof ScanError) return error;
  const said = failureText(error);
  const kind = ['EACCES', 'EPERM', 'EROFS'].includes(codeOf(error)) ? 'denied' : 'unreadable';
  return new ScanError({ kind, message: `cannot ${doing} ${file}: ${said}` }, { cause: error });
}
