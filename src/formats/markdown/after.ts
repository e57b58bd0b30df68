import { afterHeading, afterItem, afterLine, afterNote, afterTitle } from '../../report/after-text.ts';
import type { Report } from '../../report/schema.ts';
import { updateTitle } from '../../report/step-text.ts';
import { cut } from './shorten.ts';
import { collapsed } from './details.ts';
import { block, inline } from './escape.ts';
import { frame, rows, type Part } from './room.ts';

const itemsShown = 10;
const longestLine = 500;

/** How to take the first step; empty if the verdict is not `ready`, or if there is no step. */
export function updateParts({ update, steps }: Report): Part[] {
  if (update === null) return [];
  const name = updateTitle(update, steps);
  return [{ text: collapsed('', name, [block(update.fix)]), kind: 'details', rank: 2 }];
}

/** The tasks that follow the update; they block nothing. */
export function afterParts(report: Report): Part[] {
  const { after } = report;
  if (after.length === 0) return [];
  const note = afterNote(report);
  return [
    ...frame(`### ${afterHeading(report)}`, '', ...(note === undefined ? [] : [`${inline(note)}.`, ''])),
    ...after.flatMap((one) => rows(3, `- ${inline(cut(afterLine(one), longestLine))}`)),
    ...frame(''),
    ...after.map((one): Part => ({ text: () => buildTaskDetails(one), kind: 'details', rank: 4 })),
  ];
}

/** A task behind a line that unfolds. */
export function buildTaskDetails({ items, fix, number, ...one }: Report['after'][number]): string {
  const rest = items.length - itemsShown;
  const lines = [
    ...items.slice(0, itemsShown).map((item) => `- ${inline(cut(afterItem(item), longestLine))}`),
    ...(rest > 0 ? [`- and ${rest} more`] : []),
  ];
  return collapsed(number === undefined ? 'After:' : `${number}.`, afterTitle(one), [lines.join('\n'), block(fix)]);
}
