import { SourceError } from '../facts/reason.ts';

/**
 * The value of a field that the API's documentation promises.
 * @throws SourceError (`unreadable`) where it is missing: a default would make something up
 */
export function present<Value>(value: Value | null | undefined, field: string): Value {
  if (value === undefined || value === null) {
    throw new SourceError({ kind: 'unreadable', message: `the answer lacks ${field}` });
  }
  return value;
}

/**
 * The same for a text, where no schema looks at the value later.
 * @throws SourceError (`unreadable`) where it is missing or no text
 */
export function presentText(value: unknown, field: string): string {
  if (typeof value === 'string') return value;
  const is = value === undefined || value === null ? `the answer lacks ${field}` : `${field} is not a string`;
  throw new SourceError({ kind: 'unreadable', message: is });
}
