import { allInOrder } from '../all-in-order.ts';

/** A filter of EC2 takes at most 200 values. */
export const valuesPerCall = 200;

/** Splits a list, in its order, into pieces of at most `length`. */
export function toChunks<Value>(values: readonly Value[], length: number): Value[][] {
  return Array.from({ length: Math.ceil(values.length / length) }, (_, at) =>
    values.slice(at * length, (at + 1) * length),
  );
}

/** All that is found for these values, with requests for at most `length` of them. */
export async function inChunks<Value, Item>(
  values: readonly Value[],
  length: number,
  request: (some: Value[]) => Promise<Item[]>,
): Promise<Item[]> {
  return (await allInOrder(toChunks(values, length).map(request))).flat();
}
