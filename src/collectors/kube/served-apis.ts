import { defineCollector } from '../collect.ts';
import { loadTable } from '../../tables/tables.ts';
import { allInOrder } from '../all-in-order.ts';

export const servedApis = defineCollector('servedApis', {
  permissions: [{ nonResourceURL: '/apis' }],
  async collect({ kube }) {
    const source = await kube();
    const lookups = loadTable('api-removals').rows.map(async ({ api, resource }) => {
      const [group = '', version = ''] = api.split('/');
      return (await source.serves(group, version, resource)) ? [{ api, resource }] : [];
    });
    return { value: (await allInOrder(lookups)).flat() };
  },
});
