import { defineCollector } from '../../collect.ts';
import { readService } from '../services.ts';
import { allInOrder } from '../../all-in-order.ts';

/** CRDs of Karpenter 1.1 and later name no Service, so most clusters need no request. */
export const karpenterConversionServices = defineCollector('karpenterConversionServices', {
  permissions: [{ apiGroup: '', resource: 'services', verb: 'get' }],
  from: ['karpenterCrds'],
  async collect({ kube }, facts) {
    const named = (await facts.read('karpenterCrds')).flatMap(({ conversion: { service } }) => service ?? []);
    const distinct = new Map(named.map(({ namespace, name }) => [`${namespace}/${name}`, { namespace, name }]));
    if (distinct.size === 0) return { value: [] };
    const source = await kube();
    const read = [...distinct]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(async ([, service]) => ({
        ...service,
        ports: (await readService(source, service.namespace, service.name)).ports?.map(({ port }) => port) ?? null,
      }));
    return { value: await allInOrder(read) };
  },
});
