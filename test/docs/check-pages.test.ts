import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { answers, checkPages, listRowFaults, parseRows } from '../../scripts/check-pages.ts';

/** CI puts the documents beside the clone; the repository does not contain them. */
const documents = fileURLToPath(new URL('../../../shared/seeds/', import.meta.url));
const isMissing = !existsSync(documents);
if (isMissing) console.warn('Tests are left out: the documents are not beside this clone (../shared/seeds).');

const document = [
  'A title',
  'Update the nodes\\, then  wait\\.',
  'You don’t need',
  'the console here.',
  'Update the pods.',
].join('\n');
const page = (...rows: string[]) =>
  `# A page\n\n| 9 | "of another table" | x |\n\n## One\n\n${rows.join('\n')}\n\n## Two\n`;
const tables = [{ page: 'page.md', section: 1, document: '007' }];

/** Compares these rows, which begin at line 7 of their page, with the document. */
function compared(rows: readonly string[], files: Readonly<Record<string, string>> = { '007_a.txt': document }) {
  const folder = mkdtempSync(path.join(tmpdir(), 'eks-preflight-pages-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(path.join(folder, 'documents'));
  writeFileSync(path.join(folder, 'page.md'), page(...rows));
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, 'documents', name), text);
  const { code, lines } = checkPages(path.join(folder, 'documents'), tables, folder);
  return { code, lines: lines.map((line) => line.replace(path.join(folder, 'documents'), 'FOLDER')) };
}

const nine = 'one two three four five six seven eight nine';

describe('a row', () => {
  it.each<[what: string, row: string, wrong: string[]]>([
    ['with a phrase of its line', '| 2 | "Update the nodes, then wait." | x |', []],
    ['with a phrase that goes on in the next line', '| 3-4 | "don\'t need the console" | x |', []],
    ['with a phrase for each of its places', '| 2, 3-5 | "Update"; first "Update the pods" | x |', []],
    ['with several phrases of one place', '| 2-5 | "the nodes", "the pods" | x |', []],
    [
      'with a phrase of another line',
      '| 2 | "Update the pods" | x |',
      ['page.md:7: "Update the pods" is not in 2: it is in 5'],
    ],
    [
      'with the phrases of its places interchanged',
      '| 2, 5 | "the pods"; "the nodes" | x |',
      ['page.md:7: "the pods" is not in 2: it is in 5', 'page.md:7: "the nodes" is not in 5: it is in 2'],
    ],
    ['with other words', '| 1-5 | "Update nodes" | x |', ['page.md:7: "Update nodes" is not in 1-5: no line has it']],
    ['beyond the document', '| 6 | "A title" | x |', ['page.md:7: "A title" is not in 6: it is in 1']],
    ['without a phrase', '| 2 | update them | x |', ['page.md:7: needs a quotation for each of 2, has 0']],
    ['with a phrase too few', '| 2, 5 | "Update" | x |', ['page.md:7: needs a quotation for each of 2, 5, has 1']],
    [
      'with a phrase too long',
      `| 1 | "${nine} ten eleven twelve thirteen" | x |`,
      [
        `page.md:7: more than 12 words: "${nine} ten eleven twelve thirteen"`,
        `page.md:7: "${nine} ten eleven twelve thirteen" is not in 1: no line has it`,
      ],
    ],
  ])('%s', (_what, row, wrong) => {
    const code = wrong.length === 0 ? 0 : 1;
    expect(compared([row])).toEqual({
      code,
      lines: [...wrong, `1 row compared, ${wrong.length} ${wrong.length === 1 ? 'error' : 'errors'}`],
    });
  });
});

describe('the comparison', () => {
  it('fails without rows', () => {
    const lines = ['page.md: no row answers document 007', '0 rows compared, 1 error'];
    expect(compared([])).toEqual({ code: 1, lines });
  });

  it('does not run without documents', () => {
    expect(compared(['| 1 | "A title" | x |'], { 'notes.txt': 'A title' })).toEqual({
      code: 3,
      lines: ['FOLDER has no document: 007_*'],
    });
    expect(checkPages('/does/not/exist')).toEqual({ code: 3, lines: ['/does/not/exist is not a folder'] });
  });

  it('fails if one of the documents is missing', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'eks-preflight-pages-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    writeFileSync(path.join(folder, '004_only.txt'), '');
    const { code, lines } = checkPages(folder);
    expect(code).toBe(1);
    expect(lines.filter((line) => line.includes('is missing')).length).toBe(3);
  });
});

describe('the pages', () => {
  it.each(answers)('quote document $document, at most 12 words at a time', (table) => {
    const rows = parseRows(table, readFileSync(new URL(`../../${table.page}`, import.meta.url), 'utf8'));
    expect(rows.length).toBeGreaterThan(10);
    expect(rows.flatMap(listRowFaults)).toEqual([]);
  });

  it.skipIf(isMissing)('name the lines in which the phrases are', () => {
    expect(checkPages(documents)).toMatchObject({
      code: 0,
      lines: [expect.stringMatching(/ rows compared, 0 errors$/)],
    });
  });
});
