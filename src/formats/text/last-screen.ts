import { isRollbackPath } from '../../judge/direction.ts';
import { afterWords } from '../../report/after-text.ts';
import type { NumberedEntry } from '../../report/entries.ts';
import { buildEntryShort, entryResource } from '../../report/entry-title.ts';
import type { Report } from '../../report/schema.ts';
import { formatCount, forCount } from '../../syntax/english.ts';
import { formatAlternatives } from '../../syntax/quoted.ts';
import { gateLines } from './gate.ts';
import { countsText, formatUpgradePath, verdictStyle, verdictText } from './headline.ts';
import { headingIn, paint, wrap, type Layout } from './layout.ts';

/** What a person sees at the end of a printed report: whether to upgrade, why, what to do first, how to see more. */
export function lastScreen(report: Report, entries: readonly NumberedEntry[], layout: Layout): string[] {
  const { verdict, results, after } = report;
  const tasks = after.length === 0 ? '' : `, ${formatCount(after.length, 'task')} ${afterWords(report)}`;
  const said = verdictText(report);
  const path = wrap(formatUpgradePath(report), { ...layout, columns: layout.columns - said.length }, 2);
  return [
    ...path.map((line, index) =>
      index === 0 ? `${headingIn(verdictStyle[verdict], said, layout)}${paint(layout, 'bold', line)}` : line,
    ),
    ...wrap(`${countsText(results.flatMap(({ findings }) => findings))}${tasks}.`, layout, 2),
    ...(layout.all ? [] : wrap(restText(report), layout, 2)),
    ...gateLines(report, layout).map((line) => `  ${line}`),
    ...nextLines(report, entries, layout).flatMap((line) => wrap(line, layout, 4, '  ')),
  ];
}

function nextLines(report: Report, entries: readonly NumberedEntry[], layout: Layout): string[] {
  const [first] = entries;
  const { all, view, group, hasPage = false } = layout;
  const start = startText(report, entries, view);
  const views = [
    ...(view === 'summary' ? [] : ['--show summary']),
    ...(first === undefined ? [] : [`--show ${first.number}`]),
    ...(all ? [] : ['--show all']),
    ...(view === 'checks' ? [] : ['--show checks']),
    ...(hasPage ? [] : ['-o report.html']),
  ];
  return [
    ...(start === undefined ? [] : [start]),
    group === undefined ? `To see more, add ${formatAlternatives(views)}.` : 'To see everything, omit --group.',
  ];
}

/** What to do first; undefined if nothing is to be done. */
function startText(
  { update, steps, rollback }: Report,
  entries: readonly NumberedEntry[],
  view: Layout['view'],
): string | undefined {
  const [first] = entries;
  const isDown = isRollbackPath(steps);
  const isBlocked = first !== undefined && first.findings[0].level !== 'warn';
  if (isDown && rollback?.open === false && rollback.to === null) {
    const why = entries.find(({ findings }) => findings.some(({ check }) => check === 'control-plane/rollback'));
    if (why !== undefined) return `EKS offers no rollback: see entry ${why.number}, ${buildEntryShort(why.findings)}.`;
  }
  if (isBlocked && (!isDown || update === null))
    return `First: fix entry ${first.number}, ${buildEntryShort(first.findings)} (${entryResource(first.findings)}).`;
  if (update === null) return undefined;
  if (view !== undefined)
    return `To see the ${isDown ? 'steps of the rollback' : 'commands of the update'}, omit --show ${view}.`;
  return isDown
    ? 'First: follow the steps of the rollback above, from step 1.'
    : 'First: run the commands of the update above.';
}

/** What the short report only counts, in a line. */
function restText({ results, notJudged: notCovered }: Report): string {
  const skipped = (kind: string) => results.filter((result) => result.skipped === kind).length;
  const inapplicable = skipped('not-applicable');
  const counts: [number, string][] = [
    [inapplicable, forCount(inapplicable, 'does not apply', 'do not apply')],
    [skipped('not-asked'), 'not requested'],
    [skipped('table-ended'), 'not judged (tables end)'],
    [skipped('not-selected'), 'not selected'],
  ];
  const parts = [
    `${formatCount(results.filter(({ status }) => status === 'pass').length, 'check')} passed`,
    ...counts.flatMap(([count, words]) => (count === 0 ? [] : [`${count} ${words}`])),
    ...(notCovered.length === 0 ? [] : [`${formatCount(notCovered.length, 'topic')} not covered`]),
  ];
  return `${parts.join(', ')}.`;
}
