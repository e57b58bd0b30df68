import { advice, commands, type Advice } from '../../../src/syntax/advice.ts';
import type { Context, Finding } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { sentence } from '../../../src/syntax/markdown.ts';
import { oneLine } from '../../../src/syntax/one-line.ts';
import type { Tables } from '../../../src/tables/tables.ts';
import { continued, sh } from '../../../src/syntax/shell.ts';
import { parseMinor, type Minor } from '../../../src/syntax/versions.ts';
import { refreshInsights, type Insight } from '../../../src/for-checks/api-callers.ts';

export type Rows = Tables['insights'];
type Cluster = Facts['cluster'];

/** An insight about a step of the upgrade path, or about no particular version. */
export interface PathInsight {
  insight: Insight;
  /** The Kubernetes version; undefined if it is missing or invalid: the insight then applies now. */
  version: Minor | undefined;
}

/** The insights about a step of the path, and those without a version. */
export function insightsOnPath(insights: readonly Insight[], steps: readonly Minor[]): PathInsight[] {
  return insights.flatMap((insight) => {
    const version = insight.kubernetesVersion === null ? undefined : parseMinor(insight.kubernetesVersion);
    return version === undefined || steps.includes(version) ? [{ insight, version }] : [];
  });
}

/** The eks-preflight check that judges the insight's topic by the cluster's current state; undefined if none does. */
export function findOwnCheck({ name }: Insight, rows: Rows): string | undefined {
  const spoken = oneLine(name).toLowerCase();
  return rows.filter((row) => row.rowKind === 'topic').find((row) => spoken.startsWith(row.name.toLowerCase()))?.check;
}

/** What all findings about an insight share. Omits the id, so that the insights of one name have the same resource. */
export function insightFinding({ insight, version }: PathInsight): Pick<Finding, 'rule' | 'short' | 'resource' | 'at'> {
  const { name, status } = insight;
  return {
    rule: 'insight',
    short: statusTexts.get(status) ?? 'status of the insight unknown',
    resource: { kind: 'Insight', name: oneLine(name) },
    ...(version === undefined ? {} : { at: version }),
  };
}

/** Short texts by status. A passing insight is only reported if its last refresh time is missing. */
const statusTexts: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ERROR: 'EKS reports an error',
    WARNING: 'EKS reports a warning',
    UNKNOWN: 'EKS cannot determine the status',
    PASSING: 'age of the insight unknown',
  }),
);

/** The reason that EKS gives, after a colon: `Unable to determine status of node kubelet versions`. */
export function formatReason({ reason }: Insight): string {
  const text = oneLine(reason ?? '').replace(/\.$/, '');
  return text === '' ? '' : `: ${text}`;
}

/** EKS's recommendation, and a command that shows the whole insight. */
export function readInsight({ region, name }: Cluster, { id, details }: Insight): Advice {
  const recommendation = oneLine(details?.recommendation ?? '');
  const read = commands(sh`aws eks describe-insight --region ${region} --cluster-name ${name} --id ${id}`);
  return recommendation === ''
    ? advice`Read the details of the insight:\n${read}`
    : advice`${sentence(recommendation)} Details of the insight:\n${read}`;
}

/**
 * How to refresh the insights and, if the cluster has access entries, how to check the one that EKS uses to read the
 * nodes and kube-proxy.
 */
export function lookAtAccess(cluster: Cluster): Advice {
  const { region, name, account, partition, authenticationMode } = cluster;
  const look = advice`Refresh the insights, and scan again after a minute:\n${refreshInsights(cluster)}`;
  if (authenticationMode === 'CONFIG_MAP') return look;
  const role = `arn:${partition}:iam::${account}:role/aws-service-role/eks.amazonaws.com/AWSServiceRoleForAmazonEKS`;
  return advice`${look}\nIf the status stays unknown, the access entry of the EKS service-linked role may have lost its
    access policy
    \`AmazonEKSClusterInsightsPolicy\`:\n${commands(
      continued(
        sh`aws eks list-associated-access-policies --region ${region} --cluster-name ${name}`,
        sh`--principal-arn ${role}`,
      ),
    )}`;
}

export type InsightContext = Pick<
  Context<'insights' | 'api-removals' | 'api-scanners'>,
  'cluster' | 'current' | 'versions' | 'now' | 'selected' | 'tables'
>;
