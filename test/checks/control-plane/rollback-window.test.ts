import check from '../../../checks/control-plane/rollback-window/check.ts';
import { describe, expect, it } from 'vitest';
import type { AnyCheck } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import type { Readings } from '../../../src/facts/reading.ts';
import { judge } from '../../../src/judge/engine.ts';
import { aCluster, aNode, anAddon, checkCases, type Case } from '../cases.ts';
import { anInsight, anOffer, anUpdate, clusterVersions, now, passing } from './rollback-facts.ts';
import { updatedGroup, waited } from '../printed-updates.ts';
import { managerRows } from '../managers.ts';

const listed = (...minors: string[]) => ({
  name: 'coredns',
  owner: 'aws',
  serviceAccountRoleArn: null,
  publisher: 'eks',
  versions: [
    {
      version: 'v1.13.2-eksbuild.4',
      compatibilities: minors.map((cluster) => ({ cluster, platforms: [], isDefault: false })),
    },
  ],
});
const coredns = anAddon('coredns', { version: 'v1.13.2-eksbuild.4' });

/** The steps of every rollback, after those that remove what blocks it. */
const lastSteps = (number: number, version: string) => `${number}. Check that the rollback insights pass:
\`\`\`sh
aws eks list-insights --region eu-west-1 --cluster-name prod \\
  --filter categories=ROLLBACK_READINESS
\`\`\`
${number + 1}. Roll back the control plane:
\`\`\`sh
${waited(`aws eks update-cluster-version --region eu-west-1 --name prod \\\n  --kubernetes-version ${version}`)}
\`\`\``;

/** A cluster at 1.35 that was updated two days ago, and whose nodes are at 1.34. */
const updated = {
  updates: [anUpdate('1.34', '2026-05-01T12:00:00.000Z'), anUpdate('1.35', '2026-11-21T12:00:00.000Z')],
  clusterVersions,
  nodes: [aNode('a', 'v1.34.2')],
  addons: [coredns],
  addonVersions: [listed('1.34', '1.35')],
  rollbackInsights: passing,
};
const at = (current: string, supportPolicy: string | null = 'EXTENDED') => ({
  current,
  now,
  cluster: { supportPolicy },
});
const row = (it: string, facts: Partial<Facts>, rest: Partial<Case> = {}): Case => ({
  it,
  ...at('1.35'),
  facts: { ...updated, ...facts },
  ...rest,
});

checkCases(check, [
  row('passes two days after the update', {}, { findings: [] }),
  row(
    'does not apply to local clusters',
    {},
    { cluster: { outpost: true }, skip: 'no source says that EKS rolls back local clusters' },
  ),
  row('is silent without a version update', { updates: [] }, { findings: [] }),
  row(
    'is silent 7 days and 4 hours after the update',
    { updates: [anUpdate('1.35', '2026-11-16T07:59:00.000Z')] },
    { findings: [] },
  ),
  row(
    'is silent about an update of an older version',
    { updates: [anUpdate('1.34', '2026-11-22T12:00:00.000Z')] },
    { findings: [] },
  ),
  row(
    'warns of a node and its group that were updated',
    {
      nodes: [aNode('a', 'v1.34.2'), aNode('b', 'v1.35.1', { computeType: 'managed', group: 'blue' })],
      rollbackInsights: [anInsight('Kubelet version rollback compatibility', 'ERROR')],
    },
    {
      findings: [
        {
          level: 'warn',
          rule: 'blocked-now',
          resource: { kind: 'Cluster', name: 'prod' },
          message:
            'EKS cannot roll back to 1.34 (rollback window: at least until 2026-11-28 12:00 UTC): 1 node newer than 1.34 and insight Kubelet version rollback compatibility: ERROR',
          evidence: [
            { observed: 'managed group blue: 1', required: 'kubelet 1.34 or earlier', fact: 'nodes' },
            {
              observed: 'Kubelet version rollback compatibility: ERROR',
              required: 'PASSING',
              fact: 'rollbackInsights',
            },
          ],
          fix: `If you need to roll back to 1.34, follow these steps in order:
1. Roll back the node group blue; with a custom AMI, update it to a launch template version with an AMI for 1.34 instead:
\`\`\`sh
${updatedGroup('blue', '--kubernetes-version 1.34')}
\`\`\`
${lastSteps(2, '1.34')}`,
        },
      ],
    },
  ),
  ...managerRows('the add-on', /[^]* EKS lists for 1\.34, and set it[.:] /).map(({ who, tags, fix }) =>
    row(
      `says first where an add-on is managed: ${who}`,
      { addons: [{ ...coredns, tags }], addonVersions: [listed('1.35')] },
      { findingsLike: [{ rule: 'blocked-now', fix }] },
    ),
  ),
  {
    ...row('says that the definition of a cluster has the version before the rollback', {
      addonVersions: [listed('1.35')],
    }),
    cluster: { supportPolicy: 'EXTENDED', tags: { terraform: 'true' } },
    findingsLike: [
      {
        fix: expect.stringMatching(
          /[^]*\d\. Roll back the control plane:[^]*```\nSet 1\.34 where Terraform has the version of the cluster, too: otherwise, its next run updates the cluster again\.$/,
        ) as string,
      },
    ],
  },
  row(
    'is unknown in the first hours after the seven days',
    { updates: [anUpdate('1.35', '2026-11-16T10:30:00.000Z')] },
    {
      findings: [
        {
          level: 'unknown',
          rule: 'not-known',
          resource: { kind: 'Cluster', name: 'prod' },
          message:
            'a rollback to 1.34 may no longer be possible: seven days after the start of the update ended at 2026-11-23 10:30 UTC; EKS counts from its end, which it does not report',
          fix: 'If you need a rollback, start it now: EKS rejects it if the seven days are over.',
        },
      ],
    },
  ),
  row('is open at 6 days and 23 hours', { updates: [anUpdate('1.35', '2026-11-16T13:00:00.000Z')] }, { findings: [] }),
  row(
    'is unknown at 7 days and 1 hour',
    { updates: [anUpdate('1.35', '2026-11-16T11:00:00.000Z')] },
    { findingsLike: [{ level: 'unknown', rule: 'not-known' }] },
  ),
  row(
    'judges the newest of two updates',
    {
      updates: [anUpdate('1.34', '2026-11-18T12:00:00.000Z'), anUpdate('1.35', '2026-11-22T12:00:00.000Z')],
      addonVersions: [listed('1.35')],
    },
    {
      findingsLike: [
        {
          message:
            'EKS cannot roll back to 1.34 (rollback window: at least until 2026-11-29 12:00 UTC): add-on coredns v1.13.2-eksbuild.4 is not listed for 1.34',
        },
      ],
    },
  ),
  {
    it: 'warns of a support policy that a version in extended support does not have',
    ...at('1.34', 'STANDARD'),
    facts: {
      ...updated,
      updates: [anUpdate('1.34', '2026-11-20T12:00:00.000Z')],
      nodes: [aNode('a', 'v1.33.5')],
      addonVersions: [listed('1.33', '1.34')],
    },
    findings: [
      {
        level: 'warn',
        rule: 'blocked-now',
        resource: { kind: 'Cluster', name: 'prod' },
        message:
          'EKS cannot roll back to 1.33 (rollback window: at least until 2026-11-27 12:00 UTC): 1.33 is in extended support, and the support policy is STANDARD',
        evidence: [{ observed: 'support policy STANDARD', required: 'EXTENDED', fact: 'cluster' }],
        fix: `If you need to roll back to 1.33, follow these steps in order:
1. Set the support policy to EXTENDED, which costs more while the version is in extended support:
\`\`\`sh
${waited('aws eks update-cluster-config --region eu-west-1 --name prod \\\n  --upgrade-policy supportType=EXTENDED')}
\`\`\`
${lastSteps(2, '1.33')}`,
      },
    ],
  },
  {
    it: 'warns of a version whose support ends within the seven days',
    ...at('1.32'),
    facts: {
      ...updated,
      updates: [anUpdate('1.32', '2026-11-22T12:00:00.000Z')],
      nodes: [aNode('a', 'v1.31.9')],
      addonVersions: [listed('1.31', '1.32')],
    },
    findingsLike: [
      {
        level: 'warn',
        message: 'EKS cannot roll back to 1.31 after 2026-11-26: the support of 1.31 ends on 2026-11-26',
        rule: 'ends-early',
        fix: 'Decide before that day.',
      },
    ],
  },
  {
    it: 'says that the support ends early beside what blocks the rollback',
    ...at('1.32'),
    facts: {
      ...updated,
      updates: [anUpdate('1.32', '2026-11-22T12:00:00.000Z')],
      nodes: [aNode('a', 'v1.32.9')],
      addonVersions: [listed('1.31', '1.32')],
    },
    findingsLike: [
      {
        rule: 'blocked-now',
        message: 'EKS cannot roll back to 1.31 (rollback window: until 2026-11-26): 1 node newer than 1.31',
      },
    ],
  },
  {
    it: 'is silent about a version whose support ends after the seven days of the update',
    ...at('1.32'),
    facts: {
      ...updated,
      updates: [anUpdate('1.32', '2026-11-18T12:00:00.000Z')],
      nodes: [aNode('a', 'v1.31.9')],
      addonVersions: [listed('1.31', '1.32')],
    },
    findings: [],
  },
  {
    it: 'warns before an update of a version whose support ends within seven days',
    ...at('1.31'),
    facts: { updates: [], clusterVersions },
    findingsLike: [
      {
        rule: 'blocked-later',
        message: 'after the update, EKS could not roll back to 1.31: the support of 1.31 ends on 2026-11-26',
      },
    ],
  },
  {
    it: 'warns of a version that EKS no longer supports',
    ...at('1.35', 'STANDARD'),
    facts: {
      ...updated,
      clusterVersions: { ...clusterVersions, versions: [anOffer('1.34', 'UNSUPPORTED', '2025-12-02', '2026-11-20')] },
    },
    findingsLike: [{ rule: 'blocked-now', evidence: [{ observed: '1.34 UNSUPPORTED' }] }],
  },
  {
    it: 'warns of a support policy that ends the rollback during the seven days',
    ...at('1.35', 'STANDARD'),
    facts: {
      ...updated,
      clusterVersions: {
        ...clusterVersions,
        versions: [anOffer('1.34', 'STANDARD_SUPPORT', '2026-11-25', '2027-11-25')],
      },
    },
    findingsLike: [
      {
        rule: 'ends-early',
        message:
          'EKS cannot roll back to 1.34 after 2026-11-25: 1.34 leaves standard support on 2026-11-25, and the support policy is STANDARD',
      },
    ],
  },
  {
    it: 'takes the date of the table as the end of standard support where EKS reports no status',
    ...at('1.34', 'STANDARD'),
    facts: {
      ...updated,
      updates: [anUpdate('1.34', '2026-11-20T12:00:00.000Z')],
      nodes: [],
      addonVersions: [listed('1.33', '1.34')],
      clusterVersions: { source: 'table', versions: [anOffer('1.33', 'UNKNOWN', '2026-07-29', '2027-07-29')] },
    },
    findingsLike: [
      {
        message:
          'EKS cannot roll back to 1.33 (rollback window: at least until 2026-11-27 12:00 UTC): 1.33 is in extended support, and the support policy is STANDARD',
      },
    ],
  },
  row(
    'is unknown if EKS contradicts itself about the status UNKNOWN',
    { rollbackInsights: [...passing, anInsight('EKS add-on version rollback compatibility', 'UNKNOWN')] },
    {
      findingsLike: [
        {
          level: 'unknown',
          rule: 'not-known',
          message:
            'it is unknown whether EKS can roll back to 1.34 (rollback window: at least until 2026-11-28 12:00 UTC): insight EKS add-on version rollback compatibility: UNKNOWN',
        },
      ],
    },
  ),
  row(
    'is unknown without support dates of the version to roll back to',
    {
      clusterVersions: { source: 'live', versions: [anOffer('1.35', 'STANDARD_SUPPORT', '2027-03-27', '2028-03-27')] },
    },
    {
      findingsLike: [
        {
          level: 'unknown',
          rule: 'not-known',
          message:
            'it is unknown whether EKS can roll back to 1.34 (rollback window: at least until 2026-11-28 12:00 UTC): no support dates of 1.34',
        },
      ],
    },
  ),
  {
    it: 'is unknown without the support policy where it decides',
    ...at('1.34', null),
    facts: {
      ...updated,
      updates: [anUpdate('1.34', '2026-11-20T12:00:00.000Z')],
      nodes: [aNode('a', 'v1.33.5')],
      addonVersions: [listed('1.33', '1.34')],
    },
    findingsLike: [
      {
        level: 'unknown',
        evidence: [{ observed: 'the support policy is unknown', required: 'EXTENDED', fact: 'clusterVersions' }],
      },
    ],
  },
  row(
    'is unknown if the rollback insights are older than three days',
    { rollbackInsights: [{ ...anInsight('Kubelet version', 'PASSING'), lastRefreshTime: '2026-11-20T11:00:00Z' }] },
    {
      findingsLike: [
        {
          level: 'unknown',
          evidence: [
            { observed: 'refreshed 2026-11-20T11:00:00Z', required: 'newer insights', fact: 'rollbackInsights' },
          ],
        },
      ],
    },
  ),
  row(
    'is unknown if EKS does not say when it refreshed an insight',
    { rollbackInsights: [{ ...anInsight('Kubelet version', 'PASSING'), lastRefreshTime: null }] },
    { findingsLike: [{ level: 'unknown', rule: 'not-known' }] },
  ),
  row(
    'names what an insight fails for',
    {
      rollbackInsights: [
        { ...anInsight('API usage', 'ERROR'), resources: ['/apis/a', '/apis/b', '/apis/c', '/apis/d'] },
      ],
    },
    {
      findingsLike: [
        {
          level: 'warn',
          evidence: [
            {
              observed: 'API usage: ERROR',
              required: 'PASSING',
              resource: '/apis/a, /apis/b, /apis/c',
              fact: 'rollbackInsights',
            },
          ],
        },
      ],
    },
  ),
  row(
    'lists no steps if the version is no longer supported',
    { clusterVersions: { source: 'live', versions: [anOffer('1.34', 'UNSUPPORTED', '2025-12-02', '2026-11-01')] } },
    {
      findingsLike: [
        {
          level: 'warn',
          rule: 'blocked-now',
          fix: 'EKS rolls back only to a version that it supports: after the support of 1.34 ends, no rollback is possible.',
        },
      ],
    },
  ),
  row(
    'is unknown without rollback insights',
    { rollbackInsights: [] },
    { findingsLike: [{ level: 'unknown', rule: 'not-known' }] },
  ),
  row(
    'is silent about a rollback that is running, which control-plane/health reports',
    {
      updates: [
        ...updated.updates,
        anUpdate('1.34', '2026-11-23T10:00:00.000Z', { type: 'VersionRollback', status: 'InProgress' }),
      ],
    },
    { findings: [] },
  ),
  row(
    'says that the last update was rolled back',
    { updates: [...updated.updates, anUpdate('1.34', '2026-11-22T10:00:00.000Z', { type: 'VersionRollback' })] },
    {
      ...at('1.34'),
      findingsLike: [{ level: 'warn', rule: 'rolled-back', message: 'rolled back to 1.34 from 1.35 on 2026-11-22' }],
    },
  ),
  row(
    'warns before an update without an add-on version for both',
    {
      updates: [],
      addonVersions: [
        {
          ...listed('1.34'),
          versions: [
            ...listed('1.34').versions,
            { version: 'v1.14.0-eksbuild.1', compatibilities: [{ cluster: '1.35', platforms: [], isDefault: true }] },
          ],
        },
      ],
    },
    {
      ...at('1.34'),
      findingsLike: [
        {
          level: 'warn',
          rule: 'blocked-later',
          message:
            'after the update, EKS could not roll back to 1.34: no version of add-on coredns is listed for both 1.34 and 1.35',
        },
      ],
    },
  ),
  row(
    'stays open after an update that failed first, and rollbacks that failed or were cancelled',
    {
      updates: [
        anUpdate('1.35', '2026-11-21T10:00:00.000Z', { id: 'failed', status: 'Failed' }),
        anUpdate('1.35', '2026-11-21T12:00:00.000Z'),
        anUpdate('1.34', '2026-11-22T12:00:00.000Z', { type: 'VersionRollback', status: 'Failed' }),
        anUpdate('1.34', '2026-11-22T18:00:00.000Z', { type: 'VersionRollback', status: 'Cancelled' }),
      ],
      nodes: [aNode('a', 'v1.35.1')],
    },
    { findingsLike: [{ rule: 'blocked-now', evidence: [{ observed: 'self-managed nodes: 1' }] }] },
  ),
  row(
    'is silent after an update that failed',
    { updates: [anUpdate('1.35', '2026-11-21T12:00:00.000Z', { status: 'Failed' })] },
    { findings: [] },
  ),
  row(
    'is unknown if the last update has no time',
    { updates: [anUpdate('1.34', '2026-05-01T12:00:00.000Z'), anUpdate('1.35', null)] },
    {
      findingsLike: [
        {
          level: 'unknown',
          rule: 'not-known',
          message:
            'it is unknown whether EKS can roll back to 1.34: the last update has no version or a newer one than the cluster, no time, or a time in the future',
        },
      ],
    },
  ),
  row(
    'is unknown if the last update has no version',
    { updates: [anUpdate('1.35', '2026-11-21T12:00:00.000Z', { version: null })] },
    { findingsLike: [{ level: 'unknown', rule: 'not-known' }] },
  ),
  row(
    'is silent about an old update without a version',
    { updates: [anUpdate('1.35', '2026-05-21T12:00:00.000Z', { version: null })] },
    { findings: [] },
  ),
  row(
    'judges the last update beside an update of an earlier version without a time',
    { updates: [anUpdate('1.34', null), anUpdate('1.35', '2026-11-21T12:00:00.000Z')] },
    { findings: [] },
  ),
  row(
    'is unknown if the last update is in the future',
    { updates: [anUpdate('1.35', '2026-11-23T13:00:00.000Z')] },
    { findingsLike: [{ level: 'unknown', rule: 'not-known' }] },
  ),
  row(
    'is unknown where the Region has no insights',
    { rollbackInsights: null },
    { findingsLike: [{ level: 'unknown', rule: 'not-known', evidence: [{ observed: 'no insights' }] }] },
  ),
  row(
    'is silent about an insight with a warning',
    { rollbackInsights: [anInsight('Disruption budgets', 'WARNING')] },
    { findings: [] },
  ),
  row(
    'shows only what surely blocks the rollback if the rest is unknown',
    { nodes: [aNode('a', 'v1.35.1')], rollbackInsights: [] },
    { findingsLike: [{ rule: 'blocked-now', evidence: [{ observed: 'self-managed nodes: 1' }] }] },
  ),
  row(
    'is silent about newer nodes of Auto Mode, which EKS takes back',
    { nodes: [aNode('a', 'v1.35.1', { computeType: 'auto', group: 'general-purpose' })] },
    { findings: [] },
  ),
  row(
    'warns of newer nodes of Fargate, whose pods must be removed',
    {
      nodes: [aNode('a', 'v1.35.1', { computeType: 'hybrid' }), aNode('b', 'v1.35.1', { computeType: 'fargate' })],
    },
    {
      findingsLike: [
        {
          rule: 'blocked-now',
          evidence: [{ observed: 'hybrid nodes: 1' }, { observed: 'fargate nodes: 1' }],
          fix: `If you need to roll back to 1.34, follow these steps in order:
1. Replace nodes of 1.35 that belong to no managed node group with nodes of 1.34.
2. Stop the pods that run on Fargate with 1.35, and start them again after the rollback.
${lastSteps(3, '1.34')}`,
        },
      ],
    },
  ),
  row('is silent about nodes of earlier versions', { nodes: [aNode('a', 'v1.32.9')] }, { findings: [] }),
  row(
    'is unknown if the version of a node cannot be read',
    { nodes: [aNode('a', 'custom')] },
    {
      findingsLike: [
        {
          level: 'unknown',
          rule: 'not-known',
          message:
            'it is unknown whether EKS can roll back to 1.34 (rollback window: at least until 2026-11-28 12:00 UTC): the version of 1 node cannot be read',
        },
      ],
    },
  ),
  row(
    'leaves add-ons that EKS does not list to the insights',
    { addons: [anAddon('vendor_agent', { version: 'v1.0.0' })] },
    { findings: [] },
  ),
  row(
    'warns of an update that is running',
    { updates: [...updated.updates, anUpdate('1.36', '2026-11-23T11:00:00.000Z', { status: 'InProgress' })] },
    { findingsLike: [{ rule: 'blocked-now', evidence: [{ observed: 'VersionUpdate update-1.36 InProgress' }] }] },
  ),
  row(
    'warns of a cluster that is not active',
    {},
    {
      cluster: { supportPolicy: 'EXTENDED', status: 'UPDATING' },
      findingsLike: [{ rule: 'blocked-now', evidence: [{ observed: 'status UPDATING' }] }],
    },
  ),
]);

describe('control-plane/rollback-window without a fact', () => {
  const denied = { ok: false as const, reason: { kind: 'denied' as const, message: 'denied' } };
  const findUnknown = (missing: keyof Facts) => {
    const readings = Object.fromEntries(
      Object.entries(updated).map(([name, value]) => [name, { ok: true, value }]),
    ) as Readings;
    const cluster = { ...aCluster, version: '1.35', supportPolicy: 'EXTENDED' };
    const karpenter = { current: null, target: null, versions: [] };
    const context = { cluster, current: 35, target: 36, versions: [35, 36], karpenter, now };
    const input = { readings: { ...readings, [missing]: denied }, context, source: 'live' as const };
    return judge(check as AnyCheck, input).findings.map(({ rule }) => rule);
  };
  const uses = ['clusterVersions', 'nodes', 'addons', 'addonVersions', 'rollbackInsights'] as const;

  it.each(uses)('is unknown without %s while a rollback is possible', (missing) => {
    expect(findUnknown(missing)).toEqual([`missing:${missing}`]);
  });
  it('is unknown without updates', () => {
    expect(findUnknown('updates')).toEqual(['missing:updates']);
  });
});
