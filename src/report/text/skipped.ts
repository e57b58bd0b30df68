import { areaOf } from '../../judge/engine.ts';
import type { Result } from '../../judge/result.ts';
import type { Report } from '../schema.ts';
import { paint, wrap, type Layout } from './layout.ts';

/** What was not judged, and why: what does not apply here, what nobody asked for. */
export function skippedSections({ results }: Report, layout: Layout): string[][] {
  const skipped = results.filter(({ status, reason }) => status === 'skip' && reason !== 'not selected');
  const isWaiting = ({ reason }: Result): boolean => reason?.startsWith('needs --with ') === true;
  return [
    section(
      'Does not apply here',
      skipped.filter((result) => !isWaiting(result)),
      results,
      layout,
    ),
    section('Not asked for', skipped.filter(isWaiting), results, layout),
  ];
}

/** Where a whole area is skipped for one reason it is named once, unless everything is to be listed. */
function section(title: string, skipped: readonly Result[], all: readonly Result[], layout: Layout): string[] {
  if (skipped.length === 0) return [];
  const lines = new Set(
    skipped.map(({ id, reason }) => {
      const area = all.filter((result) => areaOf(result.id) === areaOf(id));
      const isWhole = area.length > 1 && area.every((result) => result.status === 'skip' && result.reason === reason);
      return `${isWhole && !layout.all ? `${areaOf(id)}/* (${area.length} checks)` : id}: ${reason ?? ''}`;
    }),
  );
  const heading = paint(layout, 'bold', `${title} (${skipped.length})`);
  return [heading, ...[...lines].flatMap((line) => wrap(line, layout, 4, '  - '))];
}

/** The checks that are to come. */
export function notJudgedSection({ notJudged }: Report, layout: Layout): string[] {
  if (notJudged.length === 0) return [];
  const areas = new Map<string, string[]>();
  for (const id of notJudged) {
    const [area = id, name = ''] = id.split('/');
    areas.set(area, [...(areas.get(area) ?? []), name]);
  }
  const heading = paint(layout, 'bold', `Not judged by this version (${notJudged.length})`);
  return [heading, ...[...areas].flatMap(([area, names]) => wrap(`${area}: ${names.join(', ')}`, layout, 4, '  - '))];
}
