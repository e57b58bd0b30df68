import { compareValues, findPosition } from '../compare.ts';
import { spend, type Cost } from '../cost.ts';
import { costly, overloads } from '../signature.ts';
import { failure, int, measureCost, type CelMap, type CelValue, type Failure, type Outcome } from '../values.ts';

type List = readonly CelValue[];

const noOrder = failure('elements that have no order');

/** Compares two elements; reading them has a cost. */
function ordered(cost: Cost, a: CelValue, b: CelValue): number | undefined {
  return spend(cost, measureCost(a) + measureCost(b)) ? compareValues(a, b) : undefined;
}

function isSorted(cost: Cost, list: List): boolean | Failure {
  const orders = list.slice(1).map((one, index) => ordered(cost, list[index] ?? null, one));
  return orders.includes(undefined) ? noOrder : orders.every((order) => order !== undefined && order <= 0);
}

/** The minimum if `sign` is 1, the maximum if it is -1. */
function extreme(cost: Cost, list: List, sign: 1 | -1): Outcome {
  let [best] = list;
  if (best === undefined) return failure(`${sign === 1 ? 'min' : 'max'} of an empty list`);
  for (const one of list) {
    const order = ordered(cost, one, best);
    if (order === undefined) return noOrder;
    if (order * sign < 0) best = one;
  }
  return best;
}

function sumOfInts(list: readonly bigint[]): bigint | Failure {
  return int(list.reduce((sum, one) => sum + one, 0n));
}

function place(at: number | Failure): bigint | Failure {
  return typeof at === 'number' ? BigInt(at) : at;
}

/** The last index of a value: its first index in the reversed list, counted from the other end. */
function lastPlace(cost: Cost, list: List, value: CelValue): bigint | Failure {
  const at = findPosition(list.toReversed(), value, cost);
  return place(typeof at === 'number' && at !== -1 ? list.length - 1 - at : at);
}

/** Counts the elements of `part` that are in `whole`. */
function shared(cost: Cost, part: List, whole: List): number | Failure {
  let count = 0;
  for (const one of part) {
    const at = findPosition(whole, one, cost);
    if (typeof at !== 'number' || cost.left < 0) return at;
    if (at !== -1) count += 1;
  }
  return count;
}

function isSubset(cost: Cost, part: List, whole: List): boolean | Failure {
  const count = shared(cost, part, whole);
  return typeof count === 'number' ? count === part.length : count;
}

function isSame(cost: Cost, a: List, b: List): boolean | Failure {
  const isInB = isSubset(cost, a, b);
  return isInB === true ? isSubset(cost, b, a) : isInB;
}

function intersects(cost: Cost, a: List, b: List): boolean | Failure {
  const count = shared(cost, a, b);
  return typeof count === 'number' ? count > 0 : count;
}

/**
 * Functions of lists, maps and sets.
 * Source: k8s.io/apiserver/pkg/cel/library/lists.go; github.com/google/cel-go/ext/sets.go
 */
export const lists = [
  ...costly({
    'list<A>.isSorted(): bool': isSorted,
    'list<A>.min(): A': (cost: Cost, list: List) => extreme(cost, list, 1),
    'list<A>.max(): A': (cost: Cost, list: List) => extreme(cost, list, -1),
    'list<A>.indexOf(A): int': (cost: Cost, list: List, value: CelValue) => place(findPosition(list, value, cost)),
    'list<A>.lastIndexOf(A): int': lastPlace,
    'sets.contains(list<A>, list<A>): bool': (cost: Cost, whole: List, part: List) => isSubset(cost, part, whole),
    'sets.equivalent(list<A>, list<A>): bool': isSame,
    'sets.intersects(list<A>, list<A>): bool': intersects,
  }),
  ...overloads({
    'size(list): int': (list: List) => BigInt(list.length),
    'list.size(): int': (list: List) => BigInt(list.length),
    'size(map): int': (map: CelMap) => BigInt(map.size),
    'map.size(): int': (map: CelMap) => BigInt(map.size),
    'list<int>.sum(): int': sumOfInts,
    'list<double>.sum(): double': (list: readonly number[]) => list.reduce((sum, one) => sum + one, 0),
    'list<duration>.sum(): duration': (list: readonly { nanos: bigint }[]) => ({
      kind: 'duration',
      nanos: list.reduce((sum, one) => sum + one.nanos, 0n),
    }),
  }),
];
