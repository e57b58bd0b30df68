import { advice, commands } from '../../../src/syntax/advice.ts';
import type { Finding } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { setClusterNetwork } from '../../../src/for-checks/cluster-subnets.ts';
import { behindClusterManager } from '../../../src/for-checks/managed-cluster.ts';
import { leftOut } from '../../../src/for-checks/omitted-ids.ts';
import type { Here } from './findings.ts';

type SecurityGroups = Facts['securityGroups'];

/** Findings for security groups of the cluster that do not exist. */
export function* missingGroups(
  { groups }: SecurityGroups,
  { cluster, gone: missing, tables }: Here,
): Generator<Finding> {
  const { subnetIds, securityGroupIds, clusterSecurityGroupId } = cluster;
  const existing = new Set(groups.map(({ id }) => id));
  const kept = securityGroupIds.filter((id) => existing.has(id));
  const carried = new Set([...(clusterSecurityGroupId === null ? [] : [clusterSecurityGroupId]), ...securityGroupIds]);
  const gone = [...new Set(securityGroupIds)].filter((id) => !existing.has(id));
  const goneSubnets = subnetIds.filter((id) => missing.has(id));
  const change = setClusterNetwork(
    cluster,
    subnetIds.filter((id) => !missing.has(id)),
    kept.length === 0 ? ['NEW_SECURITY_GROUP_ID'] : kept,
  );
  for (const id of carried) {
    if (existing.has(id)) continue;
    yield {
      level: 'fail',
      rule: 'missing',
      resource: { kind: 'SecurityGroup', name: id },
      message: 'the cluster uses it, but it does not exist (or is no longer shared with this account)',
      evidence: [{ observed: 'not found by ec2:DescribeSecurityGroups', required: 'an existing security group' }],
      fix:
        id === clusterSecurityGroupId
          ? advice`This is the cluster security group, which EKS created and which cannot be replaced: open a case with
            AWS Support.`
          : behindClusterManager(
              advice`Configure the cluster with security groups that exist.${leftOut([...gone, ...goneSubnets])}${kept.length === 0 ? advice` Replace NEW_SECURITY_GROUP_ID with a security group in the VPC of the cluster.` : advice``}\n${commands(change)}`,
              cluster,
              'cluster-security-groups',
              tables,
            ),
    };
  }
}
