import type { Inventory } from '../inventory.ts';
import type { Readings } from '../reading.ts';
import { createAddressMap } from './addresses.ts';
import { createIsPublic, findNames, type NameKind } from './names.ts';
import { isToldByShape, redactText, type Shape, type TextRules } from './text.ts';

/**
 * Replaces what identifies an account, a network, a host or an owner by pseudonyms of the same shape: account ids, ARNs,
 * addresses, ids of AWS, host names and domains, and the names that the owner gave. Equal stays equal within one inventory,
 * addresses stay in their blocks, what everybody has stays as it is, so that the same verdict comes out. No list of what
 * became what is made.
 */
export function redactInventory(inventory: Inventory): Inventory {
  const isPublic = createIsPublic();
  const shapes = { addresses: createAddressMap(), isPublic, names: new Map<string, string>(), clusterName: undefined };
  const names = pseudonymsOf(findNames(inventory.readings, (word) => isPublic(word) || isToldByShape(word)));
  const clusterName = inventory.readings.cluster?.ok === true ? inventory.readings.cluster.value.name : undefined;
  const rules = {
    ...shapes,
    names,
    clusterName: clusterName !== undefined && names.has(clusterName) ? clusterName : undefined,
  };
  const numbered = numberedInOrder(inventory.readings, rules);
  const redact = remembering((text) => redactText(text, { ...rules, numbered }));
  return { takenAt: inventory.takenAt, redacted: true, readings: mapTexts(inventory.readings, redact) as Readings };
}

/** Numbers in the order of the names, so that what is sorted stays sorted among its like. */
function pseudonymsOf(found: ReadonlyMap<string, NameKind>): Map<string, string> {
  const width = String(found.size).length;
  const counts = new Map<NameKind, number>();
  const names = [...found].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return new Map(
    names.map(([name, kind]) => {
      const count = (counts.get(kind) ?? 0) + 1;
      counts.set(kind, count);
      return [name, `${kind}-${String(count).padStart(width, '0')}`];
    }),
  );
}

/** What is replaced by its shape is found in a first round and numbered in its own order. */
function numberedInOrder(readings: Readings, rules: Omit<TextRules, 'numbered'>): TextRules['numbered'] {
  const found = new Map<Shape, Set<string>>();
  const note = (kind: Shape, text: string): string => {
    found.set(kind, (found.get(kind) ?? new Set()).add(text));
    return text;
  };
  mapTexts(
    readings,
    remembering((text) => redactText(text, { ...rules, numbered: note })),
  );
  const places = new Map(
    [...found].map(([kind, texts]) => [kind, new Map([...texts].sort().map((text, at) => [text, at + 1]))]),
  );
  return (kind, text) => shaped(kind, places.get(kind)?.get(text) ?? 0);
}

/** A pseudonym that is still an account id, a UUID, an id of AWS. */
function shaped(kind: Shape, number: number): string {
  const digits = (length: number): string => String(number).padStart(length, '0');
  if (kind === 'account') return digits(12);
  if (kind === 'uuid') return `00000000-0000-4000-8000-${digits(12)}`;
  if (kind === 'key') return `AROA${digits(17)}`;
  if (kind === 'endpoint') return digits(32);
  if (kind === 'mail') return `user-${number}@dns.example`;
  return kind === 'dns' ? `dns-${digits(3)}` : `${kind.slice('id:'.length)}-${digits(17)}`;
}

function remembering(redact: (text: string) => string): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const redacted = redact(text);
    known.set(text, redacted);
    return redacted;
  };
}

function mapTexts(data: unknown, map: (text: string) => string): unknown {
  if (typeof data === 'string') return map(data);
  if (Array.isArray(data)) return data.map((item) => mapTexts(item, map));
  if (typeof data !== 'object' || data === null) return data;
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [map(key), mapTexts(value, map)]));
}
