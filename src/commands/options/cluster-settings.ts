import { setFields } from '../../syntax/set-fields.ts';
import { findClusterEntry, locateEntry, type ClusterEntry } from './cluster-entries.ts';
import { parseCluster } from './cluster-name.ts';
import type { ScanOptions } from './options.ts';
import type { EntryAcceptances } from './policy.ts';

/** What is known of the named cluster, besides options. */
export interface AboutCluster {
  /** The account that an ARN named: the described cluster must be in it. */
  account?: string;
  /** Tags that `clusters` of the config file adds to those of EKS. */
  tags?: Record<string, string>;
  /** Which of `accept` are of the cluster's entry in `clusters`. */
  accepted?: EntryAcceptances;
}

/**
 * What the config file sets for the named cluster: what its entry in `clusters` says wins over the rest of the file.
 * @param given the options of the command line and of the environment
 * @returns `unlisted`: the named cluster, if `clusters` does not list it
 */
export function withEntry(
  options: ScanOptions,
  given: ScanOptions,
): {
  options: ScanOptions;
  about: AboutCluster;
  unlisted?: string;
} {
  const { clusters, region: usualRegion } = options;
  const cluster = given.cluster ?? options.cluster;
  if (cluster === undefined || cluster === '' || clusters === undefined) return { options, about: {} };
  const wanted = { ...setFields({ region: given.region }), ...parseCluster(cluster), text: cluster };
  const entry = findClusterEntry(clusters, wanted, usualRegion);
  if (entry === undefined) return { options, about: {}, ...setFields({ unlisted: given.cluster }) };
  const { name, accept: _accept, tags, region: _region, ...own } = entry;
  const located = setFields({ region: locateEntry(entry).region });
  const { account } = parseCluster(name);
  const { accept, accepted } = addAcceptances(options, entry);
  return {
    options: { ...options, ...own, ...located, ...setFields({ accept }) },
    about: setFields({ account, tags, accepted }),
  };
}

/** The acceptances of the file, with those of an entry. */
export function addAcceptances(
  { accept }: ScanOptions,
  { name, accept: own = [] }: ClusterEntry,
): { accept: ScanOptions['accept']; accepted?: EntryAcceptances } {
  if (own.length === 0) return { accept };
  return { accept: [...(accept ?? []), ...own], accepted: { cluster: name, count: own.length } };
}
