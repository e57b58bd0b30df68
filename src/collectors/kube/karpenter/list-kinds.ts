import type { Collected } from '../../collect.ts';
import { ScanError, type Reason } from '../../../facts/reason.ts';
import type { KubeSource, ListOutcome, ListRequest } from '../../../sources/kube/contract.ts';
import { allInOrder } from '../../all-in-order.ts';
import { absent } from '../list.ts';

/**
 * The objects of several kinds as one list. A kind that discovery does not show is not installed, so it has no objects,
 * unless every API server serves it.
 * A kind that cannot be read is a gap, so that the rest is still judged.
 * @param requests each with its versions, in order of preference
 * @throws ScanError if none of the served kinds can be read
 */
export async function listKinds<Item>(
  kube: KubeSource,
  requests: readonly ListRequest<Item>[],
  served: 'where installed' | 'in every cluster' = 'where installed',
): Promise<Collected<Item[]>> {
  const isRequired = served === 'in every cluster';
  const outcomes = await allInOrder(requests.map((request) => readOutcome(kube, request, isRequired)));
  const gaps = outcomes.flatMap((outcome) => ('reason' in outcome ? [outcome] : []));
  const lists = outcomes.flatMap((outcome) => ('served' in outcome && outcome.served ? [outcome] : []));
  const [first] = gaps;
  if (first !== undefined && lists.length === 0) throw new ScanError(first.reason);
  return {
    value: lists.flatMap(({ items }) => items),
    ...(gaps.length === 0 ? {} : { gaps }),
    ...(lists.some(({ inconsistent }) => inconsistent) ? { inconsistent: true } : {}),
  };
}

async function readOutcome<Item>(
  kube: KubeSource,
  request: ListRequest<Item>,
  isRequired: boolean,
): Promise<ListOutcome<Item> | { what: string; reason: Reason }> {
  try {
    const outcome = await kube.list(request);
    if (!outcome.served && isRequired) throw absent(request);
    return outcome;
  } catch (error) {
    if (!(error instanceof ScanError)) throw error;
    return { what: `${request.resource}.${request.apiGroup}`, reason: error.reason };
  }
}
