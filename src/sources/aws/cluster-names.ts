import type { AwsSource } from './contract.ts';
import { everyName } from './every-page.ts';

/**
 * Lists the names of all clusters that the account has in the Region.
 * @throws ScanError if they cannot be listed
 */
export async function listClusterNames(aws: Pick<AwsSource, 'client' | 'call'>): Promise<string[]> {
  const { paginateListClusters } = await import('./sdk/eks.ts');
  const client = await aws.client('eks');
  return aws.call('eks:ListClusters', () =>
    everyName(paginateListClusters({ client }, {}), 'clusters', (page) => page.clusters),
  );
}
