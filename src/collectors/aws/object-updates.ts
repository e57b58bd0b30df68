import type { Update } from '@aws-sdk/client-eks';
import type { Gap } from '../../facts/reading.ts';
import type { AwsSource } from '../../sources/aws/contract.ts';
import { allInOrder } from '../all-in-order.ts';
import { defineCollector } from '../collect.ts';
import { describeEach, readEach } from './describe-each.ts';
import { describeUpdate, findParam, listUpdateIds, toCommonFields, type EndedUpdates } from './describe-update.ts';

export const nodegroupUpdates = nodegroupUpdatesKnowing();

/** The collector of a watch, which keeps the updates that have ended. */
export function nodegroupUpdatesKnowing(known?: EndedUpdates) {
  return defineCollector('nodegroupUpdates', {
    permissions: [
      { iam: 'eks:ListUpdates', of: 'nodegroup' },
      { iam: 'eks:DescribeUpdate', of: 'nodegroup' },
    ],
    from: ['cluster', 'nodegroups'],
    async collect({ aws }, facts) {
      const [{ name }, groups] = await allInOrder([facts.read('cluster'), facts.read('nodegroups')]);
      const names = groups.map((group) => group.name);
      const { value, gaps } = await updatesOfEach(
        aws,
        'node group',
        names,
        (nodegroupName) => ({ name, nodegroupName }),
        known,
      );
      const read = value.map(({ object, update }) => ({
        nodegroup: object,
        ...toCommonFields(update),
        version: findParam(update, 'Version'),
        releaseVersion: findParam(update, 'ReleaseVersion'),
      }));
      return { value: read, gaps };
    },
  });
}

/** Without the add-ons that are ACTIVE: nothing updates them, and each would cost a call or more. */
export const addonUpdates = addonUpdatesKnowing();

/** The collector of a watch, which keeps the updates that have ended. */
export function addonUpdatesKnowing(known?: EndedUpdates) {
  return defineCollector('addonUpdates', {
    permissions: [
      { iam: 'eks:ListUpdates', of: 'addon' },
      { iam: 'eks:DescribeUpdate', of: 'addon' },
    ],
    from: ['cluster', 'addons'],
    async collect({ aws }, facts) {
      const [{ name }, addons] = await allInOrder([facts.read('cluster'), facts.read('addons')]);
      const names = addons.filter(({ status }) => status !== 'ACTIVE').map((addon) => addon.name);
      const { value, gaps } = await updatesOfEach(aws, 'add-on', names, (addonName) => ({ name, addonName }), known);
      const read = value.map(({ object, update }) => ({
        addon: object,
        ...toCommonFields(update),
        version: findParam(update, 'AddonVersion'),
      }));
      return { value: read, gaps };
    },
  });
}

interface ObjectUpdate {
  object: string;
  update: Update;
}

/**
 * All updates of all objects: EKS does not document the order of their IDs, so the newest may be anywhere. They are one
 * list, so that the limit on calls at once holds for all objects together.
 */
async function updatesOfEach(
  aws: AwsSource,
  what: string,
  names: readonly string[],
  toUpdated: (object: string) => Parameters<typeof describeUpdate>[1],
  known?: EndedUpdates,
): Promise<{ value: ObjectUpdate[]; gaps: Gap[] }> {
  const listed = await describeEach(`updates of ${what}`, names, async (object) => {
    const ids = await listUpdateIds(aws, toUpdated(object));
    return ids.map((id) => ({ object, id }));
  });
  const described = await readEach(
    listed.value.flat(),
    ({ object, id }) => `update ${id} of ${what} ${object}`,
    async ({ object, id }) => ({ object, update: await describeUpdate(aws, toUpdated(object), id, known) }),
  );
  return { value: described.value, gaps: [...listed.gaps, ...described.gaps] };
}
