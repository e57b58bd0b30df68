import { usageError } from '../../facts/reason.ts';
import { fleetFormatNames, fleetFormats, renderFleet, type FleetFormatName } from '../../formats/fleet/formats.ts';
import type { Fleet } from '../../report/fleet/schema.ts';
import { formatAlternatives, invalid } from '../../syntax/quoted.ts';
import { writeWhole } from '../files/files.ts';
import type { Io } from '../io.ts';
import { refuseKubectlWord } from '../kubectl-words.ts';
import type { ScanOptions } from '../options/options.ts';
import { refuseUnwritable, resolveLayout } from '../outputs.ts';
import { sayWritten } from '../written.ts';

/** Where the report of a fleet goes: stdout in one format, and files. */
export interface FleetOutputs {
  format: FleetFormatName;
  files: readonly { format: FleetFormatName; file: string }[];
}

/**
 * Reads `--format` and `--output`.
 * @throws ScanError (`usage`) for an unknown format, or a file that cannot be written
 */
export function parseFleetOutputs({
  format = 'text',
  output = [],
}: {
  format?: string | undefined;
  output?: readonly string[] | undefined;
}): FleetOutputs {
  const files = output.map(parseFleetOutput);
  refuseUnwritable(files.map(({ file }) => file));
  return { format: requireFormat('--format', format), files };
}

function parseFleetOutput(value: string): FleetOutputs['files'][number] {
  refuseKubectlWord(value, `Choose the format of the report with --format: ${formatAlternatives(fleetFormatNames)}.`);
  const [, named, file = value] = /^(\w+)=(.+)$/s.exec(value) ?? [];
  if (named !== undefined) return { format: requireFormat('--output', named), file };
  const format = fleetFormatNames.find((name) => file.endsWith(fleetFormats[name].ending));
  if (format !== undefined) return { format, file };
  const endings = fleetFormatNames.map((name) => fleetFormats[name].ending);
  throw usageError(
    `--output ${value}: the name must end in ${formatAlternatives(endings)}`,
    'Or name the format: json=FILE.',
  );
}

function requireFormat(flag: string, value: string): FleetFormatName {
  const format = fleetFormatNames.find((name) => name === value);
  if (format === undefined) throw usageError(invalid(flag, value, formatAlternatives(fleetFormatNames)));
  return format;
}

/**
 * Writes the files, then prints the report.
 * @param modes the modes of new files; by default, only their owner can read them
 */
export async function deliverFleet(
  fleet: Fleet,
  { format, files }: FleetOutputs,
  options: Pick<ScanOptions, 'color' | 'show'>,
  io: Io,
  modes?: ReadonlyMap<string, number>,
): Promise<void> {
  for (const { format: own, file } of files) {
    writeWhole(file, await renderFleet(fleet, own, { color: false, columns: 100, all: true }), modes?.get(file));
    sayWritten(file, io);
  }
  const hasPage = files.some((file) => file.format === 'html');
  io.stdout(await renderFleet(fleet, format, { ...resolveLayout(io, options), hasPage }));
}
