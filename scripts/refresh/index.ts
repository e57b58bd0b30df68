/**
 * `npm run refresh [TABLE...]`: reads the sources of tables in `rules/` again, prints what changes, and writes it. A table
 * with an open question keeps its date of reading. Exit code 1 if there is a question, or a source does not answer.
 */
import { fileURLToPath } from 'node:url';
import { findFlaw } from './flaw.ts';
import { mergeRows, type Refreshed } from './merge.ts';
import type { Limits, Refresher } from './refresher.ts';
import { parseWritten, readTableFile, rewriteTable, writeTableFile } from './table-file.ts';
import { refreshers } from './tables/index.ts';

/** Reads the source of a table and compares it with the table's file, which stays as it is. */
export async function refreshTable(refresher: Refresher, limits: Limits): Promise<Refreshed> {
  const written = parseWritten(readTableFile(refresher.table));
  const stated = refresher.parse(await refresher.fetch(limits), written);
  return mergeRows(written, stated, { identify: refresher.identify, flaw: (row) => findFlaw(refresher.table, row) });
}

async function run(names: readonly string[]): Promise<void> {
  const unknown = names.filter((name) => !refreshers.some(({ table }) => table === name));
  if (unknown.length > 0) throw new Error(`no source is known of: ${unknown.join(', ')}`);
  const chosen = refreshers.filter(({ table }) => names.length === 0 || names.includes(table));
  for (const refresher of chosen) await refreshAndPrint(refresher);
}

/** Reads the source of a table again, prints what changes, and writes it. Sets exit code 1 if something stays open. */
export async function refreshAndPrint(refresher: Refresher): Promise<void> {
  const { table, isPartial = false } = refresher;
  try {
    const refreshed = await refreshTable(refresher, {});
    const { changes, questions } = refreshed;
    for (const change of changes) console.log(`${table}: ${change}`);
    for (const question of questions) console.log(`${table}: QUESTION ${question}`);
    if (changes.length + questions.length === 0) console.log(`${table}: no change`);
    if (questions.length > 0) process.exitCode = 1;
    const today = new Date().toISOString().slice(0, 10);
    const text = readTableFile(table);
    writeTableFile(table, rewriteTable(text, refreshed, questions.length === 0 && !isPartial ? today : undefined));
  } catch (error) {
    console.log(`${table}: NOT READ ${error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)}`);
    process.exitCode = 1;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await run(process.argv.slice(2));
