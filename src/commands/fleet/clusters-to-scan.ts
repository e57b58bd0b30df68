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

/** The Region of clusters that name none, as their scans will find it. */
async function findUsualRegion({ settings, origins }: Merged, { env }: Io): Promise<string | undefined> {
  const region = origins.region === undefined ? undefined : settings.region;
  return resolveRegion({ region, profile: settings.profile, env }).catch(() => undefined);
}

function toClusterToScan(
  listed: ListedCluster,
  all: readonly ListedCluster[],
  { settings, origins }: Merged,
): ClusterToScan {
  const { name, account, region } = listed;
  const about = { name, report: null, ...setFields({ account, region }) };
  const given = origins.region !== undefined && origins.region.from !== 'file' ? settings.region : undefined;
  const cluster = nameExactly(listed);
  if (cluster.startsWith('arn:')) {
    // A Region in the config file is only for clusters that name none.
    const isElsewhere = listed.entry === undefined && settings.region !== undefined && settings.region !== region;
    return { about, cluster, region: isElsewhere ? region : undefined };
  }
  if (listed.entry?.region === undefined) return { about, cluster, region: given };
  const isAmbiguous = all.filter((one) => one.name === name).length > 1;
  return { about, cluster, region: isAmbiguous || given !== undefined ? region : undefined };
}

/** The ARN if the account is known, for example by the role: the same name may be in several accounts. */
function nameExactly({ text, name, region, account, entry }: ListedCluster): string {
  const [, partition] = /^arn:(aws[a-z-]*):/.exec(entry?.roleArn ?? '') ?? [];
  if (text.startsWith('arn:') || partition === undefined || region === undefined || account === undefined) return text;
  return `arn:${partition}:eks:${region}:${account}:cluster/${name}`;
}
