import { defineCollector } from '../collect.ts';
import type { Facts } from '../../facts/facts.ts';
import type { Update } from '@aws-sdk/client-eks';
import type { AwsSource } from '../../sources/aws/contract.ts';
import { present } from '../require-field.ts';
import { requireSame } from '../require-same.ts';
import { describeEach } from './describe-each.ts';
import { everyName } from '../../sources/aws/every-page.ts';

export const updates = defineCollector('updates', {
  permissions: [{ iam: 'eks:ListUpdates' }, { iam: 'eks:DescribeUpdate' }],
  from: ['cluster'],
  async collect({ aws }, facts) {
    const { name } = await facts.read('cluster');
    const { paginateListUpdates } = await import('../../sources/aws/sdk/eks.ts');
    const client = await aws.client('eks');
    const ids = await aws.call('eks:ListUpdates', () =>
      everyName(paginateListUpdates({ client }, { name }), 'updateIds', (page) => page.updateIds),
    );
    return describeEach('update', ids, (updateId) => describeUpdate(aws, name, updateId));
  },
});

async function describeUpdate(aws: AwsSource, name: string, updateId: string): Promise<Facts['updates'][number]> {
  const { DescribeUpdateCommand } = await import('../../sources/aws/sdk/eks.ts');
  const client = await aws.client('eks');
  const answer = await aws.call('eks:DescribeUpdate', () => client.send(new DescribeUpdateCommand({ name, updateId })));
  const update = present(answer.update, 'update');
  requireSame(update.id, updateId, 'update');
  return {
    id: updateId,
    type: present(update.type, 'update.type'),
    status: present(update.status, 'update.status'),
    createdAt: update.createdAt?.toISOString() ?? null,
    version: readVersion(update),
    errors: (update.errors ?? []).map((error) => ({
      code: error.errorCode ?? 'Unknown',
      message: error.errorMessage ?? '',
      resourceIds: error.resourceIds ?? [],
    })),
  };
}

/** An update of Kubernetes always has the version to which it leads. */
function readVersion({ type, params }: Update): string | null {
  const version = params?.find((param) => param.type === 'Version')?.value ?? null;
  return type === 'VersionUpdate' ? present(version, 'the version in update.params') : version;
}
