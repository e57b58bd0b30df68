import { controlPlaneAnswer } from '../../report/answer-text.ts';
import type { Report } from '../../report/schema.ts';
import { beginsWithKarpenter } from '../../judge/questions.ts';
import { exitCodes } from '../../judge/exit-codes.ts';
import { acceptedFindings, countedByGate, hides, type Verdict } from '../../judge/verdict.ts';
import { countEntries } from '../../report/entries.ts';
import { countEntryChanges } from '../../report/entry-changes.ts';
import { formatCount, formatList } from '../../syntax/english.ts';

/**
 * The answer that the options ask for, in capitals, with what it does not count: `READY (3 accepted, 1 of them
 * unknown)`, `READY for the control plane`, `READY for Karpenter, then the control plane`. A baseline, `--horizon` and `--fail-on` do not change it.
 */
export function verdictText(report: Report): string {
  return answerWords(scopeVerdict(report), report);
}

/** A verdict in the same words. */
export function answerWords(verdict: Verdict, { gate: { scope }, results, steps }: Report): string {
  const accepted = acceptedFindings(results);
  const unknown = accepted.filter(({ level }) => level === 'unknown').length;
  const isSecond = verdict === 'ready' && beginsWithKarpenter(steps);
  const about = scope === 'all' ? '' : ` for ${isSecond ? 'Karpenter, then ' : ''}the control plane`;
  const counts = `${accepted.length} accepted${unknown === 0 ? '' : `, ${unknown} of them unknown`}`;
  return `${verdict.toUpperCase()}${about}${accepted.length === 0 ? '' : ` (${counts})`}`;
}

/** The verdict; with `--scope control-plane`, the answer on the control plane. */
export function scopeVerdict(report: Report): Verdict {
  return (report.gate.scope === 'all' ? undefined : controlPlaneAnswer(report)?.verdict) ?? report.verdict;
}

/**
 * `BLOCKED, exit code 1`; and why, if the exit code is not that of the verdict: `BLOCKED, exit code 0: 2 known entries
 * not counted because of --baseline old.json`.
 * @param verdict the verdict that the first line has
 */
export function exitText(report: Report, verdict = scopeVerdict(report)): string {
  const { gate, exitCode } = report;
  const usual = verdict === 'partial' ? exitCodes.ready : exitCodes[verdict];
  const isUsual = usual === exitCode && gate.result === scopeVerdict(report) && gate.unmetRequirements.length === 0;
  const reasons = isUsual ? [] : gateReasons(report);
  return `${answerWords(verdict, report)}, exit code ${exitCode}${reasons.length === 0 ? '' : `: ${reasons.join('; ')}`}`;
}

/**
 * What the gate says if that is not what the verdict says, for readers without a command line: without the exit code.
 * Undefined: it says the same.
 */
export function gateDifference(report: Report): string | undefined {
  const { gate } = report;
  if (gate.result === scopeVerdict(report) && gate.unmetRequirements.length === 0) return undefined;
  return `With its options, the scan ends as ${gate.result}: ${gateReasons(report).join('; ')}.`;
}

/** What leads to the result, then what the gate does not count because of acceptances, the baseline or options. */
function gateReasons(report: Report): string[] {
  const { gate, exitCode, results, steps, selection } = report;
  const { selected, total } = selection;
  const isSet = (level: Report['gate']['failOn'][number]): boolean => gate.failOn.includes(level);
  const here = countedByGate(results, { ...gate, steps });
  const { fail: fails, warn } = countEntries(here.map(({ finding }) => finding));
  const unknowns = here.filter(({ finding, result }) => hides(isSet('warn') ? 'warn' : 'fail', finding, result));
  const counting = countEntries(unknowns.map(({ finding }) => finding)).unknown;
  const unmet = gate.unmetRequirements;
  return [
    ...(unmet.length === 0 ? [] : [`required, but not judged: ${unmet.join(', ')}`]),
    ...(gate.result === 'partial' ? [`${formatCount(total - selected, 'check')} not selected`] : []),
    ...(gate.result === 'partial' && exitCode !== 0 ? ['use --allow-partial to accept this'] : []),
    ...(fails === 0 ? [] : [formatCount(fails, 'blocker')]),
    ...(isSet('warn') && warn > 0 ? [`${formatCount(warn, 'warning')}, counted because of --fail-on warn`] : []),
    ...(fails > 0 || counting === 0
      ? []
      : [`${counting} unknown${isSet('unknown') ? ', counted because of --fail-on unknown' : ''}`]),
    ...(gate.notCovered.length === 0
      ? []
      : [`${formatCount(gate.notCovered.length, 'topic')} not covered, counted because of --fail-on not-covered`]),
    ...dealtWith(report),
    ...(gate.horizon === 'path' ? [] : ['later steps not counted because of --horizon next']),
    ...(isSet('never') && gate.result !== 'ready' && gate.result !== 'partial'
      ? ['not counted because of --fail-on never']
      : []),
  ];
}

/** Findings that do not count because they are accepted, or known from the baseline. */
function dealtWith(report: Report): string[] {
  const { gate, results } = report;
  const { baseline, failOn } = gate;
  const accepted = acceptedFindings(results).length;
  return [
    ...(accepted === 0 ? [] : [`${formatCount(accepted, 'accepted finding')} not counted`]),
    ...(baseline === null ? [] : knownText(baseline.report, countEntryChanges(report), failOn.includes('unknown'))),
  ];
}

/** A known unknown is not a known problem: what it hides was not seen before either. */
function knownText(
  file: string,
  { known, knownUnknown }: ReturnType<typeof countEntryChanges>,
  countsUnknowns: boolean,
): string[] {
  const parts = [
    ...(known === knownUnknown ? [] : [formatCount(known - knownUnknown, 'known entry', 'known entries')]),
    ...(knownUnknown === 0 || countsUnknowns ? [] : [formatCount(knownUnknown, 'known unknown')]),
  ];
  return parts.length === 0 ? [] : [`${formatList(parts)} not counted because of --baseline ${file}`];
}
