import type { Path } from './fields.ts';

interface Kept {
  /** True if the whole value is kept. */
  isWhole: boolean;
  readonly below: Map<string, Kept>;
}

/**
 * Returns an object with only the fields that the paths (`Compiled.fields`) name, as plain JSON. Arrays keep their
 * length: an element without these fields is `{}`. A value that is not an object stays where a path names a field, so
 * that an expression fails on it as it would on the whole object.
 */
export function keepFields(object: unknown, paths: readonly Path[]): unknown {
  return fieldKeeper(paths)(object);
}

/** As {@link keepFields}, for many objects. */
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

/** Keeps the parts of a value that any of these trees names; `*` matches every field. */
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
