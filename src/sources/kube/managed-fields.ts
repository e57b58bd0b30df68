import { randomBytes } from 'node:crypto';
import { parseWithOneItems } from './one-items.ts';
import { stringEnd } from './split-list.ts';
import { isObject } from '../../syntax/json.ts';

const KEY = Buffer.from('"managedFields":[');
const QUOTE = 0x22;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;

/** Replaces a cut array until the page is parsed; random in each process, so that no object can contain it. */
const MARK = randomBytes(12).toString('base64url');
const MARKED_KEY = Buffer.from(`"managedFields":"${MARK}"`);

/**
 * Parses a page and drops `metadata.managedFields` of its items (a third of the bytes). The arrays are cut out before
 * parsing; the result always equals parsing the whole page and deleting them afterwards. Only the items' own fields are
 * dropped: an equal key elsewhere in an object stays.
 * @param body one list, JSON in UTF-8
 * @throws SyntaxError if the body is not JSON, ScanError `unreadable` if it has `items` twice
 */
export function parseWithoutManagedFields(body: Buffer): unknown {
  const cut = cutArrays(body);
  const page = cut.count === 0 ? undefined : tryParse(cut.body);
  if (page !== undefined && dropManagedFields(page) === cut.count) return page;
  const whole = parseWithOneItems(body);
  dropManagedFields(whole);
  return whole;
}

/**
 * Replaces each `managedFields` array with a mark, wherever it is. A string cannot contain the searched bytes, since
 * its quotes are escaped. Parsing shows whether all arrays were the items' own: each mark must then be in an item's
 * metadata.
 */
function cutArrays(body: Buffer): { body: Buffer; count: number } {
  const pieces: Buffer[] = [];
  let count = 0;
  let copied = 0;
  for (let at = body.indexOf(KEY); at >= 0; at = body.indexOf(KEY, at + 1)) {
    const end = arrayEnd(body, at + KEY.length - 1);
    if (end < 0) break;
    pieces.push(body.subarray(copied, at), MARKED_KEY);
    copied = end;
    at = end - 1;
    count++;
  }
  pieces.push(body.subarray(copied));
  return { body: Buffer.concat(pieces), count };
}

/** The index after the bracket that closes the array opened at `start`; -1 if none does. */
function arrayEnd(body: Buffer, start: number): number {
  let depth = 0;
  for (let at = start; at < body.length; at++) {
    const byte = body[at];
    if (byte === QUOTE) at = stringEnd(body, at);
    else if (byte === OPEN_BRACKET) depth++;
    else if (byte === CLOSE_BRACKET && --depth === 0) return at + 1;
  }
  return -1;
}

/** Deletes the items' managed fields. Returns how many of them were marks. */
export function dropManagedFields(page: unknown): number {
  if (!isObject(page) || !Array.isArray(page['items'])) return 0;
  let marks = 0;
  for (const item of page['items'] as unknown[]) {
    if (!isObject(item) || !isObject(item['metadata'])) continue;
    const { metadata } = item;
    if (!Object.hasOwn(metadata, 'managedFields')) continue;
    if (metadata['managedFields'] === MARK) marks++;
    delete metadata['managedFields'];
  }
  return marks;
}

function tryParse(body: Buffer): unknown {
  try {
    return parseWithOneItems(body);
  } catch {
    return undefined;
  }
}
