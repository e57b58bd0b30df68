import type { Facts } from '../../../src/facts/facts.ts';
import { hoursBetween } from '../../../src/syntax/dates.ts';
import { oneLine } from '../../../src/syntax/one-line.ts';
import type { Obstacle } from './obstacle.ts';

type Insight = NonNullable<Facts['rollbackInsights']>[number];

const fact = 'rollbackInsights';
const shownResources = 3;

/**
 * EKS lets a rollback run with passing insights and warnings; whether it does with UNKNOWN, its guides disagree. Only
 * insights show the use of APIs that the earlier version does not have, so old ones show nothing.
 * @param hours the age up to which an insight counts
 */
export function insightObstacles(insights: readonly Insight[], now: string, hours: number): Obstacle[] {
  if (insights.length === 0) {
    return [unknown('EKS has no rollback insights', 'no insights', 'insights of the category ROLLBACK_READINESS')];
  }
  const failing = insights.filter(({ status }) => status !== 'PASSING' && status !== 'WARNING');
  const old = insights.filter(
    ({ lastRefreshTime }) => lastRefreshTime === null || hoursBetween(lastRefreshTime, now) > hours,
  );
  const refreshed = old.map(({ lastRefreshTime }) => lastRefreshTime ?? 'never').sort()[0];
  return [
    ...failing.map(failingInsight),
    ...(refreshed === undefined
      ? []
      : [unknown(`rollback insights are older than ${hours} hours`, `refreshed ${refreshed}`, 'newer insights')]),
  ];
}

function failingInsight({ name, status, reason, resources }: Insight): Obstacle {
  const shown = (resources ?? []).slice(0, shownResources).map((one) => oneLine(one));
  return {
    text: `insight ${oneLine(name)}: ${status}`,
    evidence: {
      observed: `${oneLine(name)}: ${oneLine(reason ?? status)}`,
      required: 'PASSING',
      ...(shown.length === 0 ? {} : { resource: shown.join(', ') }),
      fact,
    },
    ...(status === 'ERROR' ? {} : { isUnknown: true as const }),
    task: 'insights',
  };
}

function unknown(text: string, observed: string, required: string): Obstacle {
  return { text, evidence: { observed, required, fact }, isUnknown: true, task: 'insights' };
}
