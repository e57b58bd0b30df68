import type { Readings } from '../facts/reading.ts';

/**
 * Ids that the cluster's configuration names and that do not exist: subnets and security groups.
 * Only what a fact that was read in full does not hold: what was not seen is not gone.
 */
export function goneOf({ cluster, subnets, securityGroups }: Readings): ReadonlySet<string> {
  const gone = new Set<string>();
  if (cluster?.ok !== true) return gone;
  const { subnetIds, securityGroupIds, clusterSecurityGroupId } = cluster.value;
  const groupIds = clusterSecurityGroupId === null ? securityGroupIds : [...securityGroupIds, clusterSecurityGroupId];
  if (subnets?.ok === true && isWhole(subnets))
    addMissing(
      gone,
      subnetIds,
      subnets.value.map(({ id }) => id),
    );
  if (securityGroups?.ok === true && isWhole(securityGroups))
    addMissing(
      gone,
      groupIds,
      securityGroups.value.groups.map(({ id }) => id),
    );
  return gone;
}

function isWhole({ gaps, stale }: { gaps?: readonly unknown[] | undefined; stale?: string | undefined }): boolean {
  return (gaps ?? []).length === 0 && stale === undefined;
}

function addMissing(gone: Set<string>, named: readonly string[], found: readonly string[]): void {
  const there = new Set(found);
  for (const id of named) if (!there.has(id)) gone.add(id);
}
