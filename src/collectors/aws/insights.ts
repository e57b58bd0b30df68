import type { Insight, InsightSummary } from '@aws-sdk/client-eks';
import { defineCollector } from '../collect.ts';
import type { Facts } from '../../facts/facts.ts';
import { ScanError } from '../../facts/reason.ts';
import type { AwsSource } from '../../sources/aws/contract.ts';
import { parseMinor, type Minor } from '../../syntax/versions.ts';
import { present } from '../require-field.ts';
import { requireSame } from '../require-same.ts';
import { describeEach } from './describe-each.ts';
import { everyPage } from '../../sources/aws/every-page.ts';

type Summary = NonNullable<Facts['insights']>[number];
type Details = NonNullable<Summary['details']>;

export const insights = defineCollector('insights', {
  permissions: [{ iam: 'eks:ListInsights' }, { iam: 'eks:DescribeInsight' }],
  from: ['cluster'],
  async collect({ aws }, facts) {
    const { name, version } = await facts.read('cluster');
    const current = present(parseMinor(version), 'a version of Kubernetes 1.x in cluster.version');
    const summaries = await readSummaries(aws, name, 'UPGRADE_READINESS');
    if (summaries === null) return { value: null };
    const ids = summaries.filter((summary) => needsDetails(summary, current)).map(({ id }) => id);
    const described = await describeEach(
      'insight',
      ids,
      async (id) => [id, await describeInsight(aws, name, id)] as const,
    );
    const details = new Map(described.value);
    const value = summaries.map((summary) => ({ ...summary, details: details.get(summary.id) ?? null }));
    return { value, gaps: described.gaps };
  },
});

export const rollbackInsights = defineCollector('rollbackInsights', {
  permissions: [{ iam: 'eks:ListInsights' }, { iam: 'eks:DescribeInsight' }],
  from: ['cluster'],
  async collect({ aws }, facts) {
    const { name: clusterName } = await facts.read('cluster');
    const summaries = await readSummaries(aws, clusterName, 'ROLLBACK_READINESS');
    if (summaries === null) return { value: null };
    const ids = summaries.filter(({ status }) => status !== 'PASSING').map(({ id }) => id);
    const described = await describeEach(
      'insight',
      ids,
      async (id) => [id, await describeInsight(aws, clusterName, id)] as const,
    );
    const details = new Map(described.value);
    const value = summaries.map(({ id, name, status, reason, lastRefreshTime }) => {
      const resources = details.get(id)?.resources.map(({ uri }) => uri) ?? null;
      return { id, name, status, reason, lastRefreshTime, resources };
    });
    return { value, gaps: described.gaps };
  },
});

type Category = 'UPGRADE_READINESS' | 'ROLLBACK_READINESS';

/** @returns null if the Region does not offer insights */
async function readSummaries(aws: AwsSource, clusterName: string, category: Category): Promise<Summary[] | null> {
  const { paginateListInsights } = await import('../../sources/aws/sdk/eks.ts');
  const client = await aws.client('eks');
  const filter = { categories: [category] };
  try {
    const rows = await aws.call('eks:ListInsights', () =>
      everyPage(paginateListInsights({ client }, { clusterName, filter }), 'insights', (page) => page.insights),
    );
    return rows.map(toSummary);
  } catch (error) {
    if (error instanceof ScanError && error.reason.kind === 'not-offered') return null;
    throw error;
  }
}

function toSummary(row: InsightSummary): Summary {
  return {
    id: present(row.id, 'insight.id'),
    name: present(row.name, 'insight.name'),
    kubernetesVersion: row.kubernetesVersion ?? null,
    status: row.insightStatus?.status ?? 'UNKNOWN',
    reason: row.insightStatus?.reason ?? null,
    lastRefreshTime: row.lastRefreshTime?.toISOString() ?? null,
    details: null,
  };
}

/** Insights that pass, or that are about versions that the cluster already has, need no details. */
function needsDetails({ status, kubernetesVersion }: Summary, current: Minor): boolean {
  const about = kubernetesVersion === null ? undefined : parseMinor(kubernetesVersion);
  return status !== 'PASSING' && (about === undefined || about > current);
}

async function describeInsight(aws: AwsSource, clusterName: string, id: string): Promise<Details> {
  const { DescribeInsightCommand } = await import('../../sources/aws/sdk/eks.ts');
  const client = await aws.client('eks');
  const command = new DescribeInsightCommand({ clusterName, id });
  const answer = await aws.call('eks:DescribeInsight', () => client.send(command));
  const insight = present(answer.insight, 'insight');
  requireSame(insight.id, id, 'insight');
  return toDetails(insight);
}

function toDetails({ recommendation, resources = [], categorySpecificSummary }: Insight): Details {
  return {
    recommendation: recommendation ?? null,
    resources: resources.flatMap(({ kubernetesResourceUri, arn, insightStatus }) => {
      const status = insightStatus?.status ?? 'UNKNOWN';
      const uri = kubernetesResourceUri ?? arn ?? 'an object without a name';
      return status === 'PASSING' ? [] : [{ uri, status, reason: insightStatus?.reason ?? null }];
    }),
    deprecations: (categorySpecificSummary?.deprecationDetails ?? []).map((deprecation) => ({
      usage: present(deprecation.usage, 'deprecationDetails.usage'),
      replacedWith: deprecation.replacedWith ?? null,
      stopServingVersion: deprecation.stopServingVersion ?? null,
      clients: (deprecation.clientStats ?? []).map((client) => ({
        userAgent: client.userAgent ?? '',
        requestsLast30Days: client.numberOfRequestsLast30Days ?? 0,
        lastRequestTime: client.lastRequestTime?.toISOString() ?? null,
      })),
    })),
    addons: (categorySpecificSummary?.addonCompatibilityDetails ?? []).map((addon) => ({
      name: present(addon.name, 'addonCompatibilityDetails.name'),
      compatibleVersions: addon.compatibleVersions ?? [],
    })),
  };
}
