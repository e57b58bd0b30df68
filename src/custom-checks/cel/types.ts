/** A type of the checker. `none` is the element type of `[]` and matches any type; A and B are type parameters. */
export type Type =
  | { readonly name: PlainName }
  | { readonly name: 'list' | 'optional'; readonly of: Type }
  | { readonly name: 'map'; readonly key: Type; readonly of: Type }
  /** A type that is known only at evaluation. `likely` is the type of the fallback value (`orValue`). */
  | { readonly name: 'dyn'; readonly likely?: Type };

type PlainName = (typeof plainNames)[number];

const plainNames = [
  'none',
  'null',
  'bool',
  'int',
  'double',
  'string',
  'type',
  'timestamp',
  'duration',
  'quantity',
  'semver',
  'A',
  'B',
] as const;

export const dyn: Type = { name: 'dyn' };
export const bool: Type = { name: 'bool' };
export const int: Type = { name: 'int' };
export const string: Type = { name: 'string' };
const none: Type = { name: 'none' };

/**
 * Parses a type in a signature: `int`, `list<string>`, `map<A,B>`, `list`.
 * @returns undefined if it is invalid
 */
export function parseType(text: string): Type | undefined {
  if (text === 'dyn') return dyn;
  if (text === 'list') return { name: 'list', of: dyn };
  if (text === 'map') return { name: 'map', key: dyn, of: dyn };
  const plain = plainNames.find((name) => name === text);
  if (plain !== undefined) return { name: plain };
  const [, outer, inner = ''] = /^(list|optional|map)<(.{1,99})>$/.exec(text) ?? [];
  if (outer === 'list' || outer === 'optional') {
    const of = parseType(inner);
    return of && { name: outer, of };
  }
  if (outer !== 'map') return undefined;
  const [key, of] = inner.split(',').map(parseType);
  return key && of && { name: 'map', key, of };
}

/** A type for messages: `list<string>`. */
export function typeText(type: Type): string {
  if (type.name === 'map') return isOpen(type.of) ? 'map' : `map<${typeText(type.key)}, ${typeText(type.of)}>`;
  if ('of' in type) return isOpen(type.of) ? type.name : `${type.name}<${typeText(type.of)}>`;
  return type.name;
}

function isOpen(type: Type): boolean {
  return type.name === 'dyn' || type.name === 'none';
}

/** True if a value of type `actual` may be passed as `wanted`. Stores in `bound` the types of A and B. */
export function fitsType(wanted: Type, actual: Type, bound: Map<string, Type>): boolean {
  if (wanted.name === 'dyn' || isOpen(actual)) return true;
  if (wanted.name === 'A' || wanted.name === 'B') {
    const known = bound.get(wanted.name);
    const joined = known === undefined ? actual : join(known, actual);
    if (joined !== undefined) bound.set(wanted.name, joined);
    return joined !== undefined;
  }
  if (wanted.name !== actual.name) return false;
  if (wanted.name === 'map' && actual.name === 'map' && !fitsType(wanted.key, actual.key, bound)) return false;
  return 'of' in wanted && 'of' in actual ? fitsType(wanted.of, actual.of, bound) : true;
}

/** Replaces A and B in a result type by their types in `bound`, or by dyn. */
export function withBound(type: Type, bound: ReadonlyMap<string, Type>): Type {
  if (type.name === 'A' || type.name === 'B') return bound.get(type.name) ?? dyn;
  if (type.name === 'map') return { name: 'map', key: withBound(type.key, bound), of: withBound(type.of, bound) };
  return 'of' in type ? { name: type.name, of: withBound(type.of, bound) } : type;
}

/** The common type of values of two types; undefined if there is none, dyn if one of the two is dyn. */
export function join(a: Type, b: Type): Type | undefined {
  if (a.name === 'none') return b;
  if (b.name === 'none') return a;
  if (a.name === 'dyn' || b.name === 'dyn') return dyn;
  if (a.name === 'map' && b.name === 'map') {
    const [key, of] = [join(a.key, b.key), join(a.of, b.of)];
    return key && of && { name: 'map', key, of };
  }
  if ('of' in a && 'of' in b) {
    const of = a.name === b.name && a.name !== 'map' ? join(a.of, b.of) : undefined;
    return of && { name: a.name === 'optional' ? 'optional' : 'list', of };
  }
  return a.name === b.name ? a : undefined;
}

/** The common type of values of all these types; undefined if there is none, `none` for an empty list. */
export function joinAll(types: readonly Type[]): Type | undefined {
  return types.reduce<Type | undefined>((all, type) => all && join(all, type), none);
}

/** False if values of the two types are never equal. int and double are compared as numbers. */
export function canEqual(a: Type, b: Type): boolean {
  if (a.name === 'dyn') return a.likely === undefined || b.name === 'null' || canEqual(a.likely, b);
  if (b.name === 'dyn') return canEqual(b, a);
  if (a.name === 'none' || b.name === 'none') return true;
  if (isNumber(a) && isNumber(b)) return true;
  if (a.name === 'map' && b.name === 'map') return canEqual(a.key, b.key) && canEqual(a.of, b.of);
  if ('of' in a && 'of' in b) return a.name === b.name && canEqual(a.of, b.of);
  return a.name === b.name;
}

function isNumber(type: Type): boolean {
  return type.name === 'int' || type.name === 'double';
}
