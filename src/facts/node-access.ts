import * as z from 'zod/mini';
import { managerTags } from './manager-tags.ts';
import { name, prose, publicText } from './marks.ts';

/** How the cluster authenticates node roles: access entries and the ConfigMap aws-auth. */

const accessEntry = z.object({
  principalArn: name('role'),
  /** Null if it could not be described. */
  type: z.nullable(
    publicText(['STANDARD', 'EC2_LINUX', 'EC2_WINDOWS', 'EC2', 'FARGATE_LINUX', 'HYBRID_LINUX', 'HYPERPOD_LINUX']),
  ),
  tags: managerTags,
});

const authRoles = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('read'),
    /** As the authenticator reads them: the last entry of each ARN, whatever its case. */
    roles: z.array(z.object({ arn: name('role'), username: name('user'), groups: z.array(name('user')) })),
  }),
  /** The authenticator cannot read it either: no role is in it. */
  z.object({ state: z.literal('refused'), message: prose() }),
  z.object({ state: z.literal('unreadable'), message: prose() }),
]);

/**
 * eks:ListAccessEntries and DescribeAccessEntry for Karpenter's node roles; null in the mode CONFIG_MAP or without
 * Karpenter.
 */
export const nodeAccessEntries = z.nullable(z.array(accessEntry));

/**
 * The entries of Karpenter's node roles in the ConfigMap kube-system/aws-auth; null if the ConfigMap does
 * not exist or is not read (authentication mode API, or no Karpenter). Other roles and users are not kept.
 */
export const nodeAuthRoles = z.nullable(authRoles);

/**
 * eks:ListAccessEntries and DescribeAccessEntry for the roles of managed node groups and of `selfManagedRoles`. Empty
 * if no group has a role; otherwise null in the mode CONFIG_MAP. Separate from `nodeAccessEntries`, because older
 * inventories have only the entries of Karpenter's roles.
 */
export const nodegroupAccessEntries = z.nullable(z.array(accessEntry));

/**
 * The entries of the same roles in aws-auth; null if that ConfigMap does not exist or is not read
 * (authentication mode API, or no group has a role).
 */
export const nodegroupAuthRoles = z.nullable(authRoles);

/**
 * iam:GetInstanceProfile for the instance profiles in the launch templates of self-managed Auto Scaling groups that can
 * launch instances. Omits launch configurations, which are not read, and launch templates without an instance profile.
 */
export const selfManagedRoles = z.array(
  z.object({
    /** The Auto Scaling group. */
    group: name('group'),
    instanceProfile: name('role'),
    /** False if IAM has no such instance profile. */
    exists: z.boolean(),
    /** The ARN of its role; null if it has none. */
    role: z.nullable(name('role')),
  }),
);
