import { isRollbackPath } from '../judge/direction.ts';
import { beginsWithKarpenter, mayStop, precedes } from '../judge/questions.ts';
import { skewWindow } from '../for-checks/skew.ts';
import { formatCount } from '../syntax/english.ts';
import { parseMinor } from '../syntax/versions.ts';
import { loadTable } from '../tables/tables.ts';
import { findNodesFirst, sizeClause } from './answer-parts.ts';
import { reportAnswers, type Answer } from './answers.ts';
import type { Report } from './schema.ts';
import { changeWord } from './step-text.ts';

const names: { readonly [Name in Answer['question']]: string } = {
  'control-plane': 'Control plane',
  nodes: 'Nodes',
  karpenter: 'Karpenter',
  workloads: 'Workloads',
};

/** An answer as text for people. */
export interface AnswerText {
  /** `Control plane 1.33 -> 1.34`. */
  question: string;
  /** `blocked by 3 (#1 to #3), 1 unknown (#7)`. */
  answer: string;
  /** What follows for those who go on; undefined: nothing. */
  note?: string;
  verdict: Answer['verdict'];
}

/**
 * The answers to show: Karpenter, which is updated first, then control plane and nodes. Karpenter that stays and
 * workloads only if something stops them or may do so.
 */
export function answerTexts(report: Report): AnswerText[] {
  const answers = reportAnswers(report);
  const order: readonly Answer['question'][] = ['karpenter', 'control-plane', 'nodes', 'workloads'];
  const isShown = ({ question, verdict, from, to }: Answer) =>
    verdict !== 'ready' ||
    question === 'control-plane' ||
    question === 'nodes' ||
    (question === 'karpenter' && from !== to);
  return answers
    .filter(isShown)
    .toSorted((a, b) => order.indexOf(a.question) - order.indexOf(b.question))
    .map((one) => ({
      question: questionText(one),
      answer: answerText(one, report),
      ...stayNote(one, report),
      verdict: one.verdict,
    }));
}

/** The answer on the control plane: the verdict with `--scope control-plane`. */
export function controlPlaneAnswer(report: Report): Answer | undefined {
  return reportAnswers(report).find(({ question }) => question === 'control-plane');
}

function questionText({ question, from, to }: Answer): string {
  const name = names[question];
  if (from === null || to === null) return name;
  if (from === to) return `${name} at ${to}`;
  if (question === 'nodes') return `${name} to ${to}`;
  return question === 'workloads' ? `${name} at ${to}` : `${name} ${from} -> ${to}`;
}

function answerText(one: Answer, report: Report): string {
  const { scope } = report.gate;
  const isFirst = one.question === 'karpenter' && scope !== 'all' && precedes(scope, report.steps, null);
  const isInScope = scope === 'all' || one.question === scope || isFirst;
  return `${isInScope ? '' : 'not asked: '}${verdictWords(one, report)}`;
}

/** With `--scope control-plane`, why nodes whose update is blocked do not stop that of the control plane. */
function stayNote({ question, verdict, to }: Answer, report: Report): Pick<AnswerText, 'note'> {
  const { gate, results, steps } = report;
  const target = parseMinor(to ?? '');
  const isOutside = gate.scope === 'control-plane' && question === 'nodes' && verdict === 'blocked';
  if (!isOutside || target === undefined || isRollbackPath(steps)) return {};
  const skew = results.find(({ id }) => id === 'nodes/kubelet-skew');
  const mayStay = skew?.skipped === null && skew.findings.every(({ level }) => level === 'warn');
  if (!mayStay || controlPlaneAnswer(report)?.verdict !== 'ready') return {};
  const [lowest = ''] = skewWindow(loadTable('skew').rows, target).split(' ');
  return { note: `they may stay: ${to} accepts ${lowest} and newer` };
}

function verdictWords(one: Answer, report: Report): string {
  const { verdict, blockers, unknown } = one;
  const isShort = verdict !== 'blocked' || blockers.length + unknown.length < 6;
  const which = isShort ? ` (${numbersText(unknown)})` : '';
  const unknowns = unknown.length === 0 ? [] : [`${unknown.length} unknown${which}`];
  const earlier = waitsText(one, report);
  if (verdict === 'blocked') {
    const by = `blocked by ${blockers.length} (${numbersText(blockers)}${sizeClause(blockers, report)})`;
    return [by, ...unknowns, ...earlier].join(', ');
  }
  if (verdict === 'incomplete') return [...unknowns, ...earlier].join(', ');
  if (verdict === 'partial') return `not judged: ${formatCount(countLeftOut(one, report), 'check')} not selected`;
  return readyWords(one, report);
}

function readyWords({ question, from, to }: Answer, report: Report): string {
  const { steps } = report;
  const isMoving = from !== to;
  const isDown = isRollbackPath(steps);
  if (question === 'control-plane' && isMoving)
    return `can be ${isDown ? 'rolled back' : 'updated'}${beginsWithKarpenter(steps) ? ' after Karpenter' : ''}`;
  if (question === 'karpenter' && isMoving) return 'can be updated';
  return question === 'nodes' && isMoving ? readyNodes(report) : 'no blockers';
}

/** Nodes follow the control plane; those whose kubelet it would not accept come before it. */
function readyNodes(report: Report): string {
  const first = findNodesFirst(report);
  const named = first === undefined ? '' : `(${numbersText(first.numbers)})`;
  if (isRollbackPath(report.steps))
    return first === undefined
      ? `nothing stops the ${changeWord(report.steps)}`
      : `replace ${first.names} first ${named}`;
  return `can be updated after it${first === undefined ? '' : `, except ${first.names}: before it ${named}`}`;
}

/** What a control plane that is not ready waits for as well. If Karpenter is blocked, that is among its own blockers. */
function waitsText({ question, from, to }: Answer, report: Report): string[] {
  if (question !== 'control-plane' || from === to || !beginsWithKarpenter(report.steps)) return [];
  const karpenter = reportAnswers(report).find((one) => one.question === 'karpenter');
  return karpenter?.verdict === 'ready' ? ['and after Karpenter'] : [];
}

function countLeftOut({ question }: Answer, { results, steps }: Report): number {
  return results.filter(
    (result) => result.skipped === 'not-selected' && result.severity === 'fail' && mayStop(question, result, steps),
  ).length;
}

/** With more parts than this, a text of numbers has only the first, and counts the others. */
const mostParts = 3;

/** `#1, #2`; from three in a row on, `#1 to #3`; with many, `#1 to #8 and 12 more`. */
export function numbersText(numbers: readonly number[]): string {
  const runs: { first: number; last: number }[] = [];
  for (const number of numbers.toSorted((a, b) => a - b)) {
    const run = runs.at(-1);
    if (run?.last === number - 1) run.last = number;
    else runs.push({ first: number, last: number });
  }
  const parts = runs.flatMap(({ first, last }) => {
    if (last - first > 1) return [{ text: `#${first} to #${last}`, count: last - first + 1 }];
    return [...new Set([first, last])].map((number) => ({ text: `#${number}`, count: 1 }));
  });
  const shown = parts.length > mostParts ? parts.slice(0, 1) : parts;
  const rest = parts.slice(shown.length).reduce((sum, { count }) => sum + count, 0);
  return `${shown.map(({ text }) => text).join(', ')}${rest === 0 ? '' : ` and ${rest} more`}`;
}
