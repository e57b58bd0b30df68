import {
  buildBasis,
  behindAfter,
  isOlder,
  stateAfter,
  stateAfterFailure,
  planMessages,
  type Sent,
} from '../../schedule/changes/next-state.ts';
import type { Message } from '../../schedule/changes/message.ts';
import { newsOfFailure, newsOfScan, type Basis, type News } from '../../schedule/changes/notify.ts';
import { mostTargets, type ClusterPlace, type State, type NotifiedContent } from '../../schedule/changes/state.ts';
import { buildNotifiedAfterScan } from '../../schedule/changes/notified.ts';
import { getsMessages, type Page } from '../../schedule/deliveries/contract.ts';
import { ScanError } from '../../facts/reason.ts';
import {
  findCluster,
  keepLatest,
  keepReport,
  readState,
  writeState,
  type KeptState,
  type KnownCluster,
} from '../../schedule/history/history.ts';
import { clusterKey, toClusterPlace, reportName } from '../../schedule/history/paths.ts';
import type { Place } from '../../schedule/history/place.ts';
import { exitCodes } from '../../judge/exit-codes.ts';
import { momentText } from '../../syntax/dates.ts';
import { printable } from '../../syntax/printable.ts';
import { resolvePartition } from '../permissions/place.ts';
import { renderReport } from '../../formats/formats.ts';
import type { Report } from '../../report/schema.ts';
import type { Io } from '../io.ts';
import type { Settings } from '../options/settings.ts';
import { announceNews, createFailures, deliverMessages, type Failures } from './sending.ts';
import { sayScanNight } from './night-line.ts';
import type { Schedule } from './options.ts';
import { openScheduleEnvironment, type ScheduleEnvironment } from './environment.ts';

/** The state of a run without `--state`. */
const noState: KeptState = { state: null, error: null, version: false };

/**
 * What a scheduled scan does with its report: keeps it, delivers the page and the messages, then writes the state.
 * @returns the exit code
 */
export async function deliverScheduled(report: Report, schedule: Schedule, options: Settings, io: Io): Promise<number> {
  const environment = openScheduleEnvironment(schedule, options, io);
  const failures = createFailures(io);
  try {
    const cluster = toClusterPlace(report);
    if (cluster === undefined)
      failures.add('the report', { message: 'not kept or sent: its account, Region, cluster name or time is invalid' });
    else await storeAndSend({ report, cluster, schedule, environment, failures, io });
  } finally {
    environment.close();
  }
  const isRefused = schedule.requireDelivery && report.exitCode === exitCodes.ready && failures.any();
  return isRefused ? exitCodes.couldNotRun : report.exitCode;
}

interface Concluding {
  report: Report;
  cluster: ClusterPlace;
  schedule: Schedule;
  environment: ScheduleEnvironment;
  failures: Failures;
  io: Io;
}

async function storeAndSend(concluding: Concluding): Promise<void> {
  const { report, cluster, schedule, environment, failures, io } = concluding;
  const { place } = environment;
  const { scannedAt } = report;
  const now = io.now().toISOString();
  const json = place === null ? '' : await renderReport(report, 'json', plain);
  if (place !== null) await failures.orAdd(place.name, () => keepReport(place, cluster, scannedAt, json));
  const kept = place === null ? noState : await readState(place, cluster);
  if (isOlder(scannedAt, kept.state, now)) {
    failures.add(place?.name ?? '', olderThan(kept.state, scannedAt));
    return;
  }
  const ahead = buildBasis(kept.state, null, null, now).stateAhead;
  if (ahead !== null) io.stderr(aheadLine(place?.name ?? '', ahead));
  const sent = await sendScanMessages(concluding, kept);
  if (place !== null) {
    await failures.orAdd(place.name, () => writeState(place, cluster, kept, nextState(concluding, sent)));
    await failures.orAdd(place.name, () => keepLatest(place, cluster, { scannedAt, now }, json));
  }
  const keptIn = place === null || failures.has(place.name) ? undefined : place.name;
  sayScanNight(report, { ...sent, who: cluster.name, targets: schedule.targets, place: keptIn }, io);
}

async function sendScanMessages(
  { report, cluster, schedule, environment: { place, context }, failures, io }: Concluding,
  { state, error }: KeptState,
): Promise<Omit<Sent, 'now'>> {
  const at = `${clusterKey(cluster)}${reportName(report.scannedAt)}`;
  const link = schedule.reportUrl === undefined ? null : `${schedule.reportUrl}/${at}.html`;
  const notified = buildNotifiedAfterScan(state?.told ?? null, report);
  const moments = { at: report.scannedAt, now: io.now().toISOString() };
  const newsSince = (before: NotifiedContent | null): News =>
    newsOfScan(report, notified, basisFor(place !== null, state, before, error, moments), link);
  const messages = planMessages(state, messageTargets(schedule), newsSince, schedule.notifyOn);
  await announceNews(messages, io);
  // Messages are sent even without the page.
  const page = await renderPage(report, schedule).catch((error: unknown) => {
    failures.add('the HTML report was not written', toReason(error));
    return null;
  });
  return { messages, failed: await deliverMessages(messages, { page, place: at }, { schedule, context, failures }) };
}

/** The state to write, based on the stored one: another run may have written in the meantime. */
function nextState(
  { report, cluster, io }: Concluding,
  sent: Omit<Sent, 'now'>,
): (current: State | null) => State | null {
  const now = io.now().toISOString();
  return (current) => {
    if (isOlder(report.scannedAt, current, now)) return withBehind(current, sent, now);
    return stateAfter(cluster, current, {
      notified: buildNotifiedAfterScan(current?.told ?? null, report),
      ...sent,
      now,
    });
  };
}

const plain = { columns: 100, color: false, all: true };

/** Sends the message that the scan could not run. Never rejects: an error is a line on stderr. */
export async function deliverFailure(error: unknown, schedule: Schedule, options: Settings, io: Io): Promise<void> {
  const environment = openScheduleEnvironment(schedule, options, io);
  const failures = createFailures(io);
  try {
    await failures.orAdd('the message about this failure was not sent', () =>
      sendFailureMessages(error, { schedule, options, io, environment, failures }),
    );
  } catch (other) {
    failures.add('the message about this failure was not sent', toReason(other));
  } finally {
    environment.close();
  }
}

interface Failing extends Omit<Concluding, 'report' | 'cluster'> {
  options: Settings;
}

async function sendFailureMessages(
  error: unknown,
  { schedule, options, io, environment, failures }: Failing,
): Promise<void> {
  const { place, context } = environment;
  const now = io.now().toISOString();
  const region = options.region ?? (await environment.region());
  const known = { name: options.cluster ?? '', region, account: options.account };
  const { cluster, kept } = await readKeptState(place, known);
  const { state, error: stateError } = kept;
  const shown = { ...known, region: region ?? cluster?.region, account: options.account ?? cluster?.account };
  const failure = { reason: toReason(error), cluster: namedCluster(shown), version: io.version, now };
  const newsSince = (before: NotifiedContent | null): News =>
    newsOfFailure(failure, basisFor(place !== null, state, before, stateError, { at: now, now }));
  const messages = planMessages(state, messageTargets(schedule), newsSince, schedule.notifyOn);
  await announceNews(messages, io);
  const failed = await deliverMessages(messages, { page: null, place: '' }, { schedule, context, failures });
  if (place === null || cluster === undefined || !messages.some(({ isSent }) => isSent)) return;
  const next = (current: State | null): State => stateAfterFailure(cluster, current, { messages, failed, now });
  await failures.orAdd(place.name, () => writeState(place, cluster, kept, next));
}

/** The state of a cluster, even if only its name is known. */
async function readKeptState(
  place: Place | null,
  known: KnownCluster,
): Promise<{ cluster: ClusterPlace | undefined; kept: KeptState }> {
  if (place === null) return { cluster: undefined, kept: noState };
  try {
    const cluster = await findCluster(place, known);
    if (cluster !== undefined) return { cluster, kept: await readState(place, cluster) };
    return { cluster, kept: { ...noState, error: `${place.name} has no state for this cluster` } };
  } catch (error) {
    if (!(error instanceof ScanError)) throw error;
    return { cluster: undefined, kept: { ...noState, error: error.reason.message } };
  }
}

function namedCluster({ name, region, account }: KnownCluster): Message['cluster'] {
  const isWhole = region !== undefined && account !== undefined;
  const arn = isWhole ? `arn:${resolvePartition(region)}:eks:${region}:${account}:cluster/${name}` : null;
  return { name, region: region ?? null, account: account ?? null, arn, version: null };
}

/** The reason of an error; of a crash, its first line. */
export function toReason(error: unknown): { kind: string; message: string; hint?: string } {
  if (error instanceof ScanError) return error.reason;
  const detail = error instanceof Error ? error.message.split('\n')[0] : String(error);
  return { kind: 'crash', message: `crashed: ${detail ?? ''}` };
}

/** A run without `--state` has nothing to compare with: none of its messages is a repetition. */
function basisFor(
  isKept: boolean,
  state: State | null,
  told: NotifiedContent | null,
  error: string | null,
  { at, now }: { at: string; now: string },
): Basis {
  return isKept
    ? buildBasis(state, told, error, now)
    : { notified: null, updatedAt: at, stateError: null, stateAhead: null };
}

function messageTargets({ targets }: Schedule): string[] {
  return targets.filter(getsMessages).map(({ name }) => name);
}

/** The HTML report; null if no target takes it. */
async function renderPage(report: Report, { targets }: Schedule): Promise<Page | null> {
  if (targets.every(getsMessages)) return null;
  return { html: await renderReport(report, 'html', plain) };
}

/** A state from the future does not count as a failure: the messages also report it, and the state is replaced. */
function aheadLine(name: string, at: string): string {
  const said = `${name}: the state is of a scan of ${momentText(at)}, in the future: check the clocks of the machines that scan`;
  return `eks-preflight: ${printable(said)}\n`;
}

function olderThan(state: State | null, scannedAt: string) {
  const at = momentText(state?.told.scan?.at ?? '');
  return {
    message: `this scan (${momentText(scannedAt)}) is older than the state (${at}): no message is sent, and the state is not changed`,
    hint: 'A newer scan finished first, or the clock of a machine is wrong.',
  };
}

/**
 * The state to write after a newer run has written it: only adds the targets that did not get this run's message. Null
 * if there is nothing to add.
 */
function withBehind(current: State | null, sent: Omit<Sent, 'now'>, now: string): State | null {
  if (current === null) return null;
  const added = behindAfter(sent).filter(({ target }) => current.behind.every((one) => one.target !== target));
  const behind = [...current.behind, ...added].slice(0, mostTargets);
  return added.length === 0 ? null : { ...current, updatedAt: now, behind };
}
