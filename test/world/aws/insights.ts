import type { World } from '../world.ts';
import { selectPage } from './pages.ts';
import type { Outcome } from './reply.ts';
import { toText, type AwsRequest, type Form } from './request.ts';

type Json = Record<string, unknown>;

/** Summaries of insights. ListInsights is a POST request: the filter and the page token are in its body. */
export function listInsights({ aws }: World, { form, action }: AwsRequest): Outcome {
  const filter = (form['filter'] ?? {}) as Form;
  const found = Object.values(aws.insights)
    .filter((insight) => allowed(filter['categories'], insight['category']))
    .filter((insight) => allowed(filter['kubernetesVersions'], insight['kubernetesVersion']))
    .filter((insight) => allowed(filter['statuses'], (insight['insightStatus'] as Json)['status']))
    .map(toSummary);
  const page = selectPage(action, found, toText(form['nextToken']), toText(form['maxResults']), aws.pageSize);
  return 'error' in page ? page : { output: { insights: page.items, nextToken: page.next ?? null } };
}

function allowed(wanted: Form[string], value: unknown): boolean {
  return !Array.isArray(wanted) || wanted.length === 0 || wanted.includes(String(value));
}

/** Omits what only DescribeInsight returns. */
function toSummary(insight: Json): Json {
  const { recommendation: _1, additionalInfo: _2, resources: _3, categorySpecificSummary: _4, ...summary } = insight;
  return summary;
}
