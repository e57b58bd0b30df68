import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { betaPost, clusterPost, updatePage, upgradeGuide, type RowPhrases } from './document-phrases.ts';

/** CI has the documents beside the clone; the repository does not contain them. */
const folder = new URL('../../shared/seeds/', import.meta.url);
const isMissing = !existsSync(folder);
if (isMissing) console.warn('Tests are left out: the documents are not beside this clone (../shared/seeds).');

const documents = [
  { page: 'eks-update-guide', section: 0, document: '004', rows: updatePage },
  { page: 'karpenter-guides', section: 1, document: '000', rows: upgradeGuide },
  { page: 'karpenter-guides', section: 2, document: '003', rows: betaPost },
  { page: 'karpenter-guides', section: 3, document: '002', rows: clusterPost },
] as const;

describe.each(documents)('the answers of $page to document $document', ({ page, section, document, rows }) => {
  it('have a phrase of the document for each of their lines', () => {
    const text = readFileSync(new URL(`../docs/${page}.md`, import.meta.url), 'utf8');
    const answers = text.split(/^## /m)[section]?.matchAll(/^\| (\d[\d, -]*) \|/gm) ?? [];
    expect([...answers].map(([, lines = '']) => lines)).toEqual(rows.map(([lines]) => lines));
    expect(rows.filter(([lines, ...phrases]) => phrases.length !== lines.split(', ').length)).toEqual([]);
  });

  it.skipIf(isMissing)('name the lines in which the phrases stand', () => {
    const file = readdirSync(folder).find((name) => name.startsWith(`${document}_`)) ?? '';
    const lines = readFileSync(new URL(file, folder), 'utf8').split('\n');
    expect(rows.flatMap((row) => misplaced(row, lines))).toEqual([]);
  });
});

/** The phrases of a row that do not stand in its lines. */
function misplaced([places, ...phrases]: RowPhrases, lines: readonly string[]): string[] {
  return places.split(', ').flatMap((place, index) => {
    const [from = 0, to = from] = place.split('-').map(Number);
    const phrase = phrases[index] ?? '';
    return plain(lines.slice(from - 1, to).join('\n')).includes(plain(phrase)) ? [] : [`${place}: ${phrase}`];
  });
}

/** Without the escapes of Markdown, with plain apostrophes and single spaces. */
function plain(text: string): string {
  return text.replaceAll('\\', '').replaceAll('’', "'").replaceAll(/\s+/g, ' ');
}
