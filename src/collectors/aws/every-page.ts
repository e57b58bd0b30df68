import { ScanError } from '../../facts/reason.ts';
import { boundedPages } from '../../sources/aws/pages.ts';
import { present } from '../require-field.ts';

/**
 * Walks a paginator to its end.
 * @param items returns a page's entries; `field` names them in the error if they are missing
 * @throws ScanError (`unreadable`) if entries are missing or not a list; `truncated` if the list does not end, or is
 *   larger than what a scan keeps
 */
export async function everyPage<Page extends object, Item>(
  pages: AsyncIterable<Page>,
  field: string,
  items: (page: Page) => readonly Item[] | undefined,
): Promise<Item[]> {
  const found: Item[] = [];
  for await (const page of boundedPages(pages, items)) {
    const entries = present(items(page), field);
    if (!Array.isArray(entries)) throw new ScanError({ kind: 'unreadable', message: `${field} is not a list` }); // the SDK does not check the type
    found.push(...(entries as readonly Item[]));
  }
  return found;
}
