import type { FleetCluster } from './schema.ts';

/** How `--group-by` groups clusters. */
export interface GroupBy {
  /** As it was written. */
  text: string;
  by: 'account' | 'region' | { tag: string };
  /** The values in the order in which their clusters are updated; empty if none are listed. */
  values: readonly string[];
}

/**
 * Reads `account`, `region`, `tag:KEY` or `tag:KEY=VALUE,...`, whose values are in the order of the update.
 * @returns undefined if it is none of these
 */
export function parseGroupBy(text: string): GroupBy | undefined {
  if (text === 'account' || text === 'region') return { text, by: text, values: [] };
  const [, tag, listed] = /^tag:([^=]+)(?:=(.+))?$/s.exec(text) ?? [];
  if (tag === undefined) return undefined;
  const values = (listed ?? '').split(',').map((value) => value.trim());
  return { text, by: { tag }, values: values.filter((value) => value !== '') };
}

/** The group of a cluster; null if it is unknown, or the cluster does not have the tag. */
export function findGroup(cluster: FleetCluster, { by }: GroupBy): string | null {
  if (by === 'account' || by === 'region') return cluster[by];
  return cluster.tags !== null && Object.hasOwn(cluster.tags, by.tag) ? (cluster.tags[by.tag] ?? null) : null;
}
