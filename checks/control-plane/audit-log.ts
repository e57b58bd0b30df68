import { advice, commands } from '../../src/syntax/advice.ts';
import { defineCheck, type Context, type Warning } from '../../src/check.ts';
import type { Facts } from '../../src/facts/facts.ts';
import { logRemedy, refreshRemedy } from '../../src/for-checks/api-callers.ts';
import { findFirstRemovalVersion, removedOnPath, servedRemovals } from '../../src/for-checks/api-removals.ts';
import { behindClusterManager } from '../../src/for-checks/managed-cluster.ts';
import { listUnseenSteps } from '../../src/for-checks/unseen-callers.ts';
import { updateClusterConfig } from '../../src/for-checks/update-wait.ts';
import { formatList } from '../../src/syntax/english.ts';
import { json, sh } from '../../src/syntax/shell.ts';
import { format } from '../../src/syntax/versions.ts';

export default defineCheck({
  id: 'control-plane/audit-log',
  title: 'The audit log is off, and nothing else shows the clients of removed APIs',
  short: { '': 'audit log is off', 'not-read': 'unknown whether the audit log is on' },
  severity: 'warn',
  blocks: 'workloads',
  phase: 'before',
  why: `The audit log of the control plane names the user of each request to an API version that the update removes. EKS
    does not write it unless you enable it. An update works without it.

    The check warns only if the audit log is needed: the update removes an API version that the API server serves, and
    EKS upgrade insights do not show its clients. The warning is then part of the entry of apis/removed. In all other
    cases, the check passes. The log contains only requests that arrive after you enable it: do so 30 days before the
    update.`,
  fix: advice`Enable the audit log of the control plane.`,
  links: [
    'https://docs.aws.amazon.com/eks/latest/userguide/control-plane-logs.html',
    'https://docs.aws.amazon.com/eks/latest/best-practices/cluster-upgrades.html',
  ],
  needs: ['servedApis'],
  uses: ['insights'],
  tables: ['api-removals', 'insights', 'managed-changes'],

  unseenAt: ({ servedApis }, context) =>
    servedApis === undefined ? context.current : findFirstRemovalVersion(listRemoved(servedApis, context)),

  passedBy({ servedApis }, context) {
    if (context.cluster.auditLog !== false) return undefined;
    const removed = listRemoved(servedApis, context);
    if (removed.length === 0)
      return 'the audit log is off; the update removes no API version that the API server serves';
    return 'the audit log is off; EKS upgrade insights show the clients of removed APIs';
  },

  *run({ servedApis, insights }, context) {
    const { cluster } = context;
    if (cluster.auditLog === true || insights === undefined) return;
    const { steps, canRefresh } = listUnseenSteps(insights, listRemoved(servedApis, context), context);
    const [first] = steps;
    if (first === undefined) return;
    const apis = [...new Set(steps.flatMap((step) => step.apis))];
    yield {
      ...(cluster.auditLog === false ? offFinding(apis) : notReadFinding),
      at: first.version,
      resource: { kind: 'Cluster', name: cluster.name },
      evidence: steps.map((step) => ({
        observed: `${format(step.version)} removes ${step.apis.join(', ')}: ${step.why}`,
        required: 'the audit log, or an insight that shows the clients',
        fact: 'insights',
      })),
      fix: behindClusterManager(enableFix(cluster), cluster, 'cluster-logging', context.tables),
      remedy: canRefresh ? refreshRemedy : logRemedy,
    };
  },
});

function listRemoved(served: Facts['servedApis'], context: Context<'api-removals' | 'insights'>) {
  return removedOnPath(servedRemovals(context.tables['api-removals'], served), context);
}

function offFinding(apis: readonly string[]): Pick<Warning, 'level' | 'message'> {
  return { level: 'warn', message: `the audit log is off: the clients of ${formatList(apis)} cannot be named` };
}

const notReadFinding = {
  level: 'unknown',
  rule: 'not-read',
  message: 'this inventory does not show whether the audit log is on',
} as const satisfies Pick<Warning, 'level' | 'rule' | 'message'>;

function enableFix(cluster: Facts['cluster']) {
  const logging = { clusterLogging: [{ types: ['audit'], enabled: true }] };
  return advice`Enable the audit log; CloudWatch Logs charges for it:\n${commands(updateClusterConfig(cluster, sh`--logging ${json(logging)}`))}`;
}
