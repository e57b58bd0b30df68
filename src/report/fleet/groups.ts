import { formatCount } from '../../syntax/english.ts';
import { grouped } from '../../syntax/grouped.ts';
import { parseGroupBy, type GroupBy } from './group-by.ts';
import { statusTexts } from './cluster-text.ts';
import { statusesInOrder } from './fleet.ts';
import type { Fleet, FleetCluster } from './schema.ts';

/** Clusters under one heading. */
export interface ClusterGroup {
  /** `env=production`, `account 111122223333`, `without tag env`; undefined if clusters are not grouped. */
  title: string | undefined;
  clusters: FleetCluster[];
}

/**
 * The clusters of a fleet in the groups of `--group-by`: the values that it lists in their order, then the others by
 * name, then those without a value. In each group by status, the worst first; then by account, Region and name.
 */
export function listGroups({ groupBy: text, clusters }: Pick<Fleet, 'groupBy' | 'clusters'>): ClusterGroup[] {
  const sorted = statusesInOrder.flatMap((wanted) => clusters.filter(({ status }) => status === wanted));
  const groupBy = text === null ? undefined : parseGroupBy(text);
  if (groupBy === undefined) return [{ title: undefined, clusters: sorted }];
  const groups = [...grouped(sorted, ({ group, tags }) => JSON.stringify([group, group === null && tags === null]))];
  return groups
    .map(([, own]) => ({ title: groupTitle(own[0], groupBy), rank: groupRank(own[0], groupBy), clusters: own }))
    .toSorted((a, b) => a.rank - b.rank || (a.title < b.title ? -1 : 1))
    .map(({ title, clusters: own }) => ({ title, clusters: own }));
}

function groupTitle({ group, tags }: FleetCluster, { by }: GroupBy): string {
  if (by === 'account') return group === null ? 'account unknown' : `account ${group}`;
  if (by === 'region') return group ?? 'Region unknown';
  if (group !== null) return `${by.tag}=${group}`;
  return tags === null ? 'tags not read' : `without tag ${by.tag}`;
}

function groupRank({ group, tags }: FleetCluster, { values }: GroupBy): number {
  if (group === null) return values.length + (tags === null ? 2 : 1);
  const place = values.indexOf(group);
  return place === -1 ? values.length : place;
}

/** `4 clusters, 2 blocked`: how many clusters a group has, and how many of them need attention. */
export function groupCounts(clusters: readonly FleetCluster[]): string {
  const counts = statusesInOrder.flatMap((wanted) => {
    const count = clusters.filter(({ status }) => status === wanted).length;
    return count === 0 || wanted === 'ready' ? [] : [`${count} ${statusTexts[wanted]}`];
  });
  return [formatCount(clusters.length, 'cluster'), ...(counts.length === 0 ? ['all ready'] : counts)].join(', ');
}
