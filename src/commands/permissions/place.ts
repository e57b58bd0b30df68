import { usageError } from '../../facts/reason.ts';

/** The cluster that permissions are limited to. */
export interface Place {
  cluster: string;
  region: string;
  account: string;
  partition: string;
}

/** How a place is named on the command line. */
export type PlaceFlags = { readonly [Name in 'cluster' | 'region' | 'account' | 'partition']?: unknown };

/** EKS's own rule for names. Source: CreateCluster of the EKS API reference. */
export const clusterName = /^[0-9A-Za-z][A-Za-z0-9_-]{0,99}$/;
export const regionName = /^[a-z]{2,5}(?:-[a-z]{2,16}){1,3}-\d{1,2}$/;
const accountId = /^\d{12}$/;
const partitionName = /^aws(?:-[a-z]{1,8}){0,2}$/;

/**
 * Reads the options that limit permissions to one cluster.
 * @returns undefined if none of them is given
 * @throws ScanError (`usage`) if one is missing or invalid
 */
export function parsePlace({ cluster, region, account, partition }: PlaceFlags): Place | undefined {
  if ([cluster, region, account, partition].every((value) => value === undefined)) return undefined;
  if (cluster === undefined || region === undefined || account === undefined) {
    throw usageError(
      '--cluster, --region and --account must be used together',
      'Pass all three, or none of them for any cluster of any account.',
    );
  }
  const place = {
    cluster: matching(cluster, clusterName, '--cluster', 'letters, digits, - and _'),
    region: matching(region, regionName, '--region', 'e.g. eu-west-1'),
    account: matching(account, accountId, '--account', '12 digits'),
  };
  if (partition === undefined) return { ...place, partition: resolvePartition(place.region) };
  return { ...place, partition: matching(partition, partitionName, '--partition', 'e.g. aws-cn') };
}

/** A cluster as a place; undefined if its name, Region, account or partition is not valid. */
export function toPlace({ name, region, account, partition }: Named): Place | undefined {
  const isOne =
    clusterName.test(name) && regionName.test(region) && accountId.test(account) && partitionName.test(partition);
  return isOne ? { cluster: name, region, account, partition } : undefined;
}

/** A cluster as facts and reports name it. */
type Named = Record<'name' | 'region' | 'account' | 'partition', string>;

function matching(value: unknown, pattern: RegExp, option: string, expected: string): string {
  const text = String(value);
  if (!pattern.test(text)) throw usageError(`invalid ${option} '${text}' (expected ${expected})`);
  return text;
}

/** Source: the list of partitions that the AWS SDKs share. */
const partitions: readonly (readonly [prefix: string, partition: string])[] = [
  ['cn-', 'aws-cn'],
  ['us-gov-', 'aws-us-gov'],
  ['us-isob-', 'aws-iso-b'],
  ['us-isof-', 'aws-iso-f'],
  ['us-iso-', 'aws-iso'],
  ['eu-isoe-', 'aws-iso-e'],
  ['eusc-', 'aws-eusc'],
];

/** The partition of a Region. */
export function resolvePartition(region: string): string {
  return partitions.find(([prefix]) => region.startsWith(prefix))?.[1] ?? 'aws';
}
