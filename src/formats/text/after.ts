import { grouped } from '../../syntax/grouped.ts';
import { afterHeading, afterItem, afterNames, afterTitle } from '../../report/after-text.ts';
import type { Report } from '../../report/schema.ts';
import { paint, wrap, wrapMarkdown, type Layout } from './layout.ts';

type After = Report['after'][number];

const itemsShown = 10;

/** What follows the update. Its commands are printed once the update itself is: before that, they are not next. */
export function afterSection(report: Report, layout: Layout): string[] {
  const { after, verdict } = report;
  if (after.length === 0) return [];
  const heading = paint(layout, 'bold', afterHeading(report));
  if (verdict === 'ready' || layout.all) return [heading, ...after.flatMap((one) => ['', ...entryLines(one, layout)])];
  return [
    heading,
    ...[...grouped(after, afterTitle)].flatMap(([title, alike]) =>
      wrap(`${title}: ${afterNames(alike.flatMap(({ items }) => items))}`, layout, 4, '  - '),
    ),
    '  Use --all to show the commands.',
  ];
}

function entryLines(one: After, layout: Layout): string[] {
  const shown = layout.all ? one.items : one.items.slice(0, itemsShown);
  const rest = one.items.length - shown.length;
  return [
    ...wrap(afterTitle(one), layout, 2).map((line) => paint(layout, 'bold', line)),
    ...shown.flatMap((item) => wrap(afterItem(item), layout, 4)),
    ...(rest > 0 ? [`    and ${rest} more (--all shows them)`] : []),
    ...wrapMarkdown(one.fix, layout, 9, '    Fix: '),
  ];
}
