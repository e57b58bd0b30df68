import { present } from '../present.ts';

/**
 * Walks a paginator to its end.
 * @param items picks a page's entries; `field` names them where a page lacks them, which is an error, not an empty page
 */
export async function everyPage<Page, Item>(
  pages: AsyncIterable<Page>,
  field: string,
  items: (page: Page) => readonly Item[] | undefined,
): Promise<Item[]> {
  const found: Item[] = [];
  for await (const page of pages) found.push(...present(items(page), field));
  return found;
}
