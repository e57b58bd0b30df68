import { clusterNamed } from '../report/cluster-named.ts';
import type { LoadCatalog } from './select-checks.ts';
import { exitCodes } from '../judge/exit-codes.ts';
import { ageText, momentText } from '../syntax/dates.ts';
import { formatCount } from '../syntax/english.ts';
import { sentence } from '../syntax/markdown.ts';
import { printable, printableData } from '../syntax/printable.ts';
import { shortened } from '../syntax/quoted.ts';
import { setFields } from '../syntax/set-fields.ts';
import type { Report } from '../report/schema.ts';
import { answerWords } from '../formats/text/gate.ts';
import { gateAnswer } from '../formats/text/gate-answer.ts';
import { answerLines } from '../formats/text/answers.ts';
import { configurationLines, judgedText } from '../formats/text/headline.ts';
import { wrap, type Layout } from '../formats/text/layout.ts';
import { readBaseline, refuseOtherCluster } from './baseline.ts';
import { parseDuration } from './duration.ts';
import { refuseOtherThan } from './require-cluster.ts';
import { lackReason, loadOwnBuild, readReport, type ReadReport } from './read-report.ts';
import { judgeReportAgain } from './judge-report.ts';
import { maxAgeOption } from './max-age.ts';
import type { Io } from './io.ts';
import { refuseBadValues } from './options/values.ts';
import { withEntryAcceptances } from './entry-acceptances.ts';
import type { Settings } from './options/settings.ts';
import { resolveLayout } from './outputs.ts';
import { warnOfAcceptances } from './policy-warnings.ts';

/** Tolerance for clocks that differ. */
const aheadMs = 5 * 60_000;

/** The argument of `gate`, and the option that only `gate` has. */
interface Own {
  report?: string;
  maxAge?: string;
}

/**
 * Applies these options to the report of an earlier scan, and returns the exit code that the scan would have had.
 * @returns 2 (0 with `--fail-on never`) if the report is older than `--max-age` or dated in the future, or if the gate
 *   is partial without `--allow-partial`
 * @throws ScanError (`usage`) if the report cannot be read, is of another cluster or was forged, or an option is
 *   invalid
 */
export async function gate(
  { report: file = '', maxAge }: Own,
  given: Settings,
  loadCatalog: LoadCatalog,
  io: Io,
): Promise<number> {
  refuseBadValues(setFields({ failOn: given.failOn }));
  const most = maxAge === undefined ? undefined : parseDuration(maxAge, maxAgeOption);
  const own = await loadOwnBuild(loadCatalog, io);
  const read = await readReport(file, own);
  const taken = read.report;
  const named = clusterNamed(taken);
  refuseOtherThan(named, given, file);
  const settings = withEntryAcceptances(given, named);
  const baseline = await readBaseline(settings, named, io, () => Promise.resolve(own));
  refuseOtherCluster(baseline, named.arn);
  if (settings.thresholds !== undefined) {
    io.stderr(`${printable(`eks-preflight: thresholds have no effect on ${file}: it was already judged`)}\n`);
  }
  const report = printableData(
    judgeReportAgain(taken, settings, { builtIn: own.checks, baseline, now: io.now().toISOString() }),
  );
  warnOfAcceptances(report, io);
  const age = io.now().getTime() - Date.parse(report.scannedAt);
  const stale = most === undefined ? undefined : staleReason(age, most, maxAge);
  const code = stale !== undefined || isRefused(report, settings) ? unjudgedCode(report) : report.exitCode;
  const configured = { ...report, exitCode: code, configuration: settings.configuration ?? null };
  io.stdout(`${outputLines(configured, { file, age, stale, code, read }, resolveLayout(io, settings)).join('\n')}\n`);
  return code;
}

/** Why a report cannot pass because of its age; undefined: it is recent enough. */
function staleReason(age: number, most: number, maxAge = ''): string | undefined {
  if (age < -aheadMs) return 'the report is dated in the future: check the clocks of both machines';
  return age > most ? `the report is ${ageText(age)} old; --max-age is ${maxAge.trim()}` : undefined;
}

/** True for a partial gate without `--allow-partial`: a pipeline that expects a verdict must not pass without one. */
function isRefused({ gate: { result } }: Report, { allowPartial = false }: Settings): boolean {
  return result === 'partial' && !allowPartial;
}

function unjudgedCode({ gate: { failOn } }: Report): number {
  return failOn.includes('never') ? exitCodes.ready : exitCodes.incomplete;
}

/** Notes that the report is from another build: this build does not know the checks of that build. */
function otherBuildLines(read: ReadReport): string[] {
  if (read.isOwn) return [];
  const { report, lacking } = read;
  const lack = lackReason(read);
  const results = formatCount(report.results.length - lacking.length, 'result');
  const only = `only its own ${results} can be judged`;
  const version = shortened(report.tool.version);
  return [
    `Written by another build of eks-preflight (${version}): ${only}.`,
    ...(lack === undefined ? [] : [sentence(lack)]),
  ].map(printable);
}

/** What the scan did not count, and this gate does. */
function widerLines({ gate: ofScan }: Report, { gate }: Report): string[] {
  const options = [
    ...(ofScan.scope !== 'all' && gate.scope === 'all' ? [`--scope ${ofScan.scope}`] : []),
    ...(ofScan.horizon !== 'path' && gate.horizon === 'path' ? [`--horizon ${ofScan.horizon}`] : []),
  ];
  if (options.length === 0) return [];
  const added = options.join(' ');
  return [`The scan had ${added}, this gate does not: it counts all findings. To count the same ones, add ${added}.`];
}

function outputLines(
  report: Report,
  {
    file,
    age,
    stale,
    code,
    read,
  }: { file: string; age: number; stale: string | undefined; code: number; read: ReadReport },
  layout: Layout,
): string[] {
  const old = answerWords('incomplete', report);
  const answer = stale === undefined ? gateAnswer(report) : { words: old, exit: `${old}, exit code ${code}: ${stale}` };
  return [
    ...wrap(`${answer.words} ${judgedText(report)}`, layout, 0),
    ...wrap(printable(`${file}: scanned ${momentText(report.scannedAt)}, ${ageText(age)} ago.`), layout, 2),
    ...widerLines(read.report, report).flatMap((line) => wrap(line, layout, 2)),
    ...otherBuildLines(read).flatMap((line) => wrap(line, layout, 2)),
    ...configurationLines(report).flatMap((line) => wrap(line, layout, 2)),
    ...answerLines(report, layout),
    ...wrap(answer.exit, layout, 0),
  ];
}
