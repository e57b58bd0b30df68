import { usageError } from '../../facts/reason.ts';
import { invalid } from '../../syntax/quoted.ts';
import { bucketAddress } from '../../sources/aws/bucket-address.ts';
import type { ClusterPlace } from '../changes/state.ts';
import type { Report } from '../../report/schema.ts';
import type { BucketPlace } from './bucket.ts';

/** The limit for a stored report or state, in bytes. */
export const longestObject = 100_000_000;

const account = /^\d{12}$/;
const region = /^[a-z]{2,5}(?:-[a-z]{2,16}){1,3}-\d{1,2}$/;
const clusterName = /^[0-9A-Za-z][A-Za-z0-9_-]{0,99}$/;
const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

/** True if the account, Region and name are valid, and thus safe in a path. */
export function isClusterPlace(place: ClusterPlace): boolean {
  return account.test(place.account) && region.test(place.region) && clusterName.test(place.name);
}

/** The folder of a cluster: `{account}/{region}/{cluster}/`. */
export function clusterKey({ account: id, region: where, name }: ClusterPlace): string {
  return `${id}/${where}/${name}/`;
}

/** The file name of a report without extension: its time with `-` for `:`. */
export function reportName(scannedAt: string): string {
  return scannedAt.replaceAll(':', '-');
}

/** The place of a report's cluster; undefined if there is none, or if its names or the report's time are invalid. */
export function toClusterPlace({
  cluster,
  scannedAt,
}: Pick<Report, 'cluster' | 'scannedAt'>): ClusterPlace | undefined {
  if (cluster === null || !instant.test(scannedAt)) return undefined;
  const place = { account: cluster.account, region: cluster.region, name: cluster.name };
  return isClusterPlace(place) ? place : undefined;
}

/** `{account}/{region}/{cluster}/FILE` of a history, or `{account}/{region}/{cluster}.json`, without a file. */
function placeParts(path: string): string[] {
  const parts = path.split(/[\\/]/);
  const [id = '', where = '', file = ''] = parts.slice(-3);
  const name = file.replace(/\.json$/i, '');
  return isClusterPlace({ account: id, region: where, name }) ? [id, where, name] : parts.slice(-4);
}

/**
 * Why a report does not belong at its path; undefined if it does, or if the path is not one of a history.
 * @param path a file or an `s3://` address
 */
export function misplaced(path: string, report: Pick<Report, 'cluster' | 'scannedAt'>): string | undefined {
  const [id = '', where = '', name = '', file = ''] = placeParts(path);
  if (!isClusterPlace({ account: id, region: where, name })) return undefined;
  const own = toClusterPlace(report);
  if (own === undefined || clusterKey(own) !== `${id}/${where}/${name}/`) {
    const { account: a = '-', region: r = '-', name: n = '-' } = report.cluster ?? {};
    return `it is a report of ${n} in account ${a}, Region ${r}`;
  }
  const isNamedByTime = /^\d{4}-\d{2}-\d{2}T[\d.-]+Z\.json$/.test(file);
  return isNamedByTime && file !== `${reportName(report.scannedAt)}.json`
    ? `it was taken at ${report.scannedAt}`
    : undefined;
}

/**
 * The cluster whose folder in a history is at this path; undefined if the path is not one of a history.
 * @param path a folder or an `s3://` address, without a slash at its end
 */
export function clusterAt(path: string): ClusterPlace | undefined {
  const [id = '', where = '', name = ''] = path.split(/[\\/]/).slice(-3);
  const place = { account: id, region: where, name };
  return isClusterPlace(place) ? place : undefined;
}

/** True for an address in S3, even with a typo: `s3:/reports` cannot be meant as a folder. */
export function isBucketAddress(text: string): boolean {
  return /^s3:/i.test(text);
}

/**
 * Parses `s3://BUCKET[/PREFIX]`.
 * @throws ScanError (`usage`) if it is invalid
 */
export function parseBucket(text: string, called: string, expected = 's3://BUCKET or s3://BUCKET/PREFIX'): BucketPlace {
  const address = bucketAddress(text);
  if (address === undefined) throw usageError(invalid(called, text, expected));
  return { bucket: address.bucket, prefix: address.folders.map((part) => `${part}/`).join('') };
}
