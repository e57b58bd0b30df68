import { existsSync } from 'node:fs';
import type { Readings } from '../facts/reading.ts';
import { printable } from '../syntax/printable.ts';
import { clusterFile } from './files/cluster-folder.ts';
import type { Io } from './io.ts';
import { clusterNamed } from '../report/cluster-named.ts';
import { usageError } from '../facts/reason.ts';
import type { Policy } from '../report/conclusions.ts';
import type { Settings } from './options/settings.ts';

/**
 * Reads the report that `--baseline` names; undefined without that option.
 * @throws ScanError (`usage`) if it cannot be read
 */
export async function readBaseline({ baseline: file }: Settings): Promise<Policy['baseline']> {
  if (file === undefined) return undefined;
  const { readReport } = await import('./files/report-file.ts');
  return { file, report: await readReport(file) };
}

/**
 * Reads the report of this cluster in the folder that `--baseline` names: `{account}/{region}/{cluster}.json`, or the
 * latest one that `--state` keeps. Without one, a note on stderr says that every finding counts.
 * @throws ScanError (`usage`) if it cannot be read
 */
export async function readClusterBaseline(
  folder: string,
  { cluster }: Readings,
  { stderr }: Pick<Io, 'stderr'>,
): Promise<Policy['baseline']> {
  if (cluster?.ok !== true) return undefined;
  const files = [clusterFile(folder, cluster.value, '.json'), clusterFile(folder, cluster.value, '/latest.json')];
  const file = files.find((one) => existsSync(one));
  if (file !== undefined) return readBaseline({ baseline: file });
  stderr(`${printable(`eks-preflight: no baseline of ${cluster.value.name} in ${folder}: every finding counts`)}\n`);
  return undefined;
}

/**
 * Refuses a baseline of another cluster: findings about resources with the same names would count as known.
 * @throws ScanError (`usage`)
 */
export function refuseOtherCluster(baseline: Policy['baseline'], arn: string): void {
  if (baseline === undefined || clusterNamed(baseline.report).arn === arn) return;
  const other = clusterNamed(baseline.report).arn;
  throw usageError(`--baseline ${baseline.file} is a report of another cluster: ${other}, not ${arn}`);
}
