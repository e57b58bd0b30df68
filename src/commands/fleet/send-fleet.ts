import type { ScanError } from '../../facts/reason.ts';
import { renderFleet } from '../../formats/fleet/formats.ts';
import { exitCodes } from '../../judge/exit-codes.ts';
import { assembleFleet } from '../../report/fleet/fleet.ts';
import type { Fleet, FleetCluster } from '../../report/fleet/schema.ts';
import type { FleetMessage } from '../../schedule/changes/fleet-message.ts';
import { getsMessages, type Page } from '../../schedule/deliveries/contract.ts';
import { clusterKey, isClusterPlace, reportName } from '../../schedule/history/paths.ts';
import { formatCount } from '../../syntax/english.ts';
import { setFields } from '../../syntax/set-fields.ts';
import type { Io } from '../io.ts';
import { parseFailOn } from '../options/parsers.ts';
import { splitList } from '../options/row.ts';
import type { Settings } from '../options/settings.ts';
import { toReason } from '../schedule/deliver.ts';
import { openScheduleEnvironment, type ScheduleEnvironment } from '../schedule/environment.ts';
import type { Schedule } from '../schedule/options.ts';
import { sayNight } from '../schedule/night-line.ts';
import { createFailures, deliverMessages, type Failures } from '../schedule/sending.ts';
import type { ClustersToScan } from './cluster-to-scan.ts';
import { findRemoved } from './find-removed.ts';
import { planFleetMessages, type ScannedCluster } from './fleet-schedule.ts';

/** A run of several clusters that ended. */
export interface FleetEnd extends Pick<ClustersToScan, 'regions' | 'unlisted'> {
  fleet: Fleet;
  scanned: readonly ScannedCluster[];
}

/** True if stdout gets messages instead of a report. */
export function printsMessages(schedule: Schedule | undefined): boolean {
  return schedule?.targets.some(({ kind }) => kind === 'stdout') === true;
}

/**
 * Sends the message about several clusters, and delivers the page; not after a signal. Each scan sent the messages about
 * its cluster before.
 * @param settings with the Region for calls to AWS
 * @returns the exit code
 */
export async function sendFleet(end: FleetEnd, schedule: Schedule, settings: Settings, io: Io): Promise<number> {
  const { exitCode } = end.fleet;
  const failures = createFailures(io);
  if (!io.signal.aborted && schedule.targets.length > 0) await send(end, { schedule, settings, io, failures });
  const hasFailed = failures.any() || end.scanned.some(({ isUndelivered }) => isUndelivered);
  return schedule.requireDelivery && hasFailed && exitCode === exitCodes.ready ? exitCodes.couldNotRun : exitCode;
}

/** Sends the message that the clusters could not be listed. */
export async function sendListFailure(
  { reason }: ScanError,
  schedule: Schedule,
  settings: Settings,
  io: Io,
): Promise<void> {
  const { version } = io;
  const [now, gate] = [io.now().toISOString(), { failOn: parseFailOn(settings.failOn ?? []), maxAge: null }];
  const fleet = assembleFleet({ version, now, gate, groupBy: undefined, clusters: [], problems: new Map() });
  const unlisted = [{ about: { name: '', report: null }, reason: reason.message }];
  const [region] = splitList(settings.region ?? '');
  const end = { fleet, scanned: [], unlisted, regions: [] };
  await sendFleet(end, schedule, { ...settings, ...setFields({ region }) }, io);
}

interface FleetSending {
  schedule: Schedule;
  settings: Settings;
  io: Io;
  failures: Failures;
}

async function send(end: FleetEnd, { schedule, settings, io, failures }: FleetSending): Promise<void> {
  const { targets, notifyOn, reportUrl } = schedule;
  const environment = openScheduleEnvironment(schedule, settings, io);
  try {
    const { fleet, scanned } = end;
    const at = `fleet/${reportName(fleet.madeAt)}`;
    const hasPage = scanned.length > 0 && !targets.every(getsMessages);
    const link = reportUrl === undefined || !hasPage ? null : `${reportUrl}/${at}.html`;
    const unlisted = end.unlisted.map(({ about, reason }) => ({ region: about.region ?? null, reason }));
    const removed = await findGone(end, environment, failures);
    const parts = { version: io.version, now: fleet.madeAt, exitCode: fleet.exitCode, unlisted, removed, link };
    const names = targets.filter(getsMessages).map(({ name }) => name);
    const messages = planFleetMessages(scanned, names, parts, notifyOn);
    const page = hasPage ? await renderPage(fleet).catch(withoutPage(failures)) : null;
    const sending = { schedule, context: environment.context, failures };
    const failed = await deliverMessages(messages, { page, place: at }, sending);
    const pages = page === null ? targets.filter(getsMessages) : targets;
    const hasChanged = messages.some(({ news }) => news.isChange);
    const who = formatCount(fleet.clusters.length, 'cluster');
    const place = scanned.length === 0 ? undefined : environment.place?.name;
    sayNight(
      { who, exitCode: fleet.exitCode, comparedTo: null, hasChanged, messages, targets: pages, failed, place },
      io,
    );
  } finally {
    environment.close();
  }
}

async function findGone(
  { fleet, scanned, regions }: FleetEnd,
  { place }: ScheduleEnvironment,
  failures: Failures,
): Promise<FleetMessage['removed']> {
  const removed: FleetMessage['removed'] = [];
  if (place === null || regions.length === 0) return removed;
  await failures.orAdd(place.name, async () => {
    removed.push(...(await findRemoved(place, { scanned, regions, now: fleet.madeAt })));
  });
  return removed;
}

const plain = { columns: 100, color: false, all: true };

/** Messages are sent even without the page. */
function withoutPage(failures: Failures): (error: unknown) => null {
  return (error) => {
    failures.add('the HTML page was not written', toReason(error));
    return null;
  };
}

/** The page of the fleet. Its links lead to the HTML reports that the scans delivered. */
async function renderPage(fleet: Fleet): Promise<Page> {
  const clusters = fleet.clusters.map((cluster) => ({ ...cluster, report: toPagePath(cluster) }));
  return { html: await renderFleet({ ...fleet, clusters }, 'html', plain) };
}

/** The path from the page of the fleet to the HTML report of a cluster; null if there is none. */
function toPagePath({ status, account, region, name, scannedAt }: FleetCluster): string | null {
  if (status === 'not-scanned' || account === null || region === null || scannedAt === null) return null;
  const place = { account, region, name };
  return isClusterPlace(place) ? `../${clusterKey(place)}${reportName(scannedAt)}.html` : null;
}
