import { countsFor, type Question } from '../judge/questions.ts';
import type { ReportedFinding } from '../judge/result.ts';
import { valuesOf } from '../judge/verdict-values.ts';
import { allFindings, hides, toAnswer } from '../judge/verdict.ts';
import { numberedEntries, type NumberedEntry } from './entries.ts';
import type { Report } from './schema.ts';

/** The answer to one question. */
export type Answer = NonNullable<Report['answers']>[number];

type Judged = Pick<Report, 'results' | 'steps' | 'cluster' | 'target' | 'karpenter' | 'coverage'>;

/**
 * Answers each question from what the findings stop. Without Karpenter, its question has an answer only if something
 * that was not seen may be Karpenter.
 */
export function buildAnswers(report: Judged, entries: readonly NumberedEntry[]): Answer[] {
  const all = allFindings(report.results);
  const byFingerprint = new Map(all.map((one) => [one.finding.fingerprint, one]));
  return valuesOf.question.flatMap((question) => {
    const has = (isMeant: (finding: ReportedFinding, result: (typeof all)[number]['result']) => boolean) =>
      entries.flatMap(({ number, findings }) => {
        const isOne = findings.some(({ fingerprint }) => {
          const one = byFingerprint.get(fingerprint);
          return one !== undefined && isMeant(one.finding, one.result) && countsFor(question, one, report);
        });
        return isOne ? [number] : [];
      });
    const blockers = has(({ level }) => level === 'fail');
    const unknown = has((finding, result) => hides('fail', finding, result)).filter((one) => !blockers.includes(one));
    const isOpen = unknown.length > 0 && report.coverage.facts['karpenterControllers']?.ok !== true;
    if (question === 'karpenter' && report.karpenter.length + blockers.length === 0 && !isOpen) return [];
    return [{ question, ...ends(question, report), verdict: toAnswer(question, all, report), blockers, unknown }];
  });
}

function ends(question: Question, { cluster, target, karpenter }: Judged): Pick<Answer, 'from' | 'to'> {
  if (question !== 'karpenter') return { from: cluster?.version ?? null, to: target };
  const serving = karpenter.find((one) => one.target !== null) ?? karpenter[0];
  return { from: serving?.version ?? null, to: serving?.target ?? null };
}

/** True if what the report is asked for depends on the entry: with `--scope control-plane`, if it may stop that. */
export function isInScope(number: number, report: Judged & Pick<Report, 'gate'>): boolean {
  const scoped = reportAnswers(report).find(({ question }) => question === report.gate.scope);
  return scoped === undefined || scoped.blockers.includes(number) || scoped.unknown.includes(number);
}

const known = new WeakMap<Report['results'], Answer[]>();

/** The answers of a report, from its results: a format asks for them several times. */
export function reportAnswers(report: Judged): Answer[] {
  const answers = known.get(report.results) ?? buildAnswers(report, numberedEntries(report));
  known.set(report.results, answers);
  return answers;
}
