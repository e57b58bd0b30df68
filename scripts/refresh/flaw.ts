import { parseTable, type TableName } from '../../src/tables/tables.ts';

/** What is wrong with a row by the schema of its table; undefined if nothing is. */
export function findFlaw(table: TableName, row: unknown): string | undefined {
  try {
    parseTable(table, { about: '', read: '2000-01-01', refresh: '', rows: [row] });
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message.replace(/^rows\.0\.?/, '') : String(error);
  }
}
