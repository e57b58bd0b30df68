import { hoursBetween } from '../syntax/dates.ts';
import type { Report } from './schema.ts';

/** After so many days, something that tables hold has probably changed: Karpenter has a release each month. */
export const oldAfterDays = 45;

type Family = 'Kubernetes' | 'Karpenter' | 'AWS and controllers';

/**
 * When the sources of the tables were last read: `tables read 2026-11-28`, or a date for each family, that of its oldest
 * table.
 * @returns an empty text for a report without dates
 */
export function tablesReadText(tables: Report['tables']): string {
  const oldest = datesOfFamilies(tables);
  const dates = [...oldest].toSorted(([one], [other]) => (one < other ? -1 : 1));
  const [first] = dates;
  if (first === undefined) return '';
  if (new Set(oldest.values()).size === 1) return `tables read ${first[1]}`;
  return `tables read: ${dates.map(([family, read]) => `${family} ${read}`).join(', ')}`;
}

/** A line if a table was last read more than 45 days before the day for which the cluster is judged. */
export function oldTableLines({ tables, judgedAt }: Pick<Report, 'tables' | 'judgedAt'>): string[] {
  const [first = judgedAt] = [...datesOfFamilies(tables).values()].toSorted();
  const days = Math.floor(hoursBetween(first, judgedAt) / 24);
  if (days <= oldAfterDays) return [];
  return [`Warning: tables are ${days} days old, and later releases are missing in them: update eks-preflight.`];
}

function datesOfFamilies(tables: Report['tables']): Map<Family, string> {
  const oldest = new Map<Family, string>();
  for (const table of tables) {
    const { read } = table;
    const family = findFamily(table);
    if (read !== undefined && read < (oldest.get(family) ?? '9')) oldest.set(family, read);
  }
  return oldest;
}

function findFamily({ name, knownThrough }: Report['tables'][number]): Family {
  if (name.startsWith('karpenter-')) return 'Karpenter';
  return knownThrough?.kubernetes === undefined ? 'AWS and controllers' : 'Kubernetes';
}
