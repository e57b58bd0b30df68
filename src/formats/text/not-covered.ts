import { forCount, formatCount } from '../../syntax/english.ts';
import { grouped } from '../../syntax/grouped.ts';
import type { Report } from '../../report/schema.ts';
import { paint, wrap, type Layout } from './layout.ts';

/** The heading of the topics, without their count. */
export const notCoveredHeading = 'Not covered by this version';

/** The topics that no check of this version covers, a line for each area. */
export function notCoveredTexts({ notJudged: notCovered }: Pick<Report, 'notJudged'>): string[] {
  const topics = notCovered.map((id) => {
    const [area = id, name = ''] = id.split('/');
    return { area, name };
  });
  return [...grouped(topics, ({ area }) => area)].map(
    ([area, own]) => `${area}: ${own.map(({ name }) => name).join(', ')}`,
  );
}

/** The topics as a section of the report; empty if there are none. */
export function notCoveredSection(report: Report, layout: Layout): string[] {
  const lines = notCoveredTexts(report);
  const heading = `${notCoveredHeading} (${report.notJudged.length})`;
  if (lines.length === 0) return [];
  return [paint(layout, 'bold', heading), ...lines.flatMap((line) => wrap(line, layout, 4, '  - '))];
}

/**
 * How many checks passed, and what was not judged: `62 of 88 checks passed, 7 skipped; not covered: a/b.`
 * @param length `short` leaves out the word `checks`; `shortest` counts the topics instead of naming one
 */
export function restText(
  { results, selection, notJudged: notCovered }: Report,
  length: 'full' | 'short' | 'shortest' = 'full',
): string {
  const skipped = (...kinds: string[]) => results.filter((result) => kinds.includes(result.skipped ?? '')).length;
  const passed = results.filter(({ status }) => status === 'pass').length;
  const isWhole = selection.selected === selection.total;
  const counts: [number, string][] = [
    [skipped('not-applicable', 'not-asked'), 'skipped'],
    [skipped('table-ended'), 'not judged (tables end)'],
    [skipped('not-selected'), 'not selected'],
  ];
  const noun = length === 'short' ? '' : ` ${forCount(selection.selected, 'check', 'checks')}`;
  const parts = [
    `${passed} of ${selection.selected}${isWhole ? '' : ' selected'}${noun} passed`,
    ...counts.flatMap(([count, words]) => (count === 0 ? [] : [`${count} ${words}`])),
  ];
  const counted = notCovered.length === 0 ? '' : `; ${formatCount(notCovered.length, 'topic')} not covered`;
  return `${parts.join(', ')}${length === 'shortest' ? counted : notCoveredText(notCovered)}.`;
}

/** The first topic, and how many more there are. */
function notCoveredText(topics: readonly string[]): string {
  const [first] = topics;
  if (first === undefined) return '';
  const rest = topics.length - 1;
  return `; not covered: ${first}${rest === 0 ? '' : ` and ${formatCount(rest, 'more topic')}`}`;
}
