import { refreshedToday } from '../insights.ts';
import type { World } from '../world.ts';
import { selectPage } from './pages.ts';
import type { Outcome } from './reply.ts';
import { toText, type AwsRequest, type Form } from './request.ts';

type Json = Record<string, unknown>;

/** Summaries of insights. ListInsights is a POST request: the filter and the page token are in its body. */
export function listInsights(world: World, request: AwsRequest): Outcome {
  const { aws } = world;
  const { form, action } = request;
  const filter = (form['filter'] ?? {}) as Form;
  const found = Object.values(datedInsights(world, request))
    .filter((insight) => allowed(filter['categories'], insight['category']))
    .filter((insight) => allowed(filter['kubernetesVersions'], insight['kubernetesVersion']))
    .filter((insight) => allowed(filter['statuses'], (insight['insightStatus'] as Json)['status']))
    .map(toSummary);
  const page = selectPage(action, found, toText(form['nextToken']), toText(form['maxResults']), aws.pageSize);
  return 'error' in page ? page : { output: { insights: page.items, nextToken: page.next ?? null } };
}

const hourMs = 3_600_000;

/** The insights by id, with the time of their refresh; whole hours, so that stored inventories do not differ. */
export function datedInsights({ aws }: World, { signedAt }: AwsRequest): World['aws']['insights'] {
  const today = (Math.floor(signedAt.getTime() / hourMs) - 4) * (hourMs / 1000);
  return Object.fromEntries(
    Object.entries(aws.insights).map(([id, insight]) => [
      id,
      insight['lastRefreshTime'] === refreshedToday ? { ...insight, lastRefreshTime: today } : insight,
    ]),
  );
}

function allowed(wanted: Form[string], value: unknown): boolean {
  return !Array.isArray(wanted) || wanted.length === 0 || wanted.includes(String(value));
}

/** Omits what only DescribeInsight returns. */
function toSummary(insight: Json): Json {
  const { recommendation: _1, additionalInfo: _2, resources: _3, categorySpecificSummary: _4, ...summary } = insight;
  return summary;
}
