import { defineCollector } from '../collect.ts';
import { everyName } from '../../sources/aws/every-page.ts';

/** A separate fact, so that add-ons and their versions can be described at the same time. */
export const addonNames = defineCollector('addonNames', {
  permissions: [{ iam: 'eks:ListAddons' }],
  from: ['cluster'],
  async collect({ aws }, facts) {
    const { name } = await facts.read('cluster');
    const { paginateListAddons } = await import('../../sources/aws/sdk/eks.ts');
    const client = await aws.client('eks');
    const value = await aws.call('eks:ListAddons', () =>
      everyName(paginateListAddons({ client }, { clusterName: name }), 'addons', (page) => page.addons),
    );
    return { value };
  },
});
