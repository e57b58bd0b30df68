import { cellText, compare, findCell, type Column, type Fleet, type Row } from './table.ts';
import { statuses, type View } from './view.ts';

/**
 * Shows the clusters that match the view, and hides the others.
 * @returns the rows that are hidden
 */
export function showRows(fleet: Fleet, view: View): Row[] {
  const words = view.text.toLowerCase().split(/\s+/).filter(Boolean);
  const problem = fleet.problems.find(({ key }) => key === view.problem);
  const chosen = fleet.columns.filter(({ key }) => (view.chosen[key] ?? '') !== '');
  const isWanted = (row: Row, index: number): boolean => {
    if (view.without.includes(row.status) || problem?.has(index) === false) return false;
    if (chosen.some(({ key, at }) => cellText(row, at) !== view.chosen[key])) return false;
    if (words.length === 0) return true;
    row.text ??= readText(row);
    const { text } = row;
    return words.every((word) => text.includes(word));
  };
  const hidden = fleet.rows.filter((row, index) => !isWanted(row, index));
  const isHidden = new Set(hidden);
  for (const row of fleet.rows) row.element.hidden = isHidden.has(row);
  return hidden;
}

/** Reads the searchable text of every row, before the first key is pressed. */
export function readTexts({ rows }: Fleet): void {
  for (const row of rows) row.text ??= readText(row);
}

function readText({ element }: Row): string {
  return (element.textContent ?? '').toLowerCase();
}

/** Puts the rows in the order of the view. Unknown values come last in both directions. */
export function sortRows({ table, columns, rows }: Fleet, { sort, isDown }: Pick<View, 'sort' | 'isDown'>): void {
  const column = columns.find(({ key }) => key === sort);
  table.append(...sorted(rows, column, isDown).map(({ element }) => element));
}

type Value = string | number | undefined;

function sorted(rows: readonly Row[], column: Column | undefined, isDown: boolean): readonly Row[] {
  if (column === undefined) return rows;
  const keyed = rows.map((row) => ({ row, value: sortValue(row, column) }));
  const known = keyed.filter(({ value }) => value !== undefined);
  const rest = keyed.filter(({ value }) => value === undefined);
  known.sort((a, b) => (isDown ? -1 : 1) * compareValues(a.value, b.value));
  return [...known, ...rest].map(({ row }) => row);
}

function compareValues(a: Value, b: Value): number {
  return typeof a === 'number' && typeof b === 'number' ? a - b : compare(String(a), String(b));
}

/** The value of a cell; undefined if it is unknown. */
function sortValue(row: Row, { at, by }: Column): Value {
  if (by === 'status') return statuses.indexOf(row.status);
  const text = cellText(row, at);
  if (by === 'text') return text === '\u2013' ? undefined : text;
  if (by === 'number') return /\d/.test(text) ? Number(text.replaceAll(/[^\d.-]/g, '')) : undefined;
  const time = findCell(row, at)?.querySelector('time');
  const moment = Date.parse(time?.dateTime || time?.textContent || '');
  if (Number.isNaN(moment)) return undefined;
  return by === 'age' ? -moment : moment;
}

/** `Showing 12 of 60 clusters. Hidden: 24 ready and 24 blocked.`: a filter never hides clusters without saying so. */
export function shownText({ rows }: Fleet, hidden: readonly Row[]): string {
  const all = `${rows.length} ${rows.length === 1 ? 'cluster' : 'clusters'}`;
  if (hidden.length === 0) return `Showing all ${all}.`;
  const parts = statuses.flatMap((status) => {
    const count = hidden.filter((row) => row.status === status).length;
    return count === 0 ? [] : [`${count} ${status.replaceAll('-', ' ')}`];
  });
  const last = parts.pop() ?? '';
  const what = parts.length === 0 ? last : `${parts.join(', ')} and ${last}`;
  return `Showing ${rows.length - hidden.length} of ${all}. Hidden: ${what === '' ? hidden.length : what}.`;
}
