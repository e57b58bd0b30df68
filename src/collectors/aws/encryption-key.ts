import type { GrantListEntry } from '@aws-sdk/client-kms';
import { defineCollector } from '../collect.ts';
import type { Facts } from '../../facts/facts.ts';
import { ScanError } from '../../facts/reason.ts';
import type { AwsSource } from '../../sources/aws/contract.ts';
import { present } from '../require-field.ts';
import { requireEachRequested, requireSame } from '../require-same.ts';
import { everyPage } from '../../sources/aws/every-page.ts';
import { orAbsent } from './or-absent.ts';

type Cluster = Facts['cluster'];
type Grants = NonNullable<Facts['encryptionKey']>['grants'];

export const encryptionKey = defineCollector('encryptionKey', {
  permissions: [{ iam: 'kms:DescribeKey' }, { iam: 'kms:ListGrants' }],
  from: ['cluster'],
  async collect({ aws }, facts) {
    const cluster = await facts.read('cluster');
    if (cluster.encryptionKeyArn === null) return { value: null };
    const arn = present(cluster.encryptionKeyArn, 'encryptionConfig[0].provider.keyArn');
    const found = await describeKey(aws, arn);
    if (found === undefined) return { value: { arn, state: null, deletionDate: null, grants: null } };
    const state = present(found.KeyState, 'KeyMetadata.KeyState');
    const deletionDate = found.DeletionDate?.toISOString() ?? null;
    const grants = state === 'Enabled' ? await readGrants(aws, present(found.Arn, 'KeyMetadata.Arn'), cluster) : null;
    return { value: { arn, state, deletionDate, grants } };
  },
});

/** Undefined if KMS has no such key. */
async function describeKey(aws: AwsSource, KeyId: string) {
  const { DescribeKeyCommand } = await import('../../sources/aws/sdk/kms.ts');
  const client = await aws.client('kms');
  const command = new DescribeKeyCommand({ KeyId });
  const answer = await orAbsent(() => aws.call('kms:DescribeKey', () => client.send(command)));
  if (answer === undefined) return undefined;
  const key = present(answer.KeyMetadata, 'KeyMetadata');
  // The answer never has the alias of a key.
  if (KeyId.includes(':key/')) requireSame(key.Arn, KeyId, 'key');
  return key;
}

/** Null if the call is denied: the key's own policy may deny it, and no failure depends on the grants. */
async function readGrants(aws: AwsSource, KeyId: string, cluster: Cluster): Promise<Grants> {
  const { paginateListGrants } = await import('../../sources/aws/sdk/kms.ts');
  const client = await aws.client('kms');
  try {
    const listed = await aws.call('kms:ListGrants', () =>
      everyPage(paginateListGrants({ client }, { KeyId }), 'Grants', (page) => page.Grants),
    );
    requireEachRequested(
      listed.map((grant) => grant.KeyId),
      [KeyId, KeyId.slice(KeyId.lastIndexOf('/') + 1)],
      'key',
    );
    return toGrants(listed, [cluster.account, KeyId.split(':')[4] ?? ''], cluster.roleArn);
  } catch (error) {
    if (error instanceof ScanError && error.reason.kind === 'denied') return null;
    throw error;
  }
}

function toGrants(listed: readonly GrantListEntry[], accounts: readonly string[], roleArn: string | null): Grants {
  const grantees = listed
    .filter(({ Operations }) => Operations?.includes('Decrypt') === true)
    .map(({ GranteePrincipal }) => present(GranteePrincipal, 'GranteePrincipal'));
  const possible = grantees.filter((grantee) => isPossible(grantee, accounts, roleArn)).length;
  return { possible, others: grantees.length - possible };
}

/** The service-linked role of EKS, after the account in its ARN. */
const serviceLinkedRole = /^(?:role\/aws-service-role\/eks\.|assumed-role\/AWSServiceRoleForAmazonEKS\/)/;

/**
 * True if EKS may use a grant with this grantee. AWS does not document which grantee EKS chooses. A principal that was
 * deleted is shown with an ID instead of an ARN: its grant is lost, even if a role with the same name exists.
 */
function isPossible(grantee: string, accounts: readonly string[], roleArn: string | null): boolean {
  if (grantee === roleArn) return true;
  const [prefix, , , account = '', principal = ''] = grantee.replace('::', ':').split(':');
  if (prefix !== 'arn') return grantee.startsWith('eks.');
  const role = roleArn?.slice(roleArn.lastIndexOf('/') + 1) ?? '';
  return (
    !accounts.includes(account) || serviceLinkedRole.test(principal) || principal.startsWith(`assumed-role/${role}/`)
  );
}
