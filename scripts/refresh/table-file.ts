import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TableName } from '../../src/tables/tables.ts';
import type { Refreshed } from './merge.ts';
import type { WrittenRow, WrittenTable } from './refresher.ts';

const folder = fileURLToPath(new URL('../../rules/', import.meta.url));

/** The text of a file in `rules/`. */
export function readTableFile(name: TableName): string {
  return readFileSync(path.join(folder, `${name}.json`), 'utf8');
}

export function writeTableFile(name: TableName, text: string): void {
  writeFileSync(path.join(folder, `${name}.json`), text);
}

export function parseWritten(text: string): WrittenTable {
  return JSON.parse(text) as WrittenTable;
}

/**
 * The text of a file with other rows. A row that did not change keeps its line; each other row is one line.
 * @param read the day of the reading; undefined: the old one stays, because something is open
 */
export function rewriteTable(text: string, { rows, knownThrough }: Refreshed, read: string | undefined): string {
  const { rows: before, ...head } = parseWritten(text);
  const lines = new Map(listRowTexts(text, before).map((line, at) => [JSON.stringify(before[at]), line]));
  const end = knownThrough === undefined ? {} : { knownThrough };
  const members = Object.entries({ ...head, ...(read === undefined ? {} : { read }), ...end });
  const written = members.map(([key, value]) => `  ${JSON.stringify(key)}: ${inline(value)},`);
  const own = rows.map((row) => lines.get(JSON.stringify(row)) ?? `    ${inline(row)}`);
  return `{\n${written.join('\n')}\n  "rows": [\n${own.join(',\n')}\n  ]\n}\n`;
}

/** The lines of each row in a file whose rows begin with four spaces. */
function listRowTexts(text: string, rows: readonly WrittenRow[]): string[] {
  const body = text.slice(text.indexOf('\n', text.indexOf('"rows"')) + 1, text.lastIndexOf('\n  ]'));
  const found = body.split(/,\n(?= {4}\{)/);
  if (found.length !== rows.length) throw new Error(`${found.length} texts of ${rows.length} rows`);
  return found;
}

/** JSON on one line, with spaces inside the outermost braces as the files have them. */
function inline(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inline).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([key, one]) => `${JSON.stringify(key)}: ${inline(one)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}
