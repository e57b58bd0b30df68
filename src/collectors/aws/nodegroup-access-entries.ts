import { defineCollector } from '../collect.ts';
import { accessEntriesOf } from './access-entries.ts';

export const nodegroupAccessEntries = defineCollector('nodegroupAccessEntries', {
  permissions: [{ iam: 'eks:ListAccessEntries' }, { iam: 'eks:DescribeAccessEntry' }],
  from: ['cluster', 'nodegroups'],
  async collect({ aws }, facts) {
    return accessEntriesOf(aws, await facts.read('cluster'), async () =>
      (await facts.read('nodegroups')).flatMap(({ nodeRole }) => nodeRole ?? []),
    );
  },
});
