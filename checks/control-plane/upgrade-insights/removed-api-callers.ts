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

/**
 * A caller within the memory of EKS is a fail, whatever EKS calls the insight and whatever is found in the cluster's
 * objects: they do not show callers. Nothing where nobody but this program calls the API.
 */
export function* callerFindings(
  { insight, version }: PathInsight,
  { cluster, now, tables }: InsightContext,
): Generator<Finding> {
  const memory = spanOf(tables.insights, 'memory');
  for (const deprecation of calledApis(insight)) {
    const clients = deprecation.clients.filter(({ userAgent }) => !userAgent.toLowerCase().startsWith(ownUserAgent));
    if (clients.length === 0) continue;
    const isRemembered = clients.some(({ lastRequestTime }) => isWithin(memory, lastRequestTime, now));
    yield {
      level: isRemembered ? 'fail' : 'warn',
      ...(version === undefined ? {} : { at: version }),
      rule: 'called',
      resource: { kind: 'API', name: deprecation.usage },
      message: `${goneText(deprecation, version)}; ${isRemembered ? callText(clients) : forgottenText(clients, memory)}`,
      evidence: clients.map((client) => clientEvidence(client, deprecation)),
      fix: advice`${moveText(deprecation, clients)} ${clearsText(clients, memory)}${readInsight(cluster, insight)}`,
    };
  }
}

/** A call of which EKS does not say when counts as one of today. */
function isWithin(days: number, moment: string | null, now: string): boolean {
  return moment === null || !(hoursBetween(moment, now) > days * 24);
}

function lastCall(clients: readonly Client[]): string | undefined {
  return clients
    .flatMap(({ lastRequestTime }) => lastRequestTime ?? [])
    .sort()
    .at(-1);
}

function goneText({ stopServingVersion }: Deprecation, version: number | undefined): string {
  const removed = stopServingVersion ?? (version === undefined ? undefined : format(version));
  return removed === undefined ? 'a later version no longer serves it' : `${removed} no longer serves it`;
}

function callText(clients: readonly Client[]): string {
  const last = lastCall(clients);
  const when = last === undefined ? '' : `, last on ${last.slice(0, 10)}`;
  return `${counted(clients.length, 'client calls', 'clients call')} it${when}`;
}

function forgottenText(clients: readonly Client[], memory: number): string {
  return `not called for ${memory} days (last on ${lastCall(clients)?.slice(0, 10)}): EKS has not cleared the insight yet`;
}

/** When a caller that was updated leaves the insight. */
function clearsText(clients: readonly Client[], memory: number): Advice {
  const last = lastCall(clients);
  if (last === undefined || clients.some(({ lastRequestTime }) => lastRequestTime === null)) return advice``;
  return advice`EKS remembers a call for ${memory} days: without another call, the insight clears on
    ${dayAfter(last, memory)}. `;
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
      ? advice`that does not use this API`
      : advice`that calls \`${replacedWith}\``;
  return advice`Update ${who} to a version ${to}, and the manifests that it applies.`;
}
