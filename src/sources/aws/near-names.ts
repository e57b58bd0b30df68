import { SourceError } from '../../reason.ts';
import type { AwsSource } from '../aws.ts';

const shown = 5;

/** A hint for a cluster that does not exist: the clusters of this region with a similar name, where they may be listed. */
export async function nearNames(aws: Pick<AwsSource, 'region' | 'client' | 'call'>, name: string): Promise<string> {
  const elsewhere = 'Check the name, the region (--region) and the account (--profile, --role-arn).';
  try {
    const names = await clusterNames(aws);
    if (names.length === 0) return `There is no cluster at all in ${aws.region}. ${elsewhere}`;
    const near = names.toSorted((a, b) => distance(name, a) - distance(name, b)).slice(0, shown);
    return `In ${aws.region} there ${near.length === 1 ? 'is' : 'are'} ${near.join(', ')}. ${elsewhere}`;
  } catch (error) {
    if (error instanceof SourceError) return elsewhere;
    throw error;
  }
}

async function clusterNames(aws: Pick<AwsSource, 'client' | 'call'>): Promise<string[]> {
  const { paginateListClusters } = await import('./sdk/eks.ts');
  const client = await aws.client('eks');
  return aws.call('eks:ListClusters', async () => {
    const names: string[] = [];
    for await (const page of paginateListClusters({ client }, {})) names.push(...(page.clusters ?? []));
    return names;
  });
}

/** Levenshtein's distance; names are short and few. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 0; i < a.length; i += 1) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j += 1) {
      const substituted = (row[j] ?? 0) + (a[i] === b[j] ? 0 : 1);
      next.push(Math.min(substituted, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
