import type { Entry } from './entries.ts';
import type { Report } from './schema.ts';

/**
 * What the result of an entry's check is based on, if the check says so: with the first entry of the check, so that a
 * report says it once. Entries of data that was not seen are left out: several checks may share one.
 */
export function findEntryBasis(
  { findings: [first] }: Entry,
  { entries, results }: Pick<Report, 'entries' | 'results'>,
): string | undefined {
  const result = results.find(({ id }) => id === first.check);
  if (first.unseen !== null || result === undefined || result.reason === null) return undefined;
  const seen = new Set(result.findings.flatMap(({ unseen, fingerprint }) => (unseen === null ? [fingerprint] : [])));
  const own = entries.find(({ fingerprints: [worst = ''] }) => seen.has(worst));
  return own === undefined || own.fingerprints[0] === first.fingerprint ? result.reason : undefined;
}

/** The text up to its first list in parentheses: `6 controllers judged; 9 seen, not judged`. */
export function shortenBasis(basis: string): string {
  return basis.split(' (', 1).join('');
}
