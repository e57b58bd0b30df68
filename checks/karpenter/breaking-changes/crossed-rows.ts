import type { Context } from '../../../src/check.ts';
import { isBelow } from '../../../src/syntax/versions.ts';
import type { Tables } from '../../../src/tables/tables.ts';

type Row = Tables['karpenter-breaking-changes'][number];

/** The first version of the path that has a row's change. */
export function stopAt(row: Row, { versions }: Context['karpenter']): string | undefined {
  return versions.slice(1).find((version) => !isBelow(version, firstWith(row)));
}

/** Whether the path begins before a row's change and reaches it, in a release that has it. */
export function isCrossed(row: Row, current: string, karpenter: Context['karpenter']): boolean {
  const at = stopAt(row, karpenter);
  if (row.below !== undefined && at !== undefined && !isBelow(at, row.below)) return false;
  return isBelow(current, firstWith(row)) && !isBelow(karpenter.target ?? current, firstWith(row));
}

const firstWith = ({ minor, from = `${minor}.0` }: Row): string => from;
