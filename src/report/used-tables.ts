import { firstBeyond, findUnreachedTarget, type KarpenterPath } from '../karpenter/path.ts';
import type { Result } from '../judge/result.ts';
import { setFields } from '../syntax/set-fields.ts';
import { format, type Minor } from '../syntax/versions.ts';
import { loadTable, type LoadedTable, type TableName } from '../tables/tables.ts';
import type { Report } from './schema.ts';

/** The path, and how to load a table that the results name. */
interface Read {
  target: Minor;
  karpenter: KarpenterPath;
  table?: typeof loadTable;
}

/** The tables that the selected checks read, and whether they end before the target. */
export function usedTables(
  results: readonly Result[],
  { target, karpenter, table = loadTable }: Read,
): Report['tables'] {
  const used = new Set(
    results.flatMap(({ skipped, tables }) => (skipped === 'not-selected' ? [] : tables.map(({ name }) => name))),
  );
  // `used` holds table names from checks, so the cast is safe.
  return [...used].sort().map((name) => tableState(name, table(name as TableName), target, karpenter));
}

function tableState(
  name: string,
  {
    knownThrough,
    karpenterKnownThrough: karpenter,
    read,
  }: Pick<LoadedTable<TableName>, 'knownThrough' | 'karpenterKnownThrough' | 'read'>,
  target: Minor,
  path: KarpenterPath,
): Report['tables'][number] {
  const ends = setFields({
    kubernetes: knownThrough === undefined ? undefined : format(knownThrough),
    karpenter,
  });
  return {
    name,
    knownThrough: Object.keys(ends).length === 0 ? null : ends,
    ended: (knownThrough !== undefined && target > knownThrough) || isBeyond(path, karpenter),
    ...setFields({ read }),
  };
}

function isBeyond(path: KarpenterPath, knownThrough: string | undefined): boolean {
  if (knownThrough === undefined) return false;
  return firstBeyond(knownThrough, path.versions) !== undefined || findUnreachedTarget(path) !== undefined;
}
