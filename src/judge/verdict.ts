import * as z from 'zod/mini';
import { open } from './plan/open-enum.ts';
import { namedUnjudged } from './check-tables.ts';
import { countsFor, mayStop, type Question, type Steps } from './questions.ts';
import { count, type ReportedFinding, type Result } from './result.ts';

/**
 * `blocked`: a finding fails. `incomplete`: none fails, but data that could show a failure was not seen. `partial`:
 * neither, but a check that could fail was not selected, so readiness is not judged. `ready`: none of these.
 */
export const verdict = open(['ready', 'partial', 'blocked', 'incomplete']);
/** The verdict on a cluster, on a step or of the gate. */
export type Verdict = z.infer<typeof verdict>;

/** What the gate counts, and its verdict. */
export const gate = z.object({
  /** What causes exit code 1; always includes `fail`, except with `never`, which causes exit code 0. */
  failOn: z.array(open(['fail', 'warn', 'unknown', 'not-covered', 'never'])),
  /** Whether only findings that stop the control plane update count. */
  scope: open(['all', 'control-plane']),
  /** Whether the whole path counts, or only now and the first step. */
  horizon: open(['path', 'next']),
  /** Checks that `--require` names but that were not judged. */
  unmetRequirements: z.array(z.string()),
  /** Topics without a check, which count with `--fail-on not-covered`; otherwise empty. */
  notCovered: z.array(z.string()),
  /** The report whose findings the gate does not count again; null without `--baseline`. */
  baseline: z.nullable(
    z.object({
      /** The file, as `--baseline` names it. */
      report: z.string(),
      /** When its facts were taken, ISO 8601. */
      scannedAt: z.string(),
      /** The numbers of findings, without warnings of phase after and accepted findings. */
      counts: z.object({
        /** Findings that the baseline does not have. */
        new: count,
        /** Findings at a worse level, or an earlier step, than in the baseline. */
        worse: count,
        /** Findings that the baseline has, and that are not worse. */
        known: count,
        /** The unknowns among the known findings: what they hide was not seen in the baseline, either. */
        knownUnknown: count,
      }),
      /** How the baseline differs from this scan: another target, other plug-ins, checks or grants. */
      differs: z.array(z.string()),
    }),
  ),
  /** The verdict over the findings that count; with `--fail-on warn`, any unselected check can make it `partial`. */
  result: verdict,
});
/** The gate: which findings count, and the verdict over them. The exit code follows from it. */
export type Gate = z.infer<typeof gate>;

export type FailOn = Gate['failOn'];

/** The options of the gate. They change neither the verdict of the report nor its findings. */
export interface GateOptions {
  failOn: FailOn;
  scope: 'all' | 'control-plane';
  horizon: 'path' | 'next';
  /** Ids of checks that must have been judged. */
  required: readonly string[];
  /** The selected topics that no check covers: they count with `--fail-on not-covered`. */
  notCovered: readonly string[];
  /** The steps of the path; empty if no update is planned. */
  steps: Steps;
  /** The earlier report that the findings were compared with; null if there is none. */
  baseline: Gate['baseline'];
}

interface Judged {
  finding: ReportedFinding;
  result: Result;
}

type AcceptedFinding = ReportedFinding & { accepted: NonNullable<ReportedFinding['accepted']> };

/** Every finding, with its result. */
export function allFindings(results: readonly Result[]): Judged[] {
  return results.flatMap((result) => result.findings.map((finding) => ({ finding, result })));
}

export function acceptedFindings(results: readonly Result[]): AcceptedFinding[] {
  return results.flatMap(({ findings }) => findings.filter(isAccepted));
}

function isAccepted(finding: ReportedFinding): finding is AcceptedFinding {
  return finding.accepted !== null;
}

/** True for a warning whose fix belongs after the update: counted separately, and never by the gate. */
export function isAfter({ level, phase }: Pick<ReportedFinding, 'level' | 'phase'>): boolean {
  return level === 'warn' && phase === 'after';
}

/** True for a warning whose fix belongs before the update. */
export function isWarning({ level, phase }: Pick<ReportedFinding, 'level' | 'phase'>): boolean {
  return level === 'warn' && phase === 'before';
}

/** The status of a judged check: the worst of its findings that count; `accepted` if all are accepted. */
export function toStatus(findings: readonly Pick<ReportedFinding, 'level' | 'accepted'>[]): Result['status'] {
  const counted = findings.filter(({ accepted }) => accepted === null);
  if (counted.some(({ level }) => level === 'fail')) return 'fail';
  if (counted.some(({ level }) => level === 'unknown')) return 'unknown';
  if (counted.length > 0) return 'warn';
  return findings.length > 0 ? 'accepted' : 'pass';
}

/**
 * The worst of the findings that are not accepted: `blocked` if one fails, `incomplete` if a check that can fail could
 * not be judged, `partial` if a check that can fail was not selected, else `ready`. Ignores unknowns that can only hide
 * a warning, and unknowns of phase after.
 * @param all the findings to judge
 * @param results of all checks, including those that were not selected
 */
export function toVerdict(all: readonly Judged[], results: readonly Result[]): Verdict {
  const findings = all.filter(({ finding }) => finding.accepted === null);
  if (findings.some(({ finding }) => finding.level === 'fail')) return 'blocked';
  if (findings.some(({ finding, result }) => hides('fail', finding, result))) return 'incomplete';
  return leavesOut('fail', results) ? 'partial' : 'ready';
}

/** The verdict on one question: over the findings that count for it, and the checks that may stop it. */
export function toAnswer(
  question: Question,
  all: readonly Judged[],
  path: { results: readonly Result[]; steps: Steps },
): Verdict {
  const here = all.filter((one) => countsFor(question, one, path));
  return toVerdict(
    here,
    path.results.filter((result) => mayStop(question, result, path.steps)),
  );
}

/** True if a check that can report this level, or a worse one, was not selected. */
export function leavesOut(level: 'fail' | 'warn', results: readonly Result[]): boolean {
  return results.some(
    ({ skipped, severity }) => skipped === 'not-selected' && (level === 'warn' || severity === 'fail'),
  );
}

/**
 * Whether an unknown finding may hide a finding of this level. At worst, it hides one of the severity of its check; if
 * `unseen.hides` is `warn`, it hides only warnings. An unknown of phase after hides nothing: the gate does not count
 * that phase.
 */
export function hides(
  level: 'fail' | 'warn',
  finding: Pick<ReportedFinding, 'level' | 'phase' | 'unseen'>,
  result: Pick<Result, 'severity'>,
): boolean {
  if (finding.level !== 'unknown' || finding.phase === 'after') return false;
  if (level === 'warn') return true;
  return result.severity === 'fail' && !(finding.unseen?.kind === 'fact' && finding.unseen.hides === 'warn');
}

/**
 * Evaluates the gate: the findings inside scope and horizon, at the requested levels. With `warn` in `failOn`, an
 * unknown of a check that can only warn counts, too: it may hide a warning.
 */
export function buildGate(results: readonly Result[], options: GateOptions): Gate {
  const counted = countedByGate(results, options);
  const unjudged = namedUnjudged(results);
  const isMet = (id: string) => !unjudged.has(id) && results.some((result) => result.id === id && wasJudged(result));
  const unmet = options.required.filter((id) => !isMet(id));
  const { failOn, scope, horizon, baseline, steps } = options;
  const notCovered = failOn.includes('not-covered') ? [...options.notCovered] : [];
  const result = toGateResult(counted, { results, unmet: unmet.length > 0, failOn, scope, steps });
  return {
    failOn,
    scope,
    horizon,
    unmetRequirements: unmet.toSorted(),
    notCovered,
    baseline,
    result: notCovered.length > 0 ? 'blocked' : result,
  };
}

/**
 * Selects the findings that the gate evaluates: not accepted, not `known` from a baseline, inside scope and horizon, at
 * every level. With `unknown` in `failOn`, an unknown counts even if the baseline has it: nothing shows what it hides.
 */
export function countedByGate(
  results: readonly Result[],
  options: Pick<GateOptions, 'scope' | 'horizon' | 'steps' | 'failOn'>,
): Judged[] {
  const { scope, steps } = options;
  const isInScope = (one: Judged) => scope === 'all' || countsFor(scope, one, { results, steps });
  return allFindings(results).filter((one) => isInScope(one) && counts(one.finding, options));
}

/** True if the check was judged in full: with an unknown finding, it was not, even if another finding fails. */
function wasJudged({ status, findings }: Result): boolean {
  return status !== 'skip' && !findings.some(({ level }) => level === 'unknown');
}

function counts(
  { at, accepted, baseline, level }: ReportedFinding,
  { horizon, steps: [firstStep], failOn }: Parameters<typeof countedByGate>[1],
): boolean {
  if (accepted !== null) return false;
  if (baseline === 'known' && !(level === 'unknown' && failOn.includes('unknown'))) return false;
  return horizon === 'path' || at === null || (firstStep !== undefined && isStep(at, firstStep));
}

/** True if a finding applies from the end of exactly this step. */
export function isStep(at: ReportedFinding['at'], { component, to }: Steps[number]): boolean {
  return at?.component === component && at.version === to;
}

function toGateResult(
  counted: readonly Judged[],
  {
    results,
    unmet,
    failOn,
    scope,
    steps,
  }: Pick<GateOptions, 'failOn' | 'scope' | 'steps'> & { results: readonly Result[]; unmet: boolean },
): Verdict {
  const fails = counted.some(({ finding }) => finding.level === 'fail');
  const warns = failOn.includes('warn') && counted.some(({ finding }) => isWarning(finding));
  if (fails || warns) return 'blocked';
  const lowest = failOn.includes('warn') ? 'warn' : 'fail';
  const unseen = unmet || counted.some(({ finding, result }) => hides(lowest, finding, result));
  if (unseen) return failOn.includes('unknown') ? 'blocked' : 'incomplete';
  // A check does not declare what its warnings may stop.
  const isLimited = scope !== 'all' && lowest === 'fail';
  const inScope = isLimited ? results.filter((result) => mayStop(scope, result, steps)) : results;
  return leavesOut(lowest, inScope) ? 'partial' : 'ready';
}
