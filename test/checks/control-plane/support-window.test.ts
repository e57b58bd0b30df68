import { expect } from 'vitest';
import check from '../../../checks/control-plane/support-window/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { checkCases } from '../cases.ts';
import { managerRows } from '../managers.ts';

type Offers = Facts['clusterVersions'];

const resource = { kind: 'Cluster', name: 'prod' };
const tables = { 'support-window': [{ days: 60, source: 'https://example.com' }] };
const now = '2026-11-20T23:59:00.000Z';
const required = 'standard support with more than 60 days left';

/** Versions with the ends of their standard and extended support. */
function offering(...rows: [string, string | null, string | null][]): { clusterVersions: Offers } {
  const versions = rows.map(([version, endOfStandardSupport, endOfExtendedSupport]) => ({
    version,
    clusterType: 'eks',
    status: 'UNKNOWN' as const,
    endOfStandardSupport,
    endOfExtendedSupport,
  }));
  return { clusterVersions: { source: 'live', versions } };
}

const firstUpdate =
  'The first update is to 1.34: the report prints its command if nothing blocks it (`--target 1.34`).';
const far: [string, string, string] = ['1.34', '2027-12-02', '2028-12-02'];

checkCases(check, [
  {
    it: 'is silent while both ends are further away than the notice',
    now,
    tables,
    facts: offering(['1.33', '2027-01-20', '2028-01-20'], far),
    findings: [],
  },
  {
    it: 'says from when the cluster costs more, sixty days ahead, with the update and STANDARD in prose',
    now,
    tables,
    facts: offering(['1.33', '2027-01-19', '2028-01-19'], far, ['1.35', '2027-01-02', '2028-01-02']),
    findings: [
      {
        level: 'warn',
        rule: 'standard',
        at: 33,
        resource,
        short: 'standard support ends in 60 days',
        message:
          'standard support of Kubernetes 1.33 ends on 2027-01-19, in 60 days: then extended support begins, at a higher price per cluster hour',
        evidence: [
          {
            observed: 'standard support until 2027-01-19, support policy EXTENDED',
            required,
            fact: 'clusterVersions',
          },
        ],
        fix: [
          `Update to a version whose standard support lasts longer (1.34) before 2027-01-19. ${firstUpdate}`,
          'After that date, you pay a higher price per cluster hour. The support policy `STANDARD` avoids that price only because EKS then updates the control plane automatically, whether or not the cluster is ready; you cannot set it during extended support.',
        ].join('\n'),
      },
    ],
  },
  {
    it: 'announces the forced update of a cluster whose policy is STANDARD',
    now,
    tables,
    cluster: { supportPolicy: 'STANDARD' },
    facts: offering(['1.33', '2026-11-21', '2027-11-21'], far),
    findingsLike: [
      {
        rule: 'standard',
        message:
          'standard support of Kubernetes 1.33 ends on 2026-11-21, in 1 day: then EKS updates the control plane automatically, since the support policy is STANDARD',
        fix: expect.stringMatching(
          /To keep the version until 2027-11-21 at a higher price[\s\S]*supportType=EXTENDED/,
        ) as string,
      },
    ],
  },
  ...managerRows('the cluster', /[^]*change the support policy before that\s+date[.:] /).map(({ who, tags, fix }) => ({
    it: `says first where the support policy is managed: ${who}`,
    now,
    tables,
    cluster: { supportPolicy: 'STANDARD', tags },
    facts: offering(['1.33', '2026-11-21', '2027-11-21'], far),
    findingsLike: [{ fix }],
  })),
  {
    it: 'names both outcomes where EKS names no policy',
    now,
    tables,
    cluster: { supportPolicy: null },
    facts: offering(['1.33', '2026-12-01', null], far),
    findingsLike: [
      {
        message:
          'standard support of Kubernetes 1.33 ends on 2026-12-01, in 11 days: then extended support begins, at a higher price per cluster hour, or EKS updates the control plane automatically; EKS does not report the support policy of the cluster',
        evidence: [{ observed: 'standard support until 2026-12-01', required, fact: 'clusterVersions' }],
        fix: `Update to a version whose standard support lasts longer (1.34) before 2026-12-01. ${firstUpdate}`,
      },
    ],
  },
  {
    it: 'begins extended support with the day on which standard support ends',
    now,
    tables,
    facts: offering(['1.33', '2026-11-20', '2027-11-20'], far),
    findingsLike: [
      {
        rule: 'extended',
        message:
          'Kubernetes 1.33 has been in extended support since 2026-11-20, at a higher price per cluster hour; it ends on 2027-11-20, in 365 days, then EKS updates the control plane automatically',
        fix: `Update to a version whose standard support lasts longer (1.34), one minor version at a time, before EKS does. ${firstUpdate}`,
      },
    ],
  },
  {
    it: 'expects the forced update any day where standard support has ended and the policy is STANDARD',
    now,
    tables,
    cluster: { supportPolicy: 'STANDARD' },
    facts: offering(['1.33', '2026-11-01', '2027-11-01'], far),
    findingsLike: [
      {
        rule: 'extended',
        message:
          'standard support of Kubernetes 1.33 ended on 2026-11-01 and the support policy is STANDARD: EKS updates the control plane automatically at any time',
      },
    ],
  },
  {
    it: 'expects it at any time where extended support has ended',
    now,
    tables,
    facts: offering(['1.33', '2025-11-20', '2026-11-20'], far),
    findingsLike: [
      {
        rule: 'ended',
        message:
          'support of Kubernetes 1.33 ended on 2026-11-20: EKS updates the control plane automatically at any time, without notice',
      },
    ],
  },
  {
    it: 'judges the target at its own version, after the cluster of today',
    current: '1.31',
    target: '1.33',
    now,
    tables,
    facts: offering(
      ['1.31', '2025-11-26', '2026-11-26'],
      ['1.32', '2026-03-23', '2027-03-23'],
      ['1.33', '2026-12-29', '2027-12-29'],
      far,
    ),
    findingsLike: [
      { rule: 'extended', message: expect.stringContaining('it ends on 2026-11-26, in 6 days') as string },
      {
        level: 'warn',
        rule: 'target:standard',
        at: 33,
        message:
          'standard support of the target Kubernetes 1.33 ends on 2026-12-29, in 39 days: then extended support begins, at a higher price per cluster hour',
        fix: 'After this update, plan another one immediately, to a version whose standard support lasts longer (1.34).',
      },
    ],
  },
  {
    it: 'judges a target that is in extended support',
    current: '1.30',
    now,
    tables,
    facts: offering(['1.30', '2027-07-23', '2028-07-23'], ['1.31', '2025-11-26', '2026-12-26']),
    findingsLike: [
      {
        rule: 'target:extended',
        at: 31,
        message:
          'the target Kubernetes 1.31 has been in extended support since 2025-11-26, at a higher price per cluster hour; it ends on 2026-12-26, in 36 days, then EKS updates the control plane automatically',
        fix: 'After this update, plan another one immediately, to a version whose standard support lasts longer.',
      },
    ],
  },
  {
    it: 'judges the cluster of today alone where no update is planned',
    target: '1.33',
    now,
    tables,
    facts: offering(['1.33', '2027-07-29', '2028-07-29'], ['1.34', '2026-12-02', '2027-12-02']),
    findings: [],
  },
  {
    it: 'does not know a version that EKS does not list, nor one without dates',
    now,
    tables,
    facts: offering(['1.34', null, null]),
    findingsLike: [
      { level: 'unknown', rule: 'dates', message: 'EKS lists no support dates of Kubernetes 1.33' },
      { level: 'unknown', rule: 'dates', at: 34, message: 'EKS lists no support dates of Kubernetes 1.34' },
    ],
  },
  {
    it: 'does not know how long extended support lasts where only its start is told',
    target: '1.33',
    now,
    tables,
    facts: offering(['1.33', '2026-07-29', null]),
    findingsLike: [{ level: 'unknown', rule: 'dates' }],
  },
  {
    it: 'says so where the dates come from the table',
    target: '1.33',
    now,
    tables,
    facts: {
      clusterVersions: {
        ...offering(['1.33', '2026-12-01', '2027-12-01']).clusterVersions,
        source: 'table',
      },
    },
    findingsLike: [{ evidence: [expect.objectContaining({ source: 'table' }) as { observed: string }] }],
  },
  {
    it: 'says that the table names none either',
    target: '1.33',
    now,
    tables,
    facts: { clusterVersions: { source: 'table', versions: [] } },
    findingsLike: [
      {
        level: 'unknown',
        message: 'eu-west-1 does not list its versions, and the table has no support dates of Kubernetes 1.33',
      },
    ],
  },
  {
    it: 'goes by the list of local clusters on an Outpost, and promises nothing of what follows there',
    cluster: { outpost: true, supportPolicy: null },
    target: '1.33',
    now,
    tables,
    facts: {
      clusterVersions: {
        source: 'live',
        versions: [
          ...offering(['1.33', '2028-01-01', '2029-01-01']).clusterVersions.versions,
          ...offering(['1.33', '2026-12-01', '2027-12-01']).clusterVersions.versions.map((row) => ({
            ...row,
            clusterType: 'eks-local-outposts',
          })),
        ],
      },
    },
    findingsLike: [
      {
        message: 'standard support of Kubernetes 1.33 ends on 2026-12-01, in 11 days',
        fix: 'Update to a version whose standard support lasts longer before 2026-12-01.',
      },
    ],
  },
]);
