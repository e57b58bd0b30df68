import { lstatSync } from 'node:fs';
import path from 'node:path';
import { readNamed } from './files.ts';
import { isRelaxing, optionNames, parseOptions, type OptionName, type ScanOptions } from '../options/options.ts';
import { optionTable } from '../options/option-table.ts';
import { wholeViews } from '../options/show.ts';
import { shortened } from '../../syntax/quoted.ts';
import { usageError } from '../../facts/reason.ts';

/** The config files that are looked for in the working directory if none is named. */
export const foundNames = ['eks-preflight.config.yaml', 'eks-preflight.config.yml'] as const;

/** A config file, and what it sets. */
export interface ConfigFile {
  file: string;
  /** Named by `--config` or EKS_PREFLIGHT_CONFIG; otherwise it was only found, and may be a stranger's. */
  named: boolean;
  options: ScanOptions;
}

/** In bytes, far more than all options need: a found file that is larger is refused unread. */
const longestFound = 100_000;
const longestNamed = 1_000_000;

/**
 * Reads the config file that the user named, or the one in a folder.
 * @param folder the folder to search; undefined: none
 * @returns undefined if there is none
 * @throws ScanError (`usage`) naming the file and the key if it cannot be read, holds an unknown key, or was only found
 *   and sets what only a named file may set
 */
export async function readConfigFile(
  named: string | undefined,
  folder: string | undefined,
): Promise<ConfigFile | undefined> {
  if (named !== undefined)
    return { file: named, named: true, options: parseOptions(await readYaml(named, named), named) };
  const found = folder === undefined ? undefined : findIn(folder);
  if (folder === undefined || found === undefined) return undefined;
  const options = parseOptions(await readYaml(path.join(folder, found), found), found);
  refuseStrangersKeys(options, found);
  return { file: found, named: false, options };
}

function findIn(folder: string): string | undefined {
  const there = foundNames.filter(
    (name) => lstatSync(path.join(folder, name), { throwIfNoEntry: false }) !== undefined,
  );
  const [found] = there;
  if (found === undefined) return undefined;
  if (there.length > 1)
    throw usageError(
      `the working directory contains both ${there.join(' and ')}`,
      'Remove one, or choose one with --config FILE.',
    );
  // Do not follow a link, which could lead to a file elsewhere.
  const stats = lstatSync(path.join(folder, found));
  if (!stats.isFile() || stats.size > longestFound) {
    const flaw = stats.isFile() ? `larger than ${longestFound / 1_000} kB` : 'not a regular file';
    throw usageError(`cannot read ${found}: it is ${flaw}`, 'Remove it, or name another file with --config FILE.');
  }
  return found;
}

async function readYaml(file: string, called: string): Promise<unknown> {
  const text = (await readNamed(file, 'the config', longestNamed)).replace(/^\uFEFF/, '');
  const { readPlainYaml } = await import('../../sources/plain-yaml.ts');
  return (await readPlainYaml(text, `config file ${called}`, deepest)).data;
}

/** The maximum nesting depth. The deepest option, the list `accept`, needs three levels. */
const deepest = 10;

function refuseStrangersKeys(options: ScanOptions, file: string): void {
  const refused = optionNames.filter((name) => options[name] !== undefined && !isForAnyFile(name, options[name]));
  if (refused.length === 0) return;
  const written = refused.map((name) => formatRefused(name, options)).join(', ');
  throw usageError(
    `${file} may not set ${written}, because it was not named with --config`,
    `If you trust the file, pass --config ${file}.`,
  );
}

function formatRefused(name: OptionName, { show = '' }: ScanOptions): string {
  if (name === 'failOn') return 'failOn: never';
  return name === 'show' ? `show: ${shortened(show)}` : name;
}

function isForAnyFile(name: OptionName, value: unknown): boolean {
  if (name === 'show') return typeof value === 'string' && wholeViews.includes(value);
  return optionTable[name].class !== 'acts' && !isRelaxing(name, value);
}
