import type { Result } from '../../judge/result.ts';
import type { Report } from '../schema.ts';
import { paint, wrap, type Layout } from './layout.ts';

const titles = [
  { kind: 'not-applicable', title: 'Does not apply here' },
  { kind: 'not-asked', title: 'Not requested' },
] as const satisfies readonly { kind: Result['skipped']; title: string }[];

/** Skipped checks and the reason: not applicable, or not requested. */
export function skippedSections({ results }: Report, layout: Layout): string[][] {
  return titles.map(({ kind, title }) =>
    section(
      title,
      results.filter(({ skipped }) => skipped === kind),
      results,
      layout,
    ),
  );
}

/** Names an area once if all of it is skipped for one reason, unless everything is listed (`--all`). */
function section(title: string, skipped: readonly Result[], all: readonly Result[], layout: Layout): string[] {
  if (skipped.length === 0) return [];
  const lines = new Set(
    skipped.map(({ id, category, reason }) => {
      const area = all.filter((result) => result.category === category);
      const isWhole = area.length > 1 && area.every((result) => result.skipped !== null && result.reason === reason);
      return `${isWhole && !layout.all ? `${category}/* (${area.length} checks)` : id}: ${reason ?? ''}`;
    }),
  );
  const heading = paint(layout, 'bold', `${title} (${skipped.length})`);
  return [heading, ...[...lines].flatMap((line) => wrap(line, layout, 4, '  - '))];
}
