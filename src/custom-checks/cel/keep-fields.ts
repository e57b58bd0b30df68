import type { Path } from './fields.ts';

interface Kept {
  /** True where the whole value is kept. */
  isWhole: boolean;
  readonly below: Map<string, Kept>;
}

/**
 * What an object is without the fields that no path names (`Compiled.fields`), as plain JSON. Arrays keep their length:
 * an element with none of the fields is `{}`. What is no object where a path names a field stays as it is, so that an
 * expression fails on it as it would on the whole object.
 */
export function keepFields(object: unknown, paths: readonly Path[]): unknown {
  return fieldKeeper(paths)(object);
}

/** The same for many objects. */
export function fieldKeeper(paths: readonly Path[]): (object: unknown) => unknown {
  const root: Kept = { isWhole: false, below: new Map() };
  for (const path of paths) {
    let place = root;
    for (const step of path) {
      const next = place.below.get(step) ?? { isWhole: false, below: new Map<string, Kept>() };
      place.below.set(step, next);
      place = next;
    }
    place.isWhole = true;
  }
  return (object) => kept(object, [root]);
}

/** The value as all these trees together keep it: those of the field's own name and of `*`. */
function kept(value: unknown, trees: readonly Kept[]): unknown {
  if (typeof value !== 'object' || value === null || trees.some(({ isWhole }) => isWhole)) return value;
  if (Array.isArray(value)) {
    const inner = trees.flatMap(({ below }) => below.get('*') ?? []);
    return value.map((element) => kept(element, inner));
  }
  const entries = Object.entries(value).flatMap(([key, field]: [string, unknown]) => {
    const inner = trees.flatMap(({ below }) => [below.get(key) ?? [], below.get('*') ?? []].flat());
    return inner.length === 0 ? [] : [[key, kept(field, inner)]];
  });
  return Object.fromEntries(entries) as unknown;
}
