import { nodeManagedPolicies, nodeRolePolicies, nodeRoles } from '../karpenter-pools.ts';
import type { World } from '../world.ts';

type Json = Record<string, unknown>;

export const nodeRole = 'prod-default-eks-node-group';
const principalArn = `arn:aws:iam::111122223333:role/${nodeRole}`;

/**
 * The account in the blog post: an instance profile from the settings, created by the Terraform module, with the role
 * of the managed node group; subnets and security groups with the tags that Karpenter's selectors need. The account has
 * never used Spot.
 */
export function alphaAccount(aws: World['aws'], profile: string): World['aws'] {
  const { AWSServiceRoleForEC2Spot: _, ...roles } = aws.roles;
  return {
    ...aws,
    subnets: aws.subnets.map((subnet) => tagged(subnet, 'atlas-vpc-prod-private')),
    network: { ...aws.network, securityGroups: aws.network.securityGroups.map((group) => tagged(group, 'prod')) },
    roles: { ...roles, ...nodeRoles(nodeRole) },
    attachedPolicies: { ...aws.attachedPolicies, [nodeRole]: nodeRolePolicies },
    managedPolicies: { ...aws.managedPolicies, ...nodeManagedPolicies },
    instanceProfiles: { [profile]: nodeRole },
    accessEntries: { [principalArn]: { principalArn, type: 'EC2_LINUX' } },
  };
}

function tagged(entry: Json, Value: string): Json {
  const own = (entry['Tags'] as Json[] | undefined) ?? [];
  return { ...entry, Tags: [...own, { Key: 'karpenter.sh/discovery', Value }] };
}
