import { execFile } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { access, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

/**
 * Debian programs that tests run: from PATH, or from Debian's packages, unpacked into the user's cache with the
 * libraries that the machine lacks. Nothing is installed, and root is not needed: apt keeps its lists in the cache,
 * too.
 */

const run = promisify(execFile);

const cache = path.join(process.env['XDG_CACHE_HOME'] || path.join(homedir(), '.cache'), 'eks-preflight');

/** A program, and the environment variables that it needs. */
export interface Program {
  file: string;
  env: Record<string, string>;
}

/** The first of these programs that is on PATH. */
export function onPath(...names: readonly string[]): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  return folders.flatMap((folder) => names.map((name) => path.join(folder, name))).find(isProgram);
}

/** Finds or unpacks a program. Throws with apt's message if there is none. */
export async function debianProgram(name: string, packageName = name): Promise<Program> {
  const file = onPath(name);
  if (file !== undefined) return { file, env: {} };
  const { root, libraries } = await unpackedDebian(name, [packageName]);
  const env = libraries.length === 0 ? {} : { LD_LIBRARY_PATH: libraries.join(':') };
  return { file: path.join(root, 'usr/bin', name), env };
}

/**
 * True if tests of the program are skipped: it is not on PATH, and apt-get or dpkg is missing, which would unpack it.
 * In CI, these tests run anyway, and fail.
 */
export function isLeftOut(...names: readonly string[]): boolean {
  if (process.env['CI'] !== undefined || onPath(...names) !== undefined) return false;
  if (onPath('apt-get') !== undefined && onPath('dpkg') !== undefined) return false;
  console.warn(`Tests are left out: no ${names[0] ?? ''} on PATH, and no apt-get to get it with.`);
  return true;
}

/** True if tests of a program that is not installed are skipped; names it. */
export function isMissing(name: string): boolean {
  if (onPath(name) !== undefined) return false;
  console.warn(`Tests are left out: no ${name} on PATH.`);
  return true;
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The root of unpacked packages, and the folders with libraries in it. */
export interface Unpacked {
  /** The cache folder of these packages, which contains `root`. */
  folder: string;
  root: string;
  libraries: readonly string[];
}

/** Unpacks packages at the first use. */
export async function unpackedDebian(name: string, packages: readonly string[]): Promise<Unpacked> {
  const folder = path.join(cache, name);
  await access(path.join(folder, 'complete')).catch(() => unpack(folder, packages));
  const root = path.join(folder, 'root');
  const files = await readdir(root, { recursive: true });
  const libraries = files.filter((file) => /\.so(?:\.\d+)*$/.test(file));
  return { folder, root, libraries: [...new Set(libraries.map((file) => path.dirname(path.join(root, file))))] };
}

/** Unpacks all packages or none, and replaces what a killed run has left. */
async function unpack(folder: string, packages: readonly string[]): Promise<void> {
  const made = `${folder}-${process.pid}`;
  await rm(made, { recursive: true, force: true });
  const apt = await aptIn(path.join(made, 'apt'));
  await run('apt-get', [...apt, 'update'], { timeout: 120_000 });
  const { stdout } = await run('apt-get', [...apt, 'install', '--simulate', '--no-install-recommends', ...packages]);
  const needed = [...new Set([...namesIn(stdout), ...packages])];
  const debs = path.join(made, 'debs');
  await mkdir(debs, { recursive: true });
  await run('apt-get', [...apt, 'download', ...needed], { cwd: debs, timeout: 600_000 });
  const files = (await readdir(debs)).filter((file) => file.endsWith('.deb'));
  for (const file of files) await run('dpkg', ['-x', path.join(debs, file), path.join(made, 'root')]);
  await rm(debs, { recursive: true });
  await writeFile(path.join(made, 'complete'), `${files.join('\n')}\n`);
  await rm(folder, { recursive: true, force: true });
  await rename(made, folder).catch(() => access(path.join(folder, 'complete')));
  await rm(made, { recursive: true, force: true });
}

/** Package names in apt's output: `Inst chromium (156.0 Debian:12 [amd64])`. */
function namesIn(simulated: string): string[] {
  return [...simulated.matchAll(/^Inst (\S+)/gm)].map(([, name = '']) => name);
}

/** Options with which apt writes only into this folder; it still reads which packages the machine has. */
async function aptIn(place: string): Promise<string[]> {
  for (const part of ['lists/partial', 'cache/archives/partial'])
    await mkdir(path.join(place, part), { recursive: true });
  return [
    '--quiet',
    '--option=Debug::NoLocking=1',
    `--option=Dir::State::Lists=${path.join(place, 'lists')}`,
    `--option=Dir::Cache=${path.join(place, 'cache')}`,
    '--option=APT::Sandbox::User=',
    '--option=Acquire::Retries=3',
  ];
}
