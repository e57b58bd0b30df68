import type { AcceptanceNotes } from '../judge/policy.ts';
import { formatCount, formatFirst, forCount } from '../syntax/english.ts';
import { printable } from '../syntax/printable.ts';
import type { Report } from '../report/schema.ts';
import type { Io } from './io.ts';

type Notes = AcceptanceNotes['expired'];

/** The maximum number of entries that one line names. */
const mostNamed = 3;

/** Prints on stderr which acceptances are expired, do not cover the level or step found, or match nothing. */
export function warnOfAcceptances({ acceptances }: Report, { stderr }: Pick<Io, 'stderr'>): void {
  const { expired, exceeded, unmatched } = acceptances;
  const lines = [
    buildWarningLines(expired, ['expired; its findings count', 'expired; their findings count']),
    buildWarningLines(exceeded, [
      'not valid for the level, step or unknown found; its findings count',
      'not valid for the level, step or unknown found; their findings count',
    ]),
    buildWarningLines(unmatched, ['without a finding; remove it', 'without a finding; remove them']),
  ];
  for (const line of lines.flat()) stderr(`${printable(`eks-preflight: ${line}`)}\n`);
}

function buildWarningLines(notes: Notes, [ofOne, ofMany]: readonly [string, string]): string[] {
  if (notes.length === 0) return [];
  const named = notes.map(
    ({ entry, id, check, resource, until, owner }) =>
      `${entry} (${[check, resource].filter((part) => part !== null).join(' ') || (id ?? '')}, until ${until}, ${owner})`,
  );
  return [
    `${formatCount(notes.length, 'acceptance')} ${forCount(notes.length, ofOne, ofMany)}: ${formatFirst(named, mostNamed)}`,
  ];
}
