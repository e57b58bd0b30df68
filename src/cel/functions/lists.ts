import { orderOf, positionOf } from '../compare.ts';
import { overloads } from '../signature.ts';
import { failure, int, type CelMap, type CelValue, type Failure, type Outcome } from '../values.ts';

type List = readonly CelValue[];

const noOrder = failure('elements that have no order');

function isSorted(list: List): boolean | Failure {
  const orders = list.slice(1).map((one, index) => orderOf(list[index] ?? null, one));
  return orders.includes(undefined) ? noOrder : orders.every((order) => order !== undefined && order <= 0);
}

/** The least element where `sign` is 1, the greatest where it is -1. */
function extreme(list: List, sign: 1 | -1): Outcome {
  let [best] = list;
  if (best === undefined) return failure(`${sign === 1 ? 'min' : 'max'} of an empty list`);
  for (const one of list) {
    const order = orderOf(one, best);
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

/** The last place: the first one from the end. */
function lastPlace(list: List, value: CelValue): bigint | Failure {
  const at = positionOf(list.toReversed(), value);
  return place(typeof at === 'number' && at !== -1 ? list.length - 1 - at : at);
}

/** How many elements of a part are in the whole. */
function shared(part: List, whole: List): number | Failure {
  let count = 0;
  for (const one of part) {
    const at = positionOf(whole, one);
    if (typeof at !== 'number') return at;
    if (at !== -1) count += 1;
  }
  return count;
}

function isSubset(part: List, whole: List): boolean | Failure {
  const count = shared(part, whole);
  return typeof count === 'number' ? count === part.length : count;
}

function isSame(a: List, b: List): boolean | Failure {
  const isInB = isSubset(a, b);
  return isInB === true ? isSubset(b, a) : isInB;
}

function intersects(a: List, b: List): boolean | Failure {
  const count = shared(a, b);
  return typeof count === 'number' ? count > 0 : count;
}

/**
 * Functions of lists, maps and sets.
 * Source: k8s.io/apiserver/pkg/cel/library/lists.go; github.com/google/cel-go/ext/sets.go
 */
export const lists = overloads({
  'size(list): int': (list: List) => BigInt(list.length),
  'list.size(): int': (list: List) => BigInt(list.length),
  'size(map): int': (map: CelMap) => BigInt(map.size),
  'map.size(): int': (map: CelMap) => BigInt(map.size),
  'list<A>.isSorted(): bool': isSorted,
  'list<A>.min(): A': (list: List) => extreme(list, 1),
  'list<A>.max(): A': (list: List) => extreme(list, -1),
  'list<int>.sum(): int': sumOfInts,
  'list<double>.sum(): double': (list: readonly number[]) => list.reduce((sum, one) => sum + one, 0),
  'list<duration>.sum(): duration': (list: readonly { nanos: bigint }[]) => ({
    kind: 'duration',
    nanos: list.reduce((sum, one) => sum + one.nanos, 0n),
  }),
  'list<A>.indexOf(A): int': (list: List, value: CelValue) => place(positionOf(list, value)),
  'list<A>.lastIndexOf(A): int': lastPlace,
  'sets.contains(list<A>, list<A>): bool': (whole: List, part: List) => isSubset(part, whole),
  'sets.equivalent(list<A>, list<A>): bool': isSame,
  'sets.intersects(list<A>, list<A>): bool': intersects,
});
