import { countedFleet } from '../../report/fleet/counted.ts';
import { fleetBasis, fleetHeadline, toFleetStatus } from '../../report/fleet/fleet-text.ts';
import { groupCounts, listGroups } from '../../report/fleet/groups.ts';
import { nameClusters } from '../../report/fleet/names.ts';
import { listUpdates, updateReason } from '../../report/fleet/order-text.ts';
import { versionText } from '../../report/fleet/cluster-text.ts';
import type { Fleet } from '../../report/fleet/schema.ts';
import { levelText, selectShared, sharedCount, sharedNames, sharedTitles } from '../../report/fleet/shared-text.ts';
import { formatFirst } from '../../syntax/english.ts';
import { withoutWorkflowCommands } from '../../syntax/workflow-commands.ts';
import { headingIn, paint, wrap, type Layout } from '../text/layout.ts';
import { clusterList } from './cluster-list.ts';
import { clusterTables, fittingColumns } from './cluster-table.ts';
import { clusterColumns, type ClusterColumn } from './columns.ts';
import { statusStyle } from './status-style.ts';
import type { ListContext } from './context.ts';
import { lastLines } from './last-lines.ts';

/**
 * The report of a fleet for a terminal: its status, a table of the clusters, what they share, the order of updates, the
 * exit code and what to do first. On a narrow terminal, lists of what needs attention replace the table.
 */
export async function fleetText(given: Fleet, layout: Layout): Promise<string> {
  const fleet = countedFleet(given);
  const context = { fleet, layout, names: nameClusters(fleet.clusters) };
  const { columns, same } = clusterColumns(fleet);
  const sections = [
    headline(same, context),
    ...(await clusterSections(columns, context)),
    sharedSection(context),
    orderSection(context),
    lastLines(context),
  ];
  const printed = sections.filter((lines) => lines.length > 0).map((lines) => lines.join('\n'));
  return `${withoutWorkflowCommands(printed.join('\n\n'))}\n`;
}

function headline(same: string | undefined, { fleet, names, layout }: ListContext): string[] {
  const { verdict, counts } = fleetHeadline(fleet);
  const style = statusStyle(toFleetStatus(fleet.summary));
  const [first = '', ...more] = wrap(counts, { ...layout, columns: layout.columns - verdict.length }, 2);
  return [
    `${headingIn(style, verdict, layout)}${paint(layout, 'bold', ` ${first.trimStart()}`)}`,
    ...more.map((line) => paint(layout, 'bold', line)),
    ...[same ?? [], ...fleetBasis(fleet, names)].flat().flatMap((line) => wrap(line, layout, 2)),
  ];
}

/** A table or a list for each group. */
async function clusterSections(columns: readonly ClusterColumn[], context: ListContext): Promise<string[][]> {
  const { fleet, layout } = context;
  const groups = listGroups(fleet);
  const fitting = fittingColumns(columns, fleet.clusters, layout);
  const bodies =
    fitting === undefined
      ? groups.map(({ clusters }) => clusterList(clusters, context))
      : await clusterTables(groups, fitting, context);
  return groups.map(({ title, clusters }, index) => {
    const heading = title === undefined ? [] : wrap(`${title}: ${groupCounts(clusters)}`, layout, 0);
    return [...heading.map((line) => paint(layout, 'bold', line)), ...(bodies[index] ?? [])];
  });
}

function sharedSection({ fleet, names, layout }: ListContext): string[] {
  const { shown, rest } = selectShared(fleet, layout.all);
  if (shown.length === 0) return [];
  const width = (texts: readonly string[]) => Math.max(...texts.map(({ length }) => length));
  const counts = width(shown.map(sharedCount));
  const levels = width(shown.map(levelText));
  return [
    paint(layout, 'bold', 'What clusters share'),
    ...shown.flatMap((problem) => {
      const start = `  ${sharedCount(problem).padStart(counts)}  ${levelText(problem).padEnd(levels)}  `;
      const named = sharedNames(problem, names, layout.all);
      const texts = sharedTitles(problem, fleet).map((title) => (named === undefined ? title : `${title}: ${named}`));
      const lines = texts.map((text) => wrap(text, layout, start.length, start));
      return (layout.all ? lines[0] : (lines.find(({ length }) => length === 1) ?? lines.at(-1))) ?? [];
    }),
    ...(rest === undefined ? [] : wrap(`and ${rest} (--show all)`, layout, 2)),
  ];
}

/** How many updates are listed without `--show all`. */
const mostUpdates = 5;

function orderSection({ fleet, names, layout }: ListContext): string[] {
  const { updates, atTarget } = listUpdates(fleet);
  if (fleet.clusters.length < 2 || updates.length === 0) return [];
  const shown = layout.all ? updates : updates.slice(0, mostUpdates);
  const rest = updates.length - shown.length;
  const width = `${shown.length}`.length;
  return [
    paint(layout, 'bold', 'Suggested order of updates'),
    ...shown.flatMap((cluster, index) => {
      const start = `  ${`${index + 1}`.padStart(width)}  `;
      const text = `${names.name(cluster)} ${versionText(cluster)}: ${updateReason(cluster, fleet)}`;
      return wrap(text, layout, start.length, start);
    }),
    ...(rest === 0 ? [] : [`  and ${rest} more (--show all)`]),
    ...(atTarget.length === 0
      ? []
      : wrap(`No newer version: ${formatFirst(atTarget.map((cluster) => names.name(cluster)))}.`, layout, 2)),
  ];
}
