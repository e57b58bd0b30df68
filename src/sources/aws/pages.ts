import { ScanError, unreadableError } from '../../facts/reason.ts';
import { createHeapLimit } from '../heap.ts';
import { MOST_EMPTY_PAGES, MOST_KEPT_BYTES, MOST_PAGES } from './limits.ts';

/**
 * The pages of a paginator, up to the limit of pages. If a token repeats, the SDK's own paginator treats the list as
 * complete, or never ends; and a page that announces a next one without its token is the last one to it.
 * @param entries returns the entries of a page
 * @throws ScanError `truncated` if the list does not end, or is larger than what a scan keeps; `unreadable` if a page
 *   announces another one without its token
 */
export async function* boundedPages<Page extends object>(
  pages: AsyncIterable<Page>,
  entries: (page: Page) => unknown,
): AsyncGenerator<Page> {
  const tokens = new Set<string>();
  const refuseFullHeap = createHeapLimit(MOST_KEPT_BYTES);
  let [read, empty] = [0, 0];
  for await (const page of pages) {
    const found = entries(page);
    const token = findNextToken(page);
    refuseFullHeap('the list');
    yield page;
    if (token === undefined) continue;
    read += 1;
    empty = Array.isArray(found) && found.length > 0 ? 0 : empty + 1;
    if (tokens.has(token)) throw truncated('does not end: the token of the next page leads back');
    if (read >= MOST_PAGES) throw truncated(`does not end: ${MOST_PAGES} pages were read`);
    if (empty >= MOST_EMPTY_PAGES) throw truncated(`does not end: ${MOST_EMPTY_PAGES} pages in a row were empty`);
    tokens.add(token);
  }
}

/**
 * The pages of an operation for which the SDK has no paginator.
 * @param send requests one page; the first one without a token
 */
export async function* tokenPages<Page extends object>(
  send: (token: string | undefined) => Promise<Page>,
): AsyncGenerator<Page> {
  let token: string | undefined;
  do {
    const page = await send(token);
    yield page;
    token = findNextToken(page);
  } while (token !== undefined);
}

/** The names that services use for the token of the next page, and for the announcement of one. */
const tokenNames = ['nextToken', 'NextToken', 'Marker', 'NextMarker', 'NextContinuationToken'] as const;
const announcements = ['IsTruncated', 'isTruncated', 'Truncated', 'truncated'] as const;

/** @throws ScanError `unreadable` if the token is not a string, or if it is missing although there is a next page */
function findNextToken(page: object): string | undefined {
  const fields: Partial<Record<string, unknown>> = { ...page };
  const token = tokenNames.map((name) => fields[name]).find((value) => value !== undefined && value !== null);
  if (token !== undefined && typeof token !== 'string')
    throw unreadableError('the token of the next page is not a string');
  if (token !== undefined && token !== '') return token;
  if (announcements.every((name) => fields[name] !== true)) return undefined;
  throw unreadableError('the answer says that there are more pages, but has no token for the next one');
}

function truncated(what: string): ScanError {
  return new ScanError({ kind: 'truncated', message: `the list ${what}` });
}
