import { advice, commands, type Advice } from '../syntax/advice.ts';
import { hoursBetween } from '../syntax/dates.ts';
import { formatCount, forCount } from '../syntax/english.ts';
import { oneLine } from '../syntax/one-line.ts';
import { sh } from '../syntax/shell.ts';
import { format, parseMinor, type Minor } from '../syntax/versions.ts';
import type { Evidence } from '../check.ts';
import type { Facts } from '../facts/facts.ts';
import type { Tables } from '../tables/tables.ts';
import type { Removal } from './api-removals.ts';

/** An EKS insight about the cluster. */
export type Insight = NonNullable<Facts['insights']>[number];
/** An API version in an insight, with the clients that call it. */
export type Deprecation = NonNullable<Insight['details']>['deprecations'][number];
/** A client that calls the API version. */
export type Client = Deprecation['clients'][number];
type Rows = Tables['insights'];

/**
 * How the user agent of eks-preflight begins. Its calls are not reported: it reads PodSecurityPolicies while the API
 * server serves them.
 */
const ownUserAgent = 'eks-preflight/';

/** The remedy that all checks share if an insight is missing or old. */
export const refreshRemedy = 'refresh-insights';

/** The remedy that all checks share if only the audit log can show who calls a removed API version. */
export const logRemedy = 'read-audit-log';

/** True for the insight about removed APIs, whose details (callers and times) determine how serious it is. */
export function isAboutRemovedApis({ name }: Insight): boolean {
  return /^deprecated apis/i.test(name.trim());
}

/** The API versions in an insight that clients call; EKS also lists those without clients. */
export function calledApis({ details }: Insight): Deprecation[] {
  return (details?.deprecations ?? []).filter(({ clients }) => clients.length > 0);
}

/** The clients that call an API version, without eks-preflight itself. */
export function selectCallers({ clients }: Deprecation): Client[] {
  return clients.filter(({ userAgent }) => !isOwnUserAgent(userAgent));
}

/** True for the user agent of eks-preflight itself. */
export function isOwnUserAgent(userAgent: string): boolean {
  return userAgent.toLowerCase().startsWith(ownUserAgent);
}

/** True if a client called within the period that EKS remembers. A call without a time counts as recent. */
export function isRemembered(clients: readonly Client[], rows: Rows, now: string): boolean {
  const hours = requireSpan(rows, 'memory') * 24;
  return clients.some(
    ({ lastRequestTime }) => lastRequestTime === null || !(hoursBetween(lastRequestTime, now) > hours),
  );
}

/** The time of the last call; undefined if EKS does not report it. */
export function lastCall(clients: readonly Client[]): string | undefined {
  return clients
    .flatMap(({ lastRequestTime }) => lastRequestTime ?? [])
    .sort()
    .at(-1);
}

/** A clause that names the version that removes the API version: the insight's, or else the given one. */
export function goneText({ stopServingVersion }: Deprecation, version: Minor | undefined): string {
  const removed = stopServingVersion ?? (version === undefined ? undefined : format(version));
  return removed === undefined ? 'a later version no longer serves it' : `${removed} no longer serves it`;
}

/** A clause about the calls: `1.25 no longer serves it; 2 clients call it, last on 2026-11-19`. */
export function callText(deprecation: Deprecation, version: Minor | undefined, rows: Rows, now: string): string {
  const clients = selectCallers(deprecation);
  const last = lastCall(clients)?.slice(0, 10);
  const gone = goneText(deprecation, version);
  if (!isRemembered(clients, rows, now)) {
    const days = requireSpan(rows, 'memory');
    return `${gone}; not called for ${days} days (last on ${last}): EKS has not cleared the insight yet`;
  }
  const when = last === undefined ? '' : `, last on ${last}`;
  return `${gone}; ${formatCount(clients.length, 'client calls', 'clients call')} it${when}`;
}

/** Evidence for a client: number of calls, time of the last call, and the API that it should call. */
export function clientEvidence({ userAgent, requestsLast30Days, lastRequestTime }: Client, api: Deprecation): Evidence {
  const who = userAgent === '' ? 'a client without a user agent' : oneLine(userAgent);
  const last = lastRequestTime === null ? '' : `, last ${lastRequestTime}`;
  const required = api.replacedWith === null || api.replacedWith === '' ? 'no calls' : api.replacedWith;
  return { observed: `${who}: ${requestsLast30Days} requests in 30 days${last}`, required };
}

/** How to stop the calls: update the clients. */
export function updateClients({ replacedWith }: Deprecation, clients: readonly Client[]): Advice {
  const who = forCount(clients.length, 'the client', 'each client');
  const to =
    replacedWith === null || replacedWith === ''
      ? advice`that does not use this API`
      : advice`that calls \`${replacedWith}\``;
  return advice`Update ${who} to a version ${to}, and the manifests that it applies.`;
}

/** Parses `/apis/autoscaling/v2beta2/horizontalpodautoscalers`; undefined if it has another format. */
function parseApiPath(usage: string): { api: string; resource: string } | undefined {
  const [, api, resource] = /^\/apis\/([^/]+\/[^/]+)\/([^/]+)/.exec(usage) ?? [];
  return api === undefined || resource === undefined ? undefined : { api, resource };
}

/** The removed API versions that clients other than eks-preflight call, according to EKS's insights. */
export function calledRemovals(
  insights: Facts['insights'],
  removals: readonly Removal[],
): { deprecation: Deprecation; removal: Removal }[] {
  const called = (insights ?? [])
    .filter(isAboutRemovedApis)
    .flatMap(calledApis)
    .filter((deprecation) => selectCallers(deprecation).length > 0);
  return called.flatMap((deprecation) => {
    const removal = removals.find((one) => isCallToRemovedApi(deprecation, one));
    return removal === undefined ? [] : [{ deprecation, removal }];
  });
}

/** True if the insight's path matches the removed version. */
function isCallToRemovedApi({ usage }: Deprecation, { api, resource }: Removal): boolean {
  const called = parseApiPath(usage);
  return called?.api === api && called.resource === resource;
}

/**
 * The remedy that all findings about clients of an API version share: `move-callers:autoscaling/v2beta2`. None if the
 * insight names the API version in an unknown format.
 */
export function moveCallers({ usage }: Deprecation): { remedy?: string } {
  const called = parseApiPath(usage);
  return called === undefined ? {} : { remedy: `move-callers:${called.api}` };
}

/**
 * Why it is unknown who calls the API versions that a Kubernetes version removes. Undefined if EKS has a recent insight
 * about these API versions that either is passing, or is a warning or an error with details that were read.
 */
export function unseenCallers(
  insights: Facts['insights'],
  version: Minor,
  rows: Rows,
  now: string,
): string | undefined {
  if (insights === null) return 'EKS offers no insights for this cluster';
  const about = insights.filter(
    (one) => isAboutRemovedApis(one) && parseMinor(one.kubernetesVersion ?? '') === version,
  );
  if (about.length === 0) return 'EKS has no insight about them';
  const judged = about.filter(({ status }) => ['PASSING', 'WARNING', 'ERROR'].includes(status));
  if (judged.length === 0) return 'EKS could not determine whether clients call them';
  const read = judged.filter(({ status, details }) => status === 'PASSING' || details !== null);
  if (read.length === 0) return 'the details of the insight about them were not read';
  const hours = requireSpan(rows, 'too-old');
  const isNew = read.some(
    ({ lastRefreshTime }) => lastRefreshTime !== null && hoursBetween(lastRefreshTime, now) <= hours,
  );
  return isNew ? undefined : `the insight about them is older than ${hours} hours`;
}

/**
 * True if there are insights for a version, all of them are recent, and none is about removed APIs: another refresh
 * would not add one.
 */
export function isRefreshed(insights: readonly Insight[], version: Minor, rows: Rows, now: string): boolean {
  const own = insights.filter(({ kubernetesVersion }) => parseMinor(kubernetesVersion ?? '') === version);
  const hours = requireSpan(rows, 'too-old');
  const isNew = ({ lastRefreshTime }: Insight) =>
    lastRefreshTime !== null && hoursBetween(lastRefreshTime, now) <= hours;
  return own.length > 0 && own.every((one) => isNew(one) && !isAboutRemovedApis(one));
}

/**
 * A number of days or hours from the table.
 * @throws Error if the row is missing: a bug in this build, which makes the check unknown
 */
export function requireSpan(rows: Rows, rule: 'memory' | 'old' | 'too-old'): number {
  const row = rows.find((candidate) => candidate.rowKind === rule);
  if (row === undefined || row.rowKind === 'topic') throw new Error(`the table insights has no row ${rule}`);
  return row.rowKind === 'memory' ? row.days : row.hours;
}

/** The command that refreshes EKS's insights immediately. */
export function refreshInsights({ region, name }: Facts['cluster']): Advice {
  return commands(sh`aws eks start-insights-refresh --region ${region} --cluster-name ${name}`);
}

/** How to get an insight that is missing or outdated. */
export function lookAgain(cluster: Facts['cluster']): Advice {
  return advice`Scan with \`--refresh-insights\`, or refresh the insights and scan again after a
    minute:\n${refreshInsights(cluster)}`;
}
