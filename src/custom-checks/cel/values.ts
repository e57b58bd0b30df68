import type SemVer from 'semver/classes/semver.js';

/**
 * A value of CEL. null, bool, string and list are JavaScript's; int is a bigint, double a number, map a Map, so that a
 * property of JavaScript (`constructor`, `length`) is never a field.
 */
export type CelValue =
  | null
  | boolean
  | bigint
  | number
  | string
  | readonly CelValue[]
  | ReadonlyMap<CelKey, CelValue>
  | Special;

export type CelKey = string | bigint | boolean;
export type CelMap = ReadonlyMap<CelKey, CelValue>;

/** Values that JSON does not have. Times are in nanoseconds, quantities in billionths. */
export type Special =
  | { readonly kind: 'timestamp' | 'duration'; readonly nanos: bigint }
  | { readonly kind: 'quantity'; readonly nanos: bigint }
  | { readonly kind: 'semver'; readonly version: SemVer }
  | { readonly kind: 'optional'; readonly value?: CelValue }
  | { readonly kind: 'type'; readonly name: string };

export type Optional = Extract<Special, { kind: 'optional' }>;

/**
 * The error of an expression. It becomes the result unless the other operands decide `||`, `&&`, `all` or `exists`.
 * `at` is its index in the text. A final error (the cost limit) always becomes the result.
 */
export interface Failure {
  readonly kind: 'failure';
  readonly message: string;
  readonly at?: number;
  readonly isFinal?: true;
}

export type Outcome = CelValue | Failure;

export function failure(message: string): Failure {
  return { kind: 'failure', message };
}

export function isFailure(outcome: Outcome): outcome is Failure {
  return typeof outcome === 'object' && outcome !== null && 'kind' in outcome && outcome.kind === 'failure';
}

export const noValue: Optional = { kind: 'optional' };

export function toOptional(value: CelValue): Optional {
  return { kind: 'optional', value };
}

const smallestInt = -(2n ** 63n);
const largestInt = 2n ** 63n - 1n;

/** An int of CEL has 64 bits: a value outside is an error, as in Kubernetes. */
export function int(value: bigint): bigint | Failure {
  return value >= smallestInt && value <= largestInt ? value : failure('integer overflow');
}

/**
 * Converts plain JSON to a value of CEL; any number of expressions can use the result. A number without a fraction is
 * an int, as in Kubernetes for objects without a schema; from 2^53 on it is a double, because JSON loses its last
 * digits. Keys whose value is undefined are absent; values that are not JSON (a function, a bigint) become null.
 */
export function celValue(json: unknown): CelValue {
  if (typeof json === 'string' || typeof json === 'boolean') return json;
  if (typeof json === 'number') return Number.isSafeInteger(json) ? BigInt(json) : json;
  if (Array.isArray(json)) return json.map(celValue);
  if (typeof json !== 'object' || json === null) return null;
  const map = new Map<string, CelValue>();
  for (const key of Object.keys(json)) {
    const value: unknown = (json as Record<string, unknown>)[key];
    if (value !== undefined) map.set(key, celValue(value));
  }
  return map;
}

/** The name of a value's type in messages and signatures. */
export function toTypeName(value: CelValue): string {
  if (value === null) return 'null';
  if (typeof value === 'object') return isList(value) ? 'list' : isMap(value) ? 'map' : value.kind;
  if (typeof value === 'bigint') return 'int';
  return typeof value === 'number' ? 'double' : typeof value === 'boolean' ? 'bool' : 'string';
}

export function isList(value: Outcome): value is readonly CelValue[] {
  return Array.isArray(value);
}

export function isMap(value: Outcome): value is CelMap {
  return value instanceof Map;
}

export function isOptional(value: Outcome): value is Optional {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'optional';
}

/** The type with its article: `a string`, `an int`. */
export function describeType(value: CelValue): string {
  return withArticle(toTypeName(value));
}

export function withArticle(name: string): string {
  return name === 'null' ? 'null' : `${/^[aio]/.test(name) ? 'an' : 'a'} ${name}`;
}

/**
 * The cost of reading or creating a value: one for each element of a list or each 64 characters of a string. Does not
 * include the elements themselves. A map costs nothing: it is neither copied nor searched.
 */
export function measureCost(value: Outcome): number {
  if (typeof value === 'string') return value.length >>> 6;
  return isList(value) ? value.length : 0;
}
