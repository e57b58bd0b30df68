import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import path from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

/** Where to look for a program. */
interface Machine {
  env: Environment;
  platform?: NodeJS.Platform;
}

/**
 * The program that a shell would start by this name: the first executable file on PATH, else the first file that is not
 * executable. The system's own search is not used: it starts in the current folder on Windows, and reports a script
 * with a missing interpreter as not found. Relative folders in PATH are skipped.
 * @returns its absolute path; undefined if PATH has none
 */
export async function findProgram(
  program: string,
  { env, platform = process.platform }: Machine,
): Promise<string | undefined> {
  const isWindows = platform === 'win32';
  const flavour = isWindows ? path.win32 : path.posix;
  const folders = findVariable(env, 'PATH').split(flavour.delimiter).filter(flavour.isAbsolute);
  const endings = isWindows ? (findVariable(env, 'PATHEXT') || '.COM;.EXE;.BAT;.CMD').split(';') : [''];
  const files = folders.flatMap((folder) => endings.map((ending) => flavour.join(folder, program + ending)));
  let forbidden: string | undefined;
  for (const file of files) {
    if (!(await isFile(file))) continue;
    if (await isExecutable(file)) return file;
    forbidden ??= file;
  }
  return forbidden;
}

/** On Windows, the name of a variable may have any case: `Path`. */
function findVariable(env: Environment, name: string): string {
  return Object.entries(env).find(([key]) => key.toUpperCase() === name)?.[1] ?? '';
}

async function isFile(file: string): Promise<boolean> {
  const found = await stat(file).catch(() => undefined);
  return found?.isFile() === true;
}

async function isExecutable(file: string): Promise<boolean> {
  return access(file, constants.X_OK).then(
    () => true,
    () => false,
  );
}
