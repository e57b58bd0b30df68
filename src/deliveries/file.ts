import { mkdir, rename } from 'node:fs/promises';
import path from 'node:path';
import { fileError, ownersFolder, withTemporary } from '../sources/whole-file.ts';
import type { Delivery, Target } from './contract.ts';
import { pageFiles } from './page.ts';

/** Writes the page of the run and `latest.html` below the folder. A reader sees a whole page or the one before. */
export async function writePages(delivery: Delivery, { folder }: Extract<Target, { kind: 'file' }>): Promise<void> {
  for (const { path: below, html } of pageFiles(delivery)) {
    const file = path.join(folder, below);
    try {
      await mkdir(path.dirname(file), { recursive: true, mode: ownersFolder });
      await withTemporary(file, html, (temporary) => rename(temporary, file));
    } catch (error) {
      throw fileError('write', file, error);
    }
  }
}
