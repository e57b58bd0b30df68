import { ScanError } from '../../facts/reason.ts';
import type { About } from '../../report/fleet/cluster.ts';
import { listClusterNames } from '../../sources/aws/cluster-names.ts';
import { createAwsSource } from '../../sources/aws/source.ts';
import { setFields } from '../../syntax/set-fields.ts';
import { parseCluster } from '../options/cluster-name.ts';
import type { Io } from '../io.ts';
import { splitList } from '../options/row.ts';
import type { Settings } from '../options/settings.ts';
import type { RequestedClusters } from './requested-clusters.ts';

/** A cluster to scan: what is known of it, and its name or ARN for `--cluster`. */
export interface ClusterToScan {
  about: About;
  cluster: string;
  region: string | undefined;
}

/** The clusters to scan; with `--all-clusters`, also the Regions whose clusters were listed, and those that failed. */
export interface ClustersToScan {
  clusters: ClusterToScan[];
  regions: string[];
  unlisted: { about: About; reason: string }[];
}

/**
 * Finds the clusters to scan; with `--all-clusters`, lists them in each Region.
 * @throws ScanError if an option is invalid, or there are no credentials
 */
export async function findClustersToScan(
  requested: RequestedClusters,
  settings: Settings,
  io: Io,
): Promise<ClustersToScan> {
  if (requested === 'all') return listAll(settings, io);
  const named =
    'names' in requested
      ? requested.names.map((cluster) => ({ cluster, region: settings.region }))
      : requested.entries.map(({ name, region }) => ({ cluster: name, region: region ?? settings.region }));
  return { clusters: named.map(({ cluster, region }) => toClusterToScan(cluster, region)), regions: [], unlisted: [] };
}

function toClusterToScan(cluster: string, region: string | undefined): ClusterToScan {
  const { name, region: ofArn, account } = parseCluster(cluster);
  const where = ofArn ?? region;
  const about = { name, report: null, ...setFields({ account, region: where }) };
  return { about, cluster, region: where };
}

async function listAll(settings: Settings, io: Io): Promise<ClustersToScan> {
  const regions = settings.region === undefined ? [undefined] : [...new Set(splitList(settings.region))];
  const found: ClustersToScan = { clusters: [], regions: [], unlisted: [] };
  for (const region of regions) {
    try {
      const { names, region: where } = await listRegion(region, settings, io);
      found.regions.push(where);
      found.clusters.push(...names.map((name) => toClusterToScan(name, where)));
    } catch (error) {
      if (!(error instanceof ScanError) || region === undefined) throw error;
      const about = { name: `every cluster of ${region}`, region, report: null };
      found.unlisted.push({ about, reason: error.reason.message });
    }
  }
  return found;
}

async function listRegion(region: string | undefined, settings: Settings, io: Io) {
  const { profile, roleArn, externalId } = settings;
  const aws = await createAwsSource(
    { cluster: '', ...setFields({ region, profile, roleArn, externalId }) },
    { userAgent: `eks-preflight/${io.version}`, env: io.env, signal: io.signal },
  );
  try {
    return { names: (await listClusterNames(aws)).toSorted(), region: aws.region };
  } finally {
    aws.close();
  }
}
