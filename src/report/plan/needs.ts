import type { Draft } from './draft.ts';

/**
 * The IDs of the tasks that must be done before a task: those that stop what it updates, of its groups of nodes if they
 * name groups, and those that it names itself. The last scan needs every task, an add-on that follows the nodes all nodes.
 * @param before the tasks before it, in order
 */
export function listNeeds(task: Draft, before: readonly Draft[]): string[] {
  return before
    .filter((one) => task.after.includes(one.id) || stopsTask(one, task) || isFollowed(one, task))
    .map(({ id }) => id);
}

function isFollowed({ kind }: Draft, { stage, kind: own }: Draft): boolean {
  return stage === 'scan' || (stage === 'software' && own === 'add-on' && kind === 'nodes');
}

function stopsTask({ stops, stopsGroups }: Draft, { area, groups }: Draft): boolean {
  const isOfGroup = stopsGroups !== undefined && groups.some((group) => stopsGroups.includes(group));
  // Pods of these groups find no node while the groups are replaced.
  if (area === 'nodes' && stops.includes('workloads') && isOfGroup) return true;
  if (area === null || !stops.includes(area)) return false;
  return area !== 'nodes' || stopsGroups === undefined || isOfGroup;
}
