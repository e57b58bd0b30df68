import { isList, type Outcome } from './values.ts';

/**
 * What a value costs where it is read or made: a list one for each element, a text one for each 64 characters. What is in an
 * element is not read. A map costs nothing: it is neither copied nor searched.
 */
export function weightOf(value: Outcome): number {
  if (typeof value === 'string') return value.length >>> 6;
  return isList(value) ? value.length : 0;
}
