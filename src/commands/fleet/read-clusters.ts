import { ScanError, usageError, type Reason } from '../../facts/reason.ts';
import { notScanned, toFleetCluster } from '../../report/fleet/cluster.ts';
import type { FleetCluster } from '../../report/fleet/schema.ts';
import { addProblems, type Problems } from '../../report/fleet/shared.ts';
import type { Report } from '../../report/schema.ts';
import { isAhead } from '../../schedule/changes/clocks.ts';
import type { State } from '../../schedule/changes/state.ts';
import { toClusterPlace } from '../../schedule/history/paths.ts';
import { printable, printableData } from '../../syntax/printable.ts';
import { longestReport } from '../files/report-file.ts';
import { ageText } from '../../syntax/dates.ts';
import { judgeReportAgain } from '../judge-report.ts';
import type { Settings } from '../options/settings.ts';
import { lackReason, parseReportToJudge, type OwnBuild } from '../read-report.ts';
import type { FoundReport } from './find-reports.ts';
import { readAhead } from './read-ahead.ts';

/** What reports are judged by. */
export interface Judging {
  settings: Settings;
  /** This build, which decides what is refused or partial: see `read-report.ts`. */
  own: OwnBuild;
  /** The time of the fleet's report, ISO 8601. */
  now: string;
  /** In milliseconds, and as `--max-age` has it. */
  maxAge: { ms: number; text: string };
}

/** Most reports are smaller: only these are read ahead, so that few large ones are in memory at once. */
const usualBytes = 10_000_000;

/** What was read for one cluster. */
interface Read {
  text: string | undefined | ScanError;
  state: State | null;
}

/**
 * Reads and judges reports one after the other, in their order, and keeps only their rows and their problems.
 * @param atOnce how many are read ahead
 * @param problems gets the problems of the clusters whose reports count
 */
export async function readClusters(
  found: readonly FoundReport[],
  atOnce: number,
  judging: Judging,
  problems: Problems,
): Promise<FleetCluster[]> {
  const clusters: FleetCluster[] = [];
  for await (const [one, read] of readAhead(found, atOnce, (report) => readOne(report, usualBytes)))
    clusters.push(withPrintablePath(await judgeOne(one, read, judging, problems)));
  return clusters;
}

/** A path with invisible characters is no report to open: without them, it could be that of another. */
function withPrintablePath(cluster: FleetCluster): FleetCluster {
  const { report } = cluster;
  const isSafe = report === null || printable(report) === report;
  return printableData(isSafe ? cluster : { ...cluster, report: null });
}

async function readOne(found: FoundReport, longest: number): Promise<Read> {
  const [text, state] = await Promise.all([
    found.read(longest).catch((error: unknown) => {
      if (error instanceof ScanError) return error;
      throw error;
    }),
    found.readState(),
  ]);
  return { text, state };
}

/** A report that cannot be read is a cluster that was not scanned, with the reason. */
async function judgeOne(
  found: FoundReport,
  { text: readFirst, state }: Read,
  judging: Judging,
  problems: Problems,
): Promise<FleetCluster> {
  const about = { ...found.about, changedAt: findChangedAt(state, judging.now) };
  const without = (reason: string) => notScanned(about, `${reason}${troubleText(state)}`);
  try {
    const isLarge = readFirst instanceof ScanError && readFirst.reason.kind === 'truncated';
    const text = isLarge ? await found.read(longestReport) : readFirst;
    if (text instanceof ScanError) throw text;
    if (text === undefined) return { ...without(`no report at ${about.report ?? about.name}`), report: null };
    const { report, lack } = await judgeText(text, found.path, judging);
    const stale = staleReason(report.scannedAt, judging);
    const row = toFleetCluster(report, {
      report: about.report,
      changedAt: about.changedAt,
      stale: stale === undefined ? undefined : `${stale}${troubleText(state)}`,
      lack,
      now: judging.now,
    });
    if (stale === undefined && row.arn !== null) addProblems(problems, report, row.arn);
    return row;
  } catch (error) {
    if (!(error instanceof ScanError)) throw error;
    return without(withoutPath(withPermission(error.reason), found));
  }
}

/** Judges the gate of a report; `lack`: why it is partial, if not because of what was selected. */
async function judgeText(
  text: string,
  path: string,
  { settings, own, now }: Judging,
): Promise<{ report: Report; lack: string | undefined }> {
  const read = await parseReportToJudge(text, path, own);
  if (toClusterPlace(read.report) === undefined) throw usageError(`${path} ${unnamedText(read.report)}`);
  const report = judgeReportAgain(read.report, settings, { builtIn: own.checks, baseline: undefined, now });
  return { report, lack: lackReason(read) };
}

function unnamedText({ cluster }: Report): string {
  return cluster === null
    ? 'is not a report of a cluster'
    : 'has an invalid cluster name, account, Region or time of the scan';
}

/** Why something could not be read, with the missing permission also if AWS does not name it. */
export function withPermission({ message, permission }: Reason): string {
  return permission === undefined || message.includes(permission)
    ? message
    : `${message} (missing permission ${permission})`;
}

/** The row names the report. */
function withoutPath(message: string, { path, about }: FoundReport): string {
  const named = [path, about.report ?? path].find((one) => message.startsWith(one));
  if (named === undefined) return message;
  const rest = message.slice(named.length);
  if (!/^:? /.test(rest)) return message;
  return `${/^ is (?:not|an?) /.test(rest) ? 'the file' : 'the report'}${rest}`;
}

function staleReason(scannedAt: string, { now, maxAge }: Judging): string | undefined {
  if (isAhead(scannedAt, now)) return 'the report is dated in the future: check the clocks of both machines';
  const age = Date.parse(now) - Date.parse(scannedAt);
  return age <= maxAge.ms ? undefined : `the report is ${ageText(age)} old; --max-age is ${maxAge.text}`;
}

/** Null for a time in the future: a clock was wrong. */
function findChangedAt(state: State | null, now: string): string | null {
  const changedAt = state?.changedAt ?? null;
  return changedAt === null || isAhead(changedAt, now) ? null : changedAt;
}

/** Since when scans fail, as the state says. */
function troubleText(state: State | null): string {
  const since = state?.told.trouble?.since;
  return since === undefined ? '' : `; scans have failed since ${since.slice(0, 10)}`;
}
