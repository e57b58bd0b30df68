import { defineCollector } from '../collect.ts';
import type { Facts } from '../../facts/facts.ts';
import type { AwsSource } from '../../sources/aws/contract.ts';
import { present } from '../require-field.ts';
import { requireSame } from '../require-same.ts';
import { describeEach } from './describe-each.ts';
import { toHealthIssues } from './health-issues.ts';
import { readManagerTags } from './tags.ts';
import { allInOrder } from '../all-in-order.ts';

export const addons = defineCollector('addons', {
  permissions: [{ iam: 'eks:DescribeAddon' }],
  from: ['cluster', 'addonNames'],
  async collect({ aws }, facts) {
    const [{ name }, names] = await allInOrder([facts.read('cluster'), facts.read('addonNames')]);
    return describeEach('add-on', names, (addon) => describeAddon(aws, name, addon));
  },
});

async function describeAddon(aws: AwsSource, clusterName: string, addonName: string): Promise<Facts['addons'][number]> {
  const { DescribeAddonCommand } = await import('../../sources/aws/sdk/eks.ts');
  const client = await aws.client('eks');
  const command = new DescribeAddonCommand({ clusterName, addonName });
  const answer = await aws.call('eks:DescribeAddon', () => client.send(command));
  const addon = present(answer.addon, 'addon');
  requireSame(addon.clusterName, clusterName, 'cluster');
  requireSame(addon.addonName, addonName, 'add-on');
  return {
    name: addonName,
    version: present(addon.addonVersion, 'addon.addonVersion'),
    status: present(addon.status, 'addon.status'),
    owner: addon.owner ?? null,
    serviceAccountRoleArn: addon.serviceAccountRoleArn ?? null,
    podIdentity: (addon.podIdentityAssociations ?? []).length > 0,
    healthIssues: toHealthIssues(addon.health, 'addon.health'),
    ...readManagerTags(addon.tags),
  };
}
