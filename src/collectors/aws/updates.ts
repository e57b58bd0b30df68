import type { Update } from '@aws-sdk/client-eks';
import { defineCollector } from '../collect.ts';
import { present } from '../require-field.ts';
import { describeEach } from './describe-each.ts';
import { describeUpdate, findParam, listUpdateIds, toCommonFields, type EndedUpdates } from './describe-update.ts';

export const updates = updatesKnowing();

/** The collector of a watch, which keeps the updates that have ended. */
export function updatesKnowing(known?: EndedUpdates) {
  return defineCollector('updates', {
    permissions: [{ iam: 'eks:ListUpdates' }, { iam: 'eks:DescribeUpdate' }],
    from: ['cluster'],
    async collect({ aws }, facts) {
      const { name } = await facts.read('cluster');
      const ids = await listUpdateIds(aws, { name });
      return describeEach('update', ids, async (id) => {
        const update = await describeUpdate(aws, { name }, id, known);
        return { ...toCommonFields(update), version: readVersion(update) };
      });
    },
  });
}

/** An update of Kubernetes always has the version to which it leads. */
function readVersion(update: Update): string | null {
  const version = findParam(update, 'Version');
  return update.type === 'VersionUpdate' ? present(version, 'the version in update.params') : version;
}
