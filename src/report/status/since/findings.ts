import type { ReportedFinding, Result } from '../../../judge/result.ts';
import { formatCount, formatList } from '../../../syntax/english.ts';
import { grouped } from '../../../syntax/grouped.ts';
import { resourceName } from '../../resource-name.ts';
import type { Condition, Task } from '../../plan/draft.ts';
import { halfDone, holds, notSeen, notYet, type Judged, type View } from './view.ts';

/** A scan judges the checks of a condition and reports none of the findings that the task closes. */
export function judgeFindings({ checks = [] }: Condition, task: Task, view: View): Judged {
  const { results } = view;
  const judged = checks.map((id) => ({ id, result: results.find((one) => one.id === id) }));
  const missing = judged.filter(({ result }) => result === undefined).map(({ id }) => id);
  if (missing.length > 0)
    return notSeen({ message: `no check ${formatList(missing)} here: a plug-in or another version has it` });
  const own = judged.flatMap(({ result }) => result ?? []);
  const closes = new Set(task.closes);
  const left = own
    .flatMap(({ findings }) => findings)
    .filter(({ fingerprint, accepted }) => accepted === null && closes.has(fingerprint));
  const known = left.filter(({ level }) => level !== 'unknown');
  if (known.length > 0) return describeLeft(known, left.length, task);
  const unread = checks.find((id) => view.unread.has(id));
  if (unread !== undefined) return notSeen({ message: `${unread} ${view.unread.get(unread)}` });
  return own.map(whyUnjudged).find((one) => one !== undefined) ?? holds;
}

/** A part is done only if the task does nothing but close these findings. */
function describeLeft(known: readonly ReportedFinding[], left: number, { kind, closes, done }: Task): Judged {
  const byCheck = [...grouped(known, ({ check }) => check)];
  const why = byCheck.map(([check, own]) => `${check} reports ${describeFindings(own)}`).join('; ');
  const isOnly = kind === 'fix' && done.length === 1;
  return isOnly && left < closes.length ? halfDone(why) : notYet(why);
}

function describeFindings(own: readonly [ReportedFinding, ...ReportedFinding[]]): string {
  const [{ resource, short, message }] = own;
  const more = own.length === 1 ? '' : ` and ${formatCount(own.length - 1, 'more finding')}`;
  return `${resourceName(resource)}: ${short ?? message}${more}`;
}

function whyUnjudged({ id, skipped, reason, findings }: Result): Judged | undefined {
  if (skipped === 'not-asked' || skipped === 'not-selected' || skipped === 'table-ended')
    return notSeen({ message: `${id} was not judged${reason === null ? '' : `: ${reason}`}` });
  const unknown = findings.find(({ level }) => level === 'unknown');
  if (unknown === undefined) return undefined;
  const { unseen, message } = unknown;
  const permission = unseen?.kind === 'fact' ? unseen.permission : null;
  return notSeen({ message: `${id}: ${message}`, ...(permission === null ? {} : { permission }) });
}
