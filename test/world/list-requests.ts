import type { nodes } from '../../src/collectors/kube/nodes.ts';
import type { pods } from '../../src/collectors/kube/pods.ts';
import type { KubeSource, ListRequest } from '../../src/sources/kube/contract.ts';
import type { RequestedKind } from '../../src/sources/kube/requested-kind.ts';

/** A kind of the core group, as it is requested. */
export function requestedCore(kind: string): RequestedKind {
  return { apiVersion: 'v1', kind, others: new Set() };
}

/** The list that a collector requests. */
export async function listRequest(collector: typeof pods | typeof nodes): Promise<ListRequest<unknown>> {
  const requests: ListRequest<unknown>[] = [];
  const list = async (request: ListRequest<unknown>) => {
    requests.push(request);
    return { served: true, version: 'v1', items: [], inconsistent: false };
  };
  const sources = { kube: async () => ({ list }) as unknown as KubeSource };
  await collector.collect(sources as unknown as Parameters<typeof pods.collect>[0], undefined as never);
  const [request] = requests;
  if (request === undefined) throw new Error('the collector lists nothing');
  return request;
}
