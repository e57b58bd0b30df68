import type { KarpenterNodeClass, KarpenterPool } from '../../../src/facts/karpenter-objects.ts';
import { firstFrom, isWithin } from '../../../src/karpenter/version-range.ts';
import { isBelow } from '../../../src/syntax/versions.ts';
import type { Tables } from '../../../src/tables/tables.ts';

export type Row = Tables['karpenter-removed-fields'][number];
export type KarpenterObject = KarpenterPool | KarpenterNodeClass;

/** `gone`: nothing converts the field; `moved`: it is converted; `unset`: it must be set. */
export type Rule = 'gone' | 'moved' | 'unset';

/**
 * A row that applies to an object. `at`: the first version of the path that reaches `failFrom` of the row, otherwise
 * the first version to which the row applies.
 */
export interface MatchingRow {
  row: Row;
  at: string;
  level: 'fail' | 'warn';
}

/** The rows that apply to an object. For an annotation or tag with two rows: the first that fails, else the first. */
export function selectMatchingRows(
  object: KarpenterObject,
  rows: readonly Row[],
  versions: readonly string[],
): MatchingRow[] {
  const met = rows.flatMap((row) => matchRow(object, row, versions));
  const failing = new Set(met.filter(({ level }) => level === 'fail').map(({ row }) => formatName(row)));
  return distinct(met.filter(({ row, level }) => level === 'fail' || !failing.has(formatName(row))));
}

/**
 * The row, if it applies to the object at a version of the path. A failure that already exists today is a warning,
 * unless the row ends at a later version.
 */
function matchRow(object: KarpenterObject, row: Row, versions: readonly string[]): MatchingRow[] {
  if (row.kind !== object.kind || !isMatching(object, row)) return [];
  const at = versions.find((version) => isWithin(version, row.from, row.below));
  if (at === undefined) return [];
  const failFrom =
    row.rowKind === 'field' && row.failFrom !== undefined ? firstFrom(versions, row.failFrom) : undefined;
  if (failFrom !== undefined) return [{ row, at: failFrom, level: failFrom === versions[0] ? 'warn' : 'fail' }];
  const isEndless = row.below === undefined;
  return [{ row, at, level: row.level === 'fail' && at === versions[0] && isEndless ? 'warn' : row.level }];
}

function isMatching(object: KarpenterObject, row: Row): boolean {
  if (row.rowKind === 'annotation') {
    const value = object.annotations[row.annotation];
    return value !== undefined && (row.contains === undefined || value.includes(row.contains));
  }
  if (row.rowKind === 'tag') return 'tags' in object && row.tag in object.tags;
  if (row.rowKind === 'value') return findValue(object, row.field) === row.value;
  return object.fields.includes(row.field) === (row.rowKind === 'field');
}

/** Reads one of the two fields whose values matter; null for other fields. */
function findValue(object: KarpenterObject, field: string): string | null {
  if ('disruption' in object)
    return field === 'spec.disruption.consolidationPolicy' ? object.disruption.consolidationPolicy : null;
  return field === 'spec.amiFamily' && object.terms.amis.length === 0 ? object.amiFamily : null;
}

/** True if nothing converts the field: it must be rewritten. */
export function isGone(row: Row): boolean {
  return row.level === 'fail' || (row.rowKind === 'field' && row.failFrom !== undefined);
}

export function resolveRule(row: Row): Rule {
  if (row.rowKind === 'unset') return 'unset';
  return isGone(row) ? 'gone' : 'moved';
}

/** The first row per name. */
export function distinct(met: readonly MatchingRow[]): MatchingRow[] {
  return met.filter((one, index) => met.findIndex(({ row }) => formatName(row) === formatName(one.row)) === index);
}

/** The earliest version among the rows; undefined if there are none. */
export function earliest(met: readonly MatchingRow[]): string | undefined {
  return met.map(({ at }) => at).toSorted((a, b) => (isBelow(a, b) ? -1 : isBelow(b, a) ? 1 : 0))[0];
}

/** The field, value, tag or annotation of a row, as text. */
export function formatName(row: Row): string {
  if (row.rowKind === 'tag') return `spec.tags: ${row.tag}`;
  if (row.rowKind === 'annotation') return row.annotation;
  if (row.rowKind === 'unset') return `no ${row.field}`;
  return row.rowKind === 'value' ? `${row.field}: ${row.value}` : row.field;
}

/** Adds the name in Karpenter's documentation, so that users can search for it. */
export function formatNameWithAlias(row: Row): string {
  const also = row.rowKind === 'field' ? row.alsoCalled : undefined;
  return also === undefined ? formatName(row) : `${formatName(row)} (${also})`;
}
