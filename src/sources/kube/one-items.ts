import { randomBytes } from 'node:crypto';
import { ScanError } from '../../facts/reason.ts';
import { isObject } from '../../syntax/json.ts';
import { itemsKeyAt } from './split-list.ts';

const KEY = 'items';
/** Stands for the key `items` while a page is parsed: as long, and random in each process, so that no page has it. */
const MARK = randomBytes(4).toString('base64url').slice(0, KEY.length);

/**
 * Parses a list, of which `JSON.parse` would keep only the last `items`. Its first key `items` is renamed before
 * parsing: any other is then still there. The bytes are changed in place, which costs neither a copy nor a search.
 * @param body one list, JSON in UTF-8
 * @throws SyntaxError if the body is not JSON, ScanError `unreadable` if it has `items` twice
 */
export function parseWithOneItems(body: Buffer): unknown {
  const at = itemsKeyAt(body);
  if (at === undefined) return JSON.parse(body.toString('utf8'));
  body.write(MARK, at + 1);
  const text = body.toString('utf8');
  body.write(KEY, at + 1);
  const page: unknown = JSON.parse(text);
  if (!isObject(page)) return page;
  if (Object.hasOwn(page, KEY)) throw new ScanError({ kind: 'unreadable', message: 'the list has items twice' });
  return Object.fromEntries(Object.entries(page).map(([key, value]) => [key === MARK ? KEY : key, value]));
}
