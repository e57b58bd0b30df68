import {
  basisOf,
  behindAfter,
  isOlder,
  stateAfter,
  stateAfterFailure,
  tellingsOf,
  type Sent,
} from '../../schedule/changes/after.ts';
import type { Message } from '../../schedule/changes/message.ts';
import { newsOfFailure, newsOfScan, type Basis, type News } from '../../schedule/changes/notify.ts';
import type { ClusterPlace, State, Told } from '../../schedule/changes/state.ts';
import { toldAfter } from '../../schedule/changes/notified.ts';
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
import { clusterKey, placeOf, reportName } from '../../schedule/history/paths.ts';
import type { Place } from '../../schedule/history/place.ts';
import { exitCodes } from '../../judge/exit-codes.ts';
import { momentText } from '../../syntax/dates.ts';
import { printable } from '../../syntax/printable.ts';
import { partitionOf } from '../permissions/place.ts';
import { renderReport } from '../../formats/formats.ts';
import type { Report } from '../../report/schema.ts';
import type { Io } from '../io.ts';
import type { Settings } from '../options/settings.ts';
import { createFailures, deliverTellings, type Failures } from './sending.ts';
import type { Schedule } from './options.ts';
import { openSurroundings, type Surroundings } from './surroundings.ts';

/** The state of a run without `--state`. */
const noState: KeptState = { state: null, error: null, version: false };

/**
 * What a scheduled scan does with its report: keeps it, delivers the page and the messages, then writes the state.
 * @returns the exit code
 */
export async function deliverScheduled(report: Report, schedule: Schedule, options: Settings, io: Io): Promise<number> {
  const surroundings = openSurroundings(schedule, options, io);
  const failures = createFailures(io);
  try {
    const cluster = placeOf(report);
    if (cluster === undefined)
      failures.add('the report', { message: 'not kept or sent: its account, Region, cluster name or time is invalid' });
    else await keepAndTell({ report, cluster, schedule, surroundings, failures, io });
  } finally {
    surroundings.close();
  }
  const isRefused = schedule.requireDelivery && report.exitCode === exitCodes.ready && failures.any();
  return isRefused ? exitCodes.couldNotRun : report.exitCode;
}

interface Concluding {
  report: Report;
  cluster: ClusterPlace;
  schedule: Schedule;
  surroundings: Surroundings;
  failures: Failures;
  io: Io;
}

async function keepAndTell(concluding: Concluding): Promise<void> {
  const { report, cluster, surroundings, failures, io } = concluding;
  const { place } = surroundings;
  const { scannedAt } = report;
  const now = io.now().toISOString();
  const json = place === null ? '' : await renderReport(report, 'json', plain);
  if (place !== null) await failures.orAdd(place.name, () => keepReport(place, cluster, scannedAt, json));
  const kept = place === null ? noState : await readState(place, cluster);
  if (isOlder(scannedAt, kept.state, now)) {
    failures.add(place?.name ?? '', olderThan(kept.state, scannedAt));
    return;
  }
  const ahead = basisOf(kept.state, null, null, now).stateAhead;
  if (ahead !== null) io.stderr(aheadLine(place?.name ?? '', ahead));
  const sent = await tellScan(concluding, kept);
  if (place === null) return;
  await failures.orAdd(place.name, () => writeState(place, cluster, kept, nextState(concluding, sent)));
  await failures.orAdd(place.name, () => keepLatest(place, cluster, { scannedAt, now }, json));
}

async function tellScan(
  { report, cluster, schedule, surroundings: { place, context }, failures, io }: Concluding,
  { state, error }: KeptState,
): Promise<Omit<Sent, 'now'>> {
  const at = `${clusterKey(cluster)}${reportName(report.scannedAt)}`;
  const link = schedule.reportUrl === undefined ? null : `${schedule.reportUrl}/${at}.html`;
  const told = toldAfter(state?.told ?? null, report);
  const moments = { at: report.scannedAt, now: io.now().toISOString() };
  const newsSince = (before: Told | null): News =>
    newsOfScan(report, told, basisFor(place !== null, state, before, error, moments), link);
  const tellings = tellingsOf(state, messageTargets(schedule), newsSince, schedule.notifyOn);
  // Messages are sent even without the page.
  const page = await pageOf(report, schedule).catch((error: unknown) => {
    failures.add('the HTML report was not written', reasonOf(error));
    return null;
  });
  return { tellings, failed: await deliverTellings(tellings, { page, place: at }, { schedule, context, failures }) };
}

/** The state to write, based on the stored one: another run may have written in the meantime. */
function nextState(
  { report, cluster, io }: Concluding,
  sent: Omit<Sent, 'now'>,
): (current: State | null) => State | null {
  const now = io.now().toISOString();
  return (current) => {
    if (isOlder(report.scannedAt, current, now)) return withBehind(current, sent, now);
    return stateAfter(cluster, current, { told: toldAfter(current?.told ?? null, report), ...sent, now });
  };
}

const plain = { columns: 100, color: false, all: true };

/** Sends messages that a scan could not run. Never rejects: an error is a line on stderr. */
export async function deliverFailure(error: unknown, schedule: Schedule, options: Settings, io: Io): Promise<void> {
  const surroundings = openSurroundings(schedule, options, io);
  const failures = createFailures(io);
  try {
    await failures.orAdd('the message about this failure was not sent', () =>
      tellOf(error, { schedule, options, io, surroundings, failures }),
    );
  } catch (other) {
    failures.add('the message about this failure was not sent', reasonOf(other));
  } finally {
    surroundings.close();
  }
}

interface Failing extends Omit<Concluding, 'report' | 'cluster'> {
  options: Settings;
}

async function tellOf(error: unknown, { schedule, options, io, surroundings, failures }: Failing): Promise<void> {
  const { place, context } = surroundings;
  const now = io.now().toISOString();
  const region = options.region ?? (await surroundings.region());
  const known = { name: options.cluster ?? '', region, account: options.account };
  const { cluster, kept } = await keptOf(place, known);
  const { state, error: stateError } = kept;
  const shown = { ...known, region: region ?? cluster?.region, account: options.account ?? cluster?.account };
  const failure = { reason: reasonOf(error), cluster: namedCluster(shown), version: io.version, now };
  const newsSince = (before: Told | null): News =>
    newsOfFailure(failure, basisFor(place !== null, state, before, stateError, { at: now, now }));
  const tellings = tellingsOf(state, messageTargets(schedule), newsSince, schedule.notifyOn);
  const failed = await deliverTellings(tellings, { page: null, place: '' }, { schedule, context, failures });
  if (place === null || cluster === undefined || !tellings.some(({ isSent }) => isSent)) return;
  const next = (current: State | null): State => stateAfterFailure(cluster, current, { tellings, failed, now });
  await failures.orAdd(place.name, () => writeState(place, cluster, kept, next));
}

/** The state of a cluster, even if only its name is known. */
async function keptOf(
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
  const arn = isWhole ? `arn:${partitionOf(region)}:eks:${region}:${account}:cluster/${name}` : null;
  return { name, region: region ?? null, account: account ?? null, arn, version: null };
}

function reasonOf(error: unknown): { kind: string; message: string; hint?: string } {
  if (error instanceof ScanError) return error.reason;
  const detail = error instanceof Error ? error.message.split('\n')[0] : String(error);
  return { kind: 'crash', message: `crashed: ${detail ?? ''}` };
}

/** A run without `--state` has nothing to compare with: none of its messages is a repetition. */
function basisFor(
  isKept: boolean,
  state: State | null,
  told: Told | null,
  error: string | null,
  { at, now }: { at: string; now: string },
): Basis {
  return isKept ? basisOf(state, told, error, now) : { told: null, updatedAt: at, stateError: null, stateAhead: null };
}

function messageTargets({ targets }: Schedule): string[] {
  return targets.filter(getsMessages).map(({ name }) => name);
}

/** Rendered only if a target takes it. */
async function pageOf(report: Report, { targets }: Schedule): Promise<Page | null> {
  if (targets.every(getsMessages)) return null;
  return { html: await renderReport(report, 'html', plain) };
}

/** Not a failure: the messages also report it, and the state is replaced. */
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

/** A newer run wrote the state: only adds the targets that did not get this run's message. */
function withBehind(current: State | null, sent: Omit<Sent, 'now'>, now: string): State | null {
  if (current === null) return null;
  const added = behindAfter(sent).filter(({ target }) => current.behind.every((one) => one.target !== target));
  return added.length === 0 ? null : { ...current, updatedAt: now, behind: [...current.behind, ...added] };
}
