import type { AnyCheck } from '../../check.ts';
import { ScanError } from '../../facts/reason.ts';
import { notScanned, toFleetCluster } from '../../report/fleet/cluster.ts';
import type { FleetCluster } from '../../report/fleet/schema.ts';
import { addProblems, type Problems } from '../../report/fleet/shared.ts';
import { isAhead } from '../../schedule/changes/clocks.ts';
import { grouped } from '../../syntax/grouped.ts';
import { printable, printableData } from '../../syntax/printable.ts';
import { parseReport } from '../files/report-file.ts';
import { refuseForged } from '../forged-report.ts';
import { judgeReportAgain } from '../judge-report.ts';
import { ageText } from '../max-age.ts';
import type { Settings } from '../options/settings.ts';
import { buildDigest } from '../select-checks.ts';
import type { FoundReport } from './find-reports.ts';

/** What reports are judged by. */
export interface Judging {
  settings: Settings;
  checks: readonly AnyCheck[];
  version: string;
  /** The time of the fleet's report, ISO 8601. */
  now: string;
  /** In milliseconds, and as `--max-age` has it; undefined: any age counts. */
  maxAge: { ms: number; text: string } | undefined;
}

/** How many reports are read at the same time: each may have up to 100 MB. */
const mostAtOnce = 8;

/** The clusters of a fleet, one for each cluster, and the problems of those that were scanned. */
export async function readClusters(
  found: readonly FoundReport[],
  judging: Judging,
): Promise<{ clusters: FleetCluster[]; problems: Problems }> {
  const problems: Problems = new Map();
  const left = found.entries();
  const clusters: FleetCluster[] = [];
  const readSome = async (): Promise<void> => {
    for (const [index, one] of left) clusters[index] = await readCluster(one, judging, problems);
  };
  await Promise.all(Array.from({ length: mostAtOnce }, readSome));
  return { clusters: joinRepeated(clusters, problems), problems };
}

/** A report that cannot be read is a cluster that was not scanned, with the reason. */
async function readCluster(found: FoundReport, judging: Judging, problems: Problems): Promise<FleetCluster> {
  const { about } = found;
  try {
    const text = await found.read();
    if (text === undefined) return notScanned({ ...about, report: null }, `no report at ${about.report}`);
    const report = await judgeText(text, about.report, judging);
    const changedAt = (await found.readState())?.changedAt ?? null;
    const { now, maxAge } = judging;
    const stale = staleReason(report.scannedAt, now, maxAge);
    const cluster = toFleetCluster(report, { report: about.report, changedAt, stale, now });
    if (stale === undefined && cluster.arn !== null) addProblems(problems, report, cluster.arn);
    return printableData(cluster);
  } catch (error) {
    if (!(error instanceof ScanError)) throw error;
    return notScanned(about, printable(withoutPath(error.reason.message, about.report)));
  }
}

async function judgeText(text: string, file: string, { settings, checks, version, now }: Judging) {
  const taken = await parseReport(text, file);
  if (taken.tool.build === buildDigest(version, checks)) refuseForged(taken, checks, file);
  return judgeReportAgain(taken, settings, { builtIn: checks, baseline: undefined, now });
}

/** The row of the table names the report. */
function withoutPath(message: string, file: string): string {
  return message.startsWith(`${file} `) ? `the report ${message.slice(file.length + 1)}` : message;
}

function staleReason(scannedAt: string, now: string, maxAge: Judging['maxAge']): string | undefined {
  if (isAhead(scannedAt, now)) return 'the report is dated in the future: check the clocks of both machines';
  const age = Date.parse(now) - Date.parse(scannedAt);
  if (maxAge === undefined || age <= maxAge.ms) return undefined;
  return `the report is ${ageText(age)} old; --max-age is ${maxAge.text}`;
}

/** One cluster for each ARN: which of two reports counts is not known, so a cluster with two was not scanned. */
function joinRepeated(clusters: readonly FleetCluster[], problems: Problems): FleetCluster[] {
  const byArn = grouped(clusters, ({ arn, report, name }) => arn ?? `${name} ${report}`);
  return [...byArn.values()].flatMap((same) => {
    const [newest] = same.toSorted((a, b) => Date.parse(b.scannedAt ?? '') - Date.parse(a.scannedAt ?? ''));
    if (newest === undefined || same.length === 1) return same;
    for (const { clusters: arns } of problems.values()) arns.delete(newest.arn ?? '');
    const others = same.map(({ report }) => report ?? '').toSorted();
    return [
      {
        ...newest,
        status: 'not-scanned' as const,
        reason: `${same.length} reports of this cluster: ${others.join(', ')}`,
      },
    ];
  });
}
