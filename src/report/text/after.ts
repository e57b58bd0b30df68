import { firstOf } from '../../languages/english.ts';
import { grouped } from '../../languages/grouped.ts';
import type { Report } from '../schema.ts';
import { stepText } from '../step-text.ts';
import { paint, wrap, wrapMarkdown, type Layout } from './layout.ts';

type After = Report['after'][number];

const itemsShown = 10;

/** What follows the update. Its commands are printed once the update itself is: before that, they are not next. */
export function afterSection({ after, verdict, steps }: Report, layout: Layout): string[] {
  if (after.length === 0) return [];
  const isUpdate = steps.some(({ component }) => component === 'kubernetes');
  const heading = paint(layout, 'bold', `${isUpdate ? 'After the update' : 'Left to do'} (${after.length})`);
  if (verdict === 'ready' || layout.all) return [heading, ...after.flatMap((one) => ['', ...entryLines(one, layout)])];
  return [
    heading,
    ...[...grouped(after, titleOf)].flatMap(([title, alike]) => wrap(`${title}: ${namesOf(alike)}`, layout, 4, '  - ')),
    '  Use --all to show the commands.',
  ];
}

function entryLines(one: After, layout: Layout): string[] {
  const shown = layout.all ? one.items : one.items.slice(0, itemsShown);
  const rest = one.items.length - shown.length;
  return [
    ...wrap(titleOf(one), layout, 2).map((line) => paint(layout, 'bold', line)),
    ...shown.flatMap(({ resource, message }) =>
      wrap(resource === null ? message : `${resource}: ${message}`, layout, 4),
    ),
    ...(rest > 0 ? [`    and ${rest} more (--all shows them)`] : []),
    ...wrapMarkdown(one.fix, layout, 9, '    Fix: '),
  ];
}

function titleOf({ topic, at }: After): string {
  return `${topic}${at === null ? '' : `, at ${stepText(at)}`}`;
}

/** The resources alone; what has none says what is the matter. */
function namesOf(alike: readonly After[]): string {
  return firstOf(
    alike.flatMap(({ items }) => items.map(({ resource, message }) => resource ?? message)),
    5,
  );
}
