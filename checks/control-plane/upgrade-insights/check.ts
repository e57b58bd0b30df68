import { advice } from '../../../src/syntax/advice.ts';
import { defineCheck, type Evidence, type Finding } from '../../../src/check.ts';
import {
  insightFinding,
  insightsOnPath,
  lookAtAccess,
  findOwnCheck,
  readInsight,
  formatReason,
  type InsightContext,
  type PathInsight,
} from './insights.ts';
import { calledApis, isAboutRemovedApis, refreshInsights, refreshRemedy } from '../../../src/for-checks/api-callers.ts';
import { callerFindings } from './removed-api-callers.ts';
import { outdated, removalsWithout, stepsWithout } from './unjudged.ts';

export default defineCheck({
  id: 'control-plane/upgrade-insights',
  title: 'EKS upgrade insights about the next versions',
  short: {
    'no-insights': 'no insights for the next version',
    'no-insights-yet': 'callers of removed APIs unknown yet',
    'no-removal-insight': 'callers of removed APIs unknown',
  },
  task: 'Resolve what the insight of EKS reports',
  severity: 'fail',
  blocks: 'workloads',
  phase: 'before',
  why: `Once a day, EKS checks each cluster for what the next versions break. Only EKS sees every API call: for an API
    version that a step removes, it lists the clients that called it in the last 30 days, how often and when last.
    Any caller is a failure as long as EKS remembers its call, because the objects of the cluster do not show who
    calls: an updated client stays in that list until its last call is 30 days old, and can be accepted until
    then. If only programs call it that do nothing but report API versions, such as kubent and Pluto, no workload
    depends on the calls: it is a warning, with the day on which the insight clears. Calls of this program are left
    out. A step that removes API versions is unknown without that insight.

    EKS refreshes insights once a day. If they are older than 48 hours, they are a warning; if older than 72
    hours, unknown. \`--refresh-insights\` refreshes them before they are read.

    An insight about a topic that another check judges from the current state of the cluster (kubelet and
    kube-proxy version skew, add-on versions, cluster health, Amazon Linux 2) is not counted twice: if EKS reports
    an error or cannot determine the status, a warning here refers to that check. Insights that this version does
    not know are reported in EKS's words.

    Nearly all insights are about the next version. If a later step of the path has none yet, the check reports this
    only if the step removes API versions: unknown for those that every API server serves, a warning for beta
    versions that EKS enables.`,
  fix: advice`Follow the recommendation of the insight, refresh the insights, then scan again.`,
  links: [
    'https://docs.aws.amazon.com/eks/latest/userguide/cluster-insights.html',
    'https://docs.aws.amazon.com/eks/latest/userguide/view-cluster-insights.html',
    'https://github.com/aws/containers-roadmap/issues/2569',
  ],
  needs: ['insights'],
  tables: ['insights', 'api-removals', 'api-scanners'],
  applies: {
    needs: ['insights'],
    when({ insights }, { cluster, versions }) {
      if (versions.length === 1) return 'no update is planned';
      if (insights === null) return `${cluster.region} offers no cluster insights`;
      if (cluster.outpost && insights.length === 0) return 'EKS has no insights for this local cluster';
      return true;
    },
  },

  *run({ insights }, context) {
    const [, ...steps] = context.versions;
    const onPath = insightsOnPath(insights ?? [], steps);
    yield* stepsWithout(onPath, steps, context);
    yield* removalsWithout(onPath, steps, context);
    for (const one of onPath) yield* judgeInsight(one, context);
    yield* outdated(onPath, context);
  },
});

function* judgeInsight(one: PathInsight, context: InsightContext): Generator<Finding> {
  const { insight } = one;
  const { status } = insight;
  if (status === 'PASSING') return;
  const ownCheck = findOwnCheck(insight, context.tables.insights);
  if (ownCheck !== undefined && context.selected?.has(ownCheck) !== false) {
    if (status !== 'WARNING') yield judgedElsewhere(one, ownCheck, context);
    return;
  }
  if (status !== 'ERROR' && status !== 'WARNING') {
    const what = status === 'UNKNOWN' ? 'EKS cannot determine the status' : `unknown status ${status}`;
    yield {
      level: 'unknown',
      ...insightFinding(one),
      message: `${what}${formatReason(insight)}`,
      fix: lookAtAccess(context.cluster),
      ...(isAboutRemovedApis(insight) ? { remedy: refreshRemedy } : {}),
    };
    yield* callerFindings(one, context);
    return;
  }
  if (insight.details === null && isAboutRemovedApis(insight)) {
    yield { ...problem(one, 'warn', context), level: 'unknown' };
    return;
  }
  if (calledApis(insight).length === 0) yield problem(one, status === 'ERROR' ? 'fail' : 'warn', context);
  else yield* callerFindings(one, context);
}

/** Always a warning: the other check, which this scan also runs, decides whether it is a failure. */
function judgedElsewhere(one: PathInsight, check: string, { cluster }: InsightContext): Finding {
  const { insight } = one;
  const what = insight.status === 'ERROR' ? 'EKS reports an error' : 'EKS cannot determine the status';
  return {
    level: 'warn',
    ...insightFinding(one),
    message: `${what}${formatReason(insight)}; ${check} judges this from the current state of the cluster`,
    evidence: [
      { observed: `${insight.status}, refreshed ${insight.lastRefreshTime ?? 'never'}`, required: 'PASSING' },
      ...listResourceEvidence(one),
    ],
    fix: advice`Follow the findings of \`${check}\`. If it has none, EKS judged an older state: refresh the
      insights.\n${refreshInsights(cluster)}`,
  };
}

function problem(one: PathInsight, level: 'fail' | 'warn', { cluster }: InsightContext): Finding {
  const { insight } = one;
  const affected = listResourceEvidence(one);
  return {
    level,
    ...insightFinding(one),
    message: `EKS reports ${insight.status}${formatReason(insight)}`,
    evidence: affected.length > 0 ? affected : [{ observed: insight.status, required: 'PASSING' }],
    fix: readInsight(cluster, insight),
  };
}

function listResourceEvidence({ insight }: PathInsight): Evidence[] {
  return (insight.details?.resources ?? []).map(({ uri, status, reason }) => ({
    observed: `${uri}: ${reason ?? status}`,
    required: 'PASSING',
  }));
}
