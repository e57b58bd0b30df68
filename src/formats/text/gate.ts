import type { Report } from '../../report/schema.ts';
import { acceptedFindings, countedByGate, hides } from '../../judge/verdict.ts';
import { countEntries, toEntries } from '../../report/entries.ts';
import { wrap, type Layout } from './layout.ts';
import { formatCount, forCount, formatList } from '../../syntax/english.ts';

/** What the gate says, why, and with which code the command ends. */
export function gateLines(report: Report, layout: Layout): string[] {
  const { gate, exitCode } = report;
  return [
    ...unmetText(gate),
    `Gate: ${gate.result}, exit code ${exitCode} (${gateReasons(report, true).join('; ')}).`,
  ].flatMap((line) => wrap(line, layout, 0));
}

/**
 * What the gate says if that is not what the verdict says, for readers without a command line: without the exit code and
 * without advice about options.
 */
export function gateDifference(report: Report): string[] {
  const { gate, verdict } = report;
  const unmet = unmetText(gate);
  if (gate.result === verdict && unmet.length === 0) return [];
  return [...unmet, `Gate: ${gate.result} (${gateReasons(report, false).join('; ')}).`];
}

function unmetText({ unmetRequirements: unmet }: Report['gate']): string[] {
  return unmet.length === 0 ? [] : [`Required, but not judged: ${unmet.join(', ')}.`];
}

/**
 * What leads to the result, then what the gate does not count because of acceptances, the baseline or options.
 * @param advises whether to name options that would change the result
 */
function gateReasons(report: Report, advises: boolean): string[] {
  const { gate, exitCode, results, steps } = report;
  const [firstStep] = steps;
  const isSet = (level: Report['gate']['failOn'][number]): boolean => gate.failOn.includes(level);
  const here = countedByGate(results, { ...gate, firstStep });
  const { fail: fails, warn, unknown } = countEntries(here.map(({ finding }) => finding));
  const warns = isSet('warn') ? warn : 0;
  const unknowns = here.filter(({ finding, result }) => hides(isSet('warn') ? 'warn' : 'fail', finding, result));
  const unmet = gate.unmetRequirements.length;
  const counting = countEntries(unknowns.map(({ finding }) => finding)).unknown;
  const others = unknown - counting;
  return [
    ...(gate.result === 'ready' ? readyReasons(gate, warn, advises) : []),
    ...(gate.result === 'partial' ? partialReasons(report) : []),
    ...(advises && gate.result === 'partial' && exitCode !== 0 ? ['use --allow-partial to accept this'] : []),
    ...(fails === 0 ? [] : [formatCount(fails, 'blocker')]),
    ...(warns === 0 ? [] : [`${formatCount(warns, 'warning')}, counted because of --fail-on warn`]),
    ...(fails > 0 || unknowns.length === 0
      ? []
      : [`${counting} unknown${isSet('unknown') ? ', counted because of --fail-on unknown' : ''}`]),
    ...(fails > 0 || others === 0
      ? []
      : [`${others} unknown not counted: ${forCount(others, 'it', 'they')} can only hide a warning`]),
    ...(gate.notCovered.length === 0
      ? []
      : [`${formatCount(gate.notCovered.length, 'topic')} not covered, counted because of --fail-on not-covered`]),
    ...(unmet === 0 ? [] : [`${formatCount(unmet, 'required check')} not judged`]),
    ...dealtWith(report),
    ...leftOut(report, here),
    ...(isSet('never') && gate.result !== 'ready' && gate.result !== 'partial'
      ? ['not counted because of --fail-on never']
      : []),
  ];
}

/** With a baseline, the gate counts only what is new or worse, so the texts say `new`. */
function readyReasons({ failOn, baseline }: Report['gate'], warnings: number, advises: boolean): string[] {
  const fresh = baseline === null ? '' : 'new ';
  if (failOn.includes('warn')) return [`no ${fresh}blockers or warnings, and no ${fresh}unknown that could be one`];
  const uncounted =
    warnings === 0
      ? []
      : [`${formatCount(warnings, 'warning')} not counted${advises ? ' without --fail-on warn' : ''}`];
  return [`no ${fresh}blockers, and no ${fresh}unknown that could be one`, ...uncounted];
}

/** What holds for the selected checks, and how many checks were not selected. */
function partialReasons({ selection: { selected, total } }: Report): string[] {
  return [
    `no blockers, and no unknown that could be one, in the selected checks`,
    `${formatCount(total - selected, 'check')} not selected`,
  ];
}

/** Findings that do not count because they are accepted, or known from the baseline. */
function dealtWith({ gate: { baseline, failOn }, results }: Report): string[] {
  const accepted = acceptedFindings(results).length;
  return [
    ...(accepted === 0 ? [] : [`${formatCount(accepted, 'accepted finding')} not counted`]),
    ...(baseline === null ? [] : knownText(baseline, failOn.includes('unknown'))),
  ];
}

/** A known unknown is not a known problem: what it hides was not seen before either. */
function knownText(
  { report, counts: { known, knownUnknown } }: NonNullable<Report['gate']['baseline']>,
  countsUnknowns: boolean,
): string[] {
  const parts = [
    ...(known === knownUnknown ? [] : [formatCount(known - knownUnknown, 'known finding')]),
    ...(knownUnknown === 0 || countsUnknowns ? [] : [formatCount(knownUnknown, 'known unknown')]),
  ];
  return parts.length === 0 ? [] : [`${formatList(parts)} not counted because of --baseline ${report}`];
}

/** How many findings the gate does not count because of `--scope` and `--horizon`. */
function leftOut({ gate, results, steps }: Report, here: ReturnType<typeof countedByGate>): string[] {
  const options = [
    ...(gate.scope === 'all' ? [] : [`--scope ${gate.scope}`]),
    ...(gate.horizon === 'path' ? [] : [`--horizon ${gate.horizon}`]),
  ];
  if (options.length === 0) return [];
  const [firstStep] = steps;
  const everything = countedByGate(results, { ...gate, scope: 'all', horizon: 'path', firstStep });
  const count = (counted: typeof here): number => toEntries(counted.map(({ finding }) => finding)).length;
  return [
    `${formatCount(count(everything) - count(here), 'entry', 'entries')} not counted because of ${options.join(' and ')}`,
  ];
}
