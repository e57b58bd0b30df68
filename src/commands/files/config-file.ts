import { lstatSync } from 'node:fs';
import path from 'node:path';
import { readNamed } from './files.ts';
import {
  isRelaxing,
  keyClasses,
  optionNames,
  parseOptions,
  type OptionName,
  type ScanOptions,
} from '../options/options.ts';
import { shortened } from '../../languages/quoted.ts';
import { SourceError, usageError } from '../../facts/reason.ts';

/** The config files that are looked for in the working directory where none is named. */
export const foundNames = ['eks-preflight.config.yaml', 'eks-preflight.config.yml'] as const;

/** A config file, and what it sets. */
export interface ConfigFile {
  file: string;
  /** Named by `--config` or EKS_PREFLIGHT_CONFIG; else only found, and perhaps a stranger's. */
  named: boolean;
  options: ScanOptions;
}

/** Far more than all options need: a file that was found is not read without end. */
const longestFound = 100_000;
const longestNamed = 1_000_000;

/**
 * Reads the config file that somebody named, or the one in a folder.
 * @param folder where a file may be found; undefined: none is looked for
 * @returns undefined where there is none
 * @throws SourceError (`usage`) naming the file and the key where it cannot be read, holds an unknown key, or was only found
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
  // Not through a link: it would read what lies elsewhere.
  const stats = lstatSync(path.join(folder, found));
  if (!stats.isFile() || stats.size > longestFound) {
    const flaw = stats.isFile() ? `larger than ${longestFound / 1_000} kB` : 'not a regular file';
    throw usageError(`cannot read ${found}: it is ${flaw}`, 'Remove it, or name another file with --config FILE.');
  }
  return found;
}

/** A config file is data: no directive and no tag changes how it is read, and nothing in it gets lost. */
async function readYaml(file: string, called: string): Promise<unknown> {
  const { parseAllDocuments, visit } = await import('../../languages/yaml.ts');
  const text = (await readNamed(file, 'the config', longestNamed)).replace(/^\uFEFF/, '');
  if (rowOfIndicators.test(text)) throw tooDeep(called);
  try {
    const [document, ...others] = parseAllDocuments(text, { version: '1.2', schema: 'core', logLevel: 'error' });
    if (others.length > 0) throw usageError(`config file ${called} contains more than one document`);
    if (document === undefined) return {};
    const [flaw] = [...document.errors, ...document.warnings];
    if (flaw !== undefined) throw flaw;
    if (/^%(?!YAML 1\.2[ \t\r]{0,20}$)/m.test(text.slice(0, document.range[0])))
      throw usageError(`config file ${called} begins with a YAML directive`, 'Remove it: config files are YAML 1.2.');
    visit(document, {
      Value: (_key, { tag }, ancestors) => {
        if (ancestors.length > deepest) throw tooDeep(called);
        if (tag !== undefined)
          throw usageError(`config file ${called} contains a YAML tag: ${shortened(tag)}`, 'Remove it.');
      },
    });
    return document.toJS({ maxAliasCount: 20 }) ?? {};
  } catch (error) {
    if (error instanceof SourceError) throw error;
    const detail = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
    // The parser catches its own overflow in places, and says it as a flaw of the text.
    if (detail.startsWith('Maximum call stack')) throw tooDeep(called);
    throw usageError(`${called} is not valid YAML: ${shortened(detail, 200)}`);
  }
}

/** A list in the file's one mapping is all that an option may be. */
const deepest = 10;

/** `- - - -`: the parser makes a pattern as long as the row, and a row of 400 kB ends the process. */
const rowOfIndicators = /^[ \t]*(?:[-?][ \t]+){20}/m;

function tooDeep(called: string): SourceError {
  return usageError(`config file ${called} is nested too deeply`);
}

function refuseStrangersKeys(options: ScanOptions, file: string): void {
  const refused = optionNames.filter((name) => options[name] !== undefined && !isForAnyFile(name, options[name]));
  if (refused.length === 0) return;
  const written = refused.map((name) => (name === 'failOn' ? 'failOn: never' : name)).join(', ');
  throw usageError(
    `${file} may not set ${written}, because it was not named with --config`,
    `If you trust the file, pass --config ${file}.`,
  );
}

function isForAnyFile(name: OptionName, value: unknown): boolean {
  return keyClasses[name] !== 'acts' && !isRelaxing(name, value);
}
