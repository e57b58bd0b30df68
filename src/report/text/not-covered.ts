import { grouped } from '../../languages/grouped.ts';
import type { Report } from '../schema.ts';
import { paint, wrap, type Layout } from './layout.ts';

/** The topics without a check in this version, by area. */
export function notCoveredSection({ notJudged }: Report, layout: Layout): string[] {
  if (notJudged.length === 0) return [];
  const topics = notJudged.map((id) => {
    const [area = id, name = ''] = id.split('/');
    return { area, name };
  });
  const lines = [...grouped(topics, ({ area }) => area)].map(
    ([area, own]) => `${area}: ${own.map(({ name }) => name).join(', ')}`,
  );
  const heading = paint(layout, 'bold', `Not judged by this version (${notJudged.length})`);
  return [heading, ...lines.flatMap((line) => wrap(line, layout, 4, '  - '))];
}
