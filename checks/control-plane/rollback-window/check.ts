import { defineCheck, type Context, type Warning } from '../../../src/check.ts';
import { advice } from '../../../src/syntax/advice.ts';
import { findRollbackState, type RollbackState } from '../../../src/for-checks/rollback.ts';
import {
  findRollbackEnd,
  findSupportLimit,
  untilText,
  type SupportLimit,
} from '../../../src/for-checks/rollback-support.ts';
import { dayAfter } from '../../../src/syntax/dates.ts';
import { format, type Minor } from '../../../src/syntax/versions.ts';
import { insightObstacles } from '../shared/rollback-insights.ts';
import { requireSpan } from '../../../src/for-checks/api-callers.ts';
import { listObstacles, type Seen } from './obstacles.ts';
import * as findings from './findings.ts';
import { supportObstacle, unknownSupport } from '../shared/rollback-support.ts';

type Open = Extract<RollbackState, { is: 'open' }>;
type Here = Pick<Context<'insights' | 'managed-changes'>, 'cluster' | 'current' | 'now' | 'tables'>;

export default defineCheck({
  id: 'control-plane/rollback-window',
  title: 'What stops a rollback of the control plane',
  short: {
    'blocked-now': 'rollback is blocked',
    'blocked-later': 'rollback would be blocked',
    'ends-early': 'rollback ends before the seven days',
    'rolled-back': 'the last update was rolled back',
    'not-known': 'unknown whether a rollback is possible',
  },
  severity: 'warn',
  blocks: 'control-plane',
  phase: 'before',
  why: `Within seven days of an update, EKS can roll back the control plane by one minor version, if the nodes and the
    add-ons fit the earlier version. Nodes must not be newer than the control plane, so you must roll back updated
    nodes first. After the next update, only that one can be rolled back.

    Before an update, the check warns of what would block a rollback: the support of the current version ends or is
    about to end, or an add-on has no version that EKS lists for both versions. In the seven days after an update, it
    warns of what blocks a rollback now: nodes, add-ons, the support policy, running updates, and the rollback
    readiness insights of EKS. If the newest version change is a rollback, it says so.

    EKS reports when an update started, not when it ended, so the end of the seven days is a lower bound. EKS has
    rollback insights only during these days: if there are none, or if they are older than 72 hours, the check is unknown. A problem here never stops an
    update.`,
  fix: advice`Remove what blocks the rollback before you need it.`,
  links: [
    'https://docs.aws.amazon.com/eks/latest/userguide/rollback-cluster.html',
    'https://docs.aws.amazon.com/eks/latest/best-practices/rollback-cluster-upgrades.html',
  ],
  needs: ['updates'],
  uses: ['clusterVersions', 'nodes', 'addons', 'addonVersions', 'rollbackInsights'],
  warnsBy: ['clusterVersions', 'nodes', 'addons', 'addonVersions', 'rollbackInsights'],
  tables: ['rollback', 'insights', 'managed-changes'],
  applies: {
    needs: [],
    when: (_facts, { cluster }) => !cluster.outpost || 'no source says that EKS rolls back local clusters',
  },

  passedBy({ updates }, { current, now, tables }) {
    const state = findRollbackState(updates, current, now, tables.rollback);
    return state.is === 'open' ? `EKS can roll back to ${format(state.to)} ${untilText(state.until)}` : undefined;
  },

  *run({ updates, ...seen }, context) {
    const { current, now, tables } = context;
    const state = findRollbackState(updates, current, now, tables.rollback);
    if (state.is === 'rolled-back') yield findings.rolledBackFinding(state, context);
    if (state.is === 'unclear' || state.is === 'undated') yield findings.unknownTimeFinding(state, context);
    if (state.is === 'open') yield* judgeOpen(state, { ...seen, updates }, context);
    const [, next] = context.versions;
    if (state.is === 'closed' && next !== undefined) {
      const limit = findLimit(current, seen, context, dayAfter(now, 7));
      const others = listObstacles(current, next, beforeUpdate(seen), context);
      const obstacles = [...(limit === undefined ? [] : [supportObstacle(current, limit)]), ...others];
      if (obstacles.length > 0) yield findings.laterFinding(current, obstacles, context);
    }
  },
});

/** Support that ends before the seven days do blocks nothing today, but the rollback ends with it. */
function judgeOpen({ to, since, until }: Open, seen: Seen, context: Here): Warning[] {
  const limit = findLimit(to, seen, context, until);
  const support = limit === undefined ? undefined : supportObstacle(to, limit);
  const window = { to, until: findRollbackEnd(until, limit) };
  const { clusterVersions, rollbackInsights, ...rest } = seen;
  const { now, tables } = context;
  const obstacles = [
    ...(support !== undefined && limit?.isOver === true ? [support] : []),
    ...(clusterVersions === undefined
      ? []
      : unknownSupport(to, clusterVersions, context.cluster, { now, last: until })),
    ...listObstacles(to, context.current, rest, context),
    ...(rollbackInsights === undefined
      ? []
      : insightObstacles(rollbackInsights ?? [], { now, since, hours: requireSpan(tables.insights, 'too-old') })),
  ];
  if (obstacles.length > 0) return [findings.blockedFinding(window, obstacles, context)];
  return support === undefined ? [] : [findings.shorterFinding(window, support, context)];
}

function findLimit(
  to: Minor,
  { clusterVersions }: Seen,
  { cluster, now }: Here,
  last: string,
): SupportLimit | undefined {
  return clusterVersions === undefined ? undefined : findSupportLimit(to, clusterVersions, cluster, { now, last });
}

/** Before the update, the nodes are older, nothing is running for it, and EKS has no insights about it. */
function beforeUpdate({ addons, addonVersions }: Seen): Seen {
  return { addons, addonVersions };
}
