import { ScanError } from '../../../facts/reason.ts';
import { isObject } from '../../../syntax/json.ts';

/** Reads objects without a schema: there may be thousands. A missing value is empty, a wrong type unreadable. */

const nothing: Readonly<Record<string, unknown>> = {};

/** @throws ScanError (`unreadable`) if the value is not an object */
export function recordAt(value: unknown, field: string): Readonly<Record<string, unknown>> {
  if (value === undefined || value === null) return nothing;
  if (isObject(value)) return value;
  throw otherShape(field);
}

const none: readonly Record<string, unknown>[] = [];

/** @throws ScanError (`unreadable`) if the value is not a list of objects */
export function recordsAt(value: unknown, field: string): readonly Record<string, unknown>[] {
  if (value === undefined || value === null) return none;
  if (Array.isArray(value) && value.every(isObject)) return value;
  throw otherShape(field);
}

function otherShape(field: string): ScanError {
  return new ScanError({ kind: 'unreadable', message: `${field} has an unexpected type` });
}
