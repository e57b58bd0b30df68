import { afterHeading, afterItem, afterLine, afterNote, afterTitle } from '../../report/after-text.ts';
import type { Report } from '../../report/schema.ts';
import { paint, tableWidth, wrap, wrapMarkdown, type Layout } from './layout.ts';

type After = Report['after'][number];

/** The tasks after the update: one line each, or all of them in full. */
export function afterSection(report: Report, layout: Layout): string[] {
  const { after } = report;
  if (after.length === 0) return [];
  return [
    paint(layout, 'bold', `${afterHeading(report)}${noteClause(report)}`),
    ...after.flatMap((one) => (layout.all ? ['', ...taskLines(one, layout)] : [taskLine(one, layout)])),
  ];
}

function noteClause(report: Report): string {
  const note = afterNote(report);
  return note === undefined ? '' : `: ${note.charAt(0).toLowerCase()}${note.slice(1)}`;
}

/** A task as its number and title, with as many names as fit. */
function taskLine(one: After, layout: Layout): string {
  const lines = [5, 3, 2, 1].map((most) => `${numberText(one)}  ${afterLine(one, most)}`);
  return lines.find(({ length }) => length <= tableWidth(layout)) ?? `${numberText(one)}  ${afterTitle(one)}`;
}

function numberText({ number }: After): string {
  return `${number ?? '-'}`.padStart(3);
}

/** A task in full: what it is about, how to do it. */
export function taskLines(one: After, layout: Layout): string[] {
  return [
    ...wrap(afterTitle(one), layout, 5, `${numberText(one)}  `).map((line) => paint(layout, 'bold', line)),
    ...one.items.flatMap((item) => wrap(afterItem(item), layout, 5)),
    ...wrapMarkdown(one.fix, layout, 10, '     Fix: '),
  ];
}
