import type { ReportedFinding } from '../../judge/result.ts';
import { acceptedFindings } from '../../judge/verdict.ts';
import { reportAnswers } from '../../report/answers.ts';
import { numberedEntries } from '../../report/entries.ts';
import type { Report } from '../../report/schema.ts';
import { formatCount, forCount } from '../../syntax/english.ts';
import { answerWords, exitText, scopeVerdict } from './gate.ts';

/** What the command `gate` says: its own answer, not that of the scan. */
export interface GateAnswer {
  /** `NOTHING NEW`, `READY for the next step`, `BLOCKED`. */
  words: string;
  /** The words, the exit code, and why. */
  exit: string;
}

/**
 * The answer of a gate. Where only a baseline or `--horizon next` lets it pass, it does not say `READY`: the answers
 * below say what still stops the cluster.
 */
export function gateAnswer(report: Report): GateAnswer {
  const { gate, exitCode, results } = report;
  const usual: GateAnswer = { words: answerWords(gate.result, report), exit: exitText(report, gate.result) };
  const verdict = scopeVerdict(report);
  if (gate.result !== 'ready' || (verdict !== 'blocked' && verdict !== 'incomplete')) return usual;
  const { fails, unknowns } = countKnown(report);
  if (fails + unknowns === 0) {
    const words = `READY for the next step${gate.scope === 'all' ? '' : ' of the control plane'}`;
    return { words, exit: `${words}, exit code ${exitCode}: later steps not counted because of --horizon next` };
  }
  const accepted = acceptedFindings(results).length;
  const words = `NOTHING NEW${accepted === 0 ? '' : ` (${accepted} accepted)`}`;
  const later = gate.horizon === 'next' ? '; later steps not counted because of --horizon next' : '';
  return { words, exit: `${words}, exit code ${exitCode}: ${stillText(report, fails, unknowns)}${later}` };
}

/** `the cluster is still blocked by 5 known entries, and 1 known entry is still unknown`. */
function stillText({ gate: { scope } }: Report, fails: number, unknowns: number): string {
  const what = scope === 'all' ? 'the cluster' : 'the control plane';
  const entries = (count: number) => formatCount(count, 'known entry', 'known entries');
  return [
    ...(fails === 0 ? [] : [`${what} is still blocked by ${entries(fails)}`]),
    ...(unknowns === 0 ? [] : [`${entries(unknowns)} ${forCount(unknowns, 'is', 'are')} still unknown`]),
  ].join(', and ');
}

/** The entries that stop the scope, or may do so, and that the baseline has, too. */
function countKnown(report: Report): { fails: number; unknowns: number } {
  const { scope } = report.gate;
  const answers = reportAnswers(report).filter(({ question }) => scope === 'all' || question === scope);
  const entries = numberedEntries(report);
  const isKnown = ({ baseline, level }: ReportedFinding) => baseline === 'known' && level !== 'warn';
  const count = (numbers: readonly number[]) =>
    entries.filter(({ number, findings }) => numbers.includes(number) && findings.some(isKnown)).length;
  const blockers = answers.flatMap((one) => one.blockers);
  const unknown = answers.flatMap((one) => one.unknown).filter((number) => !blockers.includes(number));
  return { fails: count(blockers), unknowns: count(unknown) };
}
