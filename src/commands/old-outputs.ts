import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { refuseLinksBelow } from '../sources/whole-file.ts';
import { clusterFile, type ClusterOfFile } from './files/cluster-folder.ts';
import { removeFiles } from './files/files.ts';
import type { ScanOptions } from './options/options.ts';
import { parseOutputs } from './outputs.ts';

/**
 * Removes the reports of a cluster that an earlier run wrote to the folders of `--output`, as `removeOldReports` does
 * for files: if this scan fails, the old report must not count as its result. Metrics stay.
 * @returns the modes of the removed files
 * @throws ScanError if one cannot be removed, or a folder is a link
 */
export async function removeClusterOutputs(
  { output = [] }: Pick<ScanOptions, 'output'>,
  cluster: ClusterOfFile,
): Promise<ReadonlyMap<string, number>> {
  const files: string[] = [];
  for (const { file: folder, format, ending } of parseOutputs(output)) {
    if (ending === undefined || format === 'prometheus') continue;
    const file = clusterFile(folder, cluster, ending);
    await refuseLinksBelow(folder, path.relative(folder, path.dirname(file)).split(path.sep).join('/'));
    files.push(file);
  }
  return removeFiles(files);
}

/**
 * The JSON reports of an earlier run that may be of a cluster whose account is unknown: none is removed, since the same
 * name may be in another account.
 */
export function listOldOutputs(
  { output = [] }: Pick<ScanOptions, 'output'>,
  { name, region }: Omit<ClusterOfFile, 'account'>,
): string[] {
  return parseOutputs(output).flatMap(({ file: folder, format, ending }) => {
    if (ending === undefined || format !== 'json' || !existsSync(folder)) return [];
    const accounts = readdirSync(folder).filter((account) => /^\d{12}$/.test(account));
    return accounts
      .map((account) => clusterFile(folder, { account, region, name }, ending))
      .filter((file) => existsSync(file));
  });
}
