import { lstat, readdir, readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import { makeFolder } from '../../sources/make-folder.ts';
import { fileError, ownersFolder, refuseLinksBelow, withTemporary } from '../../sources/whole-file.ts';
import type { Delivery, Target } from './contract.ts';
import { isNewerPage, pageFiles } from './page.ts';

/** Writes the page of the run and `latest.html` below the folder. A reader never sees a partly written page. */
export async function writePages(delivery: Delivery, { folder }: Extract<Target, { kind: 'file' }>): Promise<void> {
  const files = pageFiles(delivery);
  if (files === undefined) return;
  const [page, latest] = [path.join(folder, files.page), path.join(folder, files.latest)];
  await inWords(page, async () => {
    await refuseLinksBelow(folder, path.posix.dirname(files.page));
    await makeFolder(path.dirname(page), ownersFolder);
    await writeWhole(page, files.html);
  });
  await inWords(latest, () => writeLatest(latest, { page, html: files.html }));
}

/**
 * Updates `latest.html` to the page of the newest run. A concurrent run writes its own page first, so whichever run
 * writes `latest.html` last finds the newer page.
 */
async function writeLatest(latest: string, { page, html }: { page: string; html: string }): Promise<void> {
  let [written, newest] = ['', await newestPage(page)];
  if (newest !== page) return;
  while (newest !== written) {
    await writeWhole(latest, newest === page ? html : await readFile(newest, 'utf8'));
    [written, newest] = [newest, await newestPage(page)];
  }
}

/** The regular file with the latest time in its name, except times in the future. */
async function newestPage(own: string): Promise<string> {
  const folder = path.dirname(own);
  let newest = own;
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name);
    if (!isNewerPage(parseMoment(file), parseMoment(newest))) continue;
    if ((await lstat(file)).isFile()) newest = file;
  }
  return newest;
}

/** Parses the time in the name of a page, `2026-11-22T02:00:00.000Z`; an invalid time for any other file. */
function parseMoment(file: string): string {
  return path.basename(file, '.html').replace(/T(\d\d)-(\d\d)-/, 'T$1:$2:');
}

async function inWords(file: string, run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    throw fileError('write', file, error);
  }
}

function writeWhole(file: string, text: string): Promise<void> {
  return withTemporary(file, text, (temporary) => rename(temporary, file));
}
