import compare from 'semver/functions/compare.js';
import { spend, type Cost } from './cost.ts';
import {
  describeType,
  failure,
  isList,
  isMap,
  toTypeName,
  measureCost,
  type CelKey,
  type CelMap,
  type CelValue,
  type Failure,
  type Special,
} from './values.ts';

/**
 * Whether two values are equal; 1 equals 1.0, null equals only null. Costs one for each pair of elements that it
 * compares, plus the cost of strings.
 * @returns undefined if their types differ, or if the types of two elements differ and no other pair is unequal. CEL
 * returns false in both cases; here they are errors, because `replicas == '3'` would be false for every object.
 */
export function equality(a: CelValue, b: CelValue, cost: Cost): boolean | undefined {
  if (typeof a === 'string' && typeof b === 'string') return equalTexts(a, b, cost);
  if (a === b) return true;
  if (a === null || b === null) return false;
  if (typeof a === 'bigint' && typeof b === 'number') return sameNumber(a, b);
  if (typeof a === 'number' && typeof b === 'bigint') return sameNumber(b, a);
  if (typeof a !== 'object' || typeof b !== 'object') return typeof a === typeof b ? false : undefined;
  if (isList(a)) return isList(b) ? equalLists(a, b, cost) : undefined;
  if (isMap(a)) return isMap(b) ? equalMaps(a, b, cost) : undefined;
  return isList(b) || isMap(b) ? undefined : equalSpecials(a, b, cost);
}

/** Undefined for a finite double from 2^53 on: JSON loses its last digits, so it may stand for any of several ints. */
function sameNumber(int: bigint, double: number): boolean | undefined {
  if (Number.isFinite(double) && Math.abs(double) >= 2 ** 53) return undefined;
  return Number.isInteger(double) && BigInt(double) === int;
}

/** True if all pairs are equal. One unequal pair makes it false, even if other pairs cannot be compared. */
function every<Key>(keys: Iterable<Key>, cost: Cost, isEqual: (key: Key) => boolean | undefined): boolean | undefined {
  let result: boolean | undefined = true;
  for (const key of keys) {
    const one = spend(cost, 1) && isEqual(key);
    if (one === false) return false;
    result &&= one;
  }
  return result;
}

function equalLists(a: readonly CelValue[], b: readonly CelValue[], cost: Cost): boolean | undefined {
  if (a.length !== b.length) return false;
  return every(a.keys(), cost, (index) => equality(a[index] ?? null, b[index] ?? null, cost));
}

function equalMaps(a: CelMap, b: CelMap, cost: Cost): boolean | undefined {
  const isKeyOfBoth = (key: CelKey): boolean => spend(cost, measureCost(key)) && b.has(key);
  if (a.size !== b.size || every(a.keys(), cost, isKeyOfBoth) === false) return false;
  return every(a.keys(), cost, (key) => equality(a.get(key) ?? null, b.get(key) ?? null, cost));
}

function equalTexts(a: string, b: string, cost: Cost): boolean {
  return a.length === b.length && spend(cost, measureCost(a)) && a === b;
}

function equalSpecials(a: Special, b: Special, cost: Cost): boolean | undefined {
  if (a.kind !== b.kind) return undefined;
  if ('nanos' in a && 'nanos' in b) return a.nanos === b.nanos;
  if (a.kind === 'semver' && b.kind === 'semver') return compare(a.version, b.version) === 0;
  if (a.kind === 'type' && b.kind === 'type') return a.name === b.name;
  if (a.kind !== 'optional' || b.kind !== 'optional') return undefined;
  if (a.value === undefined || b.value === undefined) return a.value === b.value;
  return spend(cost, 1) && equality(a.value, b.value, cost);
}

/** The error for two values that cannot be compared. */
export function incomparable(a: CelValue, b: CelValue): Failure {
  const [left, right] = [describeType(a), describeType(b)];
  return failure(
    left === right ? `two ${toTypeName(a)}s with values of different types` : `${left} never equals ${right}`,
  );
}

/**
 * The first index of a value in a list; -1 if the list does not contain the value, or the cost budget is used up. As
 * with `==`, it is an error if no element can be compared with the value. Costs one for each element up to the first
 * equal one, plus the cost of the comparisons.
 */
export function findPosition(list: readonly CelValue[], value: CelValue, cost: Cost): number | Failure {
  let isPossible = list.length === 0;
  for (const [at, one] of list.entries()) {
    const same = spend(cost, 1) && equality(one, value, cost);
    if (cost.left < 0) return -1;
    if (same === true) return at;
    isPossible ||= same === false;
  }
  return isPossible ? -1 : failure(`${describeType(value)} is never in a list of ${toTypeName(list[0] ?? null)}`);
}

/**
 * Compares two values of one type, or two numbers: negative, zero or positive. Strings are ordered by code point; false
 * is before true.
 * @returns undefined if they have no order: their types differ or have none, or one is NaN
 */
export function compareValues(a: CelValue, b: CelValue): number | undefined {
  if (typeof a === 'string' && typeof b === 'string') return compareTexts(a, b);
  if (isNumeric(a) && isNumeric(b)) return a < b ? -1 : a > b ? 1 : Number.isNaN(a) || Number.isNaN(b) ? undefined : 0;
  if (typeof a === 'boolean' && typeof b === 'boolean') return Number(a) - Number(b);
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return undefined;
  if (!('nanos' in a) || !('nanos' in b) || a.kind !== b.kind || a.kind === 'quantity') return undefined;
  return a.nanos < b.nanos ? -1 : a.nanos > b.nanos ? 1 : 0;
}

function isNumeric(value: CelValue): value is number | bigint {
  return typeof value === 'bigint' || typeof value === 'number';
}

const surrogate = /[\uD800-\uDFFF]/;

function compareTexts(a: string, b: string): number {
  if (!surrogate.test(a) && !surrogate.test(b)) return a < b ? -1 : a > b ? 1 : 0;
  const [left, right] = [Array.from(a), Array.from(b)];
  const at = left.findIndex((point, index) => point !== right[index]);
  if (at === -1) return left.length - right.length;
  return (left[at]?.codePointAt(0) ?? -1) - (right[at]?.codePointAt(0) ?? -1);
}
