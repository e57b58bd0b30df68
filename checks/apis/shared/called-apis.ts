import { advice, type Advice } from '../../../src/syntax/advice.ts';
import type { Evidence, Finding } from '../../../src/check.ts';
import type { AuditedCall, RequestedApi } from '../../../src/facts/api-calls.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { hoursBetween } from '../../../src/syntax/dates.ts';
import { formatCount, formatFirst } from '../../../src/syntax/english.ts';
import { grouped } from '../../../src/syntax/grouped.ts';
import { oneLine } from '../../../src/syntax/one-line.ts';
import { format } from '../../../src/syntax/versions.ts';
import type { Tables } from '../../../src/tables/tables.ts';
import {
  calledRemovals,
  selectCallers,
  callText,
  clientEvidence,
  isOwnUserAgent,
  isRemembered,
  moveCallers,
  requireSpan,
  updateClients,
  type Client,
  type Deprecation,
} from '../../../src/for-checks/api-callers.ts';
import { findScanners, scannerFix, scannerText } from '../../../src/for-checks/api-scanners.ts';
import type { Removal } from '../../../src/for-checks/api-removals.ts';

/** The sources that show who calls an API version. Undefined: not requested, or could not be read. */
export interface CallSources {
  insights?: Facts['insights'] | undefined;
  auditedCalls?: Facts['auditedCalls'] | undefined;
  requestedApis?: Facts['requestedApis'] | undefined;
}

/** A removed API version that still receives calls. */
export interface CalledApi {
  removal: Removal;
  /** The source that names the callers; `metric` names none. */
  by: 'insight' | 'audit log' | 'metric';
  /** In the form of an EKS insight, for every source. */
  deprecation: Deprecation;
  calls: readonly AuditedCall[];
  requests: readonly RequestedApi[];
  auditedCalls: Facts['auditedCalls'] | undefined;
}

interface JudgeInput {
  rows: Tables['insights'];
  scanners: Tables['api-scanners'];
  now: string;
}

/**
 * The removed API versions that still receive calls, each once, with the evidence of all sources. If the audit log
 * covers as many days as EKS remembers calls, the metric alone does not count: calls of the control plane also set it.
 */
export function calledApis(sources: CallSources, removals: readonly Removal[], input: JudgeInput): CalledApi[] {
  const { insights = null, auditedCalls, requestedApis = [] } = sources;
  const reported = calledRemovals(insights, removals);
  const isLogWhole = auditedCalls !== undefined && logFlaw(auditedCalls, input) === undefined;
  const found = (removal: Removal, deprecation: Deprecation | undefined): CalledApi[] => {
    const calls = selectCalls(removal, auditedCalls, input);
    const requests = requestedApis.filter((one) => isSameApi(removal, one));
    const more = { removal, calls, requests, auditedCalls };
    if (deprecation !== undefined && isReportedBy(deprecation, calls, input))
      return [{ by: 'insight', deprecation, ...more }];
    if (calls.length > 0) return [{ by: 'audit log', deprecation: toDeprecation(removal, calls), ...more }];
    if (requests.length === 0 || isLogWhole) return [];
    return [{ by: 'metric', deprecation: toDeprecation(removal, []), ...more }];
  };
  const others = removals.filter((removal) => !reported.some((one) => one.removal === removal));
  return [
    ...reported.flatMap(({ removal, deprecation }) => found(removal, deprecation)),
    ...others.flatMap((removal) => found(removal, undefined)),
  ];
}

/**
 * True if the audit log has no calls, or if the insight lists every caller in the audit log and EKS still remembers a
 * call.
 */
function isReportedBy(deprecation: Deprecation, calls: readonly AuditedCall[], { rows, now }: JudgeInput): boolean {
  const clients = selectCallers(deprecation);
  if (calls.length === 0) return true;
  return isRemembered(clients, rows, now) && calls.every((call) => clients.some((client) => isSame(client, call)));
}

/** Compares the products: the insight may contain only the beginning of a user agent. */
function isSame({ userAgent }: Client, call: AuditedCall): boolean {
  const product = (text: string) => text.toLowerCase().split(' ')[0];
  return product(userAgent) === product(call.userAgent) || (userAgent !== '' && call.userAgent.startsWith(userAgent));
}

function isSameApi({ api, resource }: Removal, one: { api: string; resource: string }): boolean {
  return one.api === api && one.resource === resource;
}

/** The audited calls of the period that EKS remembers, except those of eks-preflight itself. */
function selectCalls(
  removal: Removal,
  audited: Facts['auditedCalls'] | undefined,
  { rows, now }: JudgeInput,
): AuditedCall[] {
  return (audited?.calls ?? []).filter(
    (call) =>
      isSameApi(removal, call) && !isOwnUserAgent(call.userAgent) && isRemembered([toClient([call])], rows, now),
  );
}

/** A client is a combination of user and user agent. */
function toDeprecation({ api, resource, version, instead }: Removal, calls: readonly AuditedCall[]): Deprecation {
  const byClient = grouped(calls, ({ user, userAgent }) => `${user}\n${userAgent}`);
  return {
    usage: `/apis/${api}/${resource}`,
    replacedWith: instead === null ? null : `/apis/${instead.api}/${resource}`,
    stopServingVersion: format(version),
    clients: [...byClient.values()].map(toClient),
  };
}

function toClient(calls: readonly [AuditedCall, ...AuditedCall[]]): Client {
  return {
    userAgent: calls[0].userAgent,
    requestsLast30Days: calls.reduce((sum, { requests }) => sum + requests, 0),
    lastRequestTime:
      calls
        .map(({ lastRequestTime }) => lastRequestTime)
        .sort()
        .at(-1) ?? null,
  };
}

/** The names of the scanners that alone call the version; empty if another client does, or if one of them writes. */
export function listScanners({ deprecation, calls }: CalledApi, { rows, scanners, now }: JudgeInput): string[] {
  const clients = selectCallers(deprecation);
  const isRead = calls.every(({ verb }) => ['get', 'list', 'watch'].includes(verb));
  if (!isRead || !isRemembered(clients, rows, now)) return [];
  return findScanners(clients, { insights: rows, 'api-scanners': scanners });
}

/** The finding for a called version, without its level and Kubernetes version. */
export function calledFinding(
  called: CalledApi,
  { rows, scanners, now }: JudgeInput,
): Pick<Finding, 'rule' | 'resource' | 'short' | 'message' | 'evidence' | 'remedy' | 'blocks'> & { fix: Advice } {
  const { by, deprecation, removal, calls, requests, auditedCalls } = called;
  const { version } = removal;
  const clients = selectCallers(deprecation);
  const tables = { insights: rows, 'api-scanners': scanners };
  const names = listScanners(called, { rows, scanners, now });
  const isScanned = names.length > 0;
  return {
    rule: by === 'metric' ? 'requested' : 'called',
    resource: { kind: 'API', name: deprecation.usage },
    ...(by === 'metric' || isRemembered(clients, rows, now) ? {} : { short: 'no longer called, insight not cleared' }),
    message:
      by === 'metric'
        ? `${format(version)} no longer serves it; an unknown client has requested it since the API server started`
        : isScanned
          ? scannerText(deprecation, { clients, names, version }, tables)
          : callText(deprecation, version, rows, now),
    evidence: [
      ...(by === 'insight' ? clients.map((client) => clientEvidence(client, deprecation)) : []),
      ...calls.map((call) => callEvidence(call, removal)),
      ...requests.map(requestEvidence),
    ],
    fix:
      by === 'metric'
        ? findClients(auditedCalls)
        : isScanned
          ? scannerFix(clients, names, tables)
          : updateClients(deprecation, clients),
    ...(by === 'metric' ? {} : moveCallers(deprecation)),
    blocks: 'workloads',
  };
}

/**
 * `audit log: scaler/1.2 as system:serviceaccount:shop:scaler: 12 update requests, last 2026-11-19T08:00:00.000Z, for
 * shop/cart`
 */
function callEvidence(call: AuditedCall, { instead }: Removal): Evidence {
  const { user, userAgent, verb, requests, lastRequestTime, objects, objectCount } = call;
  const who = userAgent === '' ? 'a client without a user agent' : oneLine(userAgent);
  const names = objects.map(({ namespace, name }) =>
    [namespace, name ?? '*'].filter((part) => part !== null).join('/'),
  );
  const left = objectCount - objects.length;
  const others = left > 0 ? ` and ${left} more` : '';
  const what = names.length === 0 ? '' : `, for ${formatFirst(names, names.length)}${others}`;
  return {
    observed: `audit log: ${who} as ${oneLine(user)}: ${formatCount(requests, `${verb} request`)}, last ${lastRequestTime}${oneLine(what)}`,
    required: instead?.api ?? 'no calls',
    fact: 'auditedCalls',
  };
}

function requestEvidence({ subresource }: RequestedApi): Evidence {
  const of = subresource === null ? '' : ` of ${subresource}`;
  return {
    observed: `apiserver_requested_deprecated_apis${of}: 1 since the API server started`,
    required: 'no requests',
    fact: 'requestedApis',
  };
}

function findClients(audited: Facts['auditedCalls'] | undefined): Advice {
  return advice`Find the client, and update it. ${longerLog(audited?.since)} The garbage collector and the controllers for namespaces and
    resource quotas also set this metric.`;
}

/** Why the audit log may lack callers that EKS would remember; undefined if it is complete. */
export function logFlaw(
  { since, until }: Facts['auditedCalls'],
  { rows, now }: Pick<JudgeInput, 'rows' | 'now'>,
): string | undefined {
  if (since === null) return 'the audit log of the control plane is not enabled';
  const days = requireSpan(rows, 'memory');
  const hours = requireSpan(rows, 'too-old');
  if (!(hoursBetween(until, now) <= hours)) return `the audit log was read more than ${hours} hours ago`;
  if (hoursBetween(since, until) >= days * 24) return undefined;
  return `the audit log covers only ${formatCount(Math.floor(hoursBetween(since, until) / 24), 'day')}, not ${days}`;
}

/**
 * How to get an audit log that covers enough time.
 * @param since the time from which it was read; null if it is not enabled, undefined if it was not read
 */
export function longerLog(since: string | null | undefined): Advice {
  if (since === undefined) return advice`The audit log also shows clients: scan with \`--with logs\`.`;
  if (since === null)
    return advice`The audit log also shows clients: enable it, and scan with \`--with logs\` after 30 days.`;
  return advice`Keep the audit log for at least 30 days, and scan with \`--with logs\` when it covers 30 days.`;
}
