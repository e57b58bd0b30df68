import type { Entry } from './entries.ts';
import type { Report } from './schema.ts';

/**
 * What the result of an entry's check is based on, if the check says so: with the first entry of the check, so that a
 * report says it once. Entries of data that was not seen are left out: several checks may share one.
 */
export function findEntryBasis(
  { findings: [first] }: Entry,
  report: Pick<Report, 'entries' | 'results'>,
): string | undefined {
  const { results, firstEntries } = indexed(report);
  const result = results.get(first.check);
  if (first.unseen !== null || result === undefined || result.reason === null) return undefined;
  const own = firstEntries.get(first.check);
  return own === undefined || own === first.fingerprint ? result.reason : undefined;
}

interface Index {
  results: ReadonlyMap<string, Report['results'][number]>;
  /** The fingerprint of the worst finding of the first entry of each check. */
  firstEntries: ReadonlyMap<string, string>;
}

/** A format looks up every entry: searching the report each time would be quadratic. */
const indexes = new WeakMap<object, Index>();

function indexed(report: Pick<Report, 'entries' | 'results'>): Index {
  const known = indexes.get(report);
  if (known !== undefined) return known;
  const seen = report.results.flatMap(({ findings }) => findings.filter(({ unseen }) => unseen === null));
  const checks = new Map(seen.map(({ fingerprint, check }) => [fingerprint, check]));
  const worstLast = report.entries.toReversed().flatMap(({ fingerprints: [worst = ''] }) => {
    const check = checks.get(worst);
    return check === undefined ? [] : [[check, worst] as const];
  });
  const index = { results: new Map(report.results.map((one) => [one.id, one])), firstEntries: new Map(worstLast) };
  indexes.set(report, index);
  return index;
}

/** The text up to its first list in parentheses: `6 controllers judged; 9 seen, not judged`. */
export function shortenBasis(basis: string): string {
  return basis.split(' (', 1).join('');
}
