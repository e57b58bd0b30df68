import type { Collected } from '../collect.ts';
import type { Facts } from '../../facts/facts.ts';
import { ScanError } from '../../facts/reason.ts';
import type { AwsSource } from '../../sources/aws/contract.ts';
import { present } from '../require-field.ts';
import { requireSame } from '../require-same.ts';
import { describeEach } from './describe-each.ts';
import { everyName } from '../../sources/aws/every-page.ts';
import { readManagerTags } from './tags.ts';
import { allInOrder } from '../all-in-order.ts';

/** The access entries of the roles that `readRoles` returns; null if the authentication mode is CONFIG_MAP. */
export async function readAccessEntries(
  aws: AwsSource,
  { name, authenticationMode }: Pick<Facts['cluster'], 'name' | 'authenticationMode'>,
  readRoles: () => Promise<readonly string[]>,
): Promise<Collected<Facts['nodeAccessEntries']>> {
  if (authenticationMode === 'CONFIG_MAP') return { value: null };
  const [roles, principals] = await allInOrder([readRoles(), readPrincipalArns(aws, name)]);
  if (principals === undefined) return { value: null };
  const arns = new Set(roles);
  const wanted = principals.filter((arn) => arns.has(arn)).sort();
  const { value, gaps } = await describeEach('access entry', wanted, (arn) => readAccessEntry(aws, name, arn));
  const denied = gaps.map(({ what }) => ({ principalArn: what.replace('access entry ', ''), type: null }));
  return { value: [...value, ...denied], gaps };
}

/** Undefined if EKS refuses the request because of the authentication mode: CONFIG_MAP has no access entries. */
async function readPrincipalArns(aws: AwsSource, clusterName: string): Promise<string[] | undefined> {
  const { paginateListAccessEntries } = await import('../../sources/aws/sdk/eks.ts');
  const client = await aws.client('eks');
  try {
    return await aws.call('eks:ListAccessEntries', () =>
      everyName(paginateListAccessEntries({ client }, { clusterName }), 'accessEntries', (page) => page.accessEntries),
    );
  } catch (error) {
    if (error instanceof ScanError && /authentication mode/i.test(error.reason.message)) return undefined;
    throw error;
  }
}

async function readAccessEntry(aws: AwsSource, clusterName: string, principalArn: string) {
  const { DescribeAccessEntryCommand } = await import('../../sources/aws/sdk/eks.ts');
  const client = await aws.client('eks');
  const command = new DescribeAccessEntryCommand({ clusterName, principalArn });
  const answer = await aws.call('eks:DescribeAccessEntry', () => client.send(command));
  const accessEntry = present(answer.accessEntry, 'accessEntry');
  requireSame(accessEntry.clusterName, clusterName, 'cluster');
  requireSame(accessEntry.principalArn, principalArn, 'access entry');
  return { principalArn, type: present(accessEntry.type, 'accessEntry.type'), ...readManagerTags(accessEntry.tags) };
}
