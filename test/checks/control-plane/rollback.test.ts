import check from '../../../checks/control-plane/rollback/check.ts';
import { describe, expect, it } from 'vitest';
import type { Facts } from '../../../src/facts/facts.ts';
import { judge } from '../../../src/judge/engine.ts';
import { aCluster, checkCases, type Case } from '../cases.ts';
import { anInsight, anOffer, anUpdate, clusterVersions, now, passing } from './rollback-facts.ts';
import { waited } from '../printed-updates.ts';
import { managerRows } from '../managers.ts';

const running = anUpdate('1.34', '2026-11-23T10:00:00.000Z', { type: 'VersionRollback', status: 'InProgress' });
/** A cluster at 1.35 that was updated two days ago. */
const updated = {
  updates: [anUpdate('1.34', '2026-05-01T12:00:00.000Z'), anUpdate('1.35', '2026-11-21T12:00:00.000Z')],
  clusterVersions,
  rollbackInsights: passing,
};
const row = (it: string, facts: Partial<Facts>, rest: Partial<Case> & { policy?: string | null } = {}): Case => {
  const { policy = 'EXTENDED', cluster, ...more } = rest;
  return {
    it,
    now,
    current: '1.35',
    cluster: { supportPolicy: policy, ...cluster },
    facts: { ...updated, ...facts },
    ...more,
  };
};
const prod = { kind: 'Cluster', name: 'prod' };
const insight = (status: string) => ({
  rollbackInsights: [...passing, { ...anInsight('Kubelet version rollback compatibility', status), id: 'i-1' }],
});

checkCases(check, [
  row('passes two days after the update', {}, { findings: [] }),
  row('is open at 6 days and 23 hours', { updates: [anUpdate('1.35', '2026-11-16T13:00:00.000Z')] }, { findings: [] }),
  row(
    'is unknown at 7 days and 1 hour',
    { updates: [anUpdate('1.35', '2026-11-16T11:00:00.000Z')] },
    {
      findings: [
        {
          level: 'unknown',
          rule: 'unclear',
          resource: prod,
          message:
            'a rollback to 1.34 may no longer be possible: seven days after the start of the update ended at 2026-11-23 11:00 UTC; EKS counts from its end, which it does not report',
          fix: 'If you need a rollback, start it now: EKS rejects it if the seven days are over.',
        },
      ],
    },
  ),
  row(
    'fails 7 days and 4 hours after the update',
    { updates: [anUpdate('1.35', '2026-11-16T07:59:00.000Z')] },
    {
      findings: [
        {
          level: 'fail',
          rule: 'closed',
          resource: prod,
          message: 'the update to 1.35 started on 2026-11-16: EKS rolls back only within seven days of an update',
          evidence: [
            {
              observed: 'VersionUpdate to 1.35 on 2026-11-16',
              required: 'an update within the last seven days',
              fact: 'updates',
            },
          ],
          fix: 'EKS rejects the rollback, even with `--force`: fix the problem at 1.35, or move the workloads to a cluster with 1.34.',
        },
      ],
    },
  ),
  row(
    'fails for a cluster that was created at its version',
    { updates: [] },
    {
      current: '1.36',
      cluster: { createdAt: '2026-11-20T08:00:00.000Z' },
      findings: [
        {
          level: 'fail',
          rule: 'created',
          resource: prod,
          message:
            'no update to 1.36 is known, and the cluster was created on 2026-11-20: EKS can roll back only an update',
          evidence: [
            { observed: 'no update to 1.36', required: 'an update within the last seven days', fact: 'updates' },
          ],
          fix: 'EKS rejects the rollback, even with `--force`: fix the problem at 1.36, or move the workloads to a cluster with 1.35.',
        },
      ],
    },
  ),
  row(
    'fails after an update of another version',
    { updates: [anUpdate('1.34', '2026-11-22T12:00:00.000Z')] },
    {
      cluster: { createdAt: null },
      findingsLike: [{ level: 'fail', message: 'no update to 1.35 is known: EKS can roll back only an update' }],
    },
  ),
  row(
    'fails after a rollback',
    {
      updates: [
        anUpdate('1.36', '2026-11-20T12:00:00.000Z'),
        anUpdate('1.35', '2026-11-22T12:00:00.000Z', { type: 'VersionRollback' }),
      ],
    },
    {
      findings: [
        {
          level: 'fail',
          rule: 'rolled-back',
          resource: prod,
          message: 'the last version change is a rollback from 1.36 on 2026-11-22: EKS has no update to roll back',
          evidence: [{ observed: 'VersionRollback Successful', required: 'an update', fact: 'updates' }],
          fix: 'EKS cannot roll back twice in a row, not even with `--force`. To judge the next update, scan without `--rollback`.',
        },
      ],
    },
  ),
  row(
    'fails after a rollback of unknown date and version',
    { updates: [anUpdate('1.35', null, { type: 'VersionRollback' })] },
    { findingsLike: [{ message: 'the last version change is a rollback: EKS has no update to roll back' }] },
  ),
  row(
    'is open again after a rollback was canceled, or one of an earlier update failed',
    {
      updates: [
        ...updated.updates,
        { ...running, id: 'second', status: 'Cancelled' },
        { ...running, status: 'Failed', createdAt: '2026-11-20T12:00:00.000Z' },
      ],
    },
    { findings: [] },
  ),
  row(
    'warns after a rollback failed, which EKS accepts again',
    {
      updates: [
        ...updated.updates,
        { ...running, id: 'first', status: 'Failed', createdAt: '2026-11-22T12:00:00.000Z' },
        {
          ...running,
          status: 'Failed',
          errors: [{ code: 'NodeCreationFailure', message: 'no node', resourceIds: ['general'] }],
        },
      ],
    },
    {
      findings: [
        {
          level: 'warn',
          rule: 'failed',
          resource: prod,
          message: 'the last rollback of 2026-11-23 failed: NodeCreationFailure',
          evidence: [{ observed: 'NodeCreationFailure: no node', resource: 'general', fact: 'updates' }],
          fix: 'Make sure that the cause of the failure is fixed before you try again.\n```sh\naws eks describe-update --region eu-west-1 --name prod --update-id update-1.34\n```',
        },
      ],
    },
  ),
  row(
    'warns while a rollback is running',
    { updates: [...updated.updates, running] },
    {
      findings: [
        {
          level: 'warn',
          rule: 'running',
          resource: prod,
          message: 'a rollback to 1.34 is running',
          evidence: [{ observed: 'VersionRollback InProgress', required: 'no running update', fact: 'updates' }],
          fix: 'Wait until the rollback ends:\n```sh\naws eks describe-update --region eu-west-1 --name prod --update-id update-1.34\n```',
        },
      ],
    },
  ),
  row(
    'names the command that cancels a rollback with Auto Mode',
    { updates: [...updated.updates, running] },
    {
      cluster: { autoMode: true },
      findingsLike: [
        {
          fix: 'Wait until the rollback ends:\n```sh\naws eks describe-update --region eu-west-1 --name prod --update-id update-1.34\n```\nWhile EKS replaces the Auto Mode nodes, you can cancel the rollback:\n```sh\naws eks cancel-update --region eu-west-1 --name prod --update-id update-1.34\n```',
        },
      ],
    },
  ),
  row(
    'is unknown if the update has no time',
    { updates: [anUpdate('1.35', null)] },
    { findingsLike: [{ level: 'unknown', rule: 'undated' }] },
  ),
  row(
    'is unknown for a local cluster',
    { updates: [] },
    {
      cluster: { outpost: true },
      findings: [
        {
          level: 'unknown',
          rule: 'outpost',
          resource: prod,
          message: 'this is a local cluster on AWS Outposts: no source says that EKS rolls back local clusters',
          fix: 'Ask AWS Support before you rely on a rollback.',
        },
      ],
    },
  ),
  row(
    'judges the newest of two updates',
    { updates: [anUpdate('1.34', '2026-11-18T12:00:00.000Z'), anUpdate('1.35', '2026-11-22T12:00:00.000Z')] },
    { findings: [] },
  ),
  row(
    'fails without the support policy that a version in extended support needs',
    { updates: [anUpdate('1.34', '2026-11-20T12:00:00.000Z')] },
    {
      current: '1.34',
      policy: 'STANDARD',
      findings: [
        {
          level: 'fail',
          rule: 'policy',
          resource: prod,
          message: '1.33 is in extended support, and the support policy is STANDARD',
          evidence: [{ observed: 'support policy STANDARD', required: 'EXTENDED', fact: 'cluster' }],
          fix:
            'Set the support policy to EXTENDED, which costs more while the version is in extended support:\n```sh\n' +
            waited(
              'aws eks update-cluster-config --region eu-west-1 --name prod \\\n  --upgrade-policy supportType=EXTENDED',
            ) +
            '\n```',
        },
      ],
    },
  ),
  ...managerRows('the cluster', /Set the support policy to EXTENDED, [^]* in extended support[.:] /).map(
    ({ who, tags, fix }) =>
      row(
        `says first where the support policy is managed: ${who}`,
        { updates: [anUpdate('1.34', '2026-11-20T12:00:00.000Z')] },
        { current: '1.34', policy: 'STANDARD', cluster: { tags }, findingsLike: [{ rule: 'policy', fix }] },
      ),
  ),
  row(
    'warns if the support ends before the seven days',
    { updates: [anUpdate('1.32', '2026-11-22T12:00:00.000Z')] },
    {
      current: '1.32',
      findings: [
        {
          level: 'warn',
          rule: 'ends-early',
          resource: prod,
          message: 'EKS cannot roll back to 1.31 after 2026-11-26: the support of 1.31 ends on 2026-11-26',
          evidence: [
            {
              observed: 'extended support until 2026-11-26',
              required: 'support for seven days',
              fact: 'clusterVersions',
            },
          ],
          fix: 'EKS rolls back only to a version that it supports: after the support of 1.31 ends, no rollback is possible.',
        },
      ],
    },
  ),
  row(
    'fails if EKS no longer supports the earlier version',
    { clusterVersions: { source: 'live', versions: [anOffer('1.34', 'UNSUPPORTED', '2025-12-02', '2026-11-01')] } },
    { findingsLike: [{ level: 'fail', rule: 'support', message: 'EKS no longer supports 1.34' }] },
  ),
  row(
    'is unknown without support dates of the earlier version',
    { clusterVersions: { source: 'live', versions: [] } },
    { findingsLike: [{ level: 'unknown', rule: 'unread', message: 'no support dates of 1.34' }] },
  ),
  row(
    'is unknown without the support policy where it decides',
    { updates: [anUpdate('1.34', '2026-11-20T12:00:00.000Z')] },
    {
      current: '1.34',
      policy: null,
      findingsLike: [
        {
          level: 'unknown',
          rule: 'unread',
          message: 'the support policy is unknown',
          fix: 'Read the support dates and the support policy of the cluster in the EKS console.',
        },
      ],
    },
  ),
  row('fails for an insight with an error', insight('ERROR'), {
    findings: [
      {
        level: 'fail',
        rule: 'insight',
        resource: { kind: 'Insight', name: 'Kubelet version rollback compatibility' },
        message: 'EKS reports ERROR; EKS rejects the rollback',
        evidence: [
          { observed: 'Kubelet version rollback compatibility: ERROR', required: 'PASSING', fact: 'rollbackInsights' },
        ],
        fix: 'Read the insight, fix what it names, then refresh the insights. `--force` skips only the insights: use it only if you know that this insight is wrong.\n```sh\naws eks describe-insight --region eu-west-1 --cluster-name prod --id i-1\n```\n```sh\naws eks start-insights-refresh --region eu-west-1 --cluster-name prod\n```',
      },
    ],
  }),
  row('warns of an insight with a warning', insight('WARNING'), {
    findingsLike: [{ level: 'warn', rule: 'insight', message: 'EKS reports WARNING; EKS accepts the rollback' }],
  }),
  row('is unknown about the status UNKNOWN, on which the user guide contradicts itself', insight('UNKNOWN'), {
    findingsLike: [{ level: 'unknown', message: 'EKS reports UNKNOWN; EKS may reject the rollback without `--force`' }],
  }),
  row('is unknown about a status that it does not know', insight('PENDING'), {
    findingsLike: [{ level: 'unknown', rule: 'insight' }],
  }),
  row(
    'shows the reason that EKS gives',
    { rollbackInsights: [{ ...anInsight('API usage', 'ERROR'), reason: 'Incompatible API usage detected.' }] },
    { findingsLike: [{ message: 'EKS reports ERROR: Incompatible API usage detected; EKS rejects the rollback' }] },
  ),
  row(
    'is unknown without rollback insights',
    { rollbackInsights: [] },
    { findingsLike: [{ level: 'unknown', rule: 'no-insights', message: 'EKS has no rollback insights' }] },
  ),
  row(
    'is unknown in a Region without insights',
    { rollbackInsights: null },
    { findingsLike: [{ level: 'unknown', rule: 'no-insights' }] },
  ),
  row(
    'is unknown if the rollback insights are older than three days',
    {
      updates: [anUpdate('1.35', '2026-11-19T12:00:00.000Z')],
      rollbackInsights: [{ ...anInsight('Kubelet version', 'PASSING'), lastRefreshTime: '2026-11-20T11:00:00Z' }],
    },
    {
      findingsLike: [
        {
          level: 'unknown',
          rule: 'no-insights',
          message: 'rollback insights are older than 72 hours',
          fix: 'Scan with `--refresh-insights`, or refresh the insights and scan again after a minute:\n```sh\naws eks start-insights-refresh --region eu-west-1 --cluster-name prod\n```',
        },
      ],
    },
  ),
  row(
    'is unknown if the rollback insights are older than the update: they are about an earlier one',
    {
      rollbackInsights: [...passing, { ...anInsight('API usage', 'PASSING'), lastRefreshTime: '2026-11-21T11:00:00Z' }],
    },
    { findingsLike: [{ level: 'unknown', message: 'rollback insights are older than the update' }] },
  ),
  row(
    'is unknown if an update to a newer version has just ended',
    { updates: [...updated.updates, anUpdate('1.36', '2026-11-23T09:00:00.000Z')] },
    { findingsLike: [{ level: 'unknown', rule: 'undated' }] },
  ),
  row(
    'is unknown if only the table shows that the support has ended',
    { clusterVersions: { source: 'table', versions: [anOffer('1.34', 'UNKNOWN', '2025-12-02', '2026-11-01')] } },
    { findingsLike: [{ level: 'unknown', rule: 'unread', message: 'the support of 1.34 ended on 2026-11-01' }] },
  ),
  row(
    'is unknown for a support policy that it does not know where the policy decides',
    { updates: [anUpdate('1.34', '2026-11-20T12:00:00.000Z')] },
    {
      current: '1.34',
      policy: 'OTHER',
      findingsLike: [{ level: 'unknown', message: 'the support policy is unknown' }],
    },
  ),
  row(
    'is unknown for a support status that it does not know, without the dates that decide',
    {
      clusterVersions: {
        source: 'live',
        versions: [{ ...anOffer('1.34', 'UNKNOWN', '2025-12-02', '2027-12-02'), endOfStandardSupport: null }],
      },
    },
    { policy: 'STANDARD', findingsLike: [{ level: 'unknown', rule: 'unread', message: 'no support dates of 1.34' }] },
  ),
]);

describe('a pass', () => {
  const judged = (facts: Partial<Facts>, target: number) => {
    const cluster = { ...aCluster, version: '1.35', supportPolicy: 'EXTENDED' };
    const values: Partial<Facts> = { cluster, ...updated, ...facts };
    const readings = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { ok: true, value }]));
    const karpenter = { current: null, target: null, versions: [] };
    const context = { cluster, current: 35, target, versions: [35, target], karpenter, now };
    return judge(check, { readings, context, source: 'live' });
  };

  it('says until when', () => {
    expect(judged({}, 34)).toMatchObject({
      status: 'pass',
      reason:
        'EKS can roll back to 1.34 at least until 2026-11-28 12:00 UTC; 1 rollback insight passes: Kubelet version rollback compatibility',
    });
  });

  it('is a skip on the way up', () => {
    expect(judged({}, 36)).toMatchObject({ status: 'skip', reason: 'only for a rollback' });
  });
});
