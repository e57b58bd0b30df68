import * as z from 'zod/mini';
import type { JointStep } from '../karpenter/path.ts';
import { open } from './plan/open-enum.ts';
import { count, type ReportedFinding, type Result } from './result.ts';

/**
 * `blocked`: something fails. `incomplete`: nothing fails, but something that could was not seen. `partial`: neither, but a check
 * that could fail was not selected, so readiness is not judged. `ready`: none of these.
 */
export const verdict = open(['ready', 'partial', 'blocked', 'incomplete']);
/** What a cluster, a step or the gate comes to. */
export type Verdict = z.infer<typeof verdict>;

/** What the gate counts, and the acceptances that it does not follow. The report's schema is composed of these. */
export const gate = z.object({
  /** Levels that cause exit code 1 or 2; always includes `fail`, except with `never`. */
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
      /** Findings that count in the verdict: warnings of phase after and what is accepted are left out. */
      counts: z.object({
        /** Findings that the baseline does not have. */
        new: count,
        /** Findings at a worse level, or an earlier step, than in the baseline. */
        worse: count,
        /** Findings that the baseline has. */
        known: count,
        /** The unknowns among those that the baseline has: what they hide was not seen then, either. */
        knownUnknown: count,
      }),
      /** How the baseline differs from this scan: another target, other plug-ins, checks or grants. */
      differs: z.array(z.string()),
    }),
  ),
  /** The verdict over the findings that count; with `--fail-on warn`, `partial` also if a check that can only warn was not selected. */
  result: verdict,
});
/** What the options let count, and what it comes to: the exit code follows it. */
export type Gate = z.infer<typeof gate>;

export type FailOn = Gate['failOn'];

/** The options of the gate. None of them changes the verdict or what is reported. */
export interface GateOptions {
  failOn: FailOn;
  scope: 'all' | 'control-plane';
  horizon: 'path' | 'next';
  /** Ids of checks that must have been judged. */
  required: readonly string[];
  /** The selected topics that no check covers: they count with `--fail-on not-covered`. */
  notCovered: readonly string[];
  /** The first step of the path; undefined if no update is planned. */
  firstStep: JointStep | undefined;
  /** The report that findings were compared with; null if there is none. */
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

/** The findings that do not count because they are accepted. */
export function acceptedFindings(results: readonly Result[]): AcceptedFinding[] {
  return results.flatMap(({ findings }) => findings.filter(isAccepted));
}

function isAccepted(finding: ReportedFinding): finding is AcceptedFinding {
  return finding.accepted !== null;
}

/** A warning whose fix belongs after the update: counted separately, and never by the gate. */
export function isAfter({ level, phase }: Pick<ReportedFinding, 'level' | 'phase'>): boolean {
  return level === 'warn' && phase === 'after';
}

/** A warning whose fix belongs before the update. */
export function isWarning({ level, phase }: Pick<ReportedFinding, 'level' | 'phase'>): boolean {
  return level === 'warn' && phase === 'before';
}

/** The status of a check that was judged: the worst of its findings that count; `accepted` where none of them does. */
export function toStatus(findings: readonly Pick<ReportedFinding, 'level' | 'accepted'>[]): Result['status'] {
  const counted = findings.filter(({ accepted }) => accepted === null);
  if (counted.some(({ level }) => level === 'fail')) return 'fail';
  if (counted.some(({ level }) => level === 'unknown')) return 'unknown';
  if (counted.length > 0) return 'warn';
  return findings.length > 0 ? 'accepted' : 'pass';
}

/**
 * The worst of the findings that are not accepted: `blocked` if one fails, `incomplete` if a check that can fail could not
 * be judged, `partial` if one was not selected, else `ready`. Unknowns of checks that can only warn, and those of phase
 * after, are only counted and shown.
 * @param all the findings to judge
 * @param results of all checks, with those that were not selected
 */
export function toVerdict(all: readonly Judged[], results: readonly Result[]): Verdict {
  const findings = all.filter(({ finding }) => finding.accepted === null);
  if (findings.some(({ finding }) => finding.level === 'fail')) return 'blocked';
  if (findings.some(({ finding, result }) => hides('fail', finding, result))) return 'incomplete';
  return leavesOut('fail', results) ? 'partial' : 'ready';
}

/** True if a check that could report at this level, or at a worse one, was not selected. */
export function leavesOut(level: 'fail' | 'warn', results: readonly Result[]): boolean {
  return results.some(
    ({ skipped, severity }) => skipped === 'not-selected' && (level === 'warn' || severity === 'fail'),
  );
}

/**
 * An unknown finding hides at worst the worst level of its check, or the worst that the missing fact can cause. One of
 * phase after hides nothing: what follows the update never fails, and the gate does not count it.
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
 * Judges the gate: the findings inside scope and horizon, at the requested levels. With `warn` in the set, an unknown of a
 * check that can only warn counts, too: it may hide a warning.
 */
export function buildGate(results: readonly Result[], options: GateOptions): Gate {
  const counted = countedByGate(results, options);
  const unmet = options.required.filter((id) => !results.some((result) => result.id === id && wasJudged(result)));
  const { failOn, scope, horizon, baseline } = options;
  const notCovered = failOn.includes('not-covered') ? [...options.notCovered] : [];
  const result = toGateResult(counted, { results, unmet: unmet.length > 0, failOn });
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
 * The findings that the gate looks at: not accepted, not `known` from a baseline, inside scope and horizon, at every level.
 * With `unknown` in the set, an unknown counts even if the baseline has it: the baseline does not show what it hides.
 */
export function countedByGate(
  results: readonly Result[],
  options: Pick<GateOptions, 'scope' | 'horizon' | 'firstStep' | 'failOn'>,
): Judged[] {
  return allFindings(results).filter(({ finding }) => counts(finding, options));
}

/** True if the check was judged in full: a failure does not make up for something unknown. */
function wasJudged({ status, findings }: Result): boolean {
  return status !== 'skip' && !findings.some(({ level }) => level === 'unknown');
}

function counts(
  { blocks, at, accepted, baseline, level }: ReportedFinding,
  { scope, horizon, firstStep, failOn }: Parameters<typeof countedByGate>[1],
): boolean {
  if (accepted !== null) return false;
  if (baseline === 'known' && !(level === 'unknown' && failOn.includes('unknown'))) return false;
  if (scope === 'control-plane' && blocks !== 'control-plane') return false;
  return horizon === 'path' || at === null || (firstStep !== undefined && isStep(at, firstStep));
}

/** True if a finding applies from the end of exactly this step. */
export function isStep(at: ReportedFinding['at'], { component, to }: JointStep): boolean {
  return at?.component === component && at.version === to;
}

function toGateResult(
  counted: readonly Judged[],
  { results, unmet, failOn }: { results: readonly Result[]; unmet: boolean; failOn: FailOn },
): Verdict {
  const fails = counted.some(({ finding }) => finding.level === 'fail');
  const warns = failOn.includes('warn') && counted.some(({ finding }) => isWarning(finding));
  if (fails || warns) return 'blocked';
  const lowest = failOn.includes('warn') ? 'warn' : 'fail';
  const unseen = unmet || counted.some(({ finding, result }) => hides(lowest, finding, result));
  if (unseen) return failOn.includes('unknown') ? 'blocked' : 'incomplete';
  return leavesOut(lowest, results) ? 'partial' : 'ready';
}
