import { grouped } from '../../languages/grouped.ts';
import type { Report } from '../schema.ts';
import { paint, wrap, type Layout } from './layout.ts';

/** The topics that no check of this version covers, by area. */
export function notCoveredSection({ notJudged: notCovered }: Report, layout: Layout): string[] {
  if (notCovered.length === 0) return [];
  const topics = notCovered.map((id) => {
    const [area = id, name = ''] = id.split('/');
    return { area, name };
  });
  const lines = [...grouped(topics, ({ area }) => area)].map(
    ([area, own]) => `${area}: ${own.map(({ name }) => name).join(', ')}`,
  );
  const heading = paint(layout, 'bold', `Not covered by this version (${notCovered.length})`);
  return [heading, ...lines.flatMap((line) => wrap(line, layout, 4, '  - '))];
}
