import { nameKinds, type NameKind } from '../../facts/marks.ts';
import { shapedPseudonym } from './shapes.ts';
import type { PseudonymKind, TextRules } from './text.ts';

type Pseudonym = TextRules['pseudonym'];

/** Collects words first, so that the last pass can number them in sorted order. */
export interface Found {
  /** Adds a word; a name keeps the kind with which it was added first. */
  note: Pseudonym;
  names: () => ReadonlySet<string>;
  /** The pseudonym of each word; numbers follow the order of the words, so a sorted list of one kind stays sorted. */
  numbered: () => Pseudonym;
}

function isNameKind(kind: PseudonymKind): kind is NameKind {
  return nameKinds.some((known) => known === kind);
}

export function startCollecting(): Found {
  const names = new Map<string, NameKind>();
  const shapes = new Map<Exclude<PseudonymKind, NameKind>, Set<string>>();
  return {
    names: () => new Set(names.keys()),
    note: (kind, word) => {
      if (isNameKind(kind)) names.set(word, names.get(word) ?? kind);
      else shapes.set(kind, (shapes.get(kind) ?? new Set()).add(word));
      return word;
    },
    numbered: () => numbered(names, shapes),
  };
}

function numbered(
  names: ReadonlyMap<string, NameKind>,
  shapes: ReadonlyMap<Exclude<PseudonymKind, NameKind>, ReadonlySet<string>>,
): Pseudonym {
  const pseudonyms = buildPseudonyms(names);
  const places = new Map(
    [...shapes].map(([kind, words]) => [kind, new Map([...words].toSorted().map((word, at) => [word, at + 1]))]),
  );
  return (kind, word) => {
    const name = pseudonyms.get(word);
    if (name !== undefined) return name;
    if (isNameKind(kind)) return `${kind}-0`;
    const number = places.get(kind)?.get(word) ?? 0;
    if (kind === 'mail') return `user-${number}@dns.example`;
    return kind === 'dns' ? `dns-${String(number).padStart(3, '0')}` : shapedPseudonym(kind, number);
  };
}

function buildPseudonyms(names: ReadonlyMap<string, NameKind>): Map<string, string> {
  const width = String(names.size).length;
  const counts = new Map<NameKind, number>();
  const sorted = [...names].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return new Map(
    sorted.map(([word, kind]) => {
      const count = (counts.get(kind) ?? 0) + 1;
      counts.set(kind, count);
      return [word, `${kind}-${String(count).padStart(width, '0')}`];
    }),
  );
}
