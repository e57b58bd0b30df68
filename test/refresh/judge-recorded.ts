import { findFlaw } from '../../scripts/refresh/flaw.ts';
import { mergeRows } from '../../scripts/refresh/merge.ts';
import type { Files, Refresher } from '../../scripts/refresh/refresher.ts';
import { parseWritten, readTableFile } from '../../scripts/refresh/table-file.ts';

/** What recorded files would change in the table of today, and how many rows they state. */
export function judgeRecorded({ table, parse, identify }: Refresher, files: Files) {
  const written = parseWritten(readTableFile(table));
  const stated = parse(files, written);
  const { changes, questions } = mergeRows(written, stated, { identify, flaw: (row) => findFlaw(table, row) });
  return { changes, questions, stated: stated.rows.length };
}
