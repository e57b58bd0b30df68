import { advice } from '../../../src/languages/advice.ts';
import type { Finding } from '../../../src/check.ts';
import { hoursBetween } from '../../../src/languages/dates.ts';
import { grouped } from '../../../src/languages/grouped.ts';
import { forCount } from '../../../src/languages/english.ts';
import { format, type Minor } from '../../../src/languages/versions.ts';
import { isAboutRemovedApis, lookAgain, refreshRemedy, spanOf } from '../../../src/subjects/api-callers.ts';
import { insightFinding, type InsightContext, type PathInsight } from './insights.ts';

/**
 * Steps that EKS has not judged. The next version has insights from a cluster's first day; later ones only if an API is
 * removed.
 */
export function* stepsWithout(
  onPath: readonly PathInsight[],
  steps: readonly Minor[],
  { cluster, tables }: InsightContext,
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
      message: `EKS has no insight for ${format(next)}: it has not judged the cluster for this version`,
      evidence: [{ observed: 'no insight', required: `insights for ${format(next)}` }],
      fix: lookAgain(cluster),
      remedy: refreshRemedy,
    };
  }
  const later = without.filter((step) => step !== next && removedAt(step, tables).length === 0);
  const [first] = later;
  if (first === undefined) return;
  const then = forCount(later.length, '', ', and at each version after it');
  yield {
    level: 'warn',
    at: first,
    rule: 'no-insights-yet',
    resource,
    message: `EKS has no insight for ${later.map(format).join(', ')} yet: most appear at the version before`,
    evidence: later.map((step) => ({ observed: 'no insight', required: `insights for ${format(step)}` })),
    fix: advice`Scan again once the control plane is at ${format(first - 1)}${then}.`,
  };
}

/**
 * Steps that remove API versions, without the insight that names who calls them. Silent for the next step where EKS has
 * no insight at all: another finding says so.
 */
export function* removalsWithout(
  onPath: readonly PathInsight[],
  steps: readonly Minor[],
  { cluster, tables }: InsightContext,
): Generator<Finding> {
  for (const step of steps) {
    const apis = removedAt(step, tables);
    const own = onPath.filter(({ version }) => version === step);
    if (apis.length === 0 || own.some(({ insight }) => isAboutRemovedApis(insight))) continue;
    if (step === steps[0] && own.length === 0) continue;
    const insight = `Deprecated APIs removed in Kubernetes v${format(step)}`;
    yield {
      level: 'unknown',
      at: step,
      rule: 'no-removal-insight',
      resource: { kind: 'Cluster', name: cluster.name },
      message: `EKS has no insight "${insight}": it is unknown which clients call the API versions that ${format(step)} removes`,
      evidence: [...grouped(apis, ({ api }) => api)].map(([api, rows]) => ({
        observed: `no insight about ${api} (${rows.map(({ kind }) => kind).join(', ')})`,
        required: insight,
      })),
      fix: lookAgain(cluster),
      remedy: refreshRemedy,
      links: [...new Set(apis.map(({ source }) => source))],
    };
  }
}

/** The cluster may not serve what only EKS enables: discovery shows it. */
function removedAt(step: Minor, tables: InsightContext['tables']): InsightContext['tables']['api-removals'] {
  return tables['api-removals'].filter(({ version, served }) => version === step && served === 'default');
}

/** Insights that are too old or of unknown age: a passing one says nothing about what happened since. */
export function* outdated(onPath: readonly PathInsight[], context: InsightContext): Generator<Finding> {
  const { cluster, now, tables } = context;
  for (const one of onPath) {
    if (one.insight.lastRefreshTime !== null || one.insight.status !== 'PASSING') continue;
    const message = 'EKS does not report when it last refreshed the insights';
    yield { level: 'unknown', ...insightFinding(one), message, fix: lookAgain(cluster), remedy: refreshRemedy };
  }
  const [warn, unknown] = [spanOf(tables.insights, 'old'), spanOf(tables.insights, 'too-old')];
  const refreshes = onPath.flatMap(({ insight }) => insight.lastRefreshTime ?? []).sort();
  const olderThan = (hours: number) => refreshes.filter((moment) => !(hoursBetween(moment, now) <= hours));
  const [level, hours] = olderThan(unknown).length > 0 ? (['unknown', unknown] as const) : (['warn', warn] as const);
  const old = olderThan(hours);
  if (old[0] === undefined) return;
  yield {
    level,
    rule: 'old-insights',
    resource: { kind: 'Cluster', name: cluster.name },
    message: `${old.length} of ${onPath.length} insights are older than ${hours} hours; the oldest is from ${old[0]}`,
    evidence: [{ observed: `last refreshed ${old[0]}`, required: `within ${hours} hours` }],
    fix: lookAgain(cluster),
    ...(level === 'unknown' ? { remedy: refreshRemedy } : {}),
  };
}
