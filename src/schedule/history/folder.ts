import { constants } from 'node:fs';
import { link, open, readdir, rename, stat, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { ScanError } from '../../facts/reason.ts';
import { makeFolder } from '../../sources/make-folder.ts';
import {
  codeOf,
  fileError,
  ownersFolder,
  refuseLinksBelow,
  undefinedIfGone,
  withTemporary,
  writeSynced,
} from '../../sources/whole-file.ts';
import { tooLong } from './bucket.ts';
import { tooMany } from './bucket-names.ts';
import { underLock } from './lock.ts';
import { mostFolders, mostNames, type Names, type Place, type Stored } from './place.ts';

/**
 * Creates a {@link Place} in a folder. A file is written under a temporary name, and then linked or renamed. To replace
 * a file, a run creates a lock file, and checks that the version of the file is still the one that was read.
 */
export function folderPlace(folder: string): Place {
  const toFilePath = (key: string): string => path.join(folder, ...key.split('/'));
  const inWords = async <Value>(doing: 'read' | 'write', key: string, run: () => Promise<Value>): Promise<Value> => {
    try {
      await refuseLinksBelow(folder, key);
      return await run();
    } catch (error) {
      throw fileError(doing, toFilePath(key), error);
    }
  };
  return {
    name: folder,
    read: (key, longest) => inWords('read', key, () => readRegular(toFilePath(key), longest)),
    create: (key, text) =>
      inWords('write', key, async () => {
        const file = toFilePath(key);
        await makeFolder(path.dirname(file), ownersFolder);
        return withTemporary(file, text, (temporary) => linkOrWrite(temporary, file, text));
      }),
    replace: (key, text, version) =>
      inWords('write', key, () => {
        const file = toFilePath(key);
        const lock = path.join(path.dirname(file), `.${path.basename(file)}.lock`);
        // The temporary file is written before the lock is taken, so that a slow disk does not prolong the lock.
        return withTemporary(file, text, (temporary) =>
          underLock(lock, async () => {
            if ((await readVersion(file)) !== version) return false;
            await rename(temporary, file);
            return true;
          }),
        );
      }),
    folders: (key) =>
      inWords('read', key, async () => {
        const entries = await readdir(toFilePath(key), { withFileTypes: true }).catch(undefinedIfGone);
        return (entries ?? [])
          .filter((entry) => entry.isDirectory())
          .map(({ name }) => name)
          .slice(0, mostFolders);
      }),
    list: (key) => inWords('read', key, () => listNames(toFilePath(key))),
  };
}

/** A link is what it leads to; reading it or listing it is refused. */
async function listNames(folder: string): Promise<Names> {
  const entries = await readdir(folder, { withFileTypes: true });
  if (entries.length > mostNames) throw tooMany(folder);
  const names: Names = { folders: [], files: [] };
  for (const entry of entries) {
    const isFolder = entry.isSymbolicLink() ? await leadsToFolder(path.join(folder, entry.name)) : entry.isDirectory();
    (isFolder ? names.folders : names.files).push(entry.name);
  }
  return names;
}

async function leadsToFolder(link: string): Promise<boolean> {
  return stat(link).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
}

/** Opens without blocking, because opening a pipe could otherwise wait forever. */
async function opened(file: string): Promise<FileHandle | undefined> {
  return open(file, constants.O_RDONLY | constants.O_NONBLOCK).catch(undefinedIfGone);
}

async function readRegular(file: string, longest: number): Promise<Stored | undefined> {
  const handle = await opened(file);
  if (handle === undefined) return undefined;
  try {
    const { isFile, size, version } = await stated(handle);
    if (!isFile) throw new ScanError({ kind: 'unreadable', message: `${file} is not a regular file` });
    if (size > longest) throw tooLong(file, longest);
    const bytes = Buffer.alloc(size);
    const { bytesRead } = await handle.read(bytes, 0, size, 0);
    return { text: bytes.subarray(0, bytesRead).toString('utf8'), version };
  } finally {
    await handle.close();
  }
}

async function readVersion(file: string): Promise<string | undefined> {
  const handle = await opened(file);
  if (handle === undefined) return undefined;
  try {
    return (await stated(handle)).version;
  } finally {
    await handle.close();
  }
}

/** Every write creates a new file, so inode, size and time identify the version. */
async function stated(handle: FileHandle): Promise<{ isFile: boolean; size: number; version: string }> {
  const stats = await handle.stat({ bigint: true });
  const version = `${stats.ino}-${stats.size}-${stats.mtimeNs}`;
  return { isFile: stats.isFile(), size: Number(stats.size), version };
}

/** Linking fails if the file exists. File systems without hard links get an exclusive write instead. */
async function linkOrWrite(temporary: string, file: string, text: string): Promise<boolean> {
  try {
    await link(temporary, file);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'].includes(codeOf(error))) throw error;
  }
  try {
    await writeSynced(file, text);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}
