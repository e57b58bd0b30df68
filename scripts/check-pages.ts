/**
 * Compares quotations with their documents, in the pages that answer a document line by line: `npm run check-pages
 * FOLDER`. The repository does not contain the documents; in FOLDER, the name of each file begins with the number of
 * its document.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { formatCount } from '../src/syntax/english.ts';

/** A table of answers: a section of a page, counted from 0, and the document that it answers. */
export interface Answers {
  page: string;
  section: number;
  document: string;
}

export const answers: readonly Answers[] = [
  { page: 'docs/eks-update-guide.md', section: 0, document: '004' },
  { page: 'docs/karpenter-guides.md', section: 1, document: '000' },
  { page: 'docs/karpenter-guides.md', section: 2, document: '003' },
  { page: 'docs/karpenter-guides.md', section: 3, document: '002' },
];

/** A row of a table: its place in the page, the lines of the document that it names, and its quotations. */
export interface Row {
  at: string;
  places: readonly string[];
  phrases: readonly string[];
}

/** Maximum words of a quotation: a longer text would be a copy. */
const mostWords = 12;

const root = fileURLToPath(new URL('..', import.meta.url));

/** Parses the rows of a table. */
export function parseRows({ page, section }: Pick<Answers, 'page' | 'section'>, text: string): Row[] {
  let passed = 0;
  return text.split('\n').flatMap((line, index) => {
    if (line.startsWith('## ')) passed += 1;
    const [, places, cell = ''] = /^\| (\d[\d, -]{0,40}) \| ([^|]{1,2000}) \|/.exec(line) ?? [];
    if (passed !== section || places === undefined) return [];
    const phrases = Array.from(cell.matchAll(/"([^"]{1,500})"/g), ([, phrase = '']) => phrase);
    return [{ at: `${page}:${index + 1}`, places: places.split(', '), phrases }];
  });
}

/** Faults of a row that are visible without the document. A row with one place may quote it more than once. */
export function listRowFaults({ at, places, phrases }: Row): string[] {
  const isPaired = phrases.length === places.length || (places.length === 1 && phrases.length > 1);
  const long = phrases.filter((phrase) => phrase.split(/\s+/).length > mostWords);
  return [
    ...(isPaired ? [] : [`${at}: needs a quotation for each of ${places.join(', ')}, has ${phrases.length}`]),
    ...long.map((phrase) => `${at}: more than ${mostWords} words: "${phrase}"`),
  ];
}

/** Error messages for quotations that are not in the lines of the document that the row names. */
export function listMisplacedPhrases({ at, places, phrases }: Row, lines: readonly string[]): string[] {
  return phrases.flatMap((phrase, index) => {
    const place = places.length === 1 ? places[0] : places[index];
    const [from = 0, to = from] = (place ?? '').split('-').map(Number);
    if (holds(lines.slice(from - 1, to).join('\n'), phrase)) return [];
    const found = lines.flatMap((line, before) => (holds(line, phrase) ? [before + 1] : []));
    const where = found.length === 0 ? 'no line has it' : `it is in ${found.join(', ')}`;
    return [`${at}: "${phrase}" is not in ${place ?? 'any place that the row names'}: ${where}`];
  });
}

function holds(text: string, phrase: string): boolean {
  return plain(text).includes(plain(phrase));
}

/** The text without the escapes of Markdown, with plain apostrophes and single spaces. */
function plain(text: string): string {
  return text.replaceAll('\\', '').replaceAll('’', "'").replaceAll(/\s+/g, ' ');
}

/** The output of the script and its exit code: 1 if there are errors, 3 if the folder or all documents are missing. */
export function checkPages(folder: string, tables = answers, base = root): { code: 0 | 1 | 3; lines: string[] } {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true)
    return { code: 3, lines: [`${folder} is not a folder`] };
  const files = readdirSync(folder);
  const compared = tables.map((table) => {
    const file = files.find((name) => name.startsWith(`${table.document}_`));
    const rows = parseRows(table, readFileSync(path.join(base, table.page), 'utf8'));
    return {
      file,
      rows,
      wrong: listTableFaults(table, rows, file === undefined ? undefined : path.join(folder, file)),
    };
  });
  if (compared.every(({ file }) => file === undefined))
    return {
      code: 3,
      lines: [`${folder} has no document: ${tables.map(({ document }) => `${document}_*`).join(', ')}`],
    };
  const wrong = compared.flatMap((table) => table.wrong);
  const rows = compared.reduce((sum, table) => sum + (table.file === undefined ? 0 : table.rows.length), 0);
  return {
    code: wrong.length === 0 ? 0 : 1,
    lines: [...wrong, `${formatCount(rows, 'row')} compared, ${formatCount(wrong.length, 'error')}`],
  };
}

function listTableFaults({ page, document }: Answers, rows: readonly Row[], file: string | undefined): string[] {
  if (rows.length === 0) return [`${page}: no row answers document ${document}`];
  if (file === undefined) return [`${page}: document ${document}_* is missing, so its rows are not compared`];
  const lines = readFileSync(file, 'utf8').split('\n');
  return rows.flatMap((row) => [...listRowFaults(row), ...listMisplacedPhrases(row, lines)]);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , folder] = process.argv;
  const { code, lines } =
    folder === undefined ? { code: 3, lines: ['usage: npm run check-pages FOLDER'] } : checkPages(folder);
  (code === 3 ? console.error : console.log)(lines.join('\n'));
  process.exitCode = code;
}
