import { advice, commands, type Advice } from '../../../src/syntax/advice.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { sh, type Command } from '../../../src/syntax/shell.ts';

type Cluster = Facts['cluster'];
/** The customer managed KMS key of the cluster. */
export type Key = NonNullable<Facts['encryptionKey']>;

/** Why the key cannot be used; undefined if it can. */
export function describeState({
  state,
  deletionDate,
}: Key): Record<'rule' | 'message' | 'observed', string> | undefined {
  switch (state) {
    case 'Enabled':
    case 'Updating':
      return undefined;
    case null:
      return {
        rule: 'deleted',
        message: 'the key does not exist: EKS cannot recover a cluster whose key is deleted',
        observed: 'not found by kms:DescribeKey',
      };
    case 'Disabled':
      return { rule: 'disabled', message: 'the key is disabled', observed: state };
    case 'PendingDeletion':
    case 'PendingReplicaDeletion': {
      const when = deletionDate === null ? '' : ` on ${deletionDate.slice(0, 10)}`;
      const message = `KMS will delete the key${when}: EKS cannot recover the cluster after that`;
      return { rule: 'pending-deletion', message, observed: `${state}${when}` };
    }
    case 'PendingImport':
      return {
        rule: 'pending-import',
        message: 'the key has no key material: it expired or was deleted',
        observed: state,
      };
    case 'Unavailable':
      return { rule: 'unavailable', message: 'the custom key store of the key is disconnected', observed: state };
    default:
      return { rule: 'state', message: `unknown state of the key: ${state}`, observed: state };
  }
}

/** How to make the key usable. */
export function restoreFix(key: Key, cluster: Cluster): Advice {
  const { arn, state } = key;
  const enable = sh`aws kms enable-key --region ${cluster.region} --key-id ${arn}`;
  const describe = sh`aws kms describe-key --region ${cluster.region} --key-id ${arn}`;
  if (state === null) {
    return advice`Migrate the workloads to a new cluster; contact AWS Support before you delete this
      one. To check that the key does not exist:\n${commands(describe)}`;
  }
  if (state === 'Disabled') return ownerFix(advice`Enable the key.`, key, cluster, enable);
  if (state.startsWith('Pending') && state !== 'PendingImport') {
    const cancel = sh`aws kms cancel-key-deletion --region ${cluster.region} --key-id ${arn}`;
    return ownerFix(advice`Cancel the deletion, and enable the key.`, key, cluster, cancel, enable);
  }
  if (state === 'PendingImport') {
    return ownerFix(advice`Import the same key material again.`, key, cluster, describe);
  }
  if (state === 'Unavailable') {
    const what = advice`Connect the custom key store again.`;
    const stores = sh`aws kms describe-custom-key-stores --region ${cluster.region}`;
    const connect = sh`aws kms connect-custom-key-store --region ${cluster.region} --custom-key-store-id CUSTOM_KEY_STORE_ID`;
    return ownerFix(what, key, cluster, stores, connect);
  }
  return ownerFix(advice`Check the state of the key, and make it usable.`, key, cluster, describe);
}

/** How to find out whether the grants were revoked. */
export function checkGrants(key: Key, cluster: Cluster): Advice {
  const what = advice`Find out whether a grant of the cluster was revoked: CloudTrail keeps events of the last 90 days. If so,
    contact AWS Support before the update.`;
  return ownerFix(
    what,
    key,
    cluster,
    sh`aws kms list-grants --region ${cluster.region} --key-id ${key.arn}`,
    sh`aws cloudtrail lookup-events --region ${cluster.region} --lookup-attributes AttributeKey=EventName,AttributeValue=RevokeGrant`,
  );
}

function ownerFix(what: Advice, { arn }: Key, { account }: Cluster, ...own: Command[]): Advice {
  const owner = arn.split(':')[4] ?? account;
  const where = owner === account ? advice`` : advice` Run the commands in account ${owner}, which owns the key.`;
  return advice`${what}${where}\n${commands(...own)}`;
}
