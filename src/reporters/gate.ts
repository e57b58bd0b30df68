import type { Report } from '../report.ts';
import { countedByGate } from '../verdict.ts';
import { counted, wrap, type Layout } from './layout.ts';

/** What the gate says, why, and with which code the command ends. */
export function gateLines(report: Report, layout: Layout): string[] {
  const { gate, exitCode } = report;
  const reasons = reasonsOf(report);
  const why = reasons.length === 0 ? '' : ` (${reasons.join('; ')})`;
  const unmet = gate.unmetRequirements;
  return [
    ...(unmet.length === 0 ? [] : wrap(`Required, but not judged: ${unmet.join(', ')}.`, layout, 0)),
    ...wrap(`Gate: ${gate.result}${why}: exit code ${exitCode}.`, layout, 0),
  ];
}

/** What makes the result, then the options that change what it would be without them. */
function reasonsOf(report: Report): string[] {
  const { gate, results, steps } = report;
  const [firstStep] = steps;
  const isSet = (level: Report['gate']['failOn'][number]): boolean => gate.failOn.includes(level);
  const here = countedByGate(results, { ...gate, firstStep });
  const fails = here.filter(({ finding }) => finding.level === 'fail').length;
  const warns = isSet('warn') ? here.filter(({ finding }) => finding.level === 'warn').length : 0;
  const unknowns = here.filter(({ finding, result }) => hidesWhatCounts(finding.level, result.severity, isSet('warn')));
  const unmet = gate.unmetRequirements.length;
  return [
    ...(isSet('never') && gate.result !== 'ready' ? ['--fail-on never'] : []),
    ...(fails === 0 ? [] : [counted(fails, 'blocker')]),
    ...(warns === 0 ? [] : [`--fail-on warn: ${counted(warns, 'warning')}`]),
    ...(fails > 0 || unknowns.length === 0
      ? []
      : [`${isSet('unknown') ? '--fail-on unknown: ' : ''}${unknowns.length} unknown`]),
    ...(gate.notCovered.length === 0 ? [] : [`--fail-on not-covered: ${counted(gate.notCovered.length, 'topic')}`]),
    ...(unmet === 0 ? [] : [`--require: ${counted(unmet, 'check')} not judged`]),
    ...leftOut(report, here.length),
  ];
}

function hidesWhatCounts(level: string, severity: 'fail' | 'warn', isWarnSet: boolean): boolean {
  return level === 'unknown' && (isWarnSet || severity === 'fail');
}

/** Scope and horizon count less than the report holds. */
function leftOut({ gate, results, steps }: Report, here: number): string[] {
  const options = [
    ...(gate.scope === 'all' ? [] : [`--scope ${gate.scope}`]),
    ...(gate.horizon === 'path' ? [] : [`--horizon ${gate.horizon}`]),
  ];
  if (options.length === 0) return [];
  const [firstStep] = steps;
  const everything = countedByGate(results, { scope: 'all', horizon: 'path', firstStep });
  const rest = everything.length - here;
  return [`${options.join(' and ')} ${options.length === 1 ? 'leaves' : 'leave'} out ${counted(rest, 'finding')}`];
}
