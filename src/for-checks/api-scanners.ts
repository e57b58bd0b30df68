import { advice, type Advice } from '../syntax/advice.ts';
import { dayAfter } from '../syntax/dates.ts';
import { forCount, formatList } from '../syntax/english.ts';
import type { Minor } from '../syntax/versions.ts';
import type { Tables } from '../tables/tables.ts';
import { goneText, lastCall, requireSpan, type Client, type Deprecation } from './api-callers.ts';

type Rows = Pick<Tables, 'api-scanners' | 'insights'>;

/** The names of the scanners that call an API version; empty if another client calls it, too. */
export function findScanners(clients: readonly Client[], rows: Rows): string[] {
  const found = clients.map(({ userAgent }) => {
    const [product = ''] = userAgent.toLowerCase().split(/[ /(]/);
    return rows['api-scanners'].find((row) => row.product === product)?.name;
  });
  const names = found.flatMap((name) => name ?? []);
  return names.length === found.length ? [...new Set(names)].toSorted() : [];
}

/** The day on which EKS clears the insight if no client calls again; undefined if it does not say when one called. */
function clearsOn(clients: readonly Client[], rows: Rows): string | undefined {
  const last = lastCall(clients);
  const isWhole = clients.every(({ lastRequestTime }) => lastRequestTime !== null);
  return last === undefined || !isWhole ? undefined : dayAfter(last, requireSpan(rows.insights, 'memory'));
}

/** `1.34 no longer serves it; only kubent calls it, which reports API versions: the insight clears on 2026-12-19`. */
export function scannerText(
  deprecation: Deprecation,
  { clients, names, version }: { clients: readonly Client[]; names: readonly string[]; version: Minor | undefined },
  rows: Rows,
): string {
  const call = forCount(names.length, 'calls it, which only reports', 'call it, which only report');
  const day = clearsOn(clients, rows);
  const clears = day === undefined ? '' : `: the insight clears on ${day}`;
  return `${goneText(deprecation, version)}; only ${formatList(names)} ${call} API versions${clears}`;
}

/** What to do about calls of scanners: nothing but wait. */
export function scannerFix(clients: readonly Client[], names: readonly string[], rows: Rows): Advice {
  const day = clearsOn(clients, rows);
  const days = requireSpan(rows.insights, 'memory');
  const clears = day === undefined ? `${days} days after the last call` : `on ${day}`;
  return advice`Do not run ${formatList(names)} until the update: each run is a new call. EKS remembers a call for ${days}
    days: without another call, the insight clears ${clears}. If EKS rejects the update because of this insight, update
    after that day.`;
}
