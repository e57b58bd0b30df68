import type { Readings } from '../facts/reading.ts';

/**
 * The IDs of subnets and security groups that the configuration of the cluster names but that do not exist. Lists none
 * of a kind whose objects were not all read: absence from an incomplete list proves nothing.
 */
export function listMissingResourceIds({ cluster, subnets, securityGroups }: Readings): ReadonlySet<string> {
  if (cluster?.ok !== true) return new Set();
  const { subnetIds, securityGroupIds, clusterSecurityGroupId } = cluster.value;
  const groupIds = clusterSecurityGroupId === null ? securityGroupIds : [...securityGroupIds, clusterSecurityGroupId];
  return new Set([
    ...(subnets?.ok === true && isWhole(subnets) ? idsMissingFrom(subnets.value, subnetIds) : []),
    ...(securityGroups?.ok === true && isWhole(securityGroups)
      ? idsMissingFrom(securityGroups.value.groups, groupIds)
      : []),
  ]);
}

function isWhole({ gaps, stale }: { gaps?: readonly unknown[] | undefined; stale?: string | undefined }): boolean {
  return (gaps ?? []).length === 0 && stale === undefined;
}

function idsMissingFrom(objects: readonly { id: string }[], ids: readonly string[]): string[] {
  const existing = new Set(objects.map(({ id }) => id));
  return ids.filter((id) => !existing.has(id));
}
