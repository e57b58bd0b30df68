import type { About } from '../../report/fleet/cluster.ts';
import type { ClusterEntry } from '../options/cluster-entries.ts';
import type { NamedCluster } from '../options/cluster-name.ts';

/** A cluster to scan: what is known of it, its name or ARN for `--cluster`, and the value of `--region`, if it needs one. */
export interface ClusterToScan {
  about: About;
  cluster: string;
  region: string | undefined;
  /** The same cluster by its name, if it was also listed by its ARN; scanned only if the ARN cannot be scanned. */
  twin?: ClusterToScan;
}

/**
 * The clusters to scan, and notes about them; with `--all-clusters`, also the Regions whose clusters were listed, and
 * those that failed.
 */
export interface ClustersToScan {
  clusters: ClusterToScan[];
  regions: string[];
  unlisted: { about: About; reason: string }[];
  notes: string[];
}

/** A cluster as it was listed. */
export interface ListedCluster extends NamedCluster {
  /** How it was written: its name or its ARN. */
  text: string;
  /** What the config file says about it. */
  entry?: ClusterEntry;
  /** The same cluster, by its name only. */
  twin?: ListedCluster;
}
