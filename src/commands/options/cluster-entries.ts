import * as z from 'zod/mini';
import { usageError, type ScanError } from '../../facts/reason.ts';
import { nearest } from '../../syntax/near.ts';
import { shortened } from '../../syntax/quoted.ts';
import { parseCluster } from './cluster-name.ts';
import { acceptEntry } from './policy-keys.ts';

/** What each key of a cluster in `clusters` is, as editors show it. */
export const clusterKeys = {
  name: 'name or ARN of the cluster',
  region: 'AWS Region; not needed with an ARN',
  roleArn: 'IAM role to assume for this cluster',
  externalId: 'external ID to pass when assuming roleArn',
  target: 'Kubernetes version to upgrade to, or current',
  accept: 'findings of this cluster that do not count, in addition to those of the file',
  tags: 'tags of the cluster for the table of clusters, in addition to those of EKS',
} as const;
type ClusterKey = keyof typeof clusterKeys;
const keys = Object.keys(clusterKeys) as readonly ClusterKey[];

const text = z.string().check(z.regex(/\S/));

/** `clusters` of a config file. */
export const clusterEntries = z
  .array(
    z.strictObject({
      name: text,
      region: z.optional(text),
      roleArn: z.optional(text),
      externalId: z.optional(text),
      target: z.optional(text),
      accept: z.optional(z.array(acceptEntry)),
      tags: z.optional(z.record(z.string(), z.string())),
    }),
  )
  .check(z.minLength(1), z.maxLength(1_000));

/** One cluster of a config file. */
export type ClusterEntry = z.infer<typeof clusterEntries>[number];

/** The error for a schema issue with `clusters`: one line that says what to write. */
export function clustersError(issue: z.core.$ZodIssue, file: string): ScanError {
  const [, index, key] = issue.path;
  if (typeof index !== 'number')
    return usageError(`clusters of ${file}: write a list of 1 to 1000 clusters, each with a name`);
  const where = `cluster ${index + 1} of clusters in ${file}`;
  if (issue.code === 'unrecognized_keys') {
    const [near] = nearest(issue.keys[0] ?? '', keys);
    const meant = near === undefined ? `valid keys: ${keys.join(', ')}` : `did you mean ${near}?`;
    return usageError(`${where}: unknown key '${shortened(issue.keys[0] ?? '')}'; ${meant}`);
  }
  const known = keys.find((one) => one === key);
  if (known === undefined) return usageError(`${where}: write keys and values: ${keys.join(', ')}`);
  return usageError(`${where}: ${known} is missing or invalid; write ${known}: ${clusterKeys[known]}`);
}

/**
 * The entry of a cluster that is named on the command line, or by another source.
 * @param cluster its name
 * @param region its Region; undefined if none is set
 * @returns undefined if no entry names the cluster
 * @throws ScanError (`usage`) if several entries name it in different Regions, and no Region is set
 */
export function findClusterEntry(
  entries: readonly ClusterEntry[],
  cluster: string,
  region: string | undefined,
): ClusterEntry | undefined {
  const found = entries.filter((entry) => {
    const named = locateEntry(entry);
    return named.name === cluster && (region === undefined || named.region === undefined || named.region === region);
  });
  if (found.length < 2) return found[0];
  throw usageError(`clusters has ${found.length} entries for ${cluster}`, 'Pass --region, or the ARN of the cluster.');
}

/** Name and Region of an entry. */
export function locateEntry({ name, region }: ClusterEntry): { name: string; region: string | undefined } {
  const named = parseCluster(name, 'name in clusters');
  return { name: named.name, region: named.region ?? region };
}
