import { hoursBetween } from '../syntax/dates.ts';
import type { Report } from './schema.ts';

/** After so many days, something that tables hold has probably changed: Karpenter has a release each month. */
export const oldAfterDays = 45;

type Family = 'Kubernetes' | 'Karpenter' | 'AWS and controllers';

/**
 * When the sources of the tables were last read, one date for each family: that of its oldest table. A second line warns
 * if one is more than 45 days before the day for which the cluster is judged.
 * @returns no line for a report without dates
 */
export function tableDateLines({ tables, judgedAt }: Pick<Report, 'tables' | 'judgedAt'>): string[] {
  const oldest = new Map<Family, string>();
  for (const table of tables) {
    const { read } = table;
    const family = findFamily(table);
    if (read !== undefined && read < (oldest.get(family) ?? '9')) oldest.set(family, read);
  }
  if (oldest.size === 0) return [];
  const dates = [...oldest].toSorted(([one], [other]) => (one < other ? -1 : 1));
  const [first = judgedAt] = [...oldest.values()].toSorted();
  const days = Math.floor(hoursBetween(first, judgedAt) / 24);
  return [
    `Tables read: ${dates.map(([family, read]) => `${family} ${read}`).join(', ')}.`,
    ...(days > oldAfterDays
      ? [`Warning: tables are ${days} days old, and later releases are missing in them: update eks-preflight.`]
      : []),
  ];
}

function findFamily({ name, knownThrough }: Report['tables'][number]): Family {
  if (name.startsWith('karpenter-')) return 'Karpenter';
  return knownThrough?.kubernetes === undefined ? 'AWS and controllers' : 'Kubernetes';
}
