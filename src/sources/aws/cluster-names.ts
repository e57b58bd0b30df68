import type { AwsSource } from './contract.ts';
import { boundedPages } from './pages.ts';

/**
 * Lists the names of all clusters that the account has in the Region.
 * @throws ScanError if they cannot be listed
 */
export async function listClusterNames(aws: Pick<AwsSource, 'client' | 'call'>): Promise<string[]> {
  const { paginateListClusters } = await import('./sdk/eks.ts');
  const client = await aws.client('eks');
  return aws.call('eks:ListClusters', async () => {
    const names: string[] = [];
    for await (const { clusters = [] } of boundedPages(paginateListClusters({ client }, {}), (page) => page.clusters))
      names.push(...clusters);
    return names;
  });
}
