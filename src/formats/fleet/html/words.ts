import { parseGroupBy } from '../../../report/fleet/group-by.ts';
import { statusesInOrder } from '../../../report/fleet/fleet.ts';
import type { Fleet, FleetCluster, FleetStatus } from '../../../report/fleet/schema.ts';
import { formatCount } from '../../../syntax/english.ts';

/** What is shown for an unknown value. */
export const unknownMark = '–';

/** `not scanned`: a status as people read it. */
export function statusWord(status: FleetStatus): string {
  return status.replaceAll('-', ' ');
}

/** `Not scanned`: the same at the start of a line. */
export function statusTitle(status: FleetStatus): string {
  return statusWord(status).replace(/^./, (letter) => letter.toUpperCase());
}

/** How many clusters have each status, the worst first. */
export function countStatuses({ blocked, notScanned, incomplete, ready }: Fleet['summary']) {
  const counts = { blocked, 'not-scanned': notScanned, incomplete, ready };
  return statusesInOrder.map((status) => ({ status, count: counts[status] }));
}

/** The status of a fleet: the worst of its clusters; `not scanned` only if none was scanned. */
export function worstStatus({ summary }: Pick<Fleet, 'summary'>): string {
  if (summary.notScanned === summary.clusters) return 'not scanned';
  if (summary.blocked > 0) return 'blocked';
  return summary.ready < summary.clusters ? 'incomplete' : 'ready';
}

/** `60 clusters: 24 blocked, 36 ready`. */
export function headlineText({ summary }: Pick<Fleet, 'summary'>): string {
  const counted = countStatuses(summary).filter(({ count }) => count > 0);
  const parts = counted.map(({ status, count }) => `${count} ${statusWord(status)}`);
  return [formatCount(summary.clusters, 'cluster'), ...(parts.length === 0 ? [] : [parts.join(', ')])].join(': ');
}

/** `1.33 → 1.34`; only one version if that is the target, and if there is no target. */
export function pathText({ version, target }: Pick<FleetCluster, 'version' | 'target'>): string {
  if (version === null) return unknownMark;
  return target === null || target === version ? version : `${version} → ${target}`;
}

/** `$1,470`: US dollars. */
export function dollars(amount: number): string {
  return `$${Math.round(amount).toLocaleString('en-US')}`;
}

/** `team`: what `--group-by` names, as the head of a column; null without the option. */
export function groupName({ groupBy }: Pick<Fleet, 'groupBy'>): string | null {
  if (groupBy === null) return null;
  const by = parseGroupBy(groupBy)?.by ?? { tag: groupBy };
  if (typeof by === 'object') return by.tag;
  return by === 'account' ? 'Account' : 'Region';
}

/** The name of each cluster by its ARN, with account and Region where two clusters have the same name. */
export function nameClusters(clusters: readonly FleetCluster[]): Map<string, string> {
  const counts = new Map<string, number>();
  for (const { name } of clusters) counts.set(name, (counts.get(name) ?? 0) + 1);
  return new Map(
    clusters.flatMap(({ arn, name, account, region }) => {
      if (arn === null) return [];
      const place = [account, region].filter((part) => part !== null).join(', ');
      return [[arn, counts.get(name) === 1 || place === '' ? name : `${name} (${place})`] as const];
    }),
  );
}
