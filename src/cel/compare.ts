import { compare } from 'semver';
import {
  aTypeOf,
  failure,
  isList,
  isMap,
  typeOf,
  type CelMap,
  type CelValue,
  type Failure,
  type Special,
} from './values.ts';

/** Whether two values are equal, as CEL says it for any two: values of different types are not; 1 equals 1.0. */
export function isEqual(a: CelValue, b: CelValue): boolean {
  if (a === b) return true;
  if (typeof a === 'bigint' && typeof b === 'number') return sameNumber(a, b);
  if (typeof a === 'number' && typeof b === 'bigint') return sameNumber(b, a);
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (isList(a)) return isList(b) && a.length === b.length && a.every((one, index) => isEqual(one, b[index] ?? null));
  if (isMap(a)) return isMap(b) && isEqualMap(a, b);
  return !isList(b) && !isMap(b) && isEqualSpecial(a, b);
}

/** Numbers of both kinds are compared exactly: 9007199254740993 is not 9007199254740992.0. */
function sameNumber(int: bigint, double: number): boolean {
  return Number.isInteger(double) && BigInt(double) === int;
}

function isEqualMap(a: CelMap, b: CelMap): boolean {
  if (a.size !== b.size) return false;
  for (const [key, value] of a) {
    const other = b.get(key);
    if (other === undefined || !isEqual(value, other)) return false;
  }
  return true;
}

function isEqualSpecial(a: Special, b: Special): boolean {
  if ('nanos' in a && 'nanos' in b) return a.kind === b.kind && a.nanos === b.nanos;
  if (a.kind === 'semver' && b.kind === 'semver') return compare(a.version, b.version) === 0;
  if (a.kind === 'type' && b.kind === 'type') return a.name === b.name;
  if (a.kind !== 'optional' || b.kind !== 'optional') return false;
  if (a.value === undefined || b.value === undefined) return a.value === b.value;
  return isEqual(a.value, b.value);
}

/**
 * True where `==` has an answer for the two: they are of one type, both are numbers, or one is null. CEL itself says false
 * for all others; here that is an error, because `replicas == '3'` would be false for every object. JSON has lost the last
 * digits of a number from 2^53 on, so no int is compared with it.
 */
export function isComparable(a: CelValue, b: CelValue): boolean {
  if (a === null || b === null) return true;
  if (typeof a === 'bigint' && typeof b === 'number') return Math.abs(b) < 2 ** 53 || !Number.isFinite(b);
  if (typeof a === 'number' && typeof b === 'bigint') return isComparable(b, a);
  return typeOf(a) === typeOf(b);
}

/**
 * The first place of a value in a list, -1 where it is not there. As with `==`, that is an error where none of the elements
 * can be compared with it.
 */
export function positionOf(list: readonly CelValue[], value: CelValue): number | Failure {
  const at = list.findIndex((one) => isEqual(one, value));
  if (at !== -1 || list.length === 0 || list.some((one) => isComparable(one, value))) return at;
  return failure(`${aTypeOf(value)} is never in a list of ${typeOf(list[0] ?? null)}`);
}

/**
 * The order of two values of one type: negative, zero or positive. Strings by code point, false before true.
 * @returns undefined where the two have no order: types that differ or have none, and NaN
 */
export function orderOf(a: CelValue, b: CelValue): number | undefined {
  if (typeof a === 'string' && typeof b === 'string') return orderOfTexts(a, b);
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

function orderOfTexts(a: string, b: string): number {
  if (!surrogate.test(a) && !surrogate.test(b)) return a < b ? -1 : a > b ? 1 : 0;
  const [left, right] = [Array.from(a), Array.from(b)];
  const at = left.findIndex((point, index) => point !== right[index]);
  if (at === -1) return left.length - right.length;
  return (left[at]?.codePointAt(0) ?? -1) - (right[at]?.codePointAt(0) ?? -1);
}
