import { grouped } from '../../syntax/grouped.ts';
import type { Report } from '../../report/schema.ts';
import { shortText } from '../../report/entry-title.ts';
import { isAfter } from '../../judge/verdict.ts';
import { columnsTable } from './columns-table.ts';
import { paint, tableWidth, wrap, type Layout } from './layout.ts';

type Result = Report['results'][number];

/** A check, its status, how many findings it has, and what was seen. */
export interface CheckRow {
  check: string;
  status: string;
  findings: string;
  seen: string;
}

/** One row for each check, by area. */
export function checkRows({ results }: Pick<Report, 'results'>): Map<string, readonly [CheckRow, ...CheckRow[]]> {
  const byArea = grouped(results, ({ category }) => category);
  return new Map([...byArea].map(([area, [first, ...others]]) => [area, [toRow(first), ...others.map(toRow)]]));
}

function toRow(result: Result): CheckRow {
  const { id, status, findings } = result;
  return {
    check: id,
    status: status.toUpperCase(),
    findings: findings.length === 0 ? '' : `${findings.length}`,
    seen: seenText(result),
  };
}

/** The problems in a few words; of a pass, what was looked for; of a skip, why. */
function seenText({ status, findings, title, reason }: Result): string {
  if (status === 'pass') return `none: ${title}`;
  if (status === 'skip') return reason ?? '';
  const problems = [...new Set(findings.map((one) => `${shortText(one)}${isAfter(one) ? ' (after the update)' : ''}`))];
  return problems.join('; ');
}

/** The table of all checks, grouped by area; lines if it does not fit. */
export async function checksTable(report: Report, layout: Layout): Promise<string[]> {
  const lines: string[] = [paint(layout, 'bold', `Checks (${report.results.length})`)];
  for (const [area, rows] of checkRows(report)) {
    lines.push(paint(layout, 'bold', `  ${area}`), ...(await areaTable(area, rows, layout)));
  }
  return lines;
}

const indent = 4;

async function areaTable(area: string, rows: readonly CheckRow[], layout: Layout): Promise<string[]> {
  const names = rows.map(({ check }) => check.slice(area.length + 1));
  const fixed = indent + Math.max(...names.map(({ length }) => length)) + 7 + 2 + 9;
  const room = tableWidth(layout) - fixed;
  const seen = rows.map((row) => wrap(row.seen, { ...layout, columns: Math.max(24, room) }, 0).join('\n'));
  const columns = [
    { head: 'check', cells: names },
    { head: 'status', cells: rows.map(({ status }) => status) },
    { head: 'n', cells: rows.map(({ findings }) => findings), align: 'right' as const },
    { head: 'seen', cells: seen },
  ];
  const [, ...body] = await columnsTable(columns, indent, layout);
  if (room >= 24) return body;
  return rows.flatMap((row) => [
    ...wrap(`${row.status} ${row.check}${row.findings === '' ? '' : ` (${row.findings})`}`, layout, 6, '    '),
    ...wrap(row.seen, layout, 6),
  ]);
}
