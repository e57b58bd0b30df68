import type { Result } from '../../judge/result.ts';
import type { Report } from '../../report/schema.ts';
import { paint, wrap, type Layout } from './layout.ts';

const titles = [
  { kind: 'not-applicable', title: 'Does not apply here' },
  { kind: 'not-asked', title: 'Not requested' },
  { kind: 'table-ended', title: 'Not judged: tables end' },
] as const satisfies readonly { kind: Result['skipped']; title: string }[];

/**
 * Skipped checks by the kind of reason, a line for each check or area. Checks that were not selected are not listed.
 */
function skippedGroups({ results }: Pick<Report, 'results'>, isAll: boolean): { heading: string; lines: string[] }[] {
  return titles.flatMap(({ kind, title }) => {
    const own = results.filter(({ skipped }) => skipped === kind);
    return own.length === 0
      ? []
      : [{ heading: `${title} (${own.length})`, lines: buildSkippedLines(own, results, isAll) }];
  });
}

/** Skipped checks and the reason: not applicable, or not requested. */
export function skippedSections(report: Report, layout: Layout): string[][] {
  return skippedGroups(report, layout.all).map(({ heading, lines }) => [
    paint(layout, 'bold', heading),
    ...lines.flatMap((line) => wrap(line, layout, 4, '  - ')),
  ]);
}

/** Names an area once if all of it is skipped for one reason, unless everything is listed (`--show all`). */
function buildSkippedLines(skipped: readonly Result[], all: readonly Result[], isAll: boolean): string[] {
  const lines = skipped.map(({ id, category, reason }) => {
    const area = all.filter((result) => result.category === category);
    const isWhole = area.length > 1 && area.every((result) => result.skipped !== null && result.reason === reason);
    return `${isWhole && !isAll ? `${category}/* (${area.length} checks)` : id}: ${reason ?? ''}`;
  });
  return [...new Set(lines)];
}
