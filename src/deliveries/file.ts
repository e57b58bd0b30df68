import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { SourceError } from '../facts/reason.ts';
import type { Delivery, Target } from './contract.ts';
import { pageFiles } from './page.ts';

/** Reports name people's clusters: for their owner only. */
const modes = { file: 0o600, folder: 0o700 } as const;

/** Writes the page of the run and `latest.html` below the folder. A reader sees a whole page or the one before. */
export async function writePages(delivery: Delivery, { folder }: Extract<Target, { kind: 'file' }>): Promise<void> {
  for (const { path: below, html } of pageFiles(delivery)) {
    const file = path.join(folder, below);
    try {
      await mkdir(path.dirname(file), { recursive: true, mode: modes.folder });
      await writeWhole(file, html);
    } catch (error) {
      throw writeError(file, error);
    }
  }
}

async function writeWhole(file: string, text: string): Promise<void> {
  const temporary = path.join(path.dirname(file), `.${path.basename(file)}.${randomUUID().slice(0, 8)}.tmp`);
  try {
    const handle = await open(temporary, 'wx', modes.file);
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

const flaws: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EEXIST: 'not a directory',
  EISDIR: 'it is a directory',
  ENOSPC: 'no space left on device',
  ENOTDIR: 'not a directory',
  EROFS: 'read-only file system',
};

function writeError(file: string, error: unknown): SourceError {
  if (error instanceof SourceError) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'error';
  const kind = code === 'EACCES' || code === 'EROFS' ? 'denied' : 'unreadable';
  return new SourceError({ kind, message: `cannot write ${file}: ${flaws[code] ?? code}` }, { cause: error });
}
