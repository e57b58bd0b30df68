import { expect } from 'vitest';
import check from '../../../checks/control-plane/health/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { loadTable, type Tables } from '../../../src/tables/tables.ts';
import { checkCases, type Case } from '../cases.ts';
import { formatRule, itHasTextOfEachCode, listSpellings } from '../health-codes.ts';

type Update = Facts['updates'][number];
type Authority = NonNullable<Facts['certificateAuthorities']>[number];

function anUpdate(id: string, more: Partial<Update> = {}): Update {
  return {
    id,
    type: 'VersionUpdate',
    status: 'Successful',
    createdAt: '2026-05-02T09:00:00.000Z',
    version: '1.33',
    errors: [],
    ...more,
  };
}

function anAuthority(id: string, more: Partial<Authority> = {}): Authority {
  return { id, signingStatus: 'IN_USE', distributionStatus: 'COMPLETE', ...more };
}

const remedy = 'Do this.';
const source = 'https://example.com/codes';
const tables: Partial<Tables> = {
  'health-codes': [
    { of: 'cluster', code: 'Ec2SubnetNotFound', level: 'fail', recoverable: true, remedy, source },
    { of: 'cluster', code: 'KmsKeyNotFound', level: 'fail', recoverable: false, remedy, source },
    { of: 'cluster', code: 'UnsupportedVersion', level: 'warn', recoverable: true, remedy, source },
    { of: 'addon', code: 'AddonPermissionFailure', level: 'fail', remedy, source },
  ],
};
const healthy = { updates: [anUpdate('u1')], certificateAuthorities: [anAuthority('ca1')] };
const resource = { kind: 'Cluster', name: 'prod' };
const failedUpdate = anUpdate('u2', {
  status: 'Failed',
  createdAt: '2026-11-01T09:00:00.000Z',
  version: '1.34',
  errors: [
    { code: 'IpNotAvailable', message: 'Not enough\nIPs', resourceIds: ['subnet-0a', 'subnet-0b'] },
    { code: 'Unknown', message: '', resourceIds: [] },
  ],
});

itHasTextOfEachCode(check, 'cluster');

checkCases(check, [
  { it: 'is silent about an idle cluster', facts: healthy, tables, findings: [] },
  {
    it: 'is silent where no update was ever made and the region has no certificate rotation',
    facts: { updates: [], certificateAuthorities: null },
    tables,
    findings: [],
  },
  {
    it: 'judges the rest where the certificate authorities were not read',
    facts: { updates: [] },
    tables,
    findings: [],
  },
  ...(
    [
      ['CREATING', 'the cluster is still being created: its status is CREATING'],
      ['DELETING', 'the cluster is being deleted: its status is DELETING'],
      ['FAILED', 'the cluster has failed: its status is FAILED'],
      ['PENDING', 'the cluster is not ready yet: its status is PENDING'],
      ['UPDATING', 'an update of the cluster is running: its status is UPDATING'],
      ['PAUSED', 'the cluster is not active: its status is PAUSED'],
      ['constructor', 'the cluster is not active: its status is constructor'],
    ] as const
  ).map(([status, message]) => ({
    it: `fails a cluster that is ${status}`,
    cluster: { status },
    facts: healthy,
    tables,
    findings: [
      {
        level: 'fail' as const,
        rule: 'status',
        short: message.replace(/: its status.*/, ''),
        resource,
        message,
        evidence: [{ observed: status, required: 'ACTIVE', fact: 'cluster' as const }],
        fix: expect.stringContaining('aws eks describe-cluster --region eu-west-1 --name prod --query cluster.status'),
      },
    ],
  })),
  {
    it: 'fails a running update once, though the status says so too',
    cluster: { status: 'UPDATING' },
    facts: {
      ...healthy,
      updates: [anUpdate('u3', { status: 'InProgress', version: '1.34', createdAt: '2026-11-20T11:50:00.000Z' })],
    },
    tables,
    findings: [
      {
        level: 'fail',
        rule: 'running-update',
        resource: { kind: 'Update', name: 'u3' },
        message: 'VersionUpdate to 1.34 has been running since 2026-11-20T11:50:00.000Z',
        evidence: [{ observed: 'VersionUpdate InProgress', required: 'no running update', fact: 'updates' }],
        fix: expect.stringContaining('aws eks describe-update --region eu-west-1 --name prod --update-id u3'),
      },
    ],
  },
  {
    it: 'fails the rollback of a cluster in Auto Mode that calls itself ACTIVE',
    cluster: { autoMode: true, status: 'ACTIVE' },
    facts: {
      ...healthy,
      updates: [anUpdate('u3', { type: 'VersionRollback', status: 'InProgress', version: '1.32', createdAt: null })],
    },
    tables,
    findingsLike: [{ level: 'fail', rule: 'running-update', message: 'VersionRollback to 1.32 is running' }],
  },
  {
    it: 'fails a running update of any other kind',
    facts: { ...healthy, updates: [anUpdate('u3', { type: 'LoggingUpdate', status: 'InProgress', version: null })] },
    tables,
    findingsLike: [{ level: 'fail', message: 'LoggingUpdate has been running since 2026-05-02T09:00:00.000Z' }],
  },
  {
    it: 'does not know about an update with another status',
    facts: { ...healthy, updates: [anUpdate('u3', { status: 'Paused' })] },
    tables,
    findings: [
      {
        level: 'unknown',
        rule: 'update-status',
        resource: { kind: 'Update', name: 'u3' },
        message: 'unknown status Paused of this VersionUpdate',
      },
    ],
  },
  {
    it: 'reports a health issue at the level of its code',
    cluster: {
      healthIssues: [
        { code: 'Ec2SubnetNotFound', message: 'The subnet  was\nnot found', resourceIds: ['subnet-0b', 'subnet-0c'] },
        { code: 'UnsupportedVersion', message: '', resourceIds: [] },
      ],
    },
    facts: healthy,
    tables,
    findings: [
      {
        level: 'fail',
        rule: 'issue:ec2subnetnotfound',
        resource,
        message: 'EKS reports Ec2SubnetNotFound: The subnet was not found',
        evidence: [
          { observed: 'Ec2SubnetNotFound: subnet-0b, subnet-0c', required: 'no health issue', fact: 'cluster' },
        ],
        fix: expect.stringContaining('aws eks describe-cluster --region eu-west-1 --name prod --query cluster.health'),
        links: [source],
      },
      {
        level: 'warn',
        rule: 'issue:unsupportedversion',
        resource,
        message: 'EKS reports UnsupportedVersion',
        evidence: [{ observed: 'UnsupportedVersion', required: 'no health issue', fact: 'cluster' }],
        fix: expect.stringMatching(/^Do this\. Then wait until EKS no longer reports it/) as string,
        links: [source],
      },
    ],
  },
  {
    it: "reads the guide's spelling of a code, and says what cannot be recovered",
    cluster: { healthIssues: [{ code: 'KMS_KEY_NOT_FOUND', message: 'The key is gone', resourceIds: [] }] },
    facts: healthy,
    tables,
    findingsLike: [
      {
        level: 'fail',
        rule: 'issue:kmskeynotfound',
        message: 'EKS reports KMS_KEY_NOT_FOUND: The key is gone (not recoverable)',
        fix: 'EKS cannot recover a cluster from KMS_KEY_NOT_FOUND. Do this.',
      },
    ],
  },
  {
    it: 'reports the same code once, with each issue as evidence',
    cluster: {
      healthIssues: [
        { code: 'Ec2SubnetNotFound', message: 'one', resourceIds: ['subnet-0b'] },
        { code: 'EC2_SUBNET_NOT_FOUND', message: 'two', resourceIds: ['subnet-0c'] },
      ],
    },
    facts: healthy,
    tables,
    findingsLike: [
      {
        message: 'EKS reports Ec2SubnetNotFound: one; two',
        evidence: [{ observed: 'Ec2SubnetNotFound: subnet-0b' }, { observed: 'EC2_SUBNET_NOT_FOUND: subnet-0c' }],
      },
    ],
  },
  {
    it: 'says once what EKS says twice',
    cluster: {
      healthIssues: [
        { code: 'Ec2SubnetNotFound', message: 'the subnet is gone', resourceIds: ['subnet-0b'] },
        { code: 'Ec2SubnetNotFound', message: 'the subnet is\ngone ', resourceIds: ['subnet-0c'] },
      ],
    },
    facts: healthy,
    tables,
    findingsLike: [
      {
        message: 'EKS reports Ec2SubnetNotFound: the subnet is gone',
        evidence: [{ observed: 'Ec2SubnetNotFound: subnet-0b' }, { observed: 'Ec2SubnetNotFound: subnet-0c' }],
      },
    ],
  },
  {
    it: 'enables the KMS key that EKS names, or leaves its ARN to the reader',
    cluster: {
      healthIssues: [
        { code: 'KMS_KEY_DISABLED', message: '', resourceIds: ['arn:aws:kms:eu-west-1:111122223333:key/0a'] },
        { code: 'KmsKeyMarkedForDeletion', message: '', resourceIds: [] },
      ],
    },
    facts: healthy,
    findingsLike: [
      {
        fix: expect.stringMatching(
          /^Enable the KMS key of the cluster again\. Then wait [^\n]*\n```sh\naws kms enable-key --region eu-west-1 --key-id arn:aws:kms:eu-west-1:111122223333:key\/0a\naws eks describe-cluster /,
        ) as string,
      },
      {
        fix: expect.stringContaining(
          'aws kms cancel-key-deletion --region eu-west-1 --key-id KEY_ARN\naws kms enable-key --region eu-west-1 --key-id KEY_ARN\n',
        ) as string,
      },
    ],
  },
  {
    it: 'does not judge a code by what it means of an add-on',
    cluster: { healthIssues: [{ code: 'AddonPermissionFailure', message: '', resourceIds: [] }] },
    facts: healthy,
    tables,
    findingsLike: [{ level: 'unknown', rule: 'issue:addonpermissionfailure' }],
  },
  {
    it: 'does not know what a code that is not in the table stops, and says its text',
    cluster: { healthIssues: [{ code: 'MoonPhase', message: 'The moon is full', resourceIds: [] }] },
    facts: healthy,
    tables,
    findingsLike: [{ level: 'unknown', rule: 'issue:moonphase', message: 'EKS reports MoonPhase: The moon is full' }],
  },
  {
    it: 'does not support silence about health for health',
    cluster: { healthIssues: null },
    facts: healthy,
    tables,
    findingsLike: [{ level: 'unknown', rule: 'no-health', message: 'EKS does not report the health of the cluster' }],
  },
  {
    it: 'judges status and health where updates could not be read',
    cluster: { status: 'FAILED', healthIssues: [{ code: 'KmsKeyNotFound', message: 'gone', resourceIds: [] }] },
    facts: {},
    tables,
    findingsLike: [
      { level: 'fail', rule: 'status' },
      { level: 'fail', rule: 'issue:kmskeynotfound' },
    ],
  },
  {
    it: 'warns where the last version update failed',
    facts: { ...healthy, updates: [failedUpdate, anUpdate('u1')] },
    tables,
    findings: [
      {
        level: 'warn',
        rule: 'failed-update',
        resource: { kind: 'Update', name: 'u2' },
        message: 'the last VersionUpdate to 1.34 of 2026-11-01 failed: IpNotAvailable, Unknown',
        evidence: [
          { observed: 'IpNotAvailable: Not enough IPs', resource: 'subnet-0a, subnet-0b', fact: 'updates' },
          { observed: 'Unknown', fact: 'updates' },
        ],
        fix: expect.stringContaining('--update-id u2'),
      },
    ],
  },
  {
    it: 'warns of a failed update that names neither error, date nor version',
    facts: { ...healthy, updates: [anUpdate('u2', { status: 'Failed', errors: [], createdAt: null, version: null })] },
    tables,
    findingsLike: [{ level: 'warn', message: 'the last VersionUpdate failed: EKS names no error' }],
  },
  {
    it: 'is silent about a failed update where a later one succeeded',
    current: '1.34',
    facts: {
      ...healthy,
      updates: [anUpdate('u3', { version: '1.34', createdAt: '2026-11-02T09:00:00.000Z' }), failedUpdate],
    },
    tables,
    findings: [],
  },
  {
    it: 'is silent about a failed update to a version that the cluster has reached',
    current: '1.34',
    facts: { ...healthy, updates: [failedUpdate] },
    tables,
    findings: [],
  },
  {
    it: 'looks through a later update that was cancelled, and one of another kind',
    facts: {
      ...healthy,
      updates: [
        anUpdate('u4', { status: 'Cancelled', createdAt: '2026-11-03T09:00:00.000Z', version: '1.34' }),
        anUpdate('u3', { type: 'LoggingUpdate', createdAt: '2026-11-02T09:00:00.000Z', version: null }),
        failedUpdate,
      ],
    },
    tables,
    findingsLike: [{ level: 'warn', rule: 'failed-update' }],
  },
  {
    it: 'is silent about a failed update of another kind',
    facts: { ...healthy, updates: [anUpdate('u2', { type: 'LoggingUpdate', status: 'Failed', version: null })] },
    tables,
    findings: [],
  },
  {
    it: 'is silent about a second certificate authority between the steps of a rotation',
    facts: {
      ...healthy,
      certificateAuthorities: [anAuthority('ca1'), anAuthority('ca2', { signingStatus: 'NOT_USED' })],
    },
    tables,
    findings: [],
  },
  {
    it: 'fails a certificate authority that is being distributed',
    facts: {
      ...healthy,
      certificateAuthorities: [
        anAuthority('ca1'),
        anAuthority('ca2', { signingStatus: 'NOT_USED', distributionStatus: 'IN_PROGRESS' }),
      ],
    },
    tables,
    findings: [
      {
        level: 'fail',
        rule: 'certificate-authority',
        short: 'cluster CA is being distributed',
        resource: { kind: 'CertificateAuthority', name: 'ca2' },
        message: 'the certificate authority is being distributed: EKS does not change the version until this completes',
        evidence: [
          {
            observed: 'signing NOT_USED, distribution IN_PROGRESS',
            required: 'signing IN_USE or NOT_USED, distribution COMPLETE',
            fact: 'certificateAuthorities',
          },
        ],
        fix: expect.stringContaining('aws eks list-certificate-authorities --region eu-west-1 --cluster-name prod'),
        links: ['https://docs.aws.amazon.com/eks/latest/userguide/certificate-authority-rotation.html'],
      },
    ],
  },
  ...(
    [
      [
        { signingStatus: 'ACTIVATING' },
        'fail',
        'the certificate authority is being activated: EKS does not change the version until this completes',
      ],
      [
        { distributionStatus: 'DELETING' },
        'fail',
        'the certificate authority is being deleted: EKS does not change the version until this completes',
      ],
      [{ distributionStatus: 'FAILED' }, 'warn', 'EKS failed to distribute the certificate authority'],
      [{ signingStatus: 'WAITING' }, 'unknown', 'unknown status of the certificate authority: WAITING, COMPLETE'],
    ] as const
  ).map(([more, level, message]) => ({
    it: `gives ${level} for a certificate authority with ${Object.values(more).join()}`,
    facts: { ...healthy, certificateAuthorities: [anAuthority('ca1', more)] },
    tables,
    findingsLike: [{ level, message, rule: 'certificate-authority' }],
  })),
  ...loadTable('health-codes')
    .rows.filter((row) => row.of === 'cluster')
    .flatMap(({ code, level, recoverable, remedy: known }) =>
      listSpellings(code).map((spelling): Case => ({
        it: `knows ${spelling} as ${level}`,
        cluster: { healthIssues: [{ code: spelling, message: '', resourceIds: [] }] },
        facts: healthy,
        findingsLike: [
          {
            level,
            rule: formatRule(code),
            message: `EKS reports ${spelling}${recoverable ? '' : ' (not recoverable)'}`,
            fix: expect.stringContaining(known) as string,
          },
        ],
      })),
    ),
]);
