import { readFileSync } from 'node:fs';
import type { AnyCheck } from '../../src/check.ts';
import {
  buildBasis,
  stateAfter,
  stateAfterFailure,
  planMessages,
  type PlannedMessage,
} from '../../src/schedule/changes/next-state.ts';
import type { Message } from '../../src/schedule/changes/message.ts';
import { newsOfFailure, newsOfScan } from '../../src/schedule/changes/notify.ts';
import type { NotifyOn } from '../../src/schedule/changes/notify-on.ts';
import type { State, NotifiedContent } from '../../src/schedule/changes/state.ts';
import { buildNotifiedAfterScan } from '../../src/schedule/changes/notified.ts';
import { judgeByOwnChecks } from '../../src/commands/scan/judge-inventory.ts';
import type { Settings } from '../../src/commands/options/settings.ts';
import { select } from '../../src/commands/select-checks.ts';
import type { FactName } from '../../src/facts/facts.ts';
import { parseInventory } from '../../src/inventory/inventory.ts';
import type { Report } from '../../src/report/schema.ts';
import { storedInventory } from '../world/stored.ts';

/** What each of several nights of a scheduled scan reports. The state stays in memory. */

export interface Night {
  /** The checks of that night, which determine its findings. */
  checks?: readonly AnyCheck[];
  options?: Settings;
  /** Facts that are denied. */
  denied?: readonly FactName[];
  tool?: string;
  /** True if the scan cannot run. */
  fails?: boolean;
  /** Days since 2026-11-20; by default the night's index. */
  day?: number;
  /** Targets that cannot be reached. */
  down?: readonly string[];
  /** This night's targets if they are not the usual ones, as in a scan by hand. */
  targets?: readonly string[];
  standardUntil?: string;
  /** What the report says of a rollback. */
  rollback?: Report['rollback'];
}

const inventory = parseInventory(readFileSync(storedInventory('healthy'), 'utf8'), 'healthy', '0.1.0');

export function reportOfNight(
  at: string,
  { checks = [], options = {}, denied = [], tool = '0.1.0', standardUntil, rollback }: Night,
): Report {
  const reasonFor = (fact: FactName) =>
    ({
      kind: 'denied',
      message: 'not allowed',
      permission: fact === 'nodegroups' ? 'eks:ListNodegroups' : 'ec2:DescribeSubnets',
    }) as const;
  const readings = {
    ...inventory.readings,
    ...Object.fromEntries(denied.map((fact) => [fact, { ok: false, reason: reasonFor(fact) }])),
  };
  const chosen = { target: '1.34', ...options };
  const report = judgeByOwnChecks(
    { takenAt: at, readings },
    {
      checks,
      selection: select(checks, chosen),
      options: chosen,
      source: 'live',
      io: { version: tool, now: () => new Date(at) },
    },
  );
  if (report.cluster === null) return report;
  const support = { policy: 'EXTENDED', standardUntil: standardUntil ?? '2030-01-01', extendedUntil: null };
  return { ...report, cluster: { ...report.cluster, support }, ...(rollback === undefined ? {} : { rollback }) };
}

/**
 * Runs the nights. Returns what each reports to each target (nothing on a silent night), the messages, and the last
 * state.
 */
export function runNights(
  nights: readonly Night[],
  { when = 'change', targets = ['slack'] }: { when?: NotifyOn; targets?: readonly string[] } = {},
): { said: string[][]; messages: Message[][]; state: State | null } {
  let state: State | null = null;
  const messages: Message[][] = [];
  const said: string[][] = [];
  for (const [index, night] of nights.entries()) {
    const at = new Date(Date.UTC(2026, 10, 20 + (night.day ?? index), 2)).toISOString();
    const { after, tellings } = oneNight(state, at, night, { when, targets: night.targets ?? targets });
    const sent = tellings.filter((planned) => planned.isSent);
    messages.push(sent.map(({ news }) => news.message));
    said.push(
      sent.flatMap(({ news, targets: names }) => names.map((name) => formatMessage(name, targets, news.message))),
    );
    state = after;
  }
  return { said, messages, state };
}

function oneNight(
  state: State | null,
  at: string,
  night: Night,
  { when, targets }: { when: NotifyOn; targets: readonly string[] },
): { after: State; tellings: PlannedMessage[] } {
  const last = state?.told ?? null;
  const place = { account: '111122223333', region: 'eu-west-1', name: 'prod' };
  const failed = night.down ?? [];
  if (night.fails === true) {
    const cluster = { name: 'prod', region: 'eu-west-1', account: null, arn: null, version: null };
    const failure = { reason: { kind: 'denied', message: 'expired' }, cluster, version: '0.1.0', now: at };
    const newsSince = (before: NotifiedContent | null) => newsOfFailure(failure, buildBasis(state, before, null, at));
    const tellings = planMessages(state, targets, newsSince, when);
    return { after: stateAfterFailure(place, state, { messages: tellings, failed, now: at }), tellings };
  }
  const report = reportOfNight(at, night);
  const notified = buildNotifiedAfterScan(last, report);
  const newsSince = (before: NotifiedContent | null) =>
    newsOfScan(report, notified, buildBasis(state, before, null, at), null);
  const tellings = planMessages(state, targets, newsSince, when);
  return { after: stateAfter(place, state, { notified, messages: tellings, failed, now: at }), tellings };
}

/** A message as one line. */
export function formatMessage(target: string, targets: readonly string[], message: Message): string {
  const { kind, changes, storms, support, rollback, verdictBefore, verdict, couldNotScanSince } = message;
  const parts = [
    ...(verdictBefore === null ? [] : [`${verdictBefore} -> ${verdict ?? ''}`]),
    ...changes.map((one) => `${one.kind} ${one.level} ${one.title}`),
    ...storms.map(({ cause, text, findings }) => `${cause}: ${findings} (${text})`),
    ...(support === null ? [] : [`${support.days} days`]),
    ...(rollback === undefined ? [] : [`rollback to ${rollback.to}: ${rollback.days} days`]),
    ...(couldNotScanSince === undefined ? [] : [`could not scan since ${couldNotScanSince.slice(0, 10)}`]),
  ];
  return `${targets.length > 1 ? `${target} ` : ''}${kind}: ${parts.join('; ')}`;
}
