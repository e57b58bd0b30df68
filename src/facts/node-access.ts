import * as z from 'zod/mini';
import { name, prose, publicText } from './marks.ts';

/** Where the cluster looks for the roles of nodes: access entries and the ConfigMap aws-auth. */

const accessEntry = z.object({
  principalArn: name('role'),
  /** Null: it could not be described. */
  type: z.nullable(
    publicText(['STANDARD', 'EC2_LINUX', 'EC2_WINDOWS', 'EC2', 'FARGATE_LINUX', 'HYBRID_LINUX', 'HYPERPOD_LINUX']),
  ),
});

const authRoles = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('read'),
    roles: z.array(z.object({ arn: name('role'), username: name('user'), groups: z.array(name('user')) })),
  }),
  z.object({ state: z.literal('unreadable'), message: prose() }),
]);

/** eks:ListAccessEntries and DescribeAccessEntry of Karpenter's node roles; null if the cluster has none (CONFIG_MAP). */
export const nodeAccessEntries = z.nullable(z.array(accessEntry));

/**
 * ConfigMap kube-system/aws-auth, of `mapRoles` the lines of Karpenter's node roles; null if the ConfigMap does not
 * exist or is not read (authentication mode API). No users and no other roles.
 */
export const nodeAuthRoles = z.nullable(authRoles);

/**
 * eks:ListAccessEntries and DescribeAccessEntry of the roles of managed node groups; null if the cluster has none
 * (CONFIG_MAP). A separate fact: an inventory without it does not show that such a role has no entry.
 */
export const nodegroupAccessEntries = z.nullable(z.array(accessEntry));

/** ConfigMap kube-system/aws-auth, of `mapRoles` the lines of the roles of managed node groups; else like `nodeAuthRoles`. */
export const nodegroupAuthRoles = z.nullable(authRoles);
