import { isList, type CelValue } from './values.ts';

const matching = new Set(['matches', 'find', 'findAll']);

/** What a call costs besides its nodes, by what it has to read. A map costs nothing: it is not copied. */
export function weightOf(name: string, values: readonly CelValue[]): number {
  if (matching.has(name)) return Math.floor(product(values) / 256);
  if (name.startsWith('sets.')) return product(values);
  let sum = 0;
  for (const value of values) sum += typeof value === 'string' ? Math.floor(value.length / 64) : sizeOf(value);
  return sum;
}

/** Matching takes the text times the pattern, comparing two lists without an order every pair. */
function product(values: readonly CelValue[]): number {
  const [a = null, b = null] = values;
  return sizeOf(a) * sizeOf(b);
}

function sizeOf(value: CelValue): number {
  return isList(value) || typeof value === 'string' ? value.length : 0;
}
