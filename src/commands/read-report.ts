import type { AnyCheck } from '../check.ts';
import type { ScanError } from '../facts/reason.ts';
import { parseArea } from '../judge/check-id.ts';
import { findDirectionReason } from '../judge/direction.ts';
import type { Result } from '../judge/result.ts';
import { clusterNamed } from '../report/cluster-named.ts';
import { concludedAgain } from '../report/judge-gate-again.ts';
import type { Report } from '../report/schema.ts';
import { unwrap } from '../syntax/markdown.ts';
import { formatCount } from '../syntax/english.ts';
import { printable } from '../syntax/printable.ts';
import { shortened } from '../syntax/quoted.ts';
import { parseMinor } from '../syntax/versions.ts';
import { findLaterValue, longestReport, parseReport, readReportText, parseReportToShow } from './files/report-file.ts';
import { refuseForged } from './forged-report.ts';
import type { Io } from './io.ts';
import { buildDigest, type LoadCatalog } from './select-checks.ts';

/**
 * The one rule for reports that exist, whichever command reads them. A report is refused if it cannot be read, has
 * values that this version does not know, contradicts itself, or claims to be of this build without being so. It is
 * partial if it lacks a check of this build that can fail, unless it is blocked or incomplete already.
 */

/** This build: its built-in checks and their digest. */
export interface OwnBuild {
  checks: readonly AnyCheck[];
  build: string;
}

/** A report that commands may judge by. */
export interface ReadReport {
  /** Of another build: with a skipped result of each check that it lacks, and with the verdicts that follow. */
  report: Report;
  /** True if this build wrote it. */
  isOwn: boolean;
  /** The checks of this build that the report has no result of. */
  lacking: readonly AnyCheck[];
}

/** Loads the checks of this build. */
export async function loadOwnBuild(loadCatalog: LoadCatalog, { version }: Pick<Io, 'version'>): Promise<OwnBuild> {
  const { checks } = await loadCatalog();
  return toOwnBuild(checks, version);
}

/** This build, by its checks; those of plug-ins are left out. */
export function toOwnBuild(checks: readonly AnyCheck[], version: string): OwnBuild {
  const builtIn = checks.filter(({ plugin }) => plugin === undefined);
  return { checks: builtIn, build: buildDigest(version, builtIn) };
}

/**
 * Reads a JSON report that a scan wrote, to judge by it.
 * @param file a path or an `s3://` address
 * @throws ScanError (`usage`) if the report is refused
 */
export async function readReport(file: string, own: OwnBuild): Promise<ReadReport> {
  return parseReportToJudge(await readReportText(file, longestReport), file, own);
}

/** Like {@link readReport}, for the text of a report. */
export async function parseReportToJudge(text: string, file: string, own: OwnBuild): Promise<ReadReport> {
  return applyRule(await parseReport(text, file), file, own);
}

/**
 * Like {@link readReport}, to show the report: one of another build may have values that this version does not know. A
 * note on stderr then says that it cannot be judged.
 * @throws ScanError (`usage`)
 */
export async function readReportToRender(file: string, own: OwnBuild, io: Pick<Io, 'stderr'>): Promise<Report> {
  const text = await readReportText(file, longestReport);
  const shown = await parseReportToShow(text, file);
  const later = shown.tool.build === own.build ? undefined : await findLaterValue(shown, file);
  if (later === undefined) return (await parseReportToJudge(text, file, own)).report;
  io.stderr(`${printable(`eks-preflight: ${unjudgedText(later)}`)}\n`);
  return shown;
}

function unjudgedText({ reason: { message } }: ScanError): string {
  return `${message}. It is shown as it is, but cannot be judged.`;
}

function applyRule(taken: Report, file: string, { checks, build }: OwnBuild): ReadReport {
  if (taken.tool.build === build) {
    refuseForged(taken, checks, file);
    return { report: taken, isOwn: true, lacking: [] };
  }
  const lacking = listLacking(taken, checks);
  const results = [...taken.results, ...lacking.map(toSkipped)];
  return { report: concludedAgain({ ...taken, results }), isOwn: false, lacking };
}

/** The checks without a result, except those of the other direction: for them, there is nothing to judge. */
function listLacking(report: Report, checks: readonly AnyCheck[]): AnyCheck[] {
  const judged = new Set(report.results.map(({ id }) => id));
  const path = { current: parseMinor(clusterNamed(report).version) ?? 0, target: parseMinor(report.target) ?? 0 };
  return checks.filter((check) => !judged.has(check.id) && findDirectionReason(check, path) === undefined);
}

/** The result of a check that the report lacks: like that of one that was not selected. */
function toSkipped({ id, title, severity, why, links }: AnyCheck): Result {
  return {
    id,
    title,
    category: parseArea(id),
    severity,
    status: 'skip',
    reason: 'the report lacks this check',
    skipped: 'not-selected',
    why: unwrap(why),
    docs: links[0] ?? '',
    links: [...links],
    tables: [],
    findings: [],
    missing: [],
  };
}

/**
 * Says that the report lacks checks that can fail: `the report lacks 3 checks that can fail: eks-preflight 0.1.0 wrote
 * it; scan the cluster again`.
 * @returns undefined if it lacks none
 */
export function lackReason({ report: { tool, gate }, lacking }: ReadReport): string | undefined {
  const warns = gate.failOn.includes('warn');
  const needed = lacking.filter(({ severity }) => severity === 'fail' || warns);
  if (needed.length === 0) return undefined;
  const what = formatCount(needed.length, 'check');
  return `the report lacks ${what} that can ${warns ? 'warn or fail' : 'fail'}: eks-preflight ${shortened(tool.version)} wrote it; scan the cluster again`;
}
