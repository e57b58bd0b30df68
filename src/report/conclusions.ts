import { isRollbackPath } from '../judge/direction.ts';
import { compareFindings, countChanges } from '../judge/compare-findings.ts';
import { toExitCode } from '../judge/exit-codes.ts';
import { acceptFindings, raiseLevels, type Acceptance } from '../judge/policy.ts';
import type { Result } from '../judge/result.ts';
import {
  acceptedFindings,
  allFindings,
  buildGate,
  isAfter,
  isStep,
  toVerdict,
  type GateOptions,
} from '../judge/verdict.ts';
import type { JointStep } from '../karpenter/path.ts';
import { isReached } from '../judge/plan/karpenter.ts';
import { listDifferences } from './differences.ts';
import { buildAnswers } from './answers.ts';
import { numberedEntries, reportedEntries } from './entries.ts';
import type { Report } from './schema.ts';
import { buildUpgradePath } from './upgrade-path.ts';

/** A team's settings: checks whose warnings fail, accepted findings, an older report to compare with. */
export interface Policy {
  /** IDs of the checks whose warnings fail. */
  raised: ReadonlySet<string>;
  acceptances: readonly Acceptance[];
  /** An older report of the same cluster, and its file as the options name it. */
  baseline: { file: string; report: Report } | undefined;
}

/** The policy of a team that sets nothing. */
export const noPolicy: Policy = { raised: new Set(), acceptances: [], baseline: undefined };

/** The input of {@link buildConclusions}. */
export interface Premises {
  results: readonly Result[];
  steps: readonly JointStep[];
  gate: Omit<GateOptions, 'steps' | 'baseline'>;
  policy: Policy;
  about: Pick<Report, 'judgedAt' | 'target' | 'cluster' | 'karpenter' | 'coverage'>;
}

type Conclusions = Pick<
  Report,
  'now' | 'steps' | 'verdict' | 'answers' | 'gate' | 'exitCode' | 'entries' | 'acceptances' | 'summary' | 'results'
>;

/** Computes everything in a report that follows from its findings and the team's policy. */
export function buildConclusions(premises: Premises): Conclusions {
  const verdicts = buildVerdicts(premises);
  const entries = numberedEntries(verdicts);
  const answers = buildAnswers({ ...premises.about, results: verdicts.results, steps: verdicts.steps }, entries);
  return { ...verdicts, answers, entries: reportedEntries(entries) };
}

/** As {@link buildConclusions}, without the entries and the answers, which take most of the time. */
export function buildVerdicts({
  results: judged,
  steps,
  gate: options,
  policy,
  about,
}: Premises): Omit<Conclusions, 'entries' | 'answers'> {
  const path = buildUpgradePath(about, steps);
  const when = { judgedAt: about.judgedAt, path };
  const accepted = acceptFindings(raiseLevels(judged, policy.raised), policy.acceptances, when);
  const { baseline } = policy;
  const results =
    baseline === undefined
      ? accepted.results
      : compareFindings(accepted.results, findComparable(baseline.report, steps), path);
  const found = allFindings(results);
  const reported = buildReportSteps(steps, found, results);
  const compared = baseline === undefined ? null : comparison(baseline, { ...about, results, steps: reported });
  const gate = buildGate(results, { ...options, steps, baseline: compared });
  return {
    now: countLevels(found.filter(({ finding }) => finding.at === null)),
    steps: reported,
    verdict: toVerdict(found, results),
    gate,
    exitCode: toExitCode(gate),
    acceptances: accepted.notes,
    summary: buildSummary(results, found),
    results,
  };
}

/** The results of a baseline; none if it judges the other direction, so that all findings are new. */
function findComparable(baseline: Report, steps: Premises['steps']): Report['results'] {
  return isRollbackPath(baseline.steps) === isRollbackPath(steps) ? baseline.results : [];
}

function comparison(
  { file, report }: NonNullable<Policy['baseline']>,
  now: Premises['about'] & Pick<Report, 'results' | 'steps'>,
): NonNullable<Report['gate']['baseline']> {
  const { scannedAt } = report;
  return { report: file, scannedAt, counts: countChanges(now.results), differs: listDifferences(now, report) };
}

type Found = ReturnType<typeof allFindings>;

function countLevels(all: Found): Report['now'] {
  const found = all.filter(({ finding }) => finding.accepted === null);
  const count = (level: string) => found.filter(({ finding }) => finding.level === level).length;
  const after = found.filter(({ finding }) => isAfter(finding)).length;
  return { fail: count('fail'), unknown: count('unknown'), warn: count('warn') - after, after };
}

/** The verdict of a step covers today and the path up to its end; its counts cover the findings at this step only. */
function buildReportSteps(steps: readonly JointStep[], found: Found, results: readonly Result[]): Report['steps'] {
  return steps.map((step, index) => {
    const done = steps.slice(0, index + 1);
    const reached = found.filter(({ finding }) => isReached(finding.at, done));
    const verdict = toVerdict(reached, results);
    const here = found.filter(({ finding }) => isStep(finding.at, step));
    const { component, from, to } = step;
    return { component, from, to, verdict, ...countLevels(here) };
  });
}

function buildSummary(results: readonly Result[], found: Found): Report['summary'] {
  const count = (status: Result['status']) => results.filter((result) => result.status === status).length;
  const isOnlyAfter = ({ findings }: Result) =>
    findings.filter(({ accepted }) => accepted === null).every((finding) => isAfter(finding));
  const after = results.filter((result) => result.status === 'warn' && isOnlyAfter(result)).length;
  return {
    results: {
      pass: count('pass'),
      fail: count('fail'),
      unknown: count('unknown'),
      warn: count('warn') - after,
      after,
      skip: count('skip'),
      accepted: count('accepted'),
    },
    findings: { ...countLevels(found), accepted: acceptedFindings(results).length },
  };
}
