import { ScanError } from '../../../facts/reason.ts';
import type { AwsSource } from '../../../sources/aws/contract.ts';
import { requireEachRequested } from '../../require-same.ts';
import { everyPage } from '../../../sources/aws/every-page.ts';

/** A ServiceAccount of a namespace. */
export interface Named {
  namespace: string;
  serviceAccount: string;
}

/** The EKS Pod Identity associations of a ServiceAccount: one or none. Also none if EKS does not offer Pod Identity. */
export async function podIdentityAssociations(aws: AwsSource, clusterName: string, named: Named) {
  const { paginateListPodIdentityAssociations } = await import('../../../sources/aws/sdk/eks.ts');
  const client = await aws.client('eks');
  try {
    const found = await aws.call('eks:ListPodIdentityAssociations', () =>
      everyPage(
        paginateListPodIdentityAssociations({ client }, { clusterName, ...named }),
        'associations',
        ({ associations }) => associations,
      ),
    );
    requireEachRequested(
      found.map(({ namespace, serviceAccount }) => namespace && serviceAccount && `${namespace}/${serviceAccount}`),
      [`${named.namespace}/${named.serviceAccount}`],
      'ServiceAccount',
    );
    return found;
  } catch (error) {
    if (isNoneHere(error)) return [];
    throw error;
  }
}

/** Whether an error means that EKS does not offer the operation here, or that the association was deleted. */
export function isNoneHere(error: unknown): boolean {
  return error instanceof ScanError && ['not-offered', 'absent'].includes(error.reason.kind);
}
