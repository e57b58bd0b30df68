import { unreadableError } from '../../facts/reason.ts';
import { boundedPages } from './pages.ts';

/**
 * Walks a paginator to its end.
 * @param items returns a page's entries; `field` names them in the error if they are missing
 * @throws ScanError (`unreadable`) if entries are missing, not a list or null; `truncated` if the list does not end, or
 *   is larger than what a scan keeps
 */
export async function everyPage<Page extends object, Item>(
  pages: AsyncIterable<Page>,
  field: string,
  items: (page: Page) => readonly Item[] | null | undefined,
): Promise<Item[]> {
  const found: Item[] = [];
  for await (const page of boundedPages(pages, items)) found.push(...readEntries(items(page), field));
  return found;
}

/**
 * Like {@link everyPage}, for a list of names.
 * @throws ScanError also (`unreadable`) if a name is not a string
 */
export async function everyName<Page extends object>(
  pages: AsyncIterable<Page>,
  field: string,
  names: (page: Page) => readonly string[] | null | undefined,
): Promise<string[]> {
  const found: readonly unknown[] = await everyPage(pages, field, names);
  return found.map((name) => {
    if (typeof name === 'string' && name !== '') return name;
    throw unreadableError(`${field} has an entry that is not a name`);
  });
}

/** The SDK checks neither that a list is there, nor its type, nor that its entries are there. */
function readEntries<Item>(entries: readonly Item[] | null | undefined, field: string): readonly Item[] {
  if (entries === undefined || entries === null) throw unreadableError(`the answer lacks ${field}`);
  if (!Array.isArray(entries)) throw unreadableError(`${field} is not a list`);
  const list = entries as readonly Item[];
  if (list.some((entry) => entry === null || entry === undefined)) throw unreadableError(`${field} has an empty entry`);
  return list;
}
