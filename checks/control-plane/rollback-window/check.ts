import { defineCheck } from '../../../src/check.ts';
import { advice } from '../../../src/syntax/advice.ts';
import { findRollbackState } from '../../../src/for-checks/rollback.ts';
import { momentText } from '../../../src/syntax/dates.ts';
import { format } from '../../../src/syntax/versions.ts';
import { listObstacles, type Seen } from './obstacles.ts';
import { blockedFinding, laterFinding, rolledBackFinding, unclearFinding } from './findings.ts';

export default defineCheck({
  id: 'control-plane/rollback-window',
  title: 'What stops a rollback of the control plane',
  short: {
    'blocked-now': 'rollback is blocked',
    'blocked-later': 'rollback would be blocked',
    'rolled-back': 'the last update was rolled back',
    'not-known': 'unknown whether a rollback is possible',
  },
  severity: 'warn',
  blocks: 'control-plane',
  phase: 'before',
  why: `Within seven days of an update, EKS can roll back the control plane by one minor version, but only to a version
    that fits the nodes and the add-ons. Nodes must not be newer than the control plane, so roll back updated nodes
    first. Only the newest update can be rolled back.

    Before an update, the check warns of what would block a rollback: support for the current version has ended or is
    about to end, or an add-on has no version that EKS lists for both versions. In the seven days after an update, it
    warns of what blocks a rollback now: nodes, add-ons, the support policy, updates in progress, and the rollback
    readiness insights of EKS. It also warns if the newest version change was a rollback.

    EKS reports when an update started, not when it ended, so the end of the seven days is a lower bound. EKS has
    rollback insights only during these days: if it has none, the result is unknown. A problem here never stops an
    update.`,
  fix: advice`Remove what blocks the rollback before you need it.`,
  links: [
    'https://docs.aws.amazon.com/eks/latest/userguide/rollback-cluster.html',
    'https://docs.aws.amazon.com/eks/latest/best-practices/rollback-cluster-upgrades.html',
  ],
  needs: ['updates'],
  uses: ['clusterVersions', 'nodes', 'addons', 'addonVersions', 'rollbackInsights'],
  warnsBy: ['clusterVersions', 'nodes', 'addons', 'addonVersions', 'rollbackInsights'],
  tables: ['rollback'],
  applies: {
    needs: [],
    when: (_facts, { cluster }) => !cluster.outpost || 'no source says that EKS can roll back local clusters',
  },

  passedBy({ updates }, { current, now, tables }) {
    const state = findRollbackState(updates, current, now, tables.rollback);
    return state.is === 'open'
      ? `EKS can roll back to ${format(state.to)} at least until ${momentText(state.until)}`
      : undefined;
  },

  *run({ updates, ...seen }, context) {
    const { current, now, tables } = context;
    const state = findRollbackState(updates, current, now, tables.rollback);
    if (state.is === 'rolled-back') yield rolledBackFinding(state, context);
    if (state.is === 'unclear') yield unclearFinding(state, context);
    if (state.is === 'open') {
      const obstacles = listObstacles(state.to, current, { ...seen, updates }, context);
      if (obstacles.length > 0) yield blockedFinding(state, obstacles, context);
    }
    const [, next] = context.versions;
    if (state.is === 'closed' && next !== undefined) {
      const obstacles = listObstacles(current, next, beforeUpdate(seen), context);
      if (obstacles.length > 0) yield laterFinding(current, obstacles, context);
    }
  },
});

/** Before the update, no node is newer, no update to it is in progress, and EKS has no insights about its rollback. */
function beforeUpdate({ clusterVersions, addons, addonVersions }: Seen): Seen {
  return { clusterVersions, addons, addonVersions };
}
