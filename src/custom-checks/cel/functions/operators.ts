import { compareValues } from '../compare.ts';
import { overloads } from '../signature.ts';
import { failure, int, type CelMap, type CelValue, type Failure } from '../values.ts';
import { longestText, tooLong } from './strings.ts';
import { toDuration, timestampAt } from './times.ts';

interface Nanos {
  kind: 'timestamp' | 'duration';
  nanos: bigint;
}

function concat(a: string, b: string): string | Failure {
  return a.length + b.length > longestText ? tooLong : a + b;
}

/** Calls `divide` unless the divisor is zero, which is an error. BigInt rounds toward zero, as Go does. */
function divided(by: bigint, divide: () => bigint): bigint | Failure {
  return by === 0n ? failure('division by zero') : int(divide());
}

const orders = {
  '<': (order: number) => order < 0,
  '<=': (order: number) => order <= 0,
  '>': (order: number) => order > 0,
  '>=': (order: number) => order >= 0,
} as const;

const ordered = [
  'int, int',
  'double, double',
  'int, double',
  'double, int',
  'string, string',
  'bool, bool',
  'timestamp, timestamp',
  'duration, duration',
];

/** Every comparison with NaN is false, as in CEL and IEEE 754. */
const comparisons = Object.entries(orders).flatMap(([name, holds]) =>
  ordered.map((types) => {
    const call = (a: CelValue, b: CelValue): boolean => {
      const order = compareValues(a, b);
      return order !== undefined && holds(order);
    };
    return [`${name}(${types}): bool`, call] as const;
  }),
);

/**
 * All operators except `==`, `!=`, `in` for lists, `&&`, `||` and `?:`, which the evaluator has.
 * Source: the CEL specification
 */
export const operators = overloads({
  ...Object.fromEntries(comparisons),
  '+(int, int): int': (a: bigint, b: bigint) => int(a + b),
  '-(int, int): int': (a: bigint, b: bigint) => int(a - b),
  '*(int, int): int': (a: bigint, b: bigint) => int(a * b),
  '/(int, int): int': (a: bigint, b: bigint) => divided(b, () => a / b),
  '%(int, int): int': (a: bigint, b: bigint) => divided(b, () => a % b),
  '-(int): int': (a: bigint) => int(-a),
  '+(double, double): double': (a: number, b: number) => a + b,
  '-(double, double): double': (a: number, b: number) => a - b,
  '*(double, double): double': (a: number, b: number) => a * b,
  '/(double, double): double': (a: number, b: number) => a / b,
  '-(double): double': (a: number) => -a,
  '+(string, string): string': concat,
  '+(list<A>, list<A>): list<A>': (a: readonly CelValue[], b: readonly CelValue[]) => [...a, ...b],
  '+(duration, duration): duration': (a: Nanos, b: Nanos) => toDuration(a.nanos + b.nanos),
  '-(duration, duration): duration': (a: Nanos, b: Nanos) => toDuration(a.nanos - b.nanos),
  '-(duration): duration': (a: Nanos) => toDuration(-a.nanos),
  '-(timestamp, timestamp): duration': (a: Nanos, b: Nanos) => toDuration(a.nanos - b.nanos),
  '+(timestamp, duration): timestamp': (a: Nanos, b: Nanos) => timestampAt(a.nanos + b.nanos),
  '+(duration, timestamp): timestamp': (a: Nanos, b: Nanos) => timestampAt(a.nanos + b.nanos),
  '-(timestamp, duration): timestamp': (a: Nanos, b: Nanos) => timestampAt(a.nanos - b.nanos),
  '!(bool): bool': (a: boolean) => !a,
  'in(A, map<A,B>): bool': (key: CelValue, map: CelMap) => {
    if (typeof key === 'string' || typeof key === 'bigint' || typeof key === 'boolean') return map.has(key);
    return failure('a key is a string, an int or a bool');
  },
});
