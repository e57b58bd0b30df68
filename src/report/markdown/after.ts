import { firstOf } from '../../languages/english.ts';
import type { Report } from '../schema.ts';
import { stepText } from '../step-text.ts';
import { cut } from './cut.ts';
import { collapsed } from './details.ts';
import { block, inline } from './escape.ts';
import { frame, rows, type Part } from './room.ts';

const itemsShown = 10;
const longestLine = 500;

/** The next step itself, where nothing stands in its way. */
export function updateParts({ update }: Report): Part[] {
  if (update === null) return [];
  const name = `The update to ${stepText(update)}`;
  return [{ text: collapsed('', name, [block(update.fix)]), kind: 'details', rank: 2 }];
}

/** What follows the update; it blocks nothing. */
export function afterParts({ after }: Report): Part[] {
  if (after.length === 0) return [];
  return [
    ...frame(`### After the update (${after.length})`, ''),
    ...after.flatMap((one) => {
      const names = firstOf(
        one.items.map(({ resource, message }) => resource ?? message),
        5,
      );
      return rows(3, `- ${inline(cut(`${titleOf(one)}: ${names}`, longestLine))}`);
    }),
    ...frame(''),
    ...after.map((one): Part => ({ text: detailsText(one), kind: 'details', rank: 4 })),
  ];
}

function detailsText({ items, fix, ...one }: Report['after'][number]): string {
  const rest = items.length - itemsShown;
  const lines = [
    ...items
      .slice(0, itemsShown)
      .map(({ resource, message }) => (resource === null ? message : `${resource}: ${message}`))
      .map((line) => `- ${inline(cut(line, longestLine))}`),
    ...(rest > 0 ? [`- and ${rest} more`] : []),
  ];
  return collapsed('After:', titleOf(one), [lines.join('\n'), block(fix)]);
}

function titleOf({ topic, at }: Pick<Report['after'][number], 'topic' | 'at'>): string {
  return `${topic}${at === null ? '' : `, at ${stepText(at)}`}`;
}
