import { usageError } from '../../facts/reason.ts';
import type { ClusterEntry } from '../options/cluster-entries.ts';
import type { Flags } from '../options/parsed-command.ts';
import type { Merged } from '../options/settings.ts';

/** The arguments of `scan`, and its options as the parser returns them. */
export interface ScanArguments {
  clusters?: readonly string[];
  flags?: Flags;
}

/** Several clusters that a command line names: by name or ARN, by the config file, or all of a Region. */
export type RequestedClusters = { names: readonly string[] } | { entries: readonly ClusterEntry[] } | 'all';

/**
 * The clusters to scan, if there may be several.
 * @returns undefined for one cluster, or an inventory
 * @throws ScanError (`usage`) if clusters are named in two ways
 */
export function findRequestedClusters(
  { clusters: names = [] }: ScanArguments,
  { settings, origins }: Merged,
): RequestedClusters | undefined {
  const { cluster, inventory, clusters, allClusters } = settings;
  const isNamed = names.length > 0 || origins.cluster?.from === 'option';
  if (allClusters === true && isNamed && origins.allClusters?.from === 'option')
    throw usageError('--all-clusters cannot be combined with the name of a cluster', 'Omit one of the two.');
  if (names.length > 1) return several(names, settings.cluster !== undefined && origins.cluster?.from === 'option');
  if (cluster !== undefined && origins.cluster?.from === 'file' && clusters !== undefined)
    throw usageError('cluster and clusters of the config file exclude each other', 'Omit one of the two.');
  if (cluster !== undefined || inventory !== undefined) return undefined;
  if (allClusters === true) return 'all';
  return clusters === undefined ? undefined : { entries: clusters };
}

function several(names: readonly string[], isAlsoOption: boolean): RequestedClusters {
  if (isAlsoOption) throw usageError('clusters specified twice: as arguments and with --cluster', 'Omit --cluster.');
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice !== undefined) throw usageError(`cluster ${twice} is named twice`, 'Name each cluster once.');
  return { names };
}
