import { statSync } from 'node:fs';
import path from 'node:path';
import { makeFolder } from '../../sources/make-folder.ts';
import { ownersFolder, refuseLinksBelow } from '../../sources/whole-file.ts';
import { clusterKey, isClusterPlace } from '../../schedule/history/paths.ts';
import type { Report } from '../../report/schema.ts';
import { cannotWrite, describeFailure } from './files.ts';

/** A folder with a file for each cluster: `{account}/{region}/{cluster}.json`. */

type Cluster = Pick<NonNullable<Report['cluster']>, 'account' | 'region' | 'name'>;

/** True for a name that ends in a slash: it stands for one file for each cluster in that folder. */
export function isClusterFolder(file: string): boolean {
  return /[\\/]$/.test(file);
}

/**
 * The file of a cluster in a folder.
 * @param ending with its dot: `.json`
 * @throws ScanError (`usage`) if the names of the cluster are not valid in a path
 */
export function clusterFile(folder: string, { account, region, name }: Cluster, ending: string): string {
  const place = { account, region, name };
  if (!isClusterPlace(place)) throw cannotWrite(folder, 'the cluster has no valid account, Region and name');
  return path.join(folder, `${clusterKey(place).slice(0, -1)}${ending}`);
}

/**
 * Like {@link clusterFile}, and makes the folders above the file.
 * @throws ScanError (`usage`) if they cannot be made, or one of them is a link
 */
export async function makeClusterFile(folder: string, cluster: Cluster, ending: string): Promise<string> {
  const file = clusterFile(folder, cluster, ending);
  try {
    await refuseLinksBelow(folder, path.relative(folder, file).split(path.sep).join('/'));
    await makeFolder(path.dirname(file), ownersFolder);
  } catch (error) {
    throw cannotWrite(file, describeFailure(error));
  }
  return file;
}

/**
 * Refuses a folder that is something else.
 * @throws ScanError (`usage`)
 */
export function refuseOtherThanFolder(folder: string): void {
  const stats = statSync(folder.replace(/[\\/]+$/, '') || folder, { throwIfNoEntry: false });
  if (stats !== undefined && !stats.isDirectory()) throw cannotWrite(folder, 'not a directory');
}
