import type { Context } from '../../../src/check.ts';
import type { FactName } from '../../../src/facts/facts.ts';
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

/** Facts that only some detections read. */
const readOnlyBy: { [Name in FactName]?: readonly Row['detect'][] } = {
  admissionWebhooks: ['stale-defaulting-webhook', 'stale-webhook-configurations'],
  karpenterCrds: ['applied-by-gitops', 'conversion-service-elsewhere'],
  karpenterKeys: ['inferentia-selected'],
};

/** False if no detection on the path reads the fact. */
export function mayRead(fact: FactName, rows: readonly Row[], karpenter: Context['karpenter']): boolean {
  const readers = readOnlyBy[fact];
  const { current } = karpenter;
  if (readers === undefined || current === null) return true;
  return rows.some(
    (row) => row.detect !== undefined && readers.includes(row.detect) && isCrossed(row, current, karpenter),
  );
}
