import { toKarpenterMinor } from './path.ts';
import type { Tables } from '../tables/tables.ts';
import { isBelow } from '../syntax/versions.ts';
import { isWithin } from './version-range.ts';

type Rows = Tables['karpenter-releases'];
type Kind = Rows[number]['rowKind'];
type Row<Of extends Kind> = Extract<Rows[number], { rowKind: Of }>;

export function selectRows<Of extends Kind>(rows: Rows, kind: Of): Row<Of>[] {
  return rows.filter((row): row is Row<Of> => row.rowKind === kind);
}

/** The newest patch of a version's minor; undefined if the table does not list the minor. */
export function newestPatch(version: string, rows: Rows): Row<'latest'> | undefined {
  return selectRows(rows, 'latest').find(({ minor }) => minor === toKarpenterMinor(version));
}

/** The last minor that the table lists: `1.14`. */
export function lastMinor(rows: Rows): string {
  const minors = selectRows(rows, 'latest').map(({ minor }) => minor);
  return minors.reduce((a, b) => (isBelow(`${a}.0`, `${b}.0`) ? b : a), '0.0');
}

/** Why to avoid a version: a row for each reason. Some apply only under a condition (`when`). */
export function reasonsToAvoid(version: string, rows: Rows): Row<'avoid'>[] {
  return selectRows(rows, 'avoid').filter(({ from, below }) => isWithin(version, from, below));
}

/** True for a reason that applies to every cluster. */
export function isUnconditional({ when }: Row<'avoid'>): boolean {
  return when === undefined;
}

/** The highest of the versions that the rows recommend instead. */
export function findRecommendedVersion(reasons: readonly Row<'avoid'>[]): string {
  return reasons.map(({ instead }) => instead).reduce((a, b) => (isBelow(a, b) ? b : a), '0.0.0');
}
