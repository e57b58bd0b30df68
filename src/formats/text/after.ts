import { afterHeading, afterItem, afterLine, afterNames, afterTitle } from '../../report/after-text.ts';
import type { Report } from '../../report/schema.ts';
import { sentence } from '../../syntax/markdown.ts';
import { paint, tableWidth, wrap, wrapMarkdown, type Layout } from './layout.ts';

type After = Report['after'][number];

/** The tasks after the update: a line each, or all of them in full; a line above the first that rules out a rollback says so. */
export function afterSection(report: Report, layout: Layout): string[] {
  const { after } = report;
  if (after.length === 0) return [];
  return [
    paint(layout, 'bold', afterHeading(report)),
    ...after.flatMap((one) => [
      ...(one.note === undefined ? [] : holdLines(one.note, layout)),
      ...(layout.all ? ['', ...taskLines(one, layout)] : taskLine(one, layout)),
    ]),
  ];
}

/** `HOLD: test your applications. Updating nodes rules out a rollback to 1.33.` */
function holdLines(note: string, layout: Layout): string[] {
  const text = `HOLD: test your applications. ${sentence(note)}`;
  return wrap(text, layout, 5, '  -- ').map((line) => paint(layout, 'bold', line));
}

/** A task as its number and title, with as many names as fit; a name that does not fit has the next line. */
function taskLine(one: After, layout: Layout): string[] {
  const start = `${numberText(one)}  `;
  const line = [5, 3, 2, 1].map((most) => `${start}${afterLine(one, most)}`).find(fitsIn(layout));
  if (line !== undefined) return [line];
  const names = afterNames(one.items, 1);
  const title = afterTitle(one);
  return [...wrap(title, layout, 5, start), ...(title.includes(names) ? [] : wrap(names, layout, 5))];
}

function fitsIn(layout: Layout): (line: string) => boolean {
  return ({ length }) => length <= tableWidth(layout);
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
