import type { Fleet } from '../../report/fleet/schema.ts';
import { withoutWorkflowCommands } from '../../syntax/workflow-commands.ts';
import { columnsTable } from '../text/columns-table.ts';
import type { Layout } from '../text/layout.ts';

/** The report of a fleet for a terminal: a table of the clusters, what they share, the order of updates. */
export async function fleetText(fleet: Fleet, layout: Layout): Promise<string> {
  const { clusters } = fleet;
  const lines = await columnsTable(
    [
      { head: 'Cluster', cells: clusters.map(({ name }) => name) },
      { head: 'Status', cells: clusters.map(({ status }) => status) },
      { head: 'Version', cells: clusters.map(({ version }) => version ?? '-') },
    ],
    2,
    layout,
  );
  return withoutWorkflowCommands(`${lines.join('\n')}\n`);
}
