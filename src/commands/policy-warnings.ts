import type { AcceptanceNotes } from '../judge/result.ts';
import { firstOf, forCount } from '../languages/english.ts';
import { printable } from '../languages/printable.ts';
import type { Report } from '../report/schema.ts';
import type { Io } from './io.ts';

type Note = AcceptanceNotes['expired'][number];

/** Entries that one line names. */
const mostNamed = 3;

/** Says on stderr which acceptances are over, do not cover what they meet, or match nothing. */
export function warnOfAcceptances(
  { acceptances: { expired, exceeded, unmatched } }: Report,
  io: Pick<Io, 'stderr'>,
): void {
  warn(io, expired, 'expired, so their findings count', ({ until, owner }) => `until ${until}, owner ${owner}`);
  warn(
    io,
    exceeded,
    'do not hold for a higher level, an earlier step or an unknown, which counts',
    ({ owner }) => `owner ${owner}`,
  );
  warn(io, unmatched, 'match no finding; remove them', ({ owner }) => `owner ${owner}`);
}

function warn(io: Pick<Io, 'stderr'>, notes: readonly Note[], what: string, more: (note: Note) => string): void {
  if (notes.length === 0) return;
  const named = notes.map((note) => `${note.entry} (${meantBy(note)}, ${more(note)})`);
  const count = forCount(notes.length, '1 acceptance', `${notes.length} acceptances`);
  io.stderr(`${printable(`eks-preflight: ${count}: ${what}: ${firstOf(named, mostNamed)}`)}\n`);
}

function meantBy({ id, check, resource }: Note): string {
  const named = [check, resource].filter((part) => part !== null).join(' ');
  return named === '' ? (id ?? '') : named;
}
