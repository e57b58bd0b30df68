import { usageError } from '../../facts/reason.ts';
import { shortened } from '../../syntax/quoted.ts';
import type { ClusterEntry } from '../options/cluster-entries.ts';
import type { OptionName } from '../options/options.ts';
import type { Flags } from '../options/parsed-command.ts';
import type { Merged } from '../options/settings.ts';

/** The arguments of `scan`, and its options as the parser returns them. */
export interface ScanArguments {
  clusters?: readonly string[];
  flags?: Flags;
}

/** Several clusters that a command line names: by name or ARN, by the config file, or all of a Region. */
export type RequestedClusters = { names: readonly string[] } | { entries: readonly ClusterEntry[] } | 'all';

/** What can say which clusters to scan. */
const naming = ['cluster', 'inventory', 'allClusters', 'clusters'] as const satisfies readonly OptionName[];

/**
 * The clusters to scan, if there may be several. The command line takes precedence over the environment, and the
 * environment over the config file.
 * @returns undefined for one cluster, or an inventory
 * @throws ScanError (`usage`) if clusters are named in two ways
 */
export function findRequestedClusters(
  { clusters: names = [] }: ScanArguments,
  merged: Merged,
): RequestedClusters | undefined {
  if (names.length > 1) return several(names, merged);
  const { settings, origins } = merged;
  const isSet = (name: OptionName): boolean => settings[name] !== undefined && settings[name] !== false;
  const from = (['option', 'environment', 'file'] as const).find((place) =>
    naming.some((name) => isSet(name) && origins[name]?.from === place),
  );
  const named = naming.filter((name) => isSet(name) && origins[name]?.from === from);
  if (from === 'file') refuseTwoOfFile(named, merged);
  if (named.includes('allClusters')) return allClusters(named, merged);
  return named.includes('clusters') && settings.clusters !== undefined ? { entries: settings.clusters } : undefined;
}

function allClusters(named: readonly OptionName[], { settings, origins }: Merged): 'all' {
  if (named.includes('cluster')) throw nameAndAll();
  if (settings.clusters === undefined) return 'all';
  throw usageError(
    `--all-clusters cannot be combined with ${origins.clusters?.called ?? 'clusters'}`,
    'Omit --all-clusters to scan the clusters of the config file.',
  );
}

function nameAndAll() {
  return usageError('--all-clusters cannot be combined with the name of a cluster', 'Omit one of the two.');
}

function refuseTwoOfFile(named: readonly OptionName[], { settings: { config = 'the config file' } }: Merged): void {
  const [first, second] = named;
  if (second !== 'allClusters' && second !== 'clusters') return;
  throw usageError(`${first} and ${second} of ${config} exclude each other`, 'Omit one of the two.');
}

function several(names: readonly string[], { settings, origins }: Merged): RequestedClusters {
  if (origins.cluster?.from === 'option')
    throw usageError('clusters specified twice: as arguments and with --cluster', 'Omit --cluster.');
  if (settings.allClusters === true && origins.allClusters?.from === 'option') throw nameAndAll();
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice !== undefined) throw usageError(`cluster ${shortened(twice)} is named twice`, 'Name each cluster once.');
  return { names };
}
