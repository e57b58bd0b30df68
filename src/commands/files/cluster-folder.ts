import { accessSync, constants, lstatSync, statSync } from 'node:fs';
import path from 'node:path';
import { makeFolder } from '../../sources/make-folder.ts';
import { ownersFolder, refuseLinksBelow } from '../../sources/whole-file.ts';
import { clusterKey, isClusterPlace } from '../../schedule/history/paths.ts';
import type { Report } from '../../report/schema.ts';
import { ScanError } from '../../facts/reason.ts';
import { cannotWrite, describeFailure, systemFolders } from './files.ts';

/** A folder with a file for each cluster: `{account}/{region}/{cluster}.json`. */

/** What the path of a cluster's file says. */
export type ClusterOfFile = Pick<NonNullable<Report['cluster']>, 'account' | 'region' | 'name'>;

/** The ending of a saved inventory in such a folder. */
export const inventoryEnding = '.inventory.json.gz';

/** True for a name that ends in a slash: it stands for one file for each cluster in that folder. */
export function isClusterFolder(file: string): boolean {
  return /[\\/]$/.test(file);
}

/**
 * The file of a cluster in a folder.
 * @param ending with its dot: `.json`
 * @throws ScanError (`usage`) if the names of the cluster are not valid in a path
 */
export function clusterFile(folder: string, { account, region, name }: ClusterOfFile, ending: string): string {
  const place = { account, region, name };
  if (!isClusterPlace(place)) throw cannotWrite(folder, 'the cluster has no valid account, Region and name');
  return path.join(folder, `${clusterKey(place).slice(0, -1)}${ending}`);
}

/**
 * Like {@link clusterFile}, and makes the folders above the file.
 * @throws ScanError (`usage`) if they cannot be made, or one of them is a link
 */
export async function makeClusterFile(folder: string, cluster: ClusterOfFile, ending: string): Promise<string> {
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
 * Refuses a folder that is something else, or that cannot be written or made.
 * @throws ScanError (`usage`)
 */
export function refuseUnwritableFolder(folder: string): void {
  const hint = 'Name a writable folder, or one that can be made.';
  try {
    const flaw = findFolderFlaw(path.resolve(folder));
    if (flaw !== undefined) throw cannotWrite(folder, flaw, hint);
  } catch (error) {
    throw error instanceof ScanError ? error : cannotWrite(folder, describeFailure(error), hint);
  }
}

function findFolderFlaw(folder: string): string | undefined {
  if (systemFolders.test(folder)) return 'not a regular folder';
  const stats = statSync(folder, { throwIfNoEntry: false });
  if (stats?.isDirectory() === false) return 'not a directory';
  if (stats !== undefined) {
    accessSync(folder, constants.W_OK);
    return undefined;
  }
  if (lstatSync(folder, { throwIfNoEntry: false }) !== undefined) return 'the link leads nowhere';
  return findFolderFlaw(path.dirname(folder));
}
