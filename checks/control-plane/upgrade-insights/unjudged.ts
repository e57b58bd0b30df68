import { advice } from '../../../src/languages/advice.ts';
import type { Finding } from '../../../src/check.ts';
import { hoursBetween } from '../../../src/languages/dates.ts';
import { forCount } from '../../../src/languages/english.ts';
import { format, type Minor } from '../../../src/languages/versions.ts';
import { insightFinding, refreshInsights, spanOf, type InsightContext, type PathInsight } from './insights.ts';

/**
 * Steps that EKS has not judged. The next version has insights from a cluster's first day; later ones only if an API is
 * removed.
 */
export function* stepsWithout(
  onPath: readonly PathInsight[],
  steps: readonly Minor[],
  { cluster }: InsightContext,
): Generator<Finding> {
  const resource = { kind: 'Cluster', name: cluster.name };
  const without = steps.filter((step) => !onPath.some(({ version }) => version === step));
  const [next] = steps;
  if (next !== undefined && without.includes(next)) {
    yield {
      level: 'unknown',
      at: next,
      rule: 'no-insights',
      resource,
      message: `EKS has no insight about ${format(next)}: it has not judged the cluster for it`,
      evidence: [{ observed: 'no insight', required: `insights about ${format(next)}` }],
      fix: advice`Let EKS look at the cluster, then scan again:\n${refreshInsights(cluster)}`,
    };
  }
  const later = without.filter((step) => step !== next);
  const [first] = later;
  if (first === undefined) return;
  const then = forCount(later.length, '', ', and at each version after it');
  yield {
    level: 'warn',
    at: first,
    rule: 'no-insights-yet',
    resource,
    message: `EKS has no insight about ${later.map(format).join(', ')} yet: most come with the version before`,
    evidence: later.map((step) => ({ observed: 'no insight', required: `insights about ${format(step)}` })),
    fix: advice`Scan again once the control plane is at ${format(first - 1)}${then}.`,
  };
}

/** Insights that are too old or of unknown age: a passing one says nothing about what happened since. */
export function* outdated(
  onPath: readonly PathInsight[],
  { cluster, now, tables }: InsightContext,
): Generator<Finding> {
  const hours = spanOf(tables.insights, 'refresh');
  const fix = advice`Let EKS look again, a minute later scan again:\n${refreshInsights(cluster)}`;
  for (const one of onPath) {
    if (one.insight.lastRefreshTime !== null || one.insight.status !== 'PASSING') continue;
    yield { level: 'unknown', ...insightFinding(one), message: 'EKS does not say when it last looked', fix };
  }
  const refreshes = onPath.flatMap(({ insight }) => insight.lastRefreshTime ?? []);
  const old = refreshes.filter((moment) => !(hoursBetween(moment, now) <= hours)).sort();
  if (old[0] === undefined) return;
  yield {
    level: 'warn',
    rule: 'old-insights',
    resource: { kind: 'Cluster', name: cluster.name },
    message: `${old.length} of ${onPath.length} insights are older than ${hours} hours, the oldest is of ${old[0]}`,
    evidence: [{ observed: `last refreshed ${old[0]}`, required: `within ${hours} hours` }],
    fix,
  };
}
