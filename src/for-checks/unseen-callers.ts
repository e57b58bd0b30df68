import type { Context } from '../check.ts';
import type { Facts } from '../facts/facts.ts';
import { grouped } from '../syntax/grouped.ts';
import type { Minor } from '../syntax/versions.ts';
import { isRefreshed, unseenCallers } from './api-callers.ts';
import type { Removal } from './api-removals.ts';

/** Steps that remove API versions whose callers EKS's insights do not show. */
export interface UnseenSteps {
  steps: { version: Minor; why: string; apis: string[] }[];
  /** True if a refresh of the insights may show the callers of at least one step. */
  canRefresh: boolean;
}

/** Lists the steps that remove API versions whose callers EKS's insights do not show, in the order of the path. */
export function listUnseenSteps(
  insights: Facts['insights'],
  removed: readonly Removal[],
  { cluster, now, tables }: Pick<Context<'insights'>, 'cluster' | 'now' | 'tables'>,
): UnseenSteps {
  const bySteps = [...grouped(removed, ({ version }) => version)].toSorted(([a], [b]) => a - b);
  const offered = insights === null || (cluster.outpost && insights.length === 0) ? null : insights;
  const steps = bySteps.flatMap(([version, rows]) => {
    const why = unseenCallers(offered, version, tables.insights, now);
    const apis = [...new Set(rows.map(({ api }) => api))];
    return why === undefined ? [] : [{ version, why, apis }];
  });
  const canRefresh =
    offered !== null && steps.some(({ version }) => !isRefreshed(offered, version, tables.insights, now));
  return { steps, canRefresh };
}
