/**
 * Builds the command: `npx tsx scripts/build.ts`. One ESM bundle with lazy chunks and no run-time dependencies in
 * dist/, its tables in dist/rules/, its THIRD_PARTY_NOTICES.txt and dist/sbom.cdx.json. All are built elsewhere and
 * renamed, never half-written. `--entry FILE` builds FILE instead of src/cli.ts, `--out .cache/FOLDER` writes there.
 */
import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { OutputChunk } from 'rolldown';
import { parseTable, tableNames } from '../src/tables/tables.ts';
import { bundle } from './bundle.ts';
import { packagesInside, thirdPartyNotices } from './notices.ts';
import { sbom, type Lock, type Manifest } from './sbom.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Writes the tables as their schemas parse them. The module that loads them looks in `../rules/` from its chunk. */
async function writeTables(chunks: readonly OutputChunk[], made: string): Promise<void> {
  const reader = chunks.find(({ moduleIds }) => moduleIds.includes(path.join(root, 'src/tables/tables.ts')));
  if (reader === undefined) return;
  const folder = path.join(made, 'rules');
  if (path.resolve(made, path.dirname(reader.fileName), '../rules') !== folder) {
    throw new Error(
      `src/tables/tables.ts is in ${reader.fileName}, from where it does not find ${folder}: import it lazily`,
    );
  }
  await mkdir(folder);
  for (const name of tableNames) {
    const text = await readFile(path.join(root, 'rules', `${name}.json`), 'utf8');
    await writeFile(path.join(folder, `${name}.json`), JSON.stringify(parseTable(name, JSON.parse(text))));
  }
}

async function makeExecutable(file: string): Promise<void> {
  const text = await readFile(file, 'utf8');
  if (!text.startsWith('#!')) await writeFile(file, `#!/usr/bin/env node\n${text}`);
  await chmod(file, 0o755);
}

/** Moves `made` to `place`; the old folder is removed only once the new one is complete. */
async function replaceFolder(made: string, place: string): Promise<void> {
  const old = `${made}-old`;
  await rename(place, old).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  await rename(made, place);
  await rm(old, { recursive: true, force: true });
}

async function replaceFile(place: string, text: string, scratch: string): Promise<void> {
  await writeFile(scratch, text);
  await rename(scratch, place);
}

async function readJson<T>(file: string): Promise<T> {
  return JSON.parse(await readFile(path.join(root, file), 'utf8')) as T;
}

function sizeLine(chunks: readonly OutputChunk[], packages: number): string {
  const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(0)} kB`;
  const files = chunks.toSorted((a, b) => b.code.length - a.code.length);
  const total = files.reduce((sum, { code }) => sum + code.length, 0);
  const largest = files.slice(0, 3).map(({ fileName, code }) => `${path.basename(fileName)} ${kilobytes(code.length)}`);
  return `total ${kilobytes(total)} | ${files.length} files | largest ${largest.join(', ')} | ${packages} packages inside`;
}

const { values } = parseArgs({ options: { entry: { type: 'string' }, out: { type: 'string' } } });
const out = path.resolve(root, values.out ?? 'dist');
const noticesFile = path.join(values.out === undefined ? root : out, 'THIRD_PARTY_NOTICES.txt');
if (values.out !== undefined && !out.startsWith(path.join(root, '.cache', path.sep))) {
  throw new Error(`--out ${out} is not in .cache/, and what is there would be replaced`);
}
const scratch = path.join(root, '.cache', `build-${process.pid}`);

try {
  const manifest = await readJson<Manifest>('package.json');
  await mkdir(scratch, { recursive: true });
  const made = path.join(scratch, 'dist');
  const chunks = await bundle({ entry: values.entry, folder: made, version: manifest.version });
  await writeTables(chunks, made);
  await makeExecutable(path.join(made, 'cli.js'));
  const packages = await packagesInside(chunks, root);
  await writeFile(
    path.join(made, 'sbom.cdx.json'),
    sbom(packages, manifest, await readJson<Lock>('package-lock.json')),
  );
  await replaceFolder(made, out);
  await replaceFile(noticesFile, thirdPartyNotices(packages), path.join(scratch, 'notices.txt'));
  console.log(sizeLine(chunks, packages.length));
} finally {
  await rm(scratch, { recursive: true, force: true });
}
