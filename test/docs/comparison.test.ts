import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { loadTable } from '../../src/tables/tables.ts';

const readPage = (page: string): string => readFileSync(new URL(`../../${page}`, import.meta.url), 'utf8');

/** How many controllers the table has, as the pages say it. */
const { rows } = loadTable('controllers');
const recognized = rows.filter(({ rowKind }) => rowKind === 'controller').length;
const listed = new Set(rows.flatMap((row) => (row.rowKind === 'ranges' ? [row.controller] : []))).size;

it.each([
  ['docs/comparison.md', `| ${listed} controllers ([table]`],
  ['README.md', `releases of ${listed} controllers (`],
  ['CHANGELOG.md', `(\`addons/controllers\`): ${recognized} of them`],
])('%s has the number of the table: %s', (page, words) => {
  expect(readPage(page)).toContain(words);
});
