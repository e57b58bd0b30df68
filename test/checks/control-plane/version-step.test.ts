import { expect } from 'vitest';
import check from '../../../checks/control-plane/version-step.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { checkCases } from '../cases.ts';

type Offer = Facts['clusterVersions']['versions'][number];

const dates = { endOfStandardSupport: '2027-03-27', endOfExtendedSupport: '2028-03-27' };
const resource = { kind: 'Cluster', name: 'prod' };

/** Parses offered versions: `1.34 STANDARD_SUPPORT`, by default for clusters in the cloud. */
function live(offers: readonly string[], clusterType = 'eks'): Pick<Facts, 'clusterVersions'> {
  const versions = offers.map((offer) => {
    const [version = '', status = ''] = offer.split(' ');
    return { version, clusterType, status: status as Offer['status'], ...dates };
  });
  return { clusterVersions: { source: 'live', versions } };
}

function table(...versions: readonly (readonly [string, string])[]): Pick<Facts, 'clusterVersions'> {
  return {
    clusterVersions: {
      source: 'table',
      versions: versions.map(([version, endOfExtendedSupport]) => ({
        version,
        clusterType: 'eks',
        status: 'UNKNOWN',
        endOfStandardSupport: '2026-01-01',
        endOfExtendedSupport,
      })),
    },
  };
}

const now = live([
  '1.30 UNSUPPORTED',
  '1.32 EXTENDED_SUPPORT',
  '1.33 EXTENDED_SUPPORT',
  '1.34 STANDARD_SUPPORT',
  '1.35 STANDARD_SUPPORT',
  '1.36 STANDARD_SUPPORT',
]);

checkCases(check, [
  { it: 'is silent about the next version on offer', facts: now, findings: [] },
  {
    it: 'is silent about a next version in extended support',
    current: '1.32',
    facts: now,
    findings: [],
  },
  {
    it: 'names the updates to a target several minors ahead in words: the report alone prints an update command',
    target: '1.36',
    facts: now,
    findings: [
      {
        level: 'warn',
        phase: 'after',
        rule: 'several-updates',
        at: 34,
        resource,
        short: 'needs 3 updates',
        message: '3 updates, one minor version at a time: 1.33 -> 1.34 -> 1.35 -> 1.36',
        evidence: [{ observed: '1.33', required: '1.34, then 1.35, then 1.36' }],
        fix: 'Update to 1.34 first. When it is finished, complete the tasks that the plan lists before the next update of the control plane. Then update to 1.35, 1.36, one minor version at a time; scan before each update.',
      },
    ],
  },
  {
    it: 'has no update command for a target two minors ahead either',
    target: '1.35',
    facts: now,
    findingsLike: [{ level: 'warn', fix: expect.stringMatching(/Then update to 1\.35, [^`]*$/) as string }],
  },
  {
    it: 'fails a version that EKS does not offer yet',
    current: '1.36',
    facts: now,
    findings: [
      {
        level: 'fail',
        rule: 'not-offered',
        at: 37,
        resource,
        message: 'EKS in eu-west-1 does not offer Kubernetes 1.37',
        evidence: [{ observed: '1.37 not listed', required: 'STANDARD_SUPPORT or EXTENDED_SUPPORT' }],
        fix: expect.stringContaining('--target current'),
      },
    ],
  },
  {
    it: 'fails at the first version of the path that is not offered, without an update command',
    target: '1.38',
    facts: now,
    findingsLike: [
      {
        level: 'fail',
        at: 37,
        message: 'EKS in eu-west-1 does not offer Kubernetes 1.37, 1.38',
        fix: 'Choose a target that EKS offers: 1.34, 1.35, 1.36.',
      },
      { level: 'warn', rule: 'several-updates', at: 34 },
    ],
  },
  {
    it: 'fails a version that EKS no longer supports, also in the middle of the path',
    current: '1.29',
    target: '1.31',
    facts: live(['1.30 UNSUPPORTED', '1.31 EXTENDED_SUPPORT']),
    findingsLike: [
      {
        level: 'fail',
        at: 30,
        evidence: [{ observed: '1.30 UNSUPPORTED' }],
        fix: 'Choose a target that EKS offers: 1.31.',
      },
      { level: 'warn', rule: 'several-updates' },
    ],
  },
  {
    it: 'fails a version that is only offered for another type of cluster',
    facts: live(['1.34 STANDARD_SUPPORT'], 'eks-local-outposts'),
    findingsLike: [{ level: 'fail', rule: 'not-offered', at: 34 }],
  },
  {
    it: 'does not know about a version whose support status EKS leaves out',
    facts: live(['1.34 UNKNOWN']),
    findingsLike: [{ level: 'unknown', at: 34, message: 'EKS does not report the support status of Kubernetes 1.34' }],
  },
  {
    it: 'takes the own list of a local cluster, and gives no eksctl line',
    current: '1.31',
    target: '1.33',
    cluster: { outpost: true },
    facts: {
      clusterVersions: {
        source: 'live',
        versions: [
          ...now.clusterVersions.versions,
          ...live(['1.32 STANDARD_SUPPORT'], 'eks-local-outposts').clusterVersions.versions,
        ],
      },
    },
    findingsLike: [
      {
        level: 'fail',
        at: 33,
        message: 'EKS in eu-west-1 does not offer Kubernetes 1.33',
        fix: expect.not.stringContaining('eksctl'),
      },
      { level: 'warn', rule: 'several-updates', at: 32 },
    ],
  },
  {
    it: 'does not know where no list of local clusters is told',
    cluster: { outpost: true },
    facts: now,
    findingsLike: [
      {
        level: 'unknown',
        rule: 'offer-unknown',
        message: 'EKS does not list the versions of local clusters on AWS Outposts, which have their own',
      },
    ],
  },
  {
    it: 'does not take the table for the list of a local cluster',
    cluster: { outpost: true },
    facts: table(['1.34', '2027-12-02']),
    findingsLike: [{ level: 'unknown', rule: 'offer-unknown' }],
  },
  {
    it: 'is silent about a version in the table, where the region does not tell its own',
    facts: table(['1.33', '2027-07-29'], ['1.34', '2027-12-02']),
    findings: [],
  },
  {
    it: 'says that the list of updates rests on the table',
    target: '1.35',
    facts: table(['1.34', '2027-12-02'], ['1.35', '2028-03-27']),
    findingsLike: [{ level: 'warn', evidence: [{ observed: '1.33', required: '1.34, then 1.35', source: 'table' }] }],
  },
  {
    it: 'does not know about a version beyond the table',
    current: '1.36',
    facts: table(['1.36', '2028-08-02']),
    findings: [
      {
        level: 'unknown',
        rule: 'offer-unknown',
        at: 37,
        resource,
        message: 'eu-west-1 does not list its versions, and the table of EKS versions does not contain 1.37',
        evidence: [{ observed: '1.37 not listed', required: 'STANDARD_SUPPORT or EXTENDED_SUPPORT', source: 'table' }],
        fix: expect.stringContaining('aws eks describe-cluster-versions --region eu-west-1'),
      },
    ],
  },
  {
    it: 'does not know about a version whose support has ended by the table',
    current: '1.28',
    facts: table(['1.29', '2026-03-23']),
    findingsLike: [
      {
        level: 'unknown',
        at: 29,
        message: 'according to the table, extended support of Kubernetes 1.29 ended on 2026-03-23',
      },
    ],
  },
  {
    it: 'fails a target below the cluster',
    current: '1.34',
    target: '1.33',
    facts: now,
    findings: [
      {
        level: 'fail',
        rule: 'downgrade',
        resource,
        message: "the target 1.33 is lower than the cluster's 1.34",
        links: ['https://docs.aws.amazon.com/eks/latest/userguide/rollback-cluster.html'],
      },
    ],
  },
  {
    it: 'is skipped on the newest version',
    current: '1.36',
    target: '1.36',
    facts: now,
    skip: 'newest offered',
  },
  {
    it: 'is skipped where no update is asked for',
    target: '1.33',
    facts: now,
    skip: 'no update requested: the current state is judged',
  },
  {
    it: 'does not call a version the newest on the word of the table',
    current: '1.36',
    target: '1.36',
    facts: table(['1.36', '2028-08-02']),
    skip: 'no update requested: the current state is judged',
  },
  {
    it: 'calls the newest of the local clusters the newest there',
    current: '1.32',
    target: '1.32',
    cluster: { outpost: true },
    facts: {
      clusterVersions: {
        source: 'live',
        versions: [
          ...now.clusterVersions.versions,
          ...live(['1.32 STANDARD_SUPPORT'], 'eks-local-outposts').clusterVersions.versions,
        ],
      },
    },
    skip: 'newest offered',
  },
]);
