import type { Gap } from '../../facts/reading.ts';
import { ScanError } from '../../facts/reason.ts';
import type { FactReader } from '../collect.ts';
import type { Joined, JoinedFact } from '../for-joins.ts';

/** One of the lists that a fact is joined from. */
export interface JoinedList<Name extends JoinedFact> {
  entries: readonly Joined<Name>[];
  gaps: Gap[];
}

/** Reads one of the lists. If it cannot be read, it is a gap of the joined fact, and the others are still searched. */
export async function readEntries<From extends JoinedFact, Name extends From>(
  facts: FactReader<From>,
  name: Name,
): Promise<JoinedList<Name>> {
  const reading = await facts.joinedReading(name);
  if (!reading.ok) return { entries: [], gaps: [{ what: name, reason: reading.reason }] };
  return { entries: reading.value, gaps: reading.gaps ?? [] };
}

/**
 * The gaps of a fact that is joined from these lists.
 * @throws ScanError with the first reason if no list could be read
 */
export function joinGaps(lists: readonly { entries: readonly unknown[]; gaps: Gap[] }[]): { gaps?: Gap[] } {
  const gaps = lists.flatMap((list) => list.gaps);
  const [first] = gaps;
  const isRead = lists.some((list) => list.entries.length > 0 || list.gaps.length === 0);
  if (first !== undefined && !isRead) throw new ScanError(first.reason);
  return first === undefined ? {} : { gaps };
}
