import type { World } from '../world.ts';
import { selectPage } from './pages.ts';
import type { Outcome } from './reply.ts';
import { toText, type AwsRequest } from './request.ts';

type Operation = (world: World, request: AwsRequest) => Outcome;

/** The supported operations of KMS. */
export const keyOperations: Readonly<Record<string, Operation>> = {
  'kms:DescribeKey': describeKey,
  'kms:ListGrants': listGrants,
};

function describeKey(world: World, request: AwsRequest): Outcome {
  const arn = toText(request.form['KeyId']) ?? '';
  const found = world.aws.keys?.[arn];
  if (found === undefined) return noKey(arn);
  return { output: { KeyMetadata: { Arn: arn, KeyId: arn.split('/')[1], KeyState: 'Enabled', ...found.key } } };
}

function listGrants(world: World, { action, form }: AwsRequest): Outcome {
  const arn = toText(form['KeyId']) ?? '';
  const found = world.aws.keys?.[arn];
  if (found === undefined) return noKey(arn);
  const page = selectPage(action, found.grants, toText(form['Marker']), toText(form['Limit']), world.aws.pageSize);
  if ('error' in page) return page;
  const Grants = page.items.map((grant) => ({ KeyId: arn, ...grant }));
  return { output: { Grants, NextMarker: page.next, Truncated: page.next !== undefined } };
}

function noKey(arn: string): Outcome {
  return { error: 'NotFoundException', status: 400, message: `Key '${arn}' does not exist` };
}
