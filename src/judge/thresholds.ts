import type { AnyCheck, Threshold } from '../check.ts';
import { loadTable, type Tables } from '../tables/tables.ts';

/** The number of a threshold that holds where no config file sets one. */
export function standardOf({ standard }: Threshold, { tables = [] }: Pick<AnyCheck, 'tables'>): number {
  return standard(Object.fromEntries(tables.map((name) => [name, loadTable(name).rows])) as Tables);
}
