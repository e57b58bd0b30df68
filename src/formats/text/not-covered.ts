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
