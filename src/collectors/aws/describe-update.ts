import type { Update, UpdateParamType } from '@aws-sdk/client-eks';
import type { Facts } from '../../facts/facts.ts';
import type { AwsSource } from '../../sources/aws/contract.ts';
import { everyName } from '../../sources/aws/every-page.ts';
import { present } from '../require-field.ts';
import { requireSame } from '../require-same.ts';

/** What is updated, as requests name it: the cluster `name` itself, or one of its node groups or add-ons. */
interface Updated {
  name: string;
  nodegroupName?: string;
  addonName?: string;
}

/** The IDs of all updates that EKS keeps, in no documented order. */
export async function listUpdateIds(aws: AwsSource, updated: Updated): Promise<string[]> {
  const { paginateListUpdates } = await import('../../sources/aws/sdk/eks.ts');
  const client = await aws.client('eks');
  return aws.call('eks:ListUpdates', () =>
    everyName(paginateListUpdates({ client }, updated), 'updateIds', (page) => page.updateIds),
  );
}

/** Updates that have ended, by what was updated and their IDs: they do not change, so a watch describes each once. */
export type EndedUpdates = Map<string, Update>;

const ended: ReadonlySet<string> = new Set(['Successful', 'Failed', 'Cancelled']);

/**
 * @param known the updates that had ended at earlier looks at the same cluster; receives those that have ended since
 * @throws ScanError (`unreadable`) if the answer is about another update
 */
export async function describeUpdate(
  aws: AwsSource,
  updated: Updated,
  updateId: string,
  known: EndedUpdates = new Map(),
): Promise<Update> {
  const key = JSON.stringify([updated, updateId]);
  const earlier = known.get(key);
  if (earlier !== undefined) return earlier;
  const { DescribeUpdateCommand } = await import('../../sources/aws/sdk/eks.ts');
  const client = await aws.client('eks');
  const command = new DescribeUpdateCommand({ ...updated, updateId });
  const answer = await aws.call('eks:DescribeUpdate', () => client.send(command));
  const update = present(answer.update, 'update');
  requireSame(update.id, updateId, 'update');
  if (ended.has(update.status ?? '')) known.set(key, update);
  return update;
}

type Common = Omit<Facts['updates'][number], 'version'>;

/** The fields that updates of all kinds of objects have. */
export function toCommonFields(update: Update): Common {
  return {
    id: present(update.id, 'update.id'),
    type: present(update.type, 'update.type'),
    status: present(update.status, 'update.status'),
    createdAt: update.createdAt?.toISOString() ?? null,
    errors: (update.errors ?? []).map((error) => ({
      code: error.errorCode ?? 'Unknown',
      message: error.errorMessage ?? '',
      resourceIds: error.resourceIds ?? [],
    })),
  };
}

/** The value of a parameter of the update; null if the update does not set it. */
export function findParam({ params }: Update, type: UpdateParamType): string | null {
  return params?.find((param) => param.type === type)?.value ?? null;
}
