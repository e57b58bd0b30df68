/** Returns a random number that is at least 0 and less than 1. */
export type Random = () => number;

/** mulberry32: the same seed gives the same numbers. */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function pickOne<Item>(random: Random, items: readonly Item[]): Item {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new Error('nothing to choose from');
  return item;
}

/** How one value of a document is changed. */
export type Kind = 'removed' | 'null' | 'other type' | 'huge' | 'hostile text';

export interface Mutated {
  document: unknown;
  /** Keys from the root to the value. */
  path: readonly (string | number)[];
  kind: Kind;
  /** The value before and after; in XML, always text. */
  was?: unknown;
  is?: unknown;
}

const escape = '\u001B';
/** Text that a terminal, a Markdown page or an HTML page would interpret, and names of properties of all objects. */
export const hostileTexts: readonly string[] = [
  `${escape}[2J${escape}[31mready${escape}[0m`,
  `${escape}]0;title\u0007`,
  '\u009B31mred',
  'two\r\nlines\nFAIL nothing',
  'nul\u0000l',
  'right\u202Eto left',
  '<script>alert(1)</script>',
  '[click](https://attacker.example) `code` **bold**',
  '$(rm -rf /) `id` ; && | > "quoted" \'twice\'',
  '__proto__',
  'constructor',
  '../../etc/passwd',
  '',
  ' ',
  '\uD800',
  '1.99999999999999999999',
  'v1.33.5-eks-' + '9'.repeat(400),
];

const otherTypes: readonly unknown[] = [
  'text',
  42,
  -1,
  1.5,
  true,
  false,
  [],
  {},
  [null],
  { __proto__: { x: 1 } },
  [[]],
];
const hugeValues: readonly unknown[] = ['A'.repeat(200_000), 1e308, -(2 ** 53), nested(2_000)];

function nested(depth: number): unknown {
  let value: unknown = 'deep';
  for (let level = 0; level < depth; level++) value = [value];
  return value;
}

/** Changes one value of a JSON document, chosen at random; the document itself stays unchanged. */
export function mutate(document: unknown, random: Random): Mutated {
  const path = pickOne(random, listPaths(document));
  const kind = pickOne(random, ['removed', 'null', 'other type', 'huge', 'hostile text'] as const);
  const changed = copyShallow(document);
  const key = path.at(-1);
  const parent = path.slice(0, -1).reduce<unknown>((value, step) => {
    const within = value as Record<string, unknown>;
    return (within[step] = copyShallow(within[step]));
  }, changed);
  if (key === undefined || typeof parent !== 'object' || parent === null) return { document: null, path, kind };
  const was = (parent as Record<string, unknown>)[key];
  if (kind !== 'removed') (parent as Record<string, unknown>)[key] = replacement(kind, was, random);
  else if (Array.isArray(parent)) parent.splice(Number(key), 1);
  else delete (parent as Record<string, unknown>)[key];
  return { document: changed, path, kind, was, is: (parent as Record<string, unknown>)[key] };
}

function replacement(kind: Exclude<Kind, 'removed'>, was: unknown, random: Random): unknown {
  if (kind === 'null') return null;
  if (kind === 'other type')
    return pickOne(
      random,
      otherTypes.filter((value) => toTypeName(value) !== toTypeName(was)),
    );
  if (kind === 'hostile text') return pickOne(random, hostileTexts);
  return pickOne(random, hugeValues);
}

function toTypeName(value: unknown): string {
  return Array.isArray(value) ? 'array' : typeof value;
}

function copyShallow(value: unknown): unknown {
  if (Array.isArray(value)) return [...(value as unknown[])];
  return typeof value === 'object' && value !== null ? { ...value } : value;
}

/** Cache: the fuzz tests change the same documents repeatedly. */
const known = new WeakMap<object, readonly (readonly (string | number)[])[]>();

function listPaths(document: unknown): readonly (readonly (string | number)[])[] {
  if (typeof document !== 'object' || document === null) return allPaths(document);
  const paths = known.get(document) ?? allPaths(document);
  known.set(document, paths);
  return paths;
}

/** The paths of all values of a document; of long lists, those of their first and last few. */
function allPaths(value: unknown, path: readonly (string | number)[] = []): (readonly (string | number)[])[] {
  const own = path.length === 0 ? [] : [path];
  if (typeof value !== 'object' || value === null) return own;
  const entries: [string | number, unknown][] = Array.isArray(value)
    ? value.map((item, index) => [index, item] as [number, unknown])
    : Object.entries(value);
  const some = entries.length > 12 && Array.isArray(value) ? [...entries.slice(0, 6), ...entries.slice(-6)] : entries;
  return [...own, ...some.flatMap(([key, item]) => allPaths(item, [...path, key]))];
}
