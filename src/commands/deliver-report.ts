import { usageError } from '../facts/reason.ts';
import { defaultFormat, renderReport, type FormatName } from '../formats/formats.ts';
import type { Layout } from '../formats/text/layout.ts';
import { entriesNamed } from '../formats/text/one-entry.ts';
import { clusterNamed } from '../report/cluster-named.ts';
import type { Report } from '../report/schema.ts';
import { formatCount } from '../syntax/english.ts';
import type { Command } from '../syntax/shell.ts';
import { makeClusterFile } from './files/cluster-folder.ts';
import { writeWhole } from './files/files.ts';
import type { Io } from './io.ts';
import type { ScanOptions } from './options/options.ts';
import { parseOutputs, resolveLayout, type OutputFile } from './outputs.ts';
import { madeCommands } from './plan/again.ts';
import { refuseUnknownGroup } from './unknown-group.ts';
import { sayWritten } from './written.ts';

/**
 * Delivers a report as the options of its scan say.
 * @param more the modes of the files that `removeOldReports` removed; the command that prints the plan, if the options
 *   name neither a cluster nor an inventory
 */
export async function deliverReport(
  report: Report,
  options: ScanOptions,
  io: Io,
  { modes, planned }: { modes?: ReadonlyMap<string, number> | undefined; planned?: Command } = {},
): Promise<void> {
  const { format = defaultFormat, output = [] } = options;
  const { text: plan } = planned ?? madeCommands(report, options).again;
  const layout = { ...resolveLayout(io, options), plan };
  await deliver(report, format, parseOutputs(output), layout, io, modes);
}

/**
 * Writes the requested files, then prints the report: an error such as a full disk is not hidden by a printed report.
 * @param modes the modes of new files; by default, only their owner can read them
 */
export async function deliver(
  report: Report,
  format: FormatName,
  files: readonly OutputFile[],
  layout: Layout,
  io: Io,
  modes?: ReadonlyMap<string, number>,
): Promise<void> {
  const { finding, group, now, plan } = layout;
  if (finding !== undefined && entriesNamed(finding, report).length === 0) throw noSuchFinding(finding, report);
  if (group !== undefined) refuseUnknownGroup(group, report);
  for (const { format: own, file: named, ending } of files) {
    const text = await renderReport(report, own, { color: false, columns: 100, all: true, group, now, plan });
    const file = ending === undefined ? named : await makeClusterFile(named, clusterNamed(report), ending);
    writeWhole(file, text, modes?.get(file));
    sayWritten(file, io);
  }
  const hasPage = files.some((one) => one.format === 'html');
  io.stdout(await renderReport(report, format, { ...layout, hasPage }));
}

function noSuchFinding(finding: string, { entries }: Report) {
  const last = Math.max(0, ...entries.map(({ number }) => number));
  const count = formatCount(entries.length, 'entry', 'entries');
  return usageError(
    `no entry or finding ${finding}: the report has ${count}${last < 2 ? '' : `, numbered 1 to ${last}`}`,
    'The numbers are in the first column of the text report, and in `entries` of the JSON report. To see a task, use eks-preflight plan --task.',
  );
}
