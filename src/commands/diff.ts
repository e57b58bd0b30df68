import { clusterNamed } from '../report/cluster-named.ts';
import { usageError } from '../facts/reason.ts';
import { exitCodes } from '../judge/exit-codes.ts';
import { changesBetween, isWorseThanBefore } from '../report/diff/changes.ts';
import { diffFormats, type DiffFormat } from '../formats/diff.ts';
import type { Io } from './io.ts';
import { resolveLayout } from './outputs.ts';
import { loadOwnBuild, readReport } from './read-report.ts';
import type { LoadCatalog } from './select-checks.ts';
import { setFields } from '../syntax/set-fields.ts';

/**
 * Prints the differences between two reports of one cluster.
 * @returns 1 if something is new or worse, else 0; warnings of phase after never count
 * @throws ScanError (`usage`) if one cannot be read, or they are of two clusters
 */
export async function diff(
  { old, new: now }: { old: string; new: string },
  { format = 'text', color, show }: { format?: DiffFormat; color?: boolean; show?: string },
  loadCatalog: LoadCatalog,
  io: Io,
): Promise<number> {
  const own = await loadOwnBuild(loadCatalog, io);
  const [{ report: before }, { report: after }] = [await readReport(old, own), await readReport(now, own)];
  if (clusterNamed(before).arn !== clusterNamed(after).arn) {
    throw usageError(
      `${old} and ${now} are reports of different clusters: ${clusterNamed(before).arn} and ${clusterNamed(after).arn}`,
    );
  }
  if (after.scannedAt < before.scannedAt)
    io.stderr(`eks-preflight: ${now} is older than ${old}: name the older one first\n`);
  const changes = changesBetween(before, after);
  const comparison = { old: { file: old, report: before }, new: { file: now, report: after }, changes };
  const layout = resolveLayout(io, setFields({ color: color === false ? color : undefined, show }));
  io.stdout(diffFormats[format](comparison, layout));
  return isWorseThanBefore(changes) ? exitCodes.blocked : exitCodes.ready;
}
