import { statusTexts } from '../../report/fleet/cluster-text.ts';
import { statusesInOrder } from '../../report/fleet/fleet.ts';
import type { FleetCluster } from '../../report/fleet/schema.ts';
import { columnsTable } from '../text/columns-table.ts';
import { paint, tableWidth, wrap, type Layout } from '../text/layout.ts';
import { detailLines } from './cluster-details.ts';
import type { ListContext } from './context.ts';
import { statusStyle } from './status-style.ts';
import type { ClusterColumn } from './columns.ts';

/** Up to this number, the clusters of a status have a row each. */
export const mostRows = 40;
/** Narrower tables would hold so few columns that lines say more. */
const narrowest = 100;
const indent = 2;
const gap = 2;

/**
 * The columns that fit: those that can be left out are left out one by one.
 * @returns undefined if the others do not fit
 */
export function fittingColumns(
  columns: readonly ClusterColumn[],
  clusters: readonly FleetCluster[],
  layout: Layout,
): readonly ClusterColumn[] | undefined {
  const room = tableWidth(layout);
  if (room < narrowest) return undefined;
  const width = (column: ClusterColumn) =>
    Math.max(column.head.length, ...clusters.map((cluster) => column.cell(cluster).length));
  const widths = new Map(columns.map((column) => [column, width(column) + gap]));
  const left = [...columns];
  const expendable = layout.all ? [] : columns.filter(({ rank }) => rank !== undefined);
  const order = expendable.toSorted((a, b) => (a.rank ?? 0) - (b.rank ?? 0));
  const total = () => left.reduce((sum, column) => sum + (widths.get(column) ?? 0), indent - gap);
  for (const column of order) if (total() > room) left.splice(left.indexOf(column), 1);
  return total() > room ? undefined : left;
}

/**
 * The lines of each group: the heads of the columns, a row for each cluster, and below it why it is not ready. The
 * columns of all groups are equally wide.
 */
export async function clusterTables(
  groups: readonly { clusters: readonly FleetCluster[] }[],
  columns: readonly ClusterColumn[],
  context: ListContext,
): Promise<string[][]> {
  const { fleet, layout } = context;
  const shown = groups.map(({ clusters }) => (layout.all ? clusters : firstOfEach(clusters)));
  const { head, rows } = await drawnRows(shown.flat(), columns, layout);
  return groups.map(({ clusters }, group) => {
    const own = shown[group] ?? [];
    const lines = own.flatMap((cluster, index) => [
      ...(rows.get(cluster) ?? []),
      ...detailLines(cluster, fleet, indent + 2, layout),
      ...(own[index + 1]?.status === cluster.status ? [] : restLines(clusters, cluster.status, context)),
    ]);
    return [head, ...lines];
  });
}

/** The rows of a table, each of one line: names are made printable. */
async function drawnRows(
  clusters: readonly FleetCluster[],
  columns: readonly ClusterColumn[],
  layout: Layout,
): Promise<{ head: string; rows: ReadonlyMap<FleetCluster, string[]> }> {
  const drawn = columns.map((column) => ({
    head: column.head,
    align: column.align,
    cells: clusters.map((cluster) => cellText(column, cluster, layout)),
  }));
  const [head = '', ...lines] = await columnsTable(drawn, indent, layout, gap);
  return { head, rows: new Map(clusters.map((cluster, index) => [cluster, [lines[index] ?? '']])) };
}

/** The clusters that have a row: of each status the first. */
function firstOfEach(clusters: readonly FleetCluster[]): FleetCluster[] {
  return statusesInOrder.flatMap((status) => ofStatus(clusters, status).slice(0, mostRows));
}

function ofStatus(clusters: readonly FleetCluster[], wanted: FleetCluster['status']): FleetCluster[] {
  return clusters.filter(({ status }) => status === wanted);
}

function cellText({ head, cell }: ClusterColumn, cluster: FleetCluster, layout: Layout): string {
  const text = cell(cluster);
  return head === 'Status' ? paint(layout, statusStyle(cluster.status), text) : text;
}

/** The clusters of a status that have no row: those that are blocked are named. */
function restLines(
  clusters: readonly FleetCluster[],
  status: FleetCluster['status'],
  { names, layout }: ListContext,
): string[] {
  const rest = layout.all ? [] : ofStatus(clusters, status).slice(mostRows);
  if (rest.length === 0) return [];
  const named = status === 'blocked' ? `: ${rest.map((cluster) => names.name(cluster)).join(', ')}` : '';
  return wrap(`and ${rest.length} more ${statusTexts[status]} (--show all)${named}`, layout, indent + 2);
}
