import type { Tables } from '../../../src/tables/tables.ts';
import { isBelow, type Minor } from '../../../src/syntax/versions.ts';

/** Releases of a controller that break on a Kubernetes version. */
export type BreakRow = Extract<Tables['controllers'][number], { rowKind: 'break' }>;

/** A break, and the first version of a path on which it holds. */
export interface FirstBreak {
  broken: BreakRow;
  at: Minor;
}

/** The known breaks of a controller. */
export function listBreaks(rows: Tables['controllers'], controller: string): BreakRow[] {
  return rows.flatMap((row) => (row.rowKind === 'break' && row.controller === controller ? [row] : []));
}

/** Whether a release breaks on a Kubernetes version, apart from the condition of the break. */
export function breaksOn(broken: BreakRow, version: string, minor: Minor): boolean {
  const { only, from, below, kubernetesFrom, kubernetesBelow } = broken;
  if (only !== undefined && !only.includes(version)) return false;
  if (from !== undefined && isBelow(version, from)) return false;
  if (below !== undefined && !isBelow(version, below)) return false;
  return (kubernetesFrom ?? 0) <= minor && (kubernetesBelow === undefined || minor < kubernetesBelow);
}

/** The break of a release that a path meets first, apart from its condition. */
export function findFirstBreak(
  breaks: readonly BreakRow[],
  version: string,
  versions: readonly Minor[],
): FirstBreak | undefined {
  const held = breaks.flatMap((broken) => {
    const at = versions.find((minor) => breaksOn(broken, version, minor));
    return at === undefined ? [] : [{ broken, at }];
  });
  return held.toSorted((a, b) => a.at - b.at)[0];
}
