import { isMoment } from '../facts/public-texts.ts';
import { ScanError, unreadableError } from '../facts/reason.ts';

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
 * Like {@link present}, for a list that is never empty.
 * @throws ScanError (`unreadable`) if it is missing or empty
 */
export function presentList<Item>(value: Item[] | undefined, field: string): Item[] {
  const list = present(value, field);
  if (list.length > 0) return list;
  throw unreadableError(`${field} is empty`);
}

/**
 * Like {@link present}, for an ID or a name. The SDK reads an empty element of XML as an empty text.
 * @throws ScanError (`unreadable`) if it is missing or empty
 */
export function presentName(value: string | undefined, field: string): string {
  return present(value === '' ? undefined : value, field);
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

/**
 * Like {@link present}, for a date or time.
 * @throws ScanError (`unreadable`) if it is missing, or not a date or time
 */
export function presentMoment(value: unknown, field: string): string {
  const text = presentText(value, field);
  if (isMoment(text)) return text;
  throw unreadableError(`${field} is not a time`);
}

/**
 * Like {@link present}, for a number of addresses, instances or vCPUs. The SDK reads an empty number in XML as 0.
 * @throws ScanError (`unreadable`) if it is missing, or not a whole number in the range
 */
export function presentCount(
  value: number | null | undefined,
  field: string,
  { from = 0, to = Number.MAX_SAFE_INTEGER } = {},
): number {
  const count = present(value, field);
  if (Number.isInteger(count) && count >= from && count <= to) return count;
  const range = to === Number.MAX_SAFE_INTEGER ? `at least ${from}` : `from ${from} to ${to}`;
  throw new ScanError({ kind: 'unreadable', message: `${field} is not a whole number ${range}: ${count}` });
}
