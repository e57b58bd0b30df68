import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  createReadStream,
  existsSync,
  fstatSync,
  lstatSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  type BigIntStats,
} from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { devNull } from 'node:os';
import path from 'node:path';
import { ScanError, usageError } from '../../facts/reason.ts';

/**
 * Inventories and reports describe clusters: only their owner may read them, unless the replaced file has a wider mode.
 */
const ownersOnly = 0o600;

/**
 * Writes a file under a temporary name beside it and renames it: a reader sees the old file, the new one or none.
 * Synchronous, so that a signal cannot leave the temporary file behind. A new file gets the mode 0600; an existing one
 * keeps its mode. If it is a link, its target is replaced, not the link.
 * @param newMode the mode of a new file
 * @throws ScanError (`usage`) if it cannot be written
 */
export function writeWhole(file: string, text: string | Uint8Array, newMode = ownersOnly): void {
  const target = destination(file);
  const temporary = path.join(path.dirname(target), `.${path.basename(target)}.${randomUUID().slice(0, 8)}.tmp`);
  try {
    const mode = lstatSync(target, { throwIfNoEntry: false })?.mode ?? newMode;
    writeFileSync(temporary, text, { flag: 'wx', mode: ownersOnly });
    // Sets the mode of the replaced file, and bits that the umask may have cleared.
    chmodSync(temporary, mode & 0o777);
    renameSync(temporary, target);
  } catch (error) {
    if (existsSync(temporary)) rmSync(temporary, { force: true });
    throw cannotWrite(file, describeFailure(error));
  }
}

/**
 * Removes the files that a run will write, so that a run that fails leaves no result of an earlier one. Keeps links,
 * their targets, and everything else that is not a regular file.
 * @returns the mode of each removed file, for {@link writeWhole}
 * @throws ScanError (`usage`) if one cannot be removed
 */
export function removeFiles(files: readonly string[]): Map<string, number> {
  const modes = new Map<string, number>();
  for (const file of files) {
    const stats = lstatSync(file, { throwIfNoEntry: false });
    if (stats?.isFile() !== true) continue;
    try {
      rmSync(file);
    } catch (error) {
      throw cannotWrite(file, describeFailure(error));
    }
    modes.set(file, stats.mode);
  }
  return modes;
}

/** As many links as Linux follows. */
const mostLinks = 40;

/** These folders hold devices, pipes and other processes' files: a rename would replace one for the whole system. */
export const systemFolders = /^\/(?:dev|proc|sys)(?:\/|$)/;

/**
 * Where a file that the user named is written: at that path, or at the target of links.
 * @throws ScanError (`usage`) if that is a device, a folder, a link that leads nowhere, or the file that the process's
 *   own stdout or stderr is written to
 */
export function destination(file: string): string {
  try {
    let at = path.resolve(file);
    for (let links = 0; links <= mostLinks; links += 1) {
      const real = path.join(realpathSync(path.dirname(at)), path.basename(at));
      if (systemFolders.test(at) || systemFolders.test(real)) throw cannotWrite(file, 'not a regular file');
      const stats = lstatSync(real, { throwIfNoEntry: false, bigint: true });
      if (stats?.isSymbolicLink() !== true) {
        const flaw = flawOfTarget(stats, links > 0 || file.endsWith(path.sep));
        if (flaw !== undefined) throw cannotWrite(file, flaw);
        return real;
      }
      at = path.resolve(path.dirname(real), readlinkSync(real));
    }
  } catch (error) {
    throw error instanceof ScanError ? error : cannotWrite(file, describeFailure(error));
  }
  throw cannotWrite(file, 'too many levels of symbolic links');
}

function flawOfTarget(stats: BigIntStats | undefined, mustExist: boolean): string | undefined {
  if (stats === undefined) return mustExist ? 'no such file or directory' : undefined;
  if (stats.isDirectory()) return 'it is a directory';
  if (!stats.isFile()) return 'not a regular file';
  if (isStream(stats, 1)) return "it is the process's own stdout";
  return isStream(stats, 2) ? "it is the process's own stderr" : undefined;
}

function isStream({ dev, ino }: BigIntStats, fd: number): boolean {
  try {
    const stream = fstatSync(fd, { bigint: true });
    return stream.dev === dev && stream.ino === ino;
  } catch {
    return false; // closed
  }
}

/** The error to throw for a file that cannot be written. */
export function cannotWrite(
  file: string,
  flaw: string,
  hint = 'Name a regular file in an existing, writable directory.',
): ScanError {
  return usageError(`cannot write ${file}: ${flaw}`, hint);
}

/**
 * Reads a text file that the user named.
 * @param longest the maximum size in bytes
 * @param called its name in messages
 * @throws ScanError (`usage`) if it cannot be read, or is longer
 */
export async function readNamed(file: string, what: string, longest: number, called = file): Promise<string> {
  const bytes = await readNamedBytes(file, what, longest, called);
  if (bytes.length <= longest) return bytes.toString('utf8');
  throw usageError(`cannot read ${what} ${called}: it is larger than ${longest / 1_000_000} MB`);
}

/**
 * Reads a file that the user named: a regular file or a pipe. Refuses devices other than /dev/null: they may never end.
 * @param longest the maximum size in bytes; if the file is longer, one byte more is returned
 * @throws ScanError (`usage`) if it cannot be read
 */
export async function readNamedBytes(file: string, what: string, longest: number, called = file): Promise<Buffer> {
  const chunks: Buffer[] = [];
  try {
    const stats = await stat(file);
    if (stats.isBlockDevice() || (stats.isCharacterDevice() && path.resolve(file) !== devNull))
      throw usageError(`cannot read ${what} ${called}: it is a device`);
    const stream = createReadStream(file, { end: longest, highWaterMark: chunkBytes });
    for await (const chunk of stream as AsyncIterable<Buffer>) chunks.push(chunk);
  } catch (error) {
    if (error instanceof ScanError) throw error;
    throw usageError(`cannot read ${what} ${called}: ${describeFailure(error)}`);
  }
  return Buffer.concat(chunks);
}

const chunkBytes = 1_048_576;

const failures: Readonly<Record<string, string>> = {
  ENOENT: 'no such file or directory',
  ENOTDIR: 'not a directory',
  EACCES: 'permission denied',
  EROFS: 'read-only file system',
  EISDIR: 'it is a directory',
  ENOSPC: 'no space left on device',
  EBADF: 'it is closed, or not open for writing',
};

/** A short description of an error. For common errors, it omits the path, which the messages already contain. */
export function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? String(error.code) : '';
  return failures[code] ?? error.message.split('\n')[0] ?? error.message;
}

/** True if something exists at this path. */
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
  /** The ending of the file of each cluster, if `file` is a folder with one for each. */
  ending?: string;
}

/**
 * Throws if two output files, or an output file and an input file, are the same file, including through symbolic or
 * hard links.
 * @throws ScanError (`usage`)
 */
export function refuseSameFile(written: readonly NamedFile[], read: readonly NamedFile[]): void {
  const seen = new Map<string, NamedFile>();
  for (const named of [...read, ...written]) {
    const keys = identities(named);
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

/** What identifies a file: its real path, and for an existing file its device and inode. */
function identities({ file, ending }: NamedFile): string[] {
  if (ending !== undefined)
    return [path.join(existsSync(file) ? realpathSync(file) : path.resolve(file), `*${ending}`)];
  const folder = path.dirname(path.resolve(file));
  const real = path.join(existsSync(folder) ? realpathSync(folder) : folder, path.basename(file));
  const stats = statSync(file, { throwIfNoEntry: false, bigint: true });
  if (stats === undefined) return [real];
  // A pipe such as /dev/fd/63 has no real path.
  return [real, ...(stats.isFile() ? [realpathSync(file)] : []), `${stats.dev}:${stats.ino}`];
}
