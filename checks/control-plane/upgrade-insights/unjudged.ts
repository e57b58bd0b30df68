import { advice } from '../../../src/syntax/advice.ts';
import type { Evidence, Finding } from '../../../src/check.ts';
import { hoursBetween } from '../../../src/syntax/dates.ts';
import { grouped } from '../../../src/syntax/grouped.ts';
import { forCount } from '../../../src/syntax/english.ts';
import { format, type Minor } from '../../../src/syntax/versions.ts';
import { isAboutRemovedApis, lookAgain, refreshRemedy, requireSpan } from '../../../src/for-checks/api-callers.ts';
import { insightFinding, type InsightContext, type PathInsight } from './insights.ts';

/**
 * Findings for steps without insights. A new cluster has insights for the next version, but not yet for later ones. A
 * later step is reported here only if every API version that it removes is one that EKS may have enabled. If the step
 * also removes versions that every API server serves, {@link removalsWithout} reports it.
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
  const later = without.filter(
    (step) =>
      step !== next && removedAt(step, tables, 'eks').length > 0 && removedAt(step, tables, 'default').length === 0,
  );
  const [first] = later;
  if (first === undefined) return;
  const then = forCount(later.length, '', ', and at each version after it');
  yield {
    level: 'warn',
    at: first,
    rule: 'no-insights-yet',
    resource,
    message: `EKS has no insight for ${later.map(format).join(', ')} yet: it is unknown which clients call the API versions that ${forCount(later.length, 'it removes', 'they remove')}`,
    evidence: later.flatMap((step) => buildEvidence(removedAt(step, tables, 'eks'), step)),
    fix: advice`Most insights appear at the version before: scan again once the control plane is at ${format(first - 1)}${then}.`,
    links: listSources(later.flatMap((step) => removedAt(step, tables, 'eks'))),
  };
}

/**
 * Findings for steps that remove API versions but have no insight about callers. None for the next step if EKS has no
 * insight about it at all, which another finding reports.
 */
export function* removalsWithout(
  onPath: readonly PathInsight[],
  steps: readonly Minor[],
  { cluster, tables }: InsightContext,
): Generator<Finding> {
  for (const step of steps) {
    const apis = removedAt(step, tables, 'default');
    const own = onPath.filter(({ version }) => version === step);
    if (apis.length === 0 || own.some(({ insight }) => isAboutRemovedApis(insight))) continue;
    if (step === steps[0] && own.length === 0) continue;
    yield {
      level: 'unknown',
      at: step,
      rule: 'no-removal-insight',
      resource: { kind: 'Cluster', name: cluster.name },
      message: `EKS has no insight "${removalInsight(step)}": it is unknown which clients call the API versions that ${format(step)} removes`,
      evidence: buildEvidence(apis, step),
      fix: lookAgain(cluster),
      remedy: refreshRemedy,
      links: listSources(apis),
    };
  }
}

type Removal = InsightContext['tables']['api-removals'][number];

/** The API versions that a step removes: `default`: every API server serves them; `eks`: EKS may have enabled them. */
function removedAt(step: Minor, tables: InsightContext['tables'], by: Removal['served']): Removal[] {
  return tables['api-removals'].filter(({ version, served }) => version === step && served === by);
}

function removalInsight(step: Minor): string {
  return `Deprecated APIs removed in Kubernetes v${format(step)}`;
}

function buildEvidence(apis: readonly Removal[], step: Minor): Evidence[] {
  return [...grouped(apis, ({ api }) => api)].map(([api, rows]) => ({
    observed: `no insight about ${api} (${rows.map(({ kind }) => kind).join(', ')})`,
    required: removalInsight(step),
  }));
}

function listSources(apis: readonly Removal[]): string[] {
  return [...new Set(apis.map(({ source }) => source))];
}

/** Findings for insights that are too old or of unknown age: they do not show what has happened since. */
export function* outdated(onPath: readonly PathInsight[], context: InsightContext): Generator<Finding> {
  const { cluster, now, tables } = context;
  for (const one of onPath) {
    if (one.insight.lastRefreshTime !== null || one.insight.status !== 'PASSING') continue;
    const message = 'EKS does not report when it last refreshed this insight, or reports a time in the future';
    yield { level: 'unknown', ...insightFinding(one), message, fix: lookAgain(cluster), remedy: refreshRemedy };
  }
  const [warn, unknown] = [requireSpan(tables.insights, 'old'), requireSpan(tables.insights, 'too-old')];
  const refreshes = onPath.flatMap(({ insight }) => insight.lastRefreshTime ?? []).sort();
  const olderThan = (hours: number) => refreshes.filter((moment) => !(hoursBetween(moment, now) <= hours));
  const [level, hours] = olderThan(unknown).length > 0 ? (['unknown', unknown] as const) : (['warn', warn] as const);
  const old = olderThan(hours);
  if (old[0] === undefined) return;
  yield {
    level,
    rule: 'old-insights',
    short: `insights older than ${hours} hours`,
    resource: { kind: 'Cluster', name: cluster.name },
    message: `${old.length} of ${onPath.length} insights are older than ${hours} hours; the oldest is from ${old[0]}`,
    evidence: [{ observed: `last refreshed ${old[0]}`, required: `within ${hours} hours` }],
    fix: lookAgain(cluster),
    ...(level === 'unknown' ? { remedy: refreshRemedy } : {}),
  };
}
