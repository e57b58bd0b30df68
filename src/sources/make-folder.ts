import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { codeOf } from './whole-file.ts';

/**
 * Makes a folder and its parents. Node's `recursive` never ends on a file system that reports existing folders as
 * missing, as procfs and autofs do.
 * @throws what the operating system says
 */
export async function makeFolder(folder: string, mode: number): Promise<void> {
  try {
    await mkdir(folder, { mode });
  } catch (error) {
    const code = codeOf(error);
    if (code === 'EEXIST') return;
    const parent = path.dirname(folder);
    if (code !== 'ENOENT' || parent === folder) throw error;
    await makeFolder(parent, mode);
    await mkdir(folder, { mode }).catch(unlessThere);
  }
}

/** Ignores that the folder exists: another run may create it at the same time. */
function unlessThere(error: unknown): void {
  if (codeOf(error) !== 'EEXIST') throw error;
}
