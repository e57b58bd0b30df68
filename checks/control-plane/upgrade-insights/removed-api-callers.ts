import { advice, type Advice } from '../../../src/languages/advice.ts';
import type { Evidence, Finding } from '../../../src/check.ts';
import { dayAfter, hoursBetween } from '../../../src/languages/dates.ts';
import { counted, forCount } from '../../../src/languages/english.ts';
import { oneLine } from '../../../src/languages/one-line.ts';
import { format } from '../../../src/languages/versions.ts';
import { readInsight, spanOf, type Insight, type InsightContext, type PathInsight } from './insights.ts';

type Deprecation = NonNullable<Insight['details']>['deprecations'][number];
type Client = Deprecation['clients'][number];

/** This program reads PodSecurityPolicies where they still exist; what it calls is no caller to look for. */
const ownUserAgent = 'eks-preflight/';

/** Its callers, and when they called, decide how bad it is: without its details it says next to nothing. */
export function isAboutRemovedApis({ name }: Insight): boolean {
  return /^deprecated apis/i.test(name.trim());
}

/** API versions of an insight that somebody calls; EKS lists the others of that version, too, without a client. */
export function calledApis({ details }: Insight): Deprecation[] {
  return (details?.deprecations ?? []).filter(({ clients }) => clients.length > 0);
}

/** Nothing where nobody but this program calls the API. */
export function* callerFindings(
  { insight, version }: PathInsight,
  level: 'fail' | 'warn',
  { cluster, now, tables }: InsightContext,
): Generator<Finding> {
  for (const deprecation of calledApis(insight)) {
    const clients = deprecation.clients.filter(({ userAgent }) => !userAgent.toLowerCase().startsWith(ownUserAgent));
    if (clients.length === 0) continue;
    const quiet = quietSince(clients, now, spanOf(tables.insights, 'quiet'));
    const memory = spanOf(tables.insights, 'memory');
    yield {
      level: quiet === undefined ? level : 'warn',
      ...(version === undefined ? {} : { at: version }),
      rule: 'called',
      resource: { kind: 'API', name: deprecation.usage },
      message: `${goneText(deprecation, version)}; ${quiet === undefined ? callText(clients) : quietText(quiet, memory)}`,
      evidence: clients.map((client) => clientEvidence(client, deprecation)),
      fix: advice`${moveText(deprecation, clients)} ${readInsight(cluster, insight)}`,
    };
  }
}

/** The last call, where all of them are so long ago that they look like history. */
function quietSince(clients: readonly Client[], now: string, days: number): string | undefined {
  const last = lastCall(clients);
  if (last === undefined || clients.some(({ lastRequestTime }) => lastRequestTime === null)) return undefined;
  return hoursBetween(last, now) > days * 24 ? last : undefined;
}

function lastCall(clients: readonly Client[]): string | undefined {
  return clients
    .flatMap(({ lastRequestTime }) => lastRequestTime ?? [])
    .sort()
    .at(-1);
}

function goneText({ stopServingVersion }: Deprecation, version: number | undefined): string {
  const removed = stopServingVersion ?? (version === undefined ? undefined : format(version));
  return removed === undefined ? 'a version to come no longer serves it' : `${removed} no longer serves it`;
}

function callText(clients: readonly Client[]): string {
  const last = lastCall(clients);
  const when = last === undefined ? '' : `, last on ${last.slice(0, 10)}`;
  return `${counted(clients.length, 'client calls', 'clients call')} it${when}`;
}

function quietText(last: string, memory: number): string {
  return `not called since ${last.slice(0, 10)}: if nothing calls it any more, EKS clears this on ${dayAfter(last, memory)}`;
}

function clientEvidence({ userAgent, requestsLast30Days, lastRequestTime }: Client, api: Deprecation): Evidence {
  const who = userAgent === '' ? 'a client without a user agent' : oneLine(userAgent);
  const last = lastRequestTime === null ? '' : `, last ${lastRequestTime}`;
  const required = api.replacedWith === null || api.replacedWith === '' ? 'no calls' : api.replacedWith;
  return { observed: `${who}: ${requestsLast30Days} requests in 30 days${last}`, required };
}

function moveText({ replacedWith }: Deprecation, clients: readonly Client[]): Advice {
  const who = forCount(clients.length, 'the client', 'each client');
  const to =
    replacedWith === null || replacedWith === ''
      ? advice`that does without this API`
      : advice`that calls \`${replacedWith}\``;
  return advice`Update ${who} to a version ${to}, and the manifests that it applies.`;
}
