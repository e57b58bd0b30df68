import { accessSync, constants, statSync } from 'node:fs';
import path from 'node:path';
import { isClusterFolder, refuseUnwritableFolder } from './files/cluster-folder.ts';
import { cannotWrite, describeFailure, destination, removeFiles } from './files/files.ts';
import type { Io } from './io.ts';
import { refuseKubectlWord } from './kubectl-words.ts';
import type { ScanOptions } from './options/options.ts';
import { parseShow } from './options/show.ts';
import { nearest } from '../syntax/near.ts';
import { formatAlternatives, invalid, shortened } from '../syntax/quoted.ts';
import { ScanError, usageError } from '../facts/reason.ts';
import { defaultFormat, endingOf, formatNames, formatOfFile, type FormatName } from '../formats/formats.ts';
import type { Layout } from '../formats/text/layout.ts';

/** A value of `--output`. */
export interface OutputFile {
  format: FormatName;
  file: string;
  /** For a file that ends in a slash, a folder, each cluster has its own file in it, with this ending. */
  ending?: string;
}

/**
 * Reads `--output` values: `json=report.json`, or a file whose extension sets the format (no extension: text).
 * @throws ScanError (`usage`) for a format or an extension that does not exist, for a value without a file, or for
 *   stdout
 */
export function parseOutputs(values: readonly string[]): OutputFile[] {
  return values.map(parseOutput);
}

function parseOutput(value: string): OutputFile {
  refuseKubectlWord(value, `Choose the format of the report with --format: ${formatAlternatives(formatNames)}.`);
  const [, format, file] = /^(\s*\w+)=(.*)$/s.exec(value) ?? [];
  if (value === '' || file === '') throw usageError(`--output ${value} names no file`, 'Write it as json=report.json.');
  if ((file ?? value) === '-')
    throw usageError(`--output ${value}: stdout is already used for the report`, 'Choose its format with --format.');
  if (isClusterFolder(file ?? value)) return parseFolder(value, format, file ?? value);
  if (format === undefined || file === undefined) return { format: requireKnownFormat(value), file: value };
  const known = formatNames.find((name) => name === format);
  if (known === undefined)
    throw usageError(
      invalid('--output', value, `FILE, ${formatAlternatives(formatNames.map((name) => `${name}=FILE`))}`),
    );
  return { format: known, file };
}

function parseFolder(value: string, named: string | undefined, folder: string): OutputFile {
  const format = formatNames.find((name) => name === named);
  const ending = format === undefined ? undefined : endingOf(format);
  if (format !== undefined && ending !== undefined) return { format, file: folder, ending };
  const valid = formatNames.filter((name) => endingOf(name) !== undefined).map((name) => `${name}=FOLDER/`);
  throw usageError(invalid('--output', value, formatAlternatives(valid)), 'A folder gets a file for each cluster.');
}

/**
 * The format of a file by its extension. Refuses an unknown extension: a report in an unexpected format would be
 * noticed too late.
 */
function requireKnownFormat(file: string): FormatName {
  if (formatNames.some((name) => name === file))
    throw usageError(
      `--output ${file}: this is a format, not a file`,
      `Write it as --output ${file}=FILE; for a file with this name, as ./${file}.`,
    );
  const extension = path.extname(file);
  const format = formatOfFile(file);
  if (format !== defaultFormat || ['', '.', '.txt'].includes(extension)) return format;
  const [near = defaultFormat] = nearest(extension.slice(1), formatNames);
  throw usageError(
    `--output ${shortened(file)}: no format has the extension ${shortened(extension)}`,
    `Name the format, as in --output ${near}=${shortened(file)}: ${formatAlternatives(formatNames)}.`,
  );
}

/**
 * Refuses files that cannot be written, before a scan reads for minutes. A device, like /dev/null, would be replaced by
 * a file.
 * @throws ScanError (`usage`)
 */
export function refuseUnwritable(files: readonly string[]): void {
  for (const file of files) {
    if (isClusterFolder(file)) {
      refuseUnwritableFolder(file);
      continue;
    }
    const flaw = findFileFlaw(file);
    if (flaw !== undefined) throw cannotWrite(file, flaw);
  }
}

function findFileFlaw(file: string): string | undefined {
  try {
    if (!statSync(path.dirname(file)).isDirectory()) return 'not a directory';
    accessSync(path.dirname(destination(file)), constants.W_OK);
    return undefined;
  } catch (error) {
    if (error instanceof ScanError) throw error;
    return describeFailure(error);
  }
}

/**
 * Removes the reports that an earlier run wrote to the files of `--output`: if this run fails, a pipeline must not
 * publish them. Metrics stay: their timestamps show their age.
 * @returns the modes of the removed files
 */
export function removeOldReports({ output = [] }: Pick<ScanOptions, 'output'>): ReadonlyMap<string, number> {
  const reports = parseOutputs(output).filter(({ format, ending }) => format !== 'prometheus' && ending === undefined);
  return removeFiles(reports.map(({ file }) => file));
}

/** Whether to use color: on a terminal whose TERM is not `dumb`, unless the option, NO_COLOR or FORCE_COLOR decides. */
function wantsColor(io: Io, flag: boolean | undefined): boolean {
  const { NO_COLOR, FORCE_COLOR, TERM } = io.env;
  if (flag === false || (NO_COLOR !== undefined && NO_COLOR !== '')) return false;
  if (FORCE_COLOR !== undefined) return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false';
  return io.stdoutIsTerminal && TERM !== 'dumb';
}

/** How a command lays out what it prints. */
export function resolveLayout(io: Io, options: Pick<ScanOptions, 'color' | 'show' | 'group'> = {}): Layout {
  const { color, show, group } = options;
  const { word, id: finding } = show === undefined ? {} : parseShow(show);
  const view = word === 'all' ? undefined : word;
  const now = io.now().toISOString();
  return { columns: io.columns, color: wantsColor(io, color), all: word === 'all', view, finding, group, now };
}
