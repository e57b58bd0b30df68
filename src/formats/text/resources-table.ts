import type { ReportedFinding } from '../../judge/result.ts';
import { columnsTable } from './columns-table.ts';
import { resolveWidth, wrap, type Layout } from './layout.ts';

const rowsShown = 10;
const indent = 6;

/**
 * A resource of an entry, what was seen of it, and what is needed. `needed` is empty if the evidence names no
 * requirement.
 */
export interface ResourceRow {
  resource: string;
  seen: string;
  needed: string;
}

/** The resources of an entry, and the heading of their column: their kind if they share one. */
export function resourceRows(findings: readonly ReportedFinding[]): { head: string; rows: ResourceRow[] } {
  const kinds = new Set(findings.map(({ resource }) => resource.kind));
  return {
    head: kinds.size === 1 ? [...kinds].join('') : 'Resource',
    rows: findings.map((finding) => toResourceRow(finding, kinds.size === 1)),
  };
}

/** The resources of an entry: a table if it fits, else a line each. A requirement that all share is printed once. */
export async function resourceLines(findings: readonly ReportedFinding[], layout: Layout): Promise<string[]> {
  const { head, rows } = resourceRows(findings);
  const listed = layout.all ? rows : rows.slice(0, rowsShown);
  const rest = rows.length - listed.length;
  const needed = new Set(rows.map((row) => row.needed));
  const [same = ''] = needed.size === 1 ? needed : [];
  const columns = [
    { head, cells: listed.map(({ resource }) => resource) },
    { head: 'Seen', cells: listed.map(({ seen }) => seen) },
    ...(needed.size === 1 ? [] : [{ head: 'Needed', cells: listed.map((row) => row.needed) }]),
  ];
  const table = await columnsTable(columns, indent, layout);
  const fits = table.every((line) => line.length <= resolveWidth(layout));
  const lines = fits
    ? table
    : listed.flatMap((row) => wrap(rowText(row, needed.size > 1), layout, indent + 2, `${' '.repeat(indent)}- `));
  return [
    ...(same === '' ? [] : wrap(`Needed: ${same}`, layout, 4)),
    ...lines,
    ...(rest > 0 ? [`${' '.repeat(indent)}and ${rest} more (--show all shows them)`] : []),
  ];
}

function toResourceRow({ resource, message, evidence }: ReportedFinding, isOneKind: boolean): ResourceRow {
  const { namespace, name, text, kind } = resource;
  const place = namespace === undefined ? name : `${namespace}/${name}`;
  const note = text.slice(text.indexOf(place) + place.length);
  // Evidence on other resources, such as the nodes of a group, is not shown in the table.
  const own = evidence.filter((one) => one.resource === null || one.resource === text);
  const observed = own.map((one) => one.observed);
  const required = new Set(own.flatMap((one) => one.required ?? []));
  return {
    resource: isOneKind ? `${place}${note}` : `${kind} ${place}${note}`,
    seen: observed.length === 0 ? message : observed.join(', '),
    needed: [...required].join(', '),
  };
}

function rowText({ resource, seen, needed }: ResourceRow, isNeeded: boolean): string {
  return `${resource}: ${seen}${isNeeded && needed !== '' ? `; needed: ${needed}` : ''}`;
}
