import * as z from 'zod/mini';
import { name, publicText } from './marks.ts';
import { kind, minorVersion, moment } from './public-texts.ts';
import { foundRole, rolePolicies } from './iam.ts';

/** What Karpenter depends on in the account, as far as its own objects and settings name it. */

/** CLUSTER_ENDPOINT (or its key in the ConfigMap) of each controller that has one, beside eks:DescribeCluster. */
export const karpenterEndpoints = z.array(
  z.object({
    endpoint: name('host'),
    /** The endpoint of the cluster that it runs in. */
    isOwn: z.boolean(),
  }),
);

/**
 * iam:GetInstanceProfile, GetRole and the policies of what node classes and settings name, but for those of AWS that the
 * table karpenter-node-role names. What does not exist in IAM is included.
 */
export const karpenterNodeRoles = z.object({
  roles: z.array(
    z.object({
      name: name('role'),
      /** Null: no such role exists. Older inventories lack its own policies. */
      found: z.nullable(z.object({ ...foundRole.def.shape, own: z.optional(rolePolicies) })),
    }),
  ),
  instanceProfiles: z.array(
    z.object({
      name: name('role'),
      exists: z.boolean(),
      /** Name of the role that it holds; null: none. */
      role: z.nullable(name('role')),
    }),
  ),
});
export type NodeRole = z.infer<typeof karpenterNodeRoles>['roles'][number];

/**
 * sqs:GetQueueUrl, events:ListRuleNamesByTarget and DescribeRule of the interruption queues that settings name, in the cluster's
 * account and region. A queue of a controller whose role is another account's is not looked for.
 */
export const karpenterQueues = z.array(
  z.object({
    name: name('app'),
    /** Null: SQS has no queue of that name. */
    found: z.nullable(
      z.object({
        arn: name('app'),
        /** Rules of the default event bus that have it as a target; null: they could not all be read. */
        rules: z.nullable(
          z.array(
            z.object({
              ruleName: name('app'),
              enabled: z.boolean(),
              /** Of the events that Karpenter reads, those that the pattern matches. */
              detailTypes: z.array(publicText({ table: 'karpenter-events' })),
              /** Of them, those for which the pattern cannot be evaluated. */
              unread: z.array(publicText({ table: 'karpenter-events' })),
            }),
          ),
        ),
      }),
    ),
  }),
);
export type KarpenterQueue = z.infer<typeof karpenterQueues>[number];

/** Whether the VPC CNI has its own role, by its ServiceAccount's annotation or an EKS Pod Identity association. */
export const vpcCniRole = z.object({ own: z.boolean() });

/** What the selectors of a node class (or of a Provisioner's own `provider`) find in the cluster's VPC. */
const selected = z.object({
  kind: kind(),
  name: name('group'),
  /** Each term in readable form; terms are ORed. Empty: nothing selects. */
  terms: z.array(
    z.object({
      text: name('label'),
      found: z.array(name('id')),
      /** Images of other accounts among them, and from when on Karpenter before 1.0.7 does not find them. */
      deprecated: z.optional(z.array(z.object({ id: name('id'), since: moment() }))),
      /** Of images, for each architecture the newest of all, and the newest of those that are never deprecated. */
      newest: z.optional(
        z.array(
          z.object({
            id: name('id'),
            architecture: publicText(['x86_64', 'arm64', 'i386', 'x86_64_mac', 'arm64_mac']),
            createdAt: z.nullable(moment()),
            /** The minor version in its name; null: the name has none. */
            kubernetes: z.nullable(minorVersion()),
          }),
        ),
      ),
    }),
  ),
});
export type Selected = z.infer<typeof selected>;

/** ec2:DescribeSubnets, by the terms of Karpenter's node classes. */
export const karpenterSubnets = z.array(selected);

/** ec2:DescribeSecurityGroups, by the terms of Karpenter's node classes. */
export const karpenterSecurityGroups = z.array(selected);

/** ec2:DescribeImages, by the terms of Karpenter's node classes that name images by id, name or tags. */
export const karpenterImages = z.array(selected);
