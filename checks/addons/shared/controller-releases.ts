import type { Facts } from '../../../src/facts/facts.ts';
import type { Tables } from '../../../src/tables/tables.ts';
import { isBelow, type Minor } from '../../../src/syntax/versions.ts';
import { listBreaks, type BreakRow } from './controller-breaks.ts';

type Row = Tables['controllers'][number];
type RangesRow = Extract<Row, { rowKind: 'ranges' }>;

/** A copy of a controller, as the fact has it. */
export type Copy = Facts['controllers'][number];
/** A copy whose version was read. */
export type Versioned = Copy & { version: string };
/** How the table recognizes a controller, and what is known about it as a whole. */
export type ControllerRow = Extract<Row, { rowKind: 'controller' }>;
/** Releases with the Kubernetes versions that the project lists for them. */
export type Range = RangesRow['versions'][number] &
  Pick<RangesRow, 'meaning' | 'source'> & {
    /** Its project states how many releases it supports, and these are older. */
    isEnded: boolean;
  };

/** The rows about one controller. */
export interface Known {
  row: ControllerRow;
  ranges: readonly Range[];
  breaks: readonly BreakRow[];
}

/** @returns undefined if the table no longer has the controller: an inventory of another release of this program */
export function findKnown(rows: Tables['controllers'], controller: string): Known | undefined {
  const own = rows.filter((one) => one.rowKind !== 'vendor' && one.controller === controller);
  const row = own.find((one) => one.rowKind === 'controller');
  if (row === undefined) return undefined;
  const supported = own.find((one) => one.rowKind === 'support')?.newest ?? Infinity;
  const minors = new Set(own.flatMap((one) => (one.rowKind === 'ranges' ? one.versions.map(toMinor) : [])));
  const newest = new Set([...minors].toSorted((a, b) => (isBelow(a, b) ? 1 : -1)).slice(0, supported));
  const ranges = own.flatMap((one) =>
    one.rowKind === 'ranges'
      ? one.versions.map((range) => ({
          ...range,
          meaning: one.meaning,
          source: one.source,
          isEnded: !newest.has(toMinor(range)),
        }))
      : [],
  );
  return { row, ranges, breaks: listBreaks(rows, controller) };
}

/** The minor of a range's first release, as a version: `0.45.0` for `0.45.2`. */
function toMinor({ from }: Pick<Range, 'from'>): string {
  return `${from.split('.').slice(0, 2).join('.')}.0`;
}

/** Whether a release is one of the range's: `1.18.6` of `1.18`. */
export function hasRelease({ from, below }: Pick<Range, 'from' | 'below'>, version: string): boolean {
  return !isBelow(version, from) && (below === null || isBelow(version, below));
}

/** Whether the project lists a Kubernetes version for the releases of a range. */
export function listsKubernetes({ min, max }: Pick<Range, 'min' | 'max'>, minor: Minor): boolean {
  return (min === null || minor >= min) && (max === null || minor <= max);
}

/** Whether the condition of a break is true of a copy. */
export function resolveCondition(
  { condition }: BreakRow,
  { settings, owner, hasOtherVariables }: Copy,
): 'yes' | 'no' | 'unknown' {
  if (condition === undefined) return 'yes';
  if ('flag' in condition) return settings.includes(condition.flag) ? 'yes' : 'no';
  if ('owner' in condition) return owner?.managedBy === condition.owner ? 'yes' : 'no';
  if ('text' in condition) return 'unknown';
  if (settings.includes(condition.withoutVariable)) return 'no';
  return hasOtherVariables === true ? 'unknown' : 'yes';
}

/** Whether a break may concern a copy, apart from its version: its condition is not false, and something breaks. */
export function mayConcern(broken: BreakRow, copy: Copy): boolean {
  return broken.effect !== 'deprecated-only' && resolveCondition(broken, copy) !== 'no';
}
