import type { Context, Finding } from '../../../src/check.ts';
import { lookAgain, refreshInsights } from '../../../src/for-checks/api-callers.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import type { SupportLimit } from '../../../src/for-checks/rollback-support.ts';
import { advice, commands, type Advice } from '../../../src/syntax/advice.ts';
import { oneLine } from '../../../src/syntax/one-line.ts';
import { sh } from '../../../src/syntax/shell.ts';
import { format, type Minor } from '../../../src/syntax/versions.ts';
import { buildInsightEvidence } from '../shared/rollback-insights.ts';
import type { Obstacle } from '../shared/rollback-obstacle.ts';
import { setPolicy, supportLimit } from '../shared/rollback-support.ts';

type Cluster = Facts['cluster'];
type Insight = NonNullable<Facts['rollbackInsights']>[number];

/** The user guide describes rollbacks of clusters in an AWS Region only. */
export function outpostFinding({ name }: Cluster): Finding {
  return {
    level: 'unknown',
    rule: 'outpost',
    resource: { kind: 'Cluster', name },
    message: 'this is a local cluster on AWS Outposts: no source says that EKS rolls back local clusters',
    fix: advice`Ask AWS Support before you rely on a rollback.`,
  };
}

/** The support of the earlier version, or the support policy, stops the rollback: now, or before the seven days end. */
export function supportFinding(
  to: Minor,
  { text, evidence, task }: Obstacle,
  { day, isOver }: SupportLimit,
  here: Pick<Context<'managed-changes'>, 'cluster' | 'tables'>,
): Finding {
  const isEarly = !isOver && day !== null;
  return {
    level: isEarly ? 'warn' : 'fail',
    rule: isEarly ? 'ends-early' : task,
    resource: { kind: 'Cluster', name: here.cluster.name },
    message: isEarly ? `EKS cannot roll back to ${format(to)} after ${day}: ${text}` : text,
    evidence: [evidence],
    fix: task === 'policy' ? setPolicy(here) : supportLimit(to),
  };
}

/** An insight that does not pass; none if it does. */
export function* insightFinding(insight: Insight, cluster: Cluster): Generator<Finding> {
  const { name, status, reason } = insight;
  if (status === 'PASSING') return;
  const level = levels[status] ?? 'unknown';
  const text = oneLine(reason ?? '').replace(/\.$/, '');
  yield {
    level,
    rule: 'insight',
    resource: { kind: 'Insight', name: oneLine(name) },
    message: `EKS reports ${status}${text === '' ? '' : `: ${text}`}${effects[level]}`,
    evidence: [buildInsightEvidence(insight)],
    fix: readInsight(insight, cluster),
  };
}

const levels: Readonly<Record<string, 'fail' | 'warn'>> = { ERROR: 'fail', WARNING: 'warn' };

const effects = {
  fail: '; EKS rejects the rollback',
  warn: '; EKS accepts the rollback',
  unknown: '; EKS may reject the rollback without `--force`',
} as const;

function readInsight({ id }: Insight, cluster: Cluster): Advice {
  const { name, region } = cluster;
  return advice`Read the insight, fix what it names, then refresh the insights. \`--force\` skips only the insights: use it only if you know that this insight is wrong.\n${commands(
    sh`aws eks describe-insight --region ${region} --cluster-name ${name} --id ${id}`,
  )}\n${refreshInsights(cluster)}`;
}

/** What was not seen, but decides. */
export function unreadFinding(rule: 'unread' | 'no-insights', { text, evidence }: Obstacle, cluster: Cluster): Finding {
  return {
    level: 'unknown',
    rule,
    resource: { kind: 'Cluster', name: cluster.name },
    message: text,
    evidence: [evidence],
    fix:
      rule === 'unread'
        ? advice`Read the support dates and the support policy of the cluster in the EKS console.`
        : lookAgain(cluster),
  };
}
