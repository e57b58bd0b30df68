import { endOfReading } from '../../../src/inventory/as-of.ts';
import { refuseContradicting } from '../../../src/judge/compare-readings.ts';
import { removeFutureMoments } from '../../../src/judge/past-moments.ts';
import { isDeepStrictEqual } from 'node:util';
import { checks } from '../../../checks/index.ts';
import type { AnyCheck } from '../../../src/check.ts';
import type { ScanOptions } from '../../../src/commands/options/options.ts';
import { ScanError } from '../../../src/facts/reason.ts';
import { factNames, type FactName } from '../../../src/facts/facts.ts';
import type { Readings } from '../../../src/facts/reading.ts';
import { judge, type JudgeInput } from '../../../src/judge/engine.ts';
import { planKarpenter } from '../../../src/judge/plan/karpenter.ts';
import { planPath, planRollback } from '../../../src/judge/plan/target.ts';
import type { Result } from '../../../src/judge/result.ts';
import { foldUnreadMinors } from '../../../src/judge/unread-minors.ts';
import { allFindings, toVerdict, type Verdict } from '../../../src/judge/verdict.ts';

/** What a scan for an update and one for a rollback conclude; `refused`: the scan ends without a report. */
export interface Judged {
  results: ReadonlyMap<string, Result>;
  verdict: Verdict | 'refused';
}

/** The targets of a scan. */
export type Targets = Pick<ScanOptions, 'target' | 'karpenterTarget'>;

const now = '2026-11-20T12:00:00Z';
const everywhere: readonly FactName[] = ['cluster', 'clusterVersions', 'karpenterControllers'];

/**
 * Judges readings with all checks, as a scan does.
 * @param before if given, only checks that read a changed fact are judged again
 */
export function judgeAll(taken: Readings, targets: Targets, before?: { readings: Readings; judged: Judged }): Judged {
  try {
    const readings = compared(taken);
    const chosen = before === undefined ? checks : selectReaders(readings, compared(before.readings));
    const ups = judgeEach(chosen, planInput(readings, targets, false));
    const downs = judgeEach(
      chosen.filter(({ direction }) => direction === 'down'),
      planInput(readings, targets, true),
    );
    const results = new Map([...(before?.judged.results ?? []), ...ups, ...downs.map(rename)]);
    const own = foldUnreadMinors([...results].flatMap(([id, result]) => (id === result.id ? [result] : [])));
    return { results, verdict: toVerdict(allFindings(own), own) };
  } catch (error) {
    if (error instanceof ScanError) return { results: new Map(), verdict: 'refused' };
    throw error;
  }
}

const known = new WeakMap<Readings, Readings>();

/** Readings without what other readings, or the time of the scan, contradict. */
function compared(readings: Readings): Readings {
  const found =
    known.get(readings) ?? refuseContradicting(removeFutureMoments(readings, endOfReading({ takenAt: now })));
  known.set(readings, found);
  return found;
}

function rename([id, result]: [string, Result]): [string, Result] {
  return [`${id} (rollback)`, result];
}

function judgeEach(chosen: readonly AnyCheck[], input: JudgeInput): [string, Result][] {
  return chosen.map((check) => [check.id, judge(check, input)]);
}

/** @throws ScanError if there is no cluster, or no path for it */
function planInput(readings: Readings, { target, karpenterTarget }: Targets, isRollback: boolean): JudgeInput {
  if (readings.cluster?.ok !== true) {
    throw new ScanError(readings.cluster?.reason ?? { kind: 'absent', message: 'no cluster' });
  }
  const cluster = readings.cluster.value;
  const plan = isRollback ? planRollback(cluster) : planPath(cluster, readings.clusterVersions, target);
  const { current, versions } = plan;
  const wanted = isRollback ? 'current' : karpenterTarget;
  const karpenter = planKarpenter(readings.karpenterControllers, cluster.name, versions, wanted);
  const path = { current, target: plan.target, versions, karpenter: karpenter.path, steps: karpenter.steps };
  const selected = new Set(checks.map(({ id }) => id));
  return { readings, context: { cluster, ...path, now, selected }, source: 'live' };
}

/** Checks that read a changed fact; the result of every other check is unchanged. */
function selectReaders(readings: Readings, before: Readings): readonly AnyCheck[] {
  const other = new Set(factNames.filter((name) => !isDeepStrictEqual(readings[name], before[name])));
  if (everywhere.some((name) => other.has(name))) return checks;
  const areListed = other.has('subnets') || other.has('securityGroups');
  return checks.filter(({ needs, uses = [], applies }) =>
    [...needs, ...uses, ...(applies?.needs ?? []), ...(applies?.uses ?? [])].some(
      (name) => other.has(name) || (areListed && name === 'cluster'),
    ),
  );
}

/** What a scan concludes that the true answers do not show. */
export function compareJudged(before: Judged, after: Judged): string[] {
  if (after.verdict === 'refused') return [];
  const ready = after.verdict === 'ready' && before.verdict !== 'ready' ? ['the verdict becomes ready'] : [];
  const faults = [...after.results].flatMap(([id, result]) => {
    const was = before.results.get(id);
    return was === undefined || was === result ? [] : compareResults(was, result).map((fault) => `${id} ${fault}`);
  });
  return [...ready, ...faults];
}

function compareResults(was: Result, is: Result): string[] {
  if (is.findings.some(({ level }) => level === 'unknown')) return [];
  const wasFound = ['fail', 'warn', 'unknown'].includes(was.status);
  if (is.status === 'pass' && wasFound) return [`passes instead of ${was.status}`];
  if (is.status === 'skip' && wasFound) return [`does not apply instead of ${was.status}`];
  const [before, after] = [was, is].map(({ findings }) => findings.filter(({ level }) => level === 'fail').length);
  return (after ?? 0) < (before ?? 0) ? ['loses a failure'] : [];
}
