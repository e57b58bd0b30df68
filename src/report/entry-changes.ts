import { numberedEntries } from './entries.ts';
import type { Report } from './schema.ts';

/** How many entries of a report are new, worse or known, compared with its baseline. */
interface EntryChanges {
  new: number;
  worse: number;
  known: number;
  /** The unknowns among the known ones. */
  knownUnknown: number;
}

/** Counts entries, as all other numbers of a report for people: an entry is known if all of its findings are. */
export function countEntryChanges(report: Pick<Report, 'results' | 'steps'>): EntryChanges {
  const counts = { new: 0, worse: 0, known: 0, knownUnknown: 0 };
  for (const { findings } of numberedEntries(report)) {
    const changes = findings.flatMap(({ baseline }) => baseline ?? []);
    const change = (['new', 'worse', 'known'] as const).find((one) => changes.includes(one));
    if (change === undefined) continue;
    counts[change] += 1;
    if (change === 'known' && findings[0].level === 'unknown') counts.knownUnknown += 1;
  }
  return counts;
}
