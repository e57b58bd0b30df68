import { ScanError, usageError, type Reason } from '../../facts/reason.ts';
import { listClusterNames } from '../../sources/aws/cluster-names.ts';
import { createAwsSource } from '../../sources/aws/source.ts';
import { setFields } from '../../syntax/set-fields.ts';
import type { Io } from '../io.ts';
import { splitList } from '../options/row.ts';
import type { Merged, Settings } from '../options/settings.ts';
import type { ClustersToScan } from './cluster-to-scan.ts';
import { reasonText } from './reason-text.ts';

/**
 * All clusters of the Regions in `--region`; by default, of the Region that the AWS CLI would use.
 * @throws ScanError if no Region is named and its clusters cannot be listed, or if there are none
 */
export async function listAll({ settings, origins }: Merged, io: Io): Promise<ClustersToScan> {
  const named = origins.region === undefined ? undefined : settings.region;
  const regions = named === undefined ? [undefined] : [...new Set(splitList(named))];
  const found: ClustersToScan = { clusters: [], regions: [], unlisted: [], notes: [] };
  for (const region of regions) {
    try {
      const { names, region: where } = await listRegion(region, settings, io);
      found.regions.push(where);
      if (names.length === 0) found.notes.push(`no clusters in ${where}`);
      for (const name of names)
        found.clusters.push({ about: { name, region: where, report: null }, cluster: name, region: where });
    } catch (error) {
      if (!(error instanceof ScanError) || region === undefined) throw error;
      const about = { name: `all clusters of ${region}`, region, report: null };
      found.unlisted.push({
        about,
        reason: reasonText({ ...error.reason, code: error.reason.kind, ...neededToList(error.reason) }),
      });
    }
  }
  if (found.clusters.length + found.unlisted.length > 0) return found;
  throw usageError(found.notes.join(', '), 'Pass the Regions of the clusters with --region.');
}

/** What `permissions` prints does not contain it: the scan of one cluster needs no list. */
function neededToList({ kind }: Reason): { hint?: string } {
  return kind === 'denied' ? { hint: '--all-clusters needs eks:ListClusters.' } : {};
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
