import type { Collected } from '../collect.ts';
import { ScanError } from '../../facts/reason.ts';
import type { KubeSource, ListRequest } from '../../sources/kube/contract.ts';

/**
 * Lists a kind that every EKS version serves.
 * @throws ScanError if the list cannot be read completely, or discovery does not show the kind (`absent`)
 */
export async function listAll<Item>(kube: KubeSource, request: ListRequest<Item>): Promise<Collected<Item[]>> {
  const outcome = await kube.list(request);
  if (!outcome.served) {
    const versions = request.versions.join(', ');
    throw new ScanError({
      kind: 'absent',
      message: `the API server does not serve ${request.resource} in ${request.apiGroup || 'core'}/${versions}`,
    });
  }
  return { value: outcome.items, ...(outcome.inconsistent ? { inconsistent: true } : {}) };
}

/** Like {@link listAll}, for a kind whose objects have something for other collectors beside the fact's entry. */
export async function listJoined<Item extends { entry: unknown }>(
  kube: KubeSource,
  request: ListRequest<Item>,
): Promise<Collected<Item['entry'][]> & { joined: Item[] }> {
  const { value: joined, ...marks } = await listAll(kube, request);
  return { ...marks, value: joined.map(({ entry }) => entry), joined };
}
