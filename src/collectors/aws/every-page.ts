import { ScanError } from '../../facts/reason.ts';
import { boundedPages } from '../../sources/aws/pages.ts';
import { present } from '../require-field.ts';

/**
 * Walks a paginator to its end.
 * @param items picks a page's entries; `field` names them where a page lacks them, which is an error, not an empty page
 * @throws ScanError (`unreadable`) if a page's entries are missing or no list; `truncated` where the list does not end
 */
export async function everyPage<Page extends object, Item>(
  pages: AsyncIterable<Page>,
  field: string,
  items: (page: Page) => readonly Item[] | undefined,
): Promise<Item[]> {
  const found: Item[] = [];
  for await (const page of boundedPages(pages, items)) {
    const entries = present(items(page), field);
    if (!Array.isArray(entries)) throw new ScanError({ kind: 'unreadable', message: `${field} is not a list` }); // the SDK passes on what JSON held
    found.push(...(entries as readonly Item[]));
  }
  return found;
}
