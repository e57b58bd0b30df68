import { describe, expect, it } from 'vitest';
import { aDescribedCluster } from '../world/healthy.ts';
import type { World } from '../world/world.ts';
import { awsReading, awsReadings } from './aws-facts.ts';

type Json = Record<string, unknown>;

/** KMS keys, read from the loopback AWS endpoint, whose pages hold two items. */

const arn = 'arn:aws:kms:eu-west-1:111122223333:key/1234abcd-12ab-34cd-56ef-1234567890ab';
const role = 'arn:aws:iam::111122223333:role/prod-cluster';

function account(key: Json = {}, grantees: readonly string[] = [role], keyArn = arn): Partial<World['aws']> {
  const grants = grantees.map((GranteePrincipal) => ({ GranteePrincipal, Operations: ['Decrypt', 'DescribeKey'] }));
  return { ...cluster(keyArn), keys: { [keyArn]: { key, grants } } };
}

function cluster(keyArn: string): Partial<World['aws']> {
  const encryptionConfig = [{ resources: ['secrets'], provider: { keyArn } }];
  return { clusters: { prod: aDescribedCluster('prod', '1.33', { encryptionConfig }) } };
}

describe('the key of the cluster', () => {
  it('is null without a customer managed key, and asks KMS nothing', async () => {
    const { readings, calls } = await awsReadings(['encryptionKey']);
    expect(readings.encryptionKey).toEqual({ ok: true, value: null });
    expect(calls.filter(({ action }) => action.startsWith('kms:'))).toEqual([]);
  });

  it('is read with its state and grants', async () => {
    expect(await awsReading('encryptionKey', account())).toEqual({
      ok: true,
      value: { arn, state: 'Enabled', deletionDate: null, grants: { possible: 1, others: 0 } },
    });
  });

  it('is read with the date of its deletion, without its grants', async () => {
    const deleted = { KeyState: 'PendingDeletion', DeletionDate: Date.parse('2026-12-04T08:00:00Z') / 1000 };
    const { readings, calls } = await awsReadings(['encryptionKey'], account(deleted));
    expect(readings.encryptionKey).toEqual({
      ok: true,
      value: { arn, state: 'PendingDeletion', deletionDate: '2026-12-04T08:00:00.000Z', grants: null },
    });
    expect(calls.map(({ action }) => action)).not.toContain('kms:ListGrants');
  });

  it('has no state where KMS has no such key', async () => {
    expect(await awsReading('encryptionKey', { ...cluster(arn), keys: {} })).toEqual({
      ok: true,
      value: { arn, state: null, deletionDate: null, grants: null },
    });
  });

  it.each([
    [[{ resources: ['secrets'], provider: 'kms' }]],
    [[{ resources: ['secrets'] }]],
    [[null]],
    [{}],
    [[{ provider: { keyArn: null } }]],
  ])('is unreadable where the encryption configuration names no key: %j', async (encryptionConfig) => {
    const clusters = { prod: aDescribedCluster('prod', '1.33', { encryptionConfig }) };
    expect(await awsReading('encryptionKey', { clusters })).toMatchObject({
      ok: false,
      reason: { kind: 'unreadable', message: 'the answer lacks encryptionConfig[0].provider.keyArn' },
    });
  });

  it('is missing without kms:DescribeKey, which the reading names', async () => {
    expect(await awsReading('encryptionKey', account(), { deny: ['kms:DescribeKey'] })).toMatchObject({
      ok: false,
      reason: { kind: 'denied', permission: 'kms:DescribeKey' },
    });
  });
});

describe('the grants of the key', () => {
  it('are null where kms:ListGrants is denied', async () => {
    expect(await awsReading('encryptionKey', account(), { deny: ['kms:ListGrants'] })).toMatchObject({
      ok: true,
      value: { state: 'Enabled', grants: null },
    });
  });

  it('are read on every page, or the key is missing', async () => {
    const others = ['a', 'b', 'c'].map((name) => `arn:aws:iam::111122223333:role/${name}`);
    expect(await awsReading('encryptionKey', account({}, [...others, role]))).toMatchObject({
      value: { grants: { possible: 1, others: 3 } },
    });
    const faults = [{ on: 'kms:ListGrants', does: { status: 500 }, from: 1 }];
    expect(await awsReading('encryptionKey', account({}, [...others, role]), { faults })).toMatchObject({
      ok: false,
      reason: { kind: 'unreachable' },
    });
  });

  it('count only with Decrypt', async () => {
    const grants = [{ GranteePrincipal: role, Operations: ['DescribeKey'] }, { GranteePrincipal: role }];
    expect(await awsReading('encryptionKey', { ...cluster(arn), keys: { [arn]: { key: {}, grants } } })).toMatchObject({
      value: { grants: { possible: 0, others: 0 } },
    });
  });

  it.each([
    ['the cluster role', role],
    ['a session of the cluster role', 'arn:aws:sts::111122223333:assumed-role/prod-cluster/eks'],
    ['a service principal of EKS', 'eks.amazonaws.com'],
    ['a regional service principal of EKS', 'eks.eu-west-1.amazonaws.com'],
    [
      'the service-linked role of EKS',
      'arn:aws:iam::111122223333:role/aws-service-role/eks.amazonaws.com/AWSServiceRoleForAmazonEKS',
    ],
    ['a principal in another account', 'arn:aws:iam::999988887777:role/ControlPlane'],
  ])('may be those of EKS for %s', async (_who, grantee) => {
    expect(await awsReading('encryptionKey', account({}, [grantee]))).toMatchObject({
      value: { grants: { possible: 1, others: 0 } },
    });
  });

  it.each([
    ['a role with a similar name', 'arn:aws:iam::111122223333:role/prod-cluster-2'],
    ['a role that was deleted', 'AROAEXAMPLEID12345678'],
    ['another service', 'ec2.eu-west-1.amazonaws.com'],
    ['an instance', 'arn:aws:sts::111122223333:assumed-role/aws:ec2-infrastructure/i-5d476fab'],
    [
      'Auto Scaling',
      'arn:aws:iam::111122223333:role/aws-service-role/autoscaling.amazonaws.com/AWSServiceRoleForAutoScaling',
    ],
    [
      'an add-on of EKS',
      'arn:aws:iam::111122223333:role/aws-service-role/eks-nodegroup.amazonaws.com/AWSServiceRoleForAmazonEKSNodegroup',
    ],
  ])('are not those of EKS for %s', async (_who, grantee) => {
    expect(await awsReading('encryptionKey', account({}, [grantee]))).toMatchObject({
      value: { grants: { possible: 0, others: 1 } },
    });
  });

  it('of a key in another account are not those of EKS for a role there', async () => {
    const shared = arn.replace('111122223333', '444455556666');
    const grantees = [role, 'arn:aws:iam::444455556666:role/Backup'];
    expect(await awsReading('encryptionKey', account({}, grantees, shared))).toMatchObject({
      value: { arn: shared, grants: { possible: 1, others: 1 } },
    });
  });
});

describe('cluster and clusterVersions', () => {
  it.each([
    [undefined, false],
    [[{ types: ['audit'], enabled: false }], false],
    [
      [
        { types: ['api'], enabled: true },
        { types: ['audit', 'scheduler'], enabled: true },
      ],
      true,
    ],
  ])('tell whether the audit log is on: %j', async (clusterLogging, auditLog) => {
    const clusters = { prod: aDescribedCluster('prod', '1.33', { logging: { clusterLogging } }) };
    expect(await awsReading('cluster', { clusters })).toMatchObject({ value: { auditLog, encryptionKeyArn: null } });
  });

  it('tell the default platform version', async () => {
    const rows = [{ clusterVersion: '1.33', defaultPlatformVersion: 'eks.24' }, { clusterVersion: '1.34' }];
    const dates = { endOfStandardSupportDate: 1900000000, endOfExtendedSupportDate: 1950000000 };
    const about = { clusterType: 'eks', versionStatus: 'STANDARD_SUPPORT', ...dates };
    const clusterVersions = rows.map((row) => ({ ...row, ...about }));
    expect(await awsReading('clusterVersions', { clusterVersions })).toMatchObject({
      value: { versions: [{ defaultPlatformVersion: 'eks.24' }, { defaultPlatformVersion: null }] },
    });
  });
});
