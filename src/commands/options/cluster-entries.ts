import * as z from 'zod/mini';
import { usageError, type ScanError } from '../../facts/reason.ts';
import { nearest } from '../../syntax/near.ts';
import { shortened } from '../../syntax/quoted.ts';
import { setFields } from '../../syntax/set-fields.ts';
import { parseCluster, type NamedCluster } from './cluster-name.ts';
import { acceptEntry, acceptError } from './policy-keys.ts';

/** What each key of a cluster in `clusters` is, as editors show it. */
export const clusterKeys = {
  name: 'name or ARN of the cluster',
  region: 'AWS Region (default: the one of the run); not needed with an ARN',
  roleArn: 'IAM role to assume for this cluster',
  externalId: 'external ID to pass when assuming roleArn',
  target: 'Kubernetes version to update to, or current',
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

/** The name of an entry of `clusters` in messages. */
export function clusterEntryName(index: number, file: string): string {
  return `cluster ${index + 1} of clusters in ${file}`;
}

/** The error for a schema issue with `clusters`: one line that says what to write. */
export function clustersError(issue: z.core.$ZodIssue, raw: unknown, file: string): ScanError {
  const [, index, key, ...inner] = issue.path;
  if (typeof index !== 'number')
    return usageError(`clusters of ${file}: write a list of 1 to 1000 clusters, each with a name`);
  const where = clusterEntryName(index, file);
  const entry = Object(Object(raw)['clusters'])[index] as unknown;
  if (key === 'accept' && inner.length > 0) return acceptError({ ...issue, path: [key, ...inner] }, entry, where);
  if (issue.code === 'unrecognized_keys') {
    const [near] = nearest(issue.keys[0] ?? '', keys);
    const meant = near === undefined ? `valid keys: ${keys.join(', ')}` : `did you mean ${near}?`;
    return usageError(`${where}: unknown key '${shortened(issue.keys[0] ?? '')}'; ${meant}`);
  }
  const known = keys.find((one) => one === key);
  if (known === undefined) return usageError(`${where}: write keys and values: ${keys.join(', ')}`);
  const flaw = Object(entry)[known] === undefined ? 'missing' : 'invalid';
  return usageError(`${where}: ${known} is ${flaw}; write ${known}: ${clusterKeys[known]}`);
}

/** A cluster that is looked for in `clusters`: as it was written, and what is known of it. */
export interface WantedCluster extends NamedCluster {
  text: string;
}

/**
 * The entry of a cluster that is named on the command line, or by another source: the one that fits best.
 * @param usualRegion the Region of entries that name none, if it is set
 * @returns undefined if no entry names the cluster
 * @throws ScanError (`usage`) if several entries fit equally well
 */
export function findClusterEntry(
  entries: readonly ClusterEntry[],
  wanted: WantedCluster,
  usualRegion: string | undefined,
): ClusterEntry | undefined {
  const found = entries
    .map((entry) => ({ entry, fit: measureFit(entry, wanted, usualRegion) }))
    .filter(({ fit }) => fit >= 0);
  const best = Math.max(...found.map(({ fit }) => fit));
  const [first, ...others] = found.filter(({ fit }) => fit === best);
  if (others.length === 0) return first?.entry;
  throw usageError(
    `clusters has ${others.length + 1} entries for ${wanted.text}`,
    'Name the cluster by its ARN, or pass --region.',
  );
}

/**
 * How well an entry fits, negative if it is of another cluster. The name as it was written counts most, then the account
 * and the Region if both name them. A name without an account is rather that of an entry without a role.
 */
function measureFit(entry: ClusterEntry, wanted: WantedCluster, usualRegion: string | undefined): number {
  const { name, region = usualRegion, account } = locateEntry(entry);
  if (name !== wanted.name || !isSame(region, wanted.region) || !isSame(account, wanted.account)) return -1;
  const isOwn = wanted.account === undefined && entry.roleArn === undefined;
  return (
    Number(entry.name === wanted.text) * 8 +
    Number(account !== undefined && account === wanted.account) * 4 +
    Number(region !== undefined && region === wanted.region) * 2 +
    Number(isOwn)
  );
}

/** True unless both are known and differ. */
function isSame(one: string | undefined, other: string | undefined): boolean {
  return one === undefined || other === undefined || one === other;
}

/** What an entry says about its cluster. A role can describe only clusters of its account. */
export function locateEntry({ name, region, roleArn }: ClusterEntry): NamedCluster {
  const named = parseCluster(name, 'name in clusters');
  const [, account] = /^arn:aws[a-z-]*:iam::(\d{12}):/.exec(roleArn ?? '') ?? [];
  return { name: named.name, ...setFields({ region: named.region ?? region, account: named.account ?? account }) };
}
