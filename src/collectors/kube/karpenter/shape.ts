import { SourceError } from '../../../facts/reason.ts';
import { isObject } from '../../../syntax/json.ts';

/** Reads objects that come by the thousand, by hand: what is absent is empty, what has another shape is unreadable. */

const nothing: Readonly<Record<string, unknown>> = {};

/** @throws SourceError (`unreadable`) where the value is no object */
export function recordAt(value: unknown, field: string): Readonly<Record<string, unknown>> {
  if (value === undefined || value === null) return nothing;
  if (isObject(value)) return value;
  throw otherShape(field);
}

const none: readonly Record<string, unknown>[] = [];

/** @throws SourceError (`unreadable`) where the value is no list of objects */
export function recordsAt(value: unknown, field: string): readonly Record<string, unknown>[] {
  if (value === undefined || value === null) return none;
  if (Array.isArray(value) && value.every(isObject)) return value;
  throw otherShape(field);
}

function otherShape(field: string): SourceError {
  return new SourceError({ kind: 'unreadable', message: `${field} has another shape` });
}
