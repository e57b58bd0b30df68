import { ScanError } from '../facts/reason.ts';

/**
 * The value of a field that the API's documentation promises.
 * @throws ScanError (`unreadable`) if it is missing: a default would be invented data
 */
export function present<Value>(value: Value | null | undefined, field: string): Value {
  if (value === undefined || value === null) {
    throw new ScanError({ kind: 'unreadable', message: `the answer lacks ${field}` });
  }
  return value;
}

/**
 * Like {@link present}, for a string that no schema validates later.
 * @throws ScanError (`unreadable`) if it is missing or not a string
 */
export function presentText(value: unknown, field: string): string {
  if (typeof value === 'string') return value;
  const is = value === undefined || value === null ? `the answer lacks ${field}` : `${field} is not a string`;
  throw new ScanError({ kind: 'unreadable', message: is });
}
