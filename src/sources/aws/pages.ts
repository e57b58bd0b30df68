import { ScanError } from '../../facts/reason.ts';
import { createHeapLimit } from '../heap.ts';
import { MOST_EMPTY_PAGES, MOST_KEPT_BYTES, MOST_PAGES } from './limits.ts';

/**
 * The pages of a paginator, up to the limit of pages. If a token repeats, the SDK's own paginator treats the list as
 * complete, or never ends.
 * @param entries returns the entries of a page
 * @throws ScanError `truncated` if the list does not end, or is larger than what a scan keeps
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
    refuseFullHeap('the list');
    yield page;
    const token = findNextToken(page);
    if (token === undefined) continue;
    read += 1;
    empty = Array.isArray(found) && found.length > 0 ? 0 : empty + 1;
    if (tokens.has(token)) throw truncated('does not end: the token of the next page leads back');
    if (read >= MOST_PAGES) throw truncated(`does not end: ${MOST_PAGES} pages were read`);
    if (empty >= MOST_EMPTY_PAGES) throw truncated(`does not end: ${MOST_EMPTY_PAGES} pages in a row were empty`);
    tokens.add(token);
  }
}

/** Services use different names for the token. */
function findNextToken(page: object): string | undefined {
  const { nextToken, NextToken, Marker } = page as { nextToken?: unknown; NextToken?: unknown; Marker?: unknown };
  const token = nextToken ?? NextToken ?? Marker;
  return typeof token === 'string' && token !== '' ? token : undefined;
}

function truncated(what: string): ScanError {
  return new ScanError({ kind: 'truncated', message: `the list ${what}` });
}
