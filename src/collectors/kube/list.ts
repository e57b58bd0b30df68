import type { Collected } from '../collect.ts';
import { ScanError } from '../../facts/reason.ts';
import type { KubeSource, ListRequest } from '../../sources/kube/contract.ts';

/**
 * Lists a kind that every EKS version serves.
 * @throws ScanError if the list cannot be read completely, or discovery does not show the kind (`absent`)
 */
export async function listAll<Item>(kube: KubeSource, request: ListRequest<Item>): Promise<Collected<Item[]>> {
  const outcome = await kube.list(request);
  if (!outcome.served) throw absent(request);
  return { value: outcome.items, ...(outcome.inconsistent ? { inconsistent: true } : {}) };
}

/** The error for a kind that every EKS version serves, but discovery does not show. */
export function absent({
  apiGroup,
  versions,
  resource,
}: Pick<ListRequest<unknown>, 'apiGroup' | 'versions' | 'resource'>): ScanError {
  const group = `${apiGroup || 'core'}/${versions.join(', ')}`;
  return new ScanError({ kind: 'absent', message: `the API server does not serve ${resource} in ${group}` });
}

/** Like {@link listAll}, for a kind whose objects have something for other collectors beside the fact's entry. */
export async function listJoined<Item extends { entry: unknown }>(
  kube: KubeSource,
  request: ListRequest<Item>,
): Promise<Collected<Item['entry'][]> & { joined: Item[] }> {
  const { value: joined, ...marks } = await listAll(kube, request);
  return { ...marks, value: joined.map(({ entry }) => entry), joined };
}
