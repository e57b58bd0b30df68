import { SourceError } from '../reason.ts';

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
