import check from '../../../checks/control-plane/platform-version.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { checkCases } from '../cases.ts';

type Row = Facts['clusterVersions']['versions'][number];

const listed: Row = {
  version: '1.33',
  clusterType: 'eks',
  status: 'STANDARD_SUPPORT',
  endOfStandardSupport: '2027-07-29',
  endOfExtendedSupport: '2028-07-29',
};

function offers(more: Partial<Row> = {}, source: 'live' | 'table' = 'live'): Partial<Facts> {
  const row: Row = { ...listed, defaultPlatformVersion: 'eks.12' };
  const next = { ...row, version: '1.34', defaultPlatformVersion: 'eks.40' };
  return { clusterVersions: { source, versions: [next, { ...row, ...more }] } };
}

const resource = { kind: 'Cluster', name: 'prod' };
const compare = [
  'Compare the platform version of the cluster with the current one.',
  '```sh',
  'aws eks describe-cluster-versions --region eu-west-1 --cluster-versions 1.33',
  '```',
].join('\n');

checkCases(check, [
  { it: 'is silent for the current platform version', facts: offers(), findings: [] },
  {
    it: 'is silent two versions behind: EKS rolls them out one cluster after another',
    facts: offers({ defaultPlatformVersion: 'eks.14' }),
    findings: [],
  },
  {
    it: 'warns three versions behind',
    facts: offers({ defaultPlatformVersion: 'eks.15' }),
    findings: [
      {
        level: 'warn',
        resource,
        message: 'the platform version eks.12 is 3 versions behind eks.15',
        evidence: [{ observed: 'eks.12', required: 'eks.15', fact: 'clusterVersions' }],
        fix: [
          'Find out why EKS could not update it: the other checks of the control plane show a missing role, subnet or security group, a KMS key that cannot be used, and too few free addresses. If they find nothing, contact AWS Support. After you remove the cause, EKS updates the platform version itself.',
          '```sh',
          "aws eks describe-cluster --region eu-west-1 --name prod --query 'cluster.[platformVersion,health]'",
          '```',
        ].join('\n'),
      },
    ],
  },
  {
    it: 'compares numbers, not texts',
    cluster: { platformVersion: 'eks.9' },
    facts: offers({ defaultPlatformVersion: 'eks.10' }),
    findings: [],
  },
  {
    it: 'is silent for a cluster ahead of the default',
    cluster: { platformVersion: 'eks.30' },
    facts: offers(),
    findings: [],
  },
  {
    it: 'does not know the current version from an older inventory',
    facts: {
      clusterVersions: {
        source: 'live',
        versions: [listed],
      },
    },
    findings: [
      {
        level: 'unknown',
        rule: 'not-listed',
        resource,
        message: 'the current platform version of Kubernetes 1.33 was not read',
        fix: compare,
      },
    ],
  },
  {
    it: 'does not compare what is not a platform version',
    cluster: { platformVersion: null },
    facts: offers(),
    findings: [
      {
        level: 'unknown',
        rule: 'not-listed',
        resource,
        message: 'the platform versions cannot be compared: none, current eks.12',
        fix: compare,
      },
    ],
  },
  {
    it: 'is skipped if a table replaces the list',
    facts: offers({}, 'table'),
    skip: 'EKS does not list its versions in eu-west-1',
  },
  {
    it: 'is skipped if EKS does not list the version',
    facts: offers({ version: '1.32' }),
    skip: 'EKS does not list Kubernetes 1.33',
  },
  {
    it: 'is skipped on AWS Outposts',
    cluster: { outpost: true },
    facts: offers(),
    skip: 'local clusters on AWS Outposts have their own platform versions',
  },
]);
