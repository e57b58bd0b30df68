import {
  describeType,
  failure,
  isList,
  isMap,
  isOptional,
  noValue,
  toOptional,
  type CelMap,
  type CelValue,
  type Failure,
  type Outcome,
} from './values.ts';

/** `plain` is `of.key` or `of[key]`; `optional` is `of.?key` or `of[?key]`; `has` is `has(of.key)`. */
type Form = 'plain' | 'optional' | 'has';

/**
 * Evaluates access to a field or an element. If this part is missing, the form decides the result: an error, an
 * empty optional or false. A field of a value without fields (a string) is always an error. If `of` is an optional, the
 * result is an optional, or a bool for `has`. With a dot, a null field counts as missing, as in Kubernetes; with
 * brackets, null is a value. `path` is the access for messages; `isIndex` is true for brackets.
 */
export function access(of: CelValue, key: CelValue, form: Form, path: string, isIndex: boolean): Outcome {
  if (!isOptional(of)) return toOutcome(resolvePart(of, key, path, isIndex), form);
  if (of.value === undefined) return form === 'has' ? false : noValue;
  return toOutcome(resolvePart(of.value, key, path, isIndex), form === 'has' ? 'has' : 'optional');
}

type Part = { value: CelValue } | { absent: Failure } | { impossible: Failure };

function toOutcome(part: Part, form: Form): Outcome {
  if ('impossible' in part) return part.impossible;
  if (form === 'has') return 'value' in part;
  if ('value' in part) return form === 'optional' ? toOptional(part.value) : part.value;
  return form === 'optional' ? noValue : part.absent;
}

function resolvePart(of: CelValue, key: CelValue, path: string, isIndex: boolean): Part {
  if (isMap(of)) return resolveField(of, key, path, isIndex);
  if (isList(of) && isIndex) return resolveElement(of, key);
  const what = isIndex ? 'elements' : 'fields';
  return { impossible: failure(`${describeType(of)} has no ${what}${path === '' ? '' : `: '${path}'`}`) };
}

function resolveField(of: CelMap, key: CelValue, path: string, isIndex: boolean): Part {
  if (typeof key === 'number' && Number.isInteger(key)) return resolveField(of, BigInt(key), path, isIndex);
  if (typeof key !== 'string' && typeof key !== 'bigint' && typeof key !== 'boolean') {
    return { impossible: failure(`${describeType(key)} is no key of a map`) };
  }
  const value = of.get(key);
  if (value !== undefined && (value !== null || isIndex)) return { value };
  return { absent: failure(isIndex ? `no such key: '${path}'` : `no such field '${path}'`) };
}

function resolveElement(of: readonly CelValue[], key: CelValue): Part {
  const index = typeof key === 'number' && Number.isInteger(key) ? BigInt(key) : key;
  if (typeof index !== 'bigint') return { impossible: failure(`expected an int as index, got ${describeType(key)}`) };
  const value = index < 0n ? undefined : of[Number(index)];
  return value === undefined ? { absent: failure(`no element ${index} in a list of ${of.length}`) } : { value };
}
