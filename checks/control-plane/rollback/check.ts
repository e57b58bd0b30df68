import { defineCheck, type Context, type Finding } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { requireSpan } from '../../../src/for-checks/api-callers.ts';
import { findRollbackState, type RollbackState } from '../../../src/for-checks/rollback.ts';
import { findSupportLimit, untilText } from '../../../src/for-checks/rollback-support.ts';
import { advice } from '../../../src/syntax/advice.ts';
import { forCount, formatCount } from '../../../src/syntax/english.ts';
import { oneLine } from '../../../src/syntax/one-line.ts';
import { format, type Minor } from '../../../src/syntax/versions.ts';
import { unreadInsights } from '../shared/rollback-insights.ts';
import { supportObstacle, unknownSupport } from '../shared/rollback-support.ts';
import * as findings from './findings.ts';
import { failedFindings } from './failed.ts';
import { noWindowFinding } from './no-window.ts';

type Open = Extract<RollbackState, { is: 'open' }>;
type Seen = { readonly [Name in 'clusterVersions' | 'rollbackInsights']?: Facts[Name] | undefined };
type Here = Pick<Context<'rollback' | 'insights' | 'managed-changes'>, 'cluster' | 'current' | 'now' | 'tables'>;

export default defineCheck({
  id: 'control-plane/rollback',
  title: 'EKS rejects a rollback of the control plane',
  short: {
    created: 'created at this version',
    closed: 'rollback window is closed',
    'rolled-back': 'already rolled back',
    running: 'a rollback is running',
    failed: 'the last rollback failed',
    unclear: 'rollback window may be closed',
    undated: 'rollback window is unknown',
    outpost: 'local clusters are not judged',
    support: 'earlier version is not supported',
    policy: 'support policy must be EXTENDED',
    'ends-early': 'rollback ends before the seven days',
    unread: 'support of the version is unknown',
    insight: 'rollback insight does not pass',
    'no-insights': 'no current rollback insights',
  },
  task: {
    '': 'Remove what stops the rollback',
    running: 'Wait until the running rollback completes',
    policy: 'Set the support policy to EXTENDED',
    insight: 'Resolve the rollback insight',
  },
  severity: 'fail',
  blocks: 'control-plane',
  phase: 'before',
  direction: 'down',
  why: `EKS can roll back the control plane by one minor version, within seven days of the update to the current version,
    and only if it supports the earlier version. A cluster that was created at its version has nothing to roll back to.
    After a rollback, EKS cannot roll back again until the next update.

    EKS runs its rollback readiness insights first. An insight with status ERROR stops the rollback, unless you use
    \`--force\`, which skips nothing else. The user guide contradicts itself about the status UNKNOWN, so the check is then
    unknown. EKS has these insights only during the seven days: if there are none, or if they are older than 72 hours,
    the check is unknown. EKS reports when an update started, not when it ended, so the end of the seven days is a lower
    bound.

    Other checks judge what you must roll back or remove before the control plane: nodes (nodes/kubelet-skew), add-ons
    (addons/compatibility, addons/kube-proxy-skew), and objects that the earlier version does not serve (apis/introduced). A rollback restores neither
    etcd nor workloads.`,
  fix: advice`Remove what blocks the rollback, or fix the problem at the current version.`,
  links: [
    'https://docs.aws.amazon.com/eks/latest/userguide/rollback-cluster.html',
    'https://docs.aws.amazon.com/eks/latest/APIReference/API_UpdateClusterVersion.html',
  ],
  needs: ['updates'],
  uses: ['clusterVersions', 'rollbackInsights'],
  tables: ['rollback', 'insights', 'managed-changes'],

  passedBy({ updates, rollbackInsights }, { current, now, tables }) {
    const state = findRollbackState(updates, current, now, tables.rollback);
    if (state.is !== 'open') return undefined;
    const names = (rollbackInsights ?? []).map(({ name }) => oneLine(name));
    return `EKS can roll back to ${format(state.to)} ${untilText(state.until)}; ${formatCount(names.length, 'rollback insight')} ${forCount(names.length, 'passes', 'pass')}: ${names.join(', ')}`;
  },

  *run({ updates, ...seen }, context) {
    const { cluster, current, now, tables } = context;
    const state = findRollbackState(updates, current, now, tables.rollback);
    if (cluster.outpost) yield findings.outpostFinding(cluster);
    else if (state.is === 'open')
      yield* [...failedFindings(state, updates, cluster), ...judgeOpen(state, seen, context)];
    // Of updates that were read only in part, none may be missing: the engine reports what was not seen.
    else if (state.is !== 'closed' || context.partial?.has('updates') !== true)
      yield noWindowFinding(state, updates, context);
  },
});

/** What stops a rollback in the seven days after the update. */
function* judgeOpen(
  { to, since, until }: Open,
  { clusterVersions, rollbackInsights }: Seen,
  context: Here,
): Generator<Finding> {
  const { now, tables, cluster } = context;
  if (clusterVersions !== undefined) yield* judgeSupport(to, until, clusterVersions, context);
  if (rollbackInsights === undefined) return;
  const hours = requireSpan(tables.insights, 'too-old');
  for (const insight of rollbackInsights ?? []) yield* findings.insightFinding(insight, cluster);
  for (const obstacle of unreadInsights(rollbackInsights ?? [], { now, since, hours }))
    yield findings.unreadFinding('no-insights', obstacle, cluster);
}

function* judgeSupport(
  to: Minor,
  until: string,
  offers: Facts['clusterVersions'],
  { cluster, now, tables }: Here,
): Generator<Finding> {
  const limit = findSupportLimit(to, offers, cluster, { now, last: until });
  const isGuess = limit?.isOver === true && offers.source === 'table';
  if (limit !== undefined)
    yield isGuess
      ? findings.unreadFinding('unread', supportObstacle(to, limit), cluster)
      : findings.supportFinding(to, supportObstacle(to, limit), limit, { cluster, tables });
  for (const obstacle of unknownSupport(to, offers, cluster, { now, last: until }))
    yield findings.unreadFinding('unread', obstacle, cluster);
}
