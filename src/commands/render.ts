import { usageError } from '../facts/reason.ts';
import { exitCodes } from '../judge/exit-codes.ts';
import { invalid, shortened } from '../syntax/quoted.ts';
import { defaultFormat } from '../formats/formats.ts';
import type { Report } from '../report/schema.ts';
import { entriesNamed, entryText } from '../formats/text/one-entry.ts';
import { readReportToShow } from './files/report-file.ts';
import { refuseSameFile } from './files/files.ts';
import type { Io } from './io.ts';
import type { ScanOptions } from './options/options.ts';
import { deliver, resolveLayout, parseOutputs, refuseUnwritable } from './outputs.ts';

/** The options that only `render` has. */
export interface RenderOptions {
  report?: unknown;
  finding?: unknown;
  output?: unknown;
}

/**
 * Writes a saved JSON report in another format, or one finding of it in full.
 * @throws ScanError (`usage`) if it is not a report, or has no such finding
 */
export async function render(own: RenderOptions, options: ScanOptions, io: Io): Promise<number> {
  const file = String(own.report);
  const { finding } = own;
  const values = Array.isArray(own.output) ? own.output.map(String) : [];
  if (typeof finding === 'string') refuseFormats(options, values);
  const outputs = parseOutputs(values);
  refuseUnwritable(outputs.map((output) => output.file));
  refuseSameFile(
    outputs.map((output) => ({ file: output.file, flag: '--output' })),
    [{ file, flag: 'report' }],
  );
  const report = await readReportToShow(file);
  if (typeof finding === 'string') io.stdout(await findingText(finding, report, file, options, io));
  else await deliver(report, options.format ?? defaultFormat, outputs, resolveLayout(io, options), io);
  return exitCodes.ready;
}

function refuseFormats({ format }: ScanOptions, outputs: readonly string[]): void {
  if (outputs.length > 0) throw usageError('--finding cannot be combined with --output', 'It is printed as text.');
  if (format !== undefined && format !== 'text')
    throw usageError(`--finding cannot be combined with --format ${format}`);
}

async function findingText(id: string, report: Report, file: string, options: ScanOptions, io: Io): Promise<string> {
  if (!/^(?:\d{1,7}|[\da-f]{8}|[\da-f]{16})$/.test(id)) {
    throw usageError(
      invalid('--finding', id, 'the first 8 or all 16 digits of a fingerprint, or the number of an entry'),
    );
  }
  const entries = entriesNamed(id, report);
  if (entries.length === 0)
    throw usageError(
      `${shortened(file)} has no finding ${id}`,
      '`entries` of the JSON report lists the numbers, each with its fingerprints.',
    );
  const texts: string[] = [];
  for (const entry of entries) texts.push(await entryText(entry, report, resolveLayout(io, options)));
  return texts.join('\n');
}
