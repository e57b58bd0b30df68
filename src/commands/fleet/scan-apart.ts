import { clusterNamed } from '../../report/cluster-named.ts';
import { notScanned, toFleetCluster, type About } from '../../report/fleet/cluster.ts';
import { addProblems, type Problems } from '../../report/fleet/shared.ts';
import type { Report } from '../../report/schema.ts';
import { printable, printableData } from '../../syntax/printable.ts';
import { defaultTimeout, longestDeliveryMs, parseTimeout } from '../deadline.ts';
import { clusterFile } from '../files/cluster-folder.ts';
import { describeFailure } from '../files/files.ts';
import { longestReport } from '../files/report-file.ts';
import { exitCodes } from '../../judge/exit-codes.ts';
import type { ApartEnded, Io } from '../io.ts';
import { listOldOutputs, removeClusterOutputs } from '../old-outputs.ts';
import type { Flags } from '../options/parsed-command.ts';
import type { Settings } from '../options/settings.ts';
import { parseOutputs } from '../outputs.ts';
import type { createBroker } from './broker.ts';
import type { ClusterToScan } from './cluster-to-scan.ts';
import { parseApartMessage, type TargetNews } from './apart-messages.ts';
import type { ScannedCluster } from './fleet-schedule.ts';
import { readEnded, type EndedScan } from './read-ended.ts';
import { folderOutputs, toScanArguments, toScanEnvironment } from './scan-arguments.ts';

/** What the scans of a run have in common. */
export interface FleetRun {
  flags: Flags;
  settings: Settings;
  io: Io;
  now: string;
  problems: Problems;
  /** Connects a scan with the others. */
  connect: ReturnType<typeof createBroker>;
  /** Lines that this process printed on stderr: they are not repeated for each cluster. */
  printed: ReadonlySet<string>;
}

/** Scans a cluster in a separate process. Never rejects: a scan that fails is a row with the reason. */
export async function scanApart(cluster: ClusterToScan, run: FleetRun): Promise<ScannedCluster> {
  const { io } = run;
  if (io.signal.aborted) return toNotScanned(cluster, 'stopped before its scan began', run);
  try {
    const { ended, notes, messages } = await runScan(cluster, run);
    const read = await readEnded(ended, cluster.about.name);
    for (const line of notes) if (isNews(line, ended, read)) io.stderr(noteLine(cluster.about, line));
    if ('report' in read) return { ...toScanned(read.report, ended, run), messages };
    const reason = io.signal.aborted ? 'stopped before its scan ended' : read.reason;
    return { ...(await toNotScanned(cluster, reason, run)), messages };
  } catch (error) {
    return toNotScanned(cluster, `the scan crashed: ${describeFailure(error)}`, run);
  }
}

/** Runs the scan. With `--verbose`, prints its notes while it runs; else returns them. Returns what it sends. */
async function runScan(
  cluster: ClusterToScan,
  { flags, settings, io, printed, connect }: FleetRun,
): Promise<{ ended: ApartEnded; notes: readonly string[]; messages: readonly TargetNews[] }> {
  const run = io.runApart ?? (await import('./run-apart.ts')).runApart;
  const notes: string[] = [];
  const messages: TargetNews[] = [];
  const ended = await run(toScanArguments(cluster, flags, settings.output), {
    env: toScanEnvironment(io.env, flags),
    signal: io.signal,
    longest: longestReport,
    limitMs: toLimitMs(settings),
    connect,
    onMessage: (data) => takeMessage(data, messages, io),
    onNote: (line) => {
      if (printed.has(line)) return;
      if (settings.verbose === true) io.stderr(noteLine(cluster.about, line));
      else if (notes.length < mostNotes) notes.push(line);
    },
  });
  return { ended, notes, messages };
}

/** How long the process of a scan may run after its `--timeout`: to judge, to print, and to end. */
const afterTimeoutMs = 10_000;
/** How long a process may take until the time of its `--timeout` begins: to start, and to load plug-ins. */
const startMs = 5_000;

/** The limit of the time of a scan's process, in milliseconds: with deliveries or a state, also the time for these. */
export function toLimitMs({ timeout = defaultTimeout, deliver, state }: Settings): number {
  const isScheduled = deliver !== undefined || state !== undefined;
  return startMs + parseTimeout(timeout) + afterTimeoutMs + (isScheduled ? longestDeliveryMs : 0);
}

/** Keeps what a scan sends about its cluster, and prints the messages of `--deliver stdout`. */
function takeMessage(data: unknown, messages: TargetNews[], io: Io): void {
  const message = parseApartMessage(data);
  if (message?.kind === 'news') messages.push(...message.messages);
  if (message?.kind === 'printed') io.stdout(message.text);
}

/** How many lines of each cluster are printed. */
const mostNotes = 100;

/** False for a line that the table also says, and for the trace of a process that did not end by itself. */
function isNews(line: string, { code }: ApartEnded, read: EndedScan): boolean {
  if ('report' in read) return true;
  return code !== null && !read.reason.includes(withoutName(line));
}

function withoutName(line: string): string {
  return line.replace(/^eks-preflight: /, '');
}

function noteLine({ name }: About, line: string): string {
  return `${printable(`${name}: ${withoutName(line)}`)}\n`;
}

function toScanned(report: Report, { code }: ApartEnded, { settings, now, problems }: FleetRun): ScannedCluster {
  const where = { report: findReportFile(settings, report), changedAt: null };
  const row = toFleetCluster(report, { ...where, stale: undefined, now });
  if (row.arn !== null) addProblems(problems, report, row.arn);
  const { exitCode } = report;
  return { row: printableData(row), messages: [], exitCode, isUndelivered: code !== exitCode };
}

async function toNotScanned(
  { about }: ClusterToScan,
  reason: string,
  { settings, io }: FleetRun,
): Promise<ScannedCluster> {
  const { name, account, region } = about;
  try {
    if (typeof region === 'string') {
      const output = folderOutputs(settings.output);
      if (typeof account === 'string') await removeClusterOutputs({ output }, { name, account, region });
      else for (const file of listOldOutputs({ output }, { name, region })) io.stderr(noteLine(about, oldReport(file)));
    }
  } catch (error) {
    io.stderr(noteLine(about, `the report of an earlier scan is still there: ${describeFailure(error)}`));
  }
  const row = notScanned(about, printable(reason));
  return { row, messages: [], exitCode: exitCodes.couldNotRun, isUndelivered: false };
}

function oldReport(file: string): string {
  return `the report of an earlier scan is still there: ${file}`;
}

/** The JSON report of a cluster, if `--output` writes it to a folder. */
function findReportFile({ output }: Settings, report: Report): string | null {
  const json = parseOutputs(folderOutputs(output)).find(({ format }) => format === 'json');
  return json?.ending === undefined ? null : clusterFile(json.file, clusterNamed(report), json.ending);
}
