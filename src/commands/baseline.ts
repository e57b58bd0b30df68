import { existsSync } from 'node:fs';
import { printable } from '../syntax/printable.ts';
import { clusterFile, isClusterFolder, type ClusterOfFile } from './files/cluster-folder.ts';
import type { Io } from './io.ts';
import { clusterNamed } from '../report/cluster-named.ts';
import { usageError } from '../facts/reason.ts';
import type { Policy } from '../report/conclusions.ts';
import type { OwnBuild } from './read-report.ts';
import type { Settings } from './options/settings.ts';

/**
 * Reads the report that `--baseline` names; undefined without that option. In a folder, that is the report of the
 * cluster: `{account}/{region}/{cluster}.json`, or the latest one that `--state` keeps. Without one, a note on stderr
 * says that every finding counts.
 * @param cluster what the options are about
 * @param loadOwn loads this build, which decides what is refused: see `read-report.ts`
 * @throws ScanError (`usage`) if it cannot be read
 */
export async function readBaseline(
  { baseline: named }: Settings,
  cluster: ClusterOfFile,
  io: Pick<Io, 'stderr'>,
  loadOwn: () => Promise<OwnBuild>,
): Promise<Policy['baseline']> {
  if (named === undefined) return undefined;
  const file = isClusterFolder(named) ? findClusterBaseline(named, cluster, io) : named;
  return file === undefined ? undefined : readBaselineFile(file, await loadOwn());
}

/**
 * Reads the report in a file.
 * @throws ScanError (`usage`) if it cannot be read
 */
export async function readBaselineFile(file: string, own: OwnBuild): Promise<Policy['baseline']> {
  const { readReport } = await import('./read-report.ts');
  return { file, report: (await readReport(file, own)).report };
}

function findClusterBaseline(
  folder: string,
  cluster: ClusterOfFile,
  { stderr }: Pick<Io, 'stderr'>,
): string | undefined {
  const files = [clusterFile(folder, cluster, '.json'), clusterFile(folder, cluster, '/latest.json')];
  const file = files.find((one) => existsSync(one));
  if (file === undefined)
    stderr(`${printable(`eks-preflight: no baseline of ${cluster.name} in ${folder}: every finding counts`)}\n`);
  return file;
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
