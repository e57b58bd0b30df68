import type { Reading } from '../../facts/reading.ts';

/** The value of a fact; undefined if it was not read. */
export function readValue<Value>(reading: Reading<Value> | undefined): Value | undefined {
  return reading?.ok === true ? reading.value : undefined;
}
