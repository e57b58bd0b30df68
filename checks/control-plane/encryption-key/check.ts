import { advice } from '../../../src/syntax/advice.ts';
import { defineCheck, type Finding } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { formatCount } from '../../../src/syntax/english.ts';
import { keyRemedy, reportsNoKeyIssue } from '../shared/key-issues.ts';
import { checkGrants, describeState, restoreFix, type Key } from './restore.ts';

export default defineCheck({
  id: 'control-plane/encryption-key',
  title: 'EKS cannot use the KMS key of the cluster',
  short: {
    deleted: 'KMS key does not exist',
    disabled: 'KMS key is disabled',
    'pending-deletion': 'KMS key is scheduled for deletion',
    'pending-import': 'KMS key has no key material',
    unavailable: 'key store of the KMS key is disconnected',
    grant: 'KMS key has no grant for EKS',
    state: 'unknown state of the KMS key',
  },
  task: {
    '': 'Let EKS use the KMS key',
    deleted: 'Move to a new cluster, as its KMS key was deleted',
    disabled: 'Enable the KMS key',
    'pending-deletion': 'Cancel the deletion of the KMS key',
    'pending-import': 'Import key material into the KMS key',
    unavailable: 'Connect the key store of the KMS key',
  },
  severity: 'fail',
  blocks: 'control-plane',
  phase: 'before',
  direction: 'both',
  why: `A cluster with a customer managed KMS key needs this key to read its Secrets. EKS updates the control plane only
    while it can use the key. You can enable a disabled key again, and cancel a scheduled deletion before its date. EKS
    cannot recover a cluster whose key is deleted or whose grants are revoked: you must create a new cluster.

    The check reads the state of the key, because EKS can take three hours to notice a change and report it in the
    health of the cluster. If the key cannot be read (a key in another account needs a key policy that allows it), the
    health of the cluster decides: the check passes if EKS reports no issue with the key.

    EKS uses the key with grants that it creates itself. AWS does not document the grantee principal. The check
    therefore only warns, and only if no grant that allows Decrypt is for the cluster role, for EKS, or for a principal
    in another account. If the grants cannot be read, they are not judged. The check does not evaluate the key policy.`,
  fix: advice`Make the KMS key of the cluster usable again.`,
  links: [
    'https://docs.aws.amazon.com/eks/latest/userguide/enable-kms.html',
    'https://docs.aws.amazon.com/eks/latest/userguide/troubleshooting.html#cluster-health-status',
    'https://docs.aws.amazon.com/kms/latest/developerguide/key-state.html',
  ],
  needs: [],
  uses: ['encryptionKey'],

  unseenAt: (_facts, { cluster, current }) =>
    cluster.encryptionKeyArn !== undefined && reportsNoKeyIssue(cluster) ? null : current,

  passedBy({ encryptionKey: key }) {
    if (key === undefined) return 'EKS reports no issue with the KMS key of the cluster; the key itself was not read';
    if (key === null) return 'the cluster has no customer managed KMS key';
    return key.grants === null ? 'the KMS key can be used; its grants were not read' : undefined;
  },

  *run({ encryptionKey: key }, { cluster }) {
    if (key === undefined || key === null) return;
    const finding = stateFinding(key, cluster) ?? grantFinding(key, cluster);
    if (finding !== undefined) yield { ...finding, remedy: keyRemedy };
  },
});

/** Undefined if the key can be used. */
function stateFinding(key: Key, cluster: Facts['cluster']): Finding | undefined {
  const said = describeState(key);
  if (said === undefined) return undefined;
  return {
    level: said.rule === 'state' ? 'unknown' : 'fail',
    rule: said.rule,
    resource: toResource(key),
    message: said.message,
    evidence: [{ observed: said.observed, required: 'Enabled', fact: 'encryptionKey' }],
    fix: restoreFix(key, cluster),
  };
}

/** Undefined if EKS may have a grant, or if the grants were not read. */
function grantFinding(key: Key, cluster: Facts['cluster']): Finding | undefined {
  const { grants } = key;
  if (grants === null || grants.possible > 0) return undefined;
  return {
    level: 'warn',
    rule: 'grant',
    resource: toResource(key),
    message:
      'no grant for the cluster role or EKS allows Decrypt: EKS cannot recover a cluster whose grants are revoked',
    evidence: [
      {
        observed: `${formatCount(grants.others, 'grant')} for others`,
        required: 'a grant for EKS',
        fact: 'encryptionKey',
      },
    ],
    fix: checkGrants(key, cluster),
  };
}

function toResource({ arn }: Key): Finding['resource'] {
  return { kind: 'Key', name: arn.slice(arn.lastIndexOf('/') + 1), arn };
}
