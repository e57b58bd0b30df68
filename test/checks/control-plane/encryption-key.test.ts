import { describe, expect, it } from 'vitest';
import check from '../../../checks/control-plane/encryption-key/check.ts';
import health from '../../../checks/control-plane/health/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import type { Reading } from '../../../src/facts/reading.ts';
import { judge } from '../../../src/judge/engine.ts';
import { toEntries } from '../../../src/report/entries.ts';
import { aCluster, checkCases } from '../cases.ts';

type Key = NonNullable<Facts['encryptionKey']>;

const arn = 'arn:aws:kms:eu-west-1:111122223333:key/1234abcd-12ab-34cd-56ef-1234567890ab';
const resource = { kind: 'Key', name: '1234abcd-12ab-34cd-56ef-1234567890ab', arn };

function aKey(more: Partial<Key> = {}): Facts['encryptionKey'] {
  return { arn, state: 'Enabled', deletionDate: null, grants: { possible: 1, others: 0 }, ...more };
}

function broken(state: string | null, more: Partial<Key> = {}): Partial<Facts> {
  return { encryptionKey: aKey({ state, grants: null, ...more }) };
}

checkCases(check, [
  { it: 'is silent for an enabled key with a grant', facts: { encryptionKey: aKey() }, findings: [] },
  { it: 'is silent without a customer managed key', facts: { encryptionKey: null }, findings: [] },
  {
    it: 'is silent for an enabled key whose grants were not read',
    facts: { encryptionKey: aKey({ grants: null }) },
    findings: [],
  },
  { it: 'is silent while the primary Region of the key changes', facts: broken('Updating'), findings: [] },
  {
    it: 'fails for a disabled key, with the command that enables it',
    facts: broken('Disabled'),
    findings: [
      {
        level: 'fail',
        rule: 'disabled',
        resource,
        message: 'the key is disabled',
        evidence: [{ observed: 'Disabled', required: 'Enabled', fact: 'encryptionKey' }],
        fix: `Enable the key.\n\`\`\`sh\naws kms enable-key --region eu-west-1 --key-id ${arn}\n\`\`\``,
      },
    ],
  },
  {
    it: 'fails for a key that KMS will delete, with the date',
    facts: broken('PendingDeletion', { deletionDate: '2026-12-04T08:00:00.000Z' }),
    findings: [
      {
        level: 'fail',
        rule: 'pending-deletion',
        resource,
        message: 'KMS will delete the key on 2026-12-04: EKS cannot recover the cluster after that',
        evidence: [{ observed: 'PendingDeletion on 2026-12-04', required: 'Enabled', fact: 'encryptionKey' }],
        fix: [
          'Cancel the deletion, and enable the key.',
          '```sh',
          `aws kms cancel-key-deletion --region eu-west-1 --key-id ${arn}`,
          `aws kms enable-key --region eu-west-1 --key-id ${arn}`,
          '```',
        ].join('\n'),
      },
    ],
  },
  {
    it: 'fails for a primary key that waits for the deletion of its replicas',
    facts: broken('PendingReplicaDeletion'),
    findingsLike: [{ level: 'fail', rule: 'pending-deletion', remedy: 'restore-encryption-key' }],
  },
  {
    it: 'fails for a key that does not exist, and says that EKS cannot recover the cluster',
    facts: broken(null),
    findingsLike: [
      {
        level: 'fail',
        rule: 'deleted',
        message: 'the key does not exist: EKS cannot recover a cluster whose key is deleted',
        evidence: [{ observed: 'not found by kms:DescribeKey', required: 'Enabled', fact: 'encryptionKey' }],
      },
    ],
  },
  {
    it: 'fails for a key whose imported key material is gone',
    facts: broken('PendingImport'),
    findingsLike: [{ level: 'fail', rule: 'pending-import' }],
  },
  {
    it: 'fails for a key in a disconnected key store',
    facts: broken('Unavailable'),
    findingsLike: [{ level: 'fail', rule: 'unavailable' }],
  },
  {
    it: 'does not know a state that KMS adds',
    facts: broken('Frozen'),
    findingsLike: [{ level: 'unknown', rule: 'state', message: 'unknown state of the key: Frozen' }],
  },
  {
    it: 'names the account that must act if the key is in another one',
    facts: broken('Disabled', { arn: arn.replace('111122223333', '444455556666') }),
    findingsLike: [
      {
        fix: [
          'Enable the key. Run the commands in account 444455556666, which owns the key.',
          '```sh',
          `aws kms enable-key --region eu-west-1 --key-id ${arn.replace('111122223333', '444455556666')}`,
          '```',
        ].join('\n'),
      },
    ],
  },
  {
    it: 'only warns if no grant can be that of EKS',
    facts: { encryptionKey: aKey({ grants: { possible: 0, others: 3 } }) },
    findingsLike: [
      {
        level: 'warn',
        rule: 'grant',
        resource,
        evidence: [{ observed: '3 grants for others', required: 'a grant for EKS', fact: 'encryptionKey' }],
      },
    ],
  },
  {
    it: 'counts one grant for others in the singular',
    facts: { encryptionKey: aKey({ grants: { possible: 0, others: 1 } }) },
    findingsLike: [
      {
        level: 'warn',
        evidence: [{ observed: '1 grant for others', required: 'a grant for EKS', fact: 'encryptionKey' }],
      },
    ],
  },
]);

describe('a key that was not read', () => {
  const denied: Reading<never> = {
    ok: false,
    reason: { kind: 'denied', message: 'not allowed', permission: 'kms:DescribeKey' },
  };
  const judged = (more: Partial<Facts['cluster']>, reading: Reading<Facts['encryptionKey']> = denied) => {
    const cluster = { ...aCluster, ...more };
    const readings = {
      encryptionKey: reading,
      updates: { ok: true as const, value: [] },
      certificateAuthorities: { ok: true as const, value: [] },
    };
    const karpenter = { current: null, target: null, versions: [] };
    const context = { cluster, current: 33, target: 34, versions: [33, 34], karpenter, now: '2026-11-20T12:00:00Z' };
    return [check, health].map((one) => judge(one, { readings, context, source: 'live' }));
  };
  const issue = (code: string) => ({ code, message: '', resourceIds: [arn] });

  it('is a line of evidence where EKS reports no issue with it', () => {
    const [key] = judged({ encryptionKeyArn: arn, healthIssues: [issue('Ec2SubnetNotFound')] });
    expect([key?.status, key?.findings, key?.missing]).toEqual(['pass', [], []]);
    expect(key?.reason).toBe('EKS reports no issue with the KMS key of the cluster; the key itself was not read');
  });

  it.each([
    ['EKS returns no health information', { encryptionKeyArn: arn, healthIssues: null }],
    ['EKS reports an issue with it', { encryptionKeyArn: arn, healthIssues: [issue('KMS_KEY_DISABLED')] }],
    ['an older inventory does not name the key', {}],
  ])('is one unknown with the permission where %s', (_where, cluster) => {
    const [key] = judged(cluster);
    expect(key?.status).toBe('unknown');
    expect(key?.findings.map(({ rule, unseen }) => [rule, unseen])).toMatchObject([
      ['missing:encryptionKey', { permission: 'kms:DescribeKey' }],
    ]);
  });

  it.each(['KmsKeyDisabled', 'KmsKeyMarkedForDeletion', 'KmsKeyNotFound', 'KmsGrantRevoked'])(
    'is one entry with the issue %s that EKS reports for it',
    (code) => {
      for (const value of [
        aKey({ state: 'Disabled' }),
        aKey({ state: null }),
        aKey({ grants: { possible: 0, others: 0 } }),
      ]) {
        const results = judged({ encryptionKeyArn: arn, healthIssues: [issue(code)] }, { ok: true, value });
        const entries = toEntries(results.flatMap(({ findings }) => findings));
        expect(entries.map(({ findings }) => findings.map((finding) => finding.check).sort())).toEqual([
          ['control-plane/encryption-key', 'control-plane/health'],
        ]);
      }
    },
  );
});
