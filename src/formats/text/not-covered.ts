import { grouped } from '../../syntax/grouped.ts';
import type { Report } from '../../report/schema.ts';
import { paint, wrap, type Layout } from './layout.ts';

/** The heading of the topics that no check of this version covers, and a line for each area of them. */
export function notCoveredTexts({ notJudged: notCovered }: Pick<Report, 'notJudged'>): {
  heading: string;
  lines: string[];
} {
  const topics = notCovered.map((id) => {
    const [area = id, name = ''] = id.split('/');
    return { area, name };
  });
  const lines = [...grouped(topics, ({ area }) => area)].map(
    ([area, own]) => `${area}: ${own.map(({ name }) => name).join(', ')}`,
  );
  return { heading: `Not covered by this version (${notCovered.length})`, lines };
}

/** The topics as a section of the report; empty if there are none. */
export function notCoveredSection(report: Report, layout: Layout): string[] {
  const { heading, lines } = notCoveredTexts(report);
  if (lines.length === 0) return [];
  return [paint(layout, 'bold', heading), ...lines.flatMap((line) => wrap(line, layout, 4, '  - '))];
}
