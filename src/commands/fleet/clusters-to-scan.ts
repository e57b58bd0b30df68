import { resolveRegion } from '../../sources/aws/region.ts';
import { setFields } from '../../syntax/set-fields.ts';
import { locateEntry, type ClusterEntry } from '../options/cluster-entries.ts';
import { parseCluster } from '../options/cluster-name.ts';
import type { Io } from '../io.ts';
import type { Merged } from '../options/settings.ts';
import type { ClustersToScan, ClusterToScan, ListedCluster } from './cluster-to-scan.ts';
import { listAll } from './list-all.ts';
import { mergeTwins } from './listed-twice.ts';
import type { RequestedClusters } from './requested-clusters.ts';

/**
 * Finds the clusters to scan; with `--all-clusters`, lists them in each Region.
 * @throws ScanError if an option is invalid, a cluster is listed twice with different settings, or there are no
 *   credentials to list them
 */
export async function findClustersToScan(
  requested: RequestedClusters,
  merged: Merged,
  io: Io,
): Promise<ClustersToScan> {
  if (requested === 'all') return listAll(merged, io);
  const region = await findUsualRegion(merged, io);
  const listed = 'names' in requested ? requested.names.map(listName) : requested.entries.map(listEntry);
  const located = listed.map((one) => ({ ...setFields({ region }), ...one }));
  const { clusters, notes } = mergeTwins(located);
  return { clusters: clusters.map((one) => toClusterToScan(one, clusters, merged)), regions: [], unlisted: [], notes };
}

function listName(text: string): ListedCluster {
  return { text, ...parseCluster(text) };
}

function listEntry(entry: ClusterEntry): ListedCluster {
  return { text: entry.name, ...locateEntry(entry), entry };
}

/** The Region of clusters that name none, as their scans will find it. Undefined if there is none: each scan says so. */
async function findUsualRegion({ settings, origins }: Merged, { env }: Io): Promise<string | undefined> {
  const region = origins.region === undefined ? undefined : settings.region;
  return resolveRegion({ region, profile: settings.profile, env }).catch(() => undefined);
}

function toClusterToScan(listed: ListedCluster, all: readonly ListedCluster[], merged: Merged): ClusterToScan {
  const { name, account, region } = listed;
  const about = { name, report: null, ...setFields({ account, region }) };
  const twin = listed.twin === undefined ? undefined : toClusterToScan(listed.twin, all, merged);
  const cluster = nameExactly(listed);
  const ofOption = cluster.startsWith('arn:') ? findOtherRegion(listed, merged) : findNeededRegion(listed, all, merged);
  return { about, cluster, region: ofOption, ...setFields({ twin }) };
}

/** A Region in the config file is only for clusters that name none: an ARN of another one needs the option. */
function findOtherRegion({ entry, region }: ListedCluster, { settings, origins }: Merged): string | undefined {
  const isInFile = entry === undefined && origins.region?.from === 'file';
  return isInFile && settings.region !== region ? region : undefined;
}

/** The Region if the scan of a cluster by its name would not find it, or would find several entries. */
function findNeededRegion(
  { name, region, entry }: ListedCluster,
  all: readonly ListedCluster[],
  { settings, origins }: Merged,
): string | undefined {
  if (all.filter((one) => one.name === name).length > 1) return region;
  if (origins.region === undefined || origins.region.from === 'file') return undefined;
  return entry?.region ?? settings.region;
}

/** The ARN if the account is known, for example by the role: the same name may be in several accounts. */
function nameExactly({ text, name, region, account, entry }: ListedCluster): string {
  const [, partition] = /^arn:(aws[a-z-]*):/.exec(entry?.roleArn ?? '') ?? [];
  if (text.startsWith('arn:') || partition === undefined || region === undefined || account === undefined) return text;
  return `arn:${partition}:eks:${region}:${account}:cluster/${name}`;
}
