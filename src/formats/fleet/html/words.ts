import { statusTexts, versionText } from '../../../report/fleet/cluster-text.ts';
import { summaryCount } from '../../../report/fleet/fleet-text.ts';
import { parseGroupBy } from '../../../report/fleet/group-by.ts';
import { statusesInOrder } from '../../../report/fleet/fleet.ts';
import type { Fleet, FleetCluster, FleetStatus } from '../../../report/fleet/schema.ts';
import { formatCount } from '../../../syntax/english.ts';

/** What is shown for an unknown value. */
export const unknownMark = '–';

/** `Not scanned`: a status at the start of a line. */
export function statusTitle(status: FleetStatus): string {
  return statusTexts[status].replace(/^./, (letter) => letter.toUpperCase());
}

/** How many clusters have each status, the worst first. */
export function countStatuses({ summary }: Pick<Fleet, 'summary'>) {
  return statusesInOrder.map((status) => ({ status, count: summaryCount(summary, status) }));
}

/** `60 clusters: 24 blocked, 36 ready`. */
export function headlineText(fleet: Pick<Fleet, 'summary'>): string {
  const counted = countStatuses(fleet).filter(({ count }) => count > 0);
  const parts = counted.map(({ status, count }) => `${count} ${statusTexts[status]}`);
  return [formatCount(fleet.summary.clusters, 'cluster'), ...(parts.length === 0 ? [] : [parts.join(', ')])].join(': ');
}

/** `1.33 → 1.34`; only one version if that is the target, and if there is no target. */
export function pathText(cluster: Pick<FleetCluster, 'version' | 'target'>): string {
  return cluster.version === null ? unknownMark : versionText(cluster).replace('->', '→');
}

/** `team`: what `--group-by` names, as the head of a column; null without the option. */
export function groupName({ groupBy }: Pick<Fleet, 'groupBy'>): string | null {
  if (groupBy === null) return null;
  const by = parseGroupBy(groupBy)?.by ?? { tag: groupBy };
  if (typeof by === 'object') return by.tag;
  return by === 'account' ? 'Account' : 'Region';
}
