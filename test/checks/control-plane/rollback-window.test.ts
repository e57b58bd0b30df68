import check from '../../../checks/control-plane/rollback-window/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { aNode, anAddon, checkCases, type Case } from '../cases.ts';

type Update = Facts['updates'][number];
type Offer = Facts['clusterVersions']['versions'][number];

const now = '2026-11-23T12:00:00Z';
const anUpdate = (version: string, createdAt: string | null, more: Partial<Update> = {}): Update => ({
  id: `update-${version}`,
  type: 'VersionUpdate',
  status: 'Successful',
  createdAt,
  version,
  errors: [],
  ...more,
});
const offer = (version: string, status: Offer['status'], standard: string, extended: string): Offer => ({
  version,
  clusterType: 'eks',
  status,
  endOfStandardSupport: `${standard}T00:00:00.000Z`,
  endOfExtendedSupport: `${extended}T00:00:00.000Z`,
});
const clusterVersions: Facts['clusterVersions'] = {
  source: 'live',
  versions: [
    offer('1.31', 'EXTENDED_SUPPORT', '2025-11-26', '2026-11-26'),
    offer('1.32', 'EXTENDED_SUPPORT', '2026-03-23', '2027-03-23'),
    offer('1.33', 'EXTENDED_SUPPORT', '2026-07-29', '2027-07-29'),
    offer('1.34', 'STANDARD_SUPPORT', '2026-12-02', '2027-12-02'),
    offer('1.35', 'STANDARD_SUPPORT', '2027-03-27', '2028-03-27'),
  ],
};
const insight = (name: string, status: string): NonNullable<Facts['rollbackInsights']>[number] => ({
  id: name,
  name,
  status,
  reason: null,
  lastRefreshTime: now,
  resources: null,
});
const passing = [insight('Kubelet version rollback compatibility', 'PASSING')];
const listed = (...minors: string[]) => ({
  name: 'coredns',
  owner: 'aws',
  publisher: 'eks',
  versions: [
    {
      version: 'v1.13.2-eksbuild.4',
      compatibilities: minors.map((cluster) => ({ cluster, platforms: [], isDefault: false })),
    },
  ],
});
const coredns = anAddon('coredns', { version: 'v1.13.2-eksbuild.4' });

/** The last two steps of every rollback. */
const lastSteps = (to: string, last: number): string => `Check that the rollback insights pass:
\`\`\`sh
aws eks list-insights --region eu-west-1 --cluster-name prod \\
  --filter categories=ROLLBACK_READINESS
\`\`\`
${last}. Roll back the control plane:
\`\`\`sh
aws eks update-cluster-version --region eu-west-1 --name prod \\
  --kubernetes-version ${to}
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
    { cluster: { outpost: true }, skip: 'no source says that EKS can roll back local clusters' },
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
      rollbackInsights: [insight('Kubelet version rollback compatibility', 'ERROR')],
    },
    {
      findings: [
        {
          level: 'warn',
          rule: 'blocked-now',
          resource: { kind: 'Cluster', name: 'prod' },
          message:
            "EKS cannot roll back to 1.34 (rollback window: at least until 2026-11-28 12:00 UTC): 1 node is newer than 1.34 and the insight 'Kubelet version rollback compatibility' has the status ERROR",
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
aws eks update-nodegroup-version --region eu-west-1 --cluster-name prod \\
  --nodegroup-name blue --kubernetes-version 1.34
aws eks wait nodegroup-active --region eu-west-1 --cluster-name prod \\
  --nodegroup-name blue
\`\`\`
2. ${lastSteps('1.34', 3)}`,
        },
      ],
    },
  ),
  row(
    'says how to roll back nodes of no managed node group',
    { nodes: [aNode('a', 'v1.35.1', { computeType: 'fargate', group: null })] },
    {
      findingsLike: [
        {
          message:
            'EKS cannot roll back to 1.34 (rollback window: at least until 2026-11-28 12:00 UTC): 1 node is newer than 1.34',
          fix: `If you need to roll back to 1.34, follow these steps in order:
1. Replace nodes of 1.35 that belong to no managed node group with nodes of 1.34. On Fargate, stop their pods, and start them again after the rollback.
2. ${lastSteps('1.34', 3)}`,
        },
      ],
    },
  ),
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
          fix: `If you need to roll back to 1.34, follow these steps in order:
1. Choose a version of the add-on coredns that EKS lists for 1.34, and set it:
\`\`\`sh
aws eks describe-addon-versions --region eu-west-1 --addon-name coredns --kubernetes-version 1.34 \\
  --query 'addons[].addonVersions[].addonVersion'
aws eks update-addon --region eu-west-1 --cluster-name prod --addon-name coredns \\
  --addon-version VERSION --resolve-conflicts PRESERVE
\`\`\`
2. ${lastSteps('1.34', 3)}`,
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
aws eks update-cluster-config --region eu-west-1 --name prod \\
  --upgrade-policy supportType=EXTENDED
\`\`\`
2. ${lastSteps('1.33', 3)}`,
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
        message:
          'EKS cannot roll back to 1.31 (rollback window: at least until 2026-11-29 12:00 UTC): extended support for 1.31 ends on 2026-11-26',
      },
    ],
  },
  row(
    'is unknown if EKS contradicts itself about the status UNKNOWN',
    { rollbackInsights: [...passing, insight('EKS add-on version rollback compatibility', 'UNKNOWN')] },
    {
      findingsLike: [
        {
          level: 'unknown',
          rule: 'not-known',
          message:
            "it is unknown whether EKS can roll back to 1.34 (rollback window: at least until 2026-11-28 12:00 UTC): the insight 'EKS add-on version rollback compatibility' has the status UNKNOWN",
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
    'warns of a rollback that is running',
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
      findingsLike: [{ level: 'warn', rule: 'rolled-back', message: 'rolled back from 1.35 to 1.34 on 2026-11-22' }],
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
          fix: 'Test the update in another cluster first: while an add-on has a version that is not listed for 1.34, EKS rolls back only with `--force`.\nAfter the update, leave the nodes at 1.34 until you are sure that you do not need a rollback.',
          message:
            'after the update, EKS could not roll back to 1.34: no version of add-on coredns is listed for both 1.34 and 1.35',
        },
      ],
    },
  ),
]);
