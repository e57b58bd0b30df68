import type { Evidence } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { hoursBetween } from '../../../src/syntax/dates.ts';
import { oneLine } from '../../../src/syntax/one-line.ts';
import type { Obstacle } from './rollback-obstacle.ts';

type Insight = NonNullable<Facts['rollbackInsights']>[number];

/** Which insights count. */
export interface InsightTimes {
  /** ISO 8601. */
  now: string;
  /** The age up to which an insight counts. */
  hours: number;
  /** The start of the update that would be rolled back, ISO 8601. */
  since: string;
}

const fact = 'rollbackInsights';
const shownResources = 3;

/**
 * What of the rollback insights stops a rollback. EKS lets it run with passing insights and warnings; whether it does
 * with UNKNOWN, its guides disagree.
 */
export function insightObstacles(insights: readonly Insight[], times: InsightTimes): Obstacle[] {
  const failing = insights.filter(({ status }) => status !== 'PASSING' && status !== 'WARNING');
  return [...failing.map(failingInsight), ...unreadInsights(insights, times)];
}

/**
 * What insights that are missing or old leave unknown: only they show the use of APIs that the earlier version does not
 * have. Insights that are older than the update are about the rollback of an earlier one.
 */
export function unreadInsights(insights: readonly Insight[], { now, hours, since }: InsightTimes): Obstacle[] {
  if (insights.length === 0) {
    return [unknown('EKS has no rollback insights', 'no insights', 'insights of the category ROLLBACK_READINESS')];
  }
  const old = insights.filter(
    ({ lastRefreshTime }) => lastRefreshTime === null || hoursBetween(lastRefreshTime, now) > hours,
  );
  const before = insights
    .map(({ lastRefreshTime }) => lastRefreshTime ?? since)
    .find((time) => hoursBetween(since, time) < 0);
  if (before !== undefined)
    return [unknown('rollback insights are older than the update', `refreshed ${before}`, 'newer insights')];
  const refreshed = old.map(({ lastRefreshTime }) => lastRefreshTime ?? 'never').sort()[0];
  return refreshed === undefined
    ? []
    : [unknown(`rollback insights are older than ${hours} hours`, `refreshed ${refreshed}`, 'newer insights')];
}

function failingInsight(insight: Insight): Obstacle {
  const { name, status } = insight;
  return {
    text: `insight ${oneLine(name)}: ${status}`,
    evidence: buildInsightEvidence(insight),
    ...(status === 'ERROR' ? {} : { isUnknown: true as const }),
    task: 'insights',
  };
}

/** The reason that EKS gives, and the first resources. */
export function buildInsightEvidence({ name, status, reason, resources }: Insight): Evidence {
  const shown = (resources ?? []).slice(0, shownResources).map((one) => oneLine(one));
  return {
    observed: `${oneLine(name)}: ${oneLine(reason ?? status).replace(/\.$/, '')}`,
    required: 'PASSING',
    ...(shown.length === 0 ? {} : { resource: shown.join(', ') }),
    fact,
  };
}

function unknown(text: string, observed: string, required: string): Obstacle {
  return { text, evidence: { observed, required, fact }, isUnknown: true, task: 'insights' };
}
