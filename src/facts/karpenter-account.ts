import * as z from 'zod/mini';
import { name, publicText } from './marks.ts';
import { instanceType, kind, minorVersion, moment, place } from './public-texts.ts';
import { foundRole, rolePolicies } from './iam.ts';

/** Account resources that Karpenter depends on and that its objects and settings name. */

/** CLUSTER_ENDPOINT (or its ConfigMap key) of each controller that sets it, compared with eks:DescribeCluster. */
export const karpenterEndpoints = z.array(
  z.object({
    endpoint: name('host'),
    /** It is the endpoint of this cluster. */
    isOwn: z.boolean(),
  }),
);

/**
 * iam:GetInstanceProfile, GetRole and the policies of the roles and instance profiles that node classes, Provisioners
 * and settings name, except AdministratorAccess and the AWS managed policies in the table `karpenter-node-role`.
 * Includes roles and instance profiles that do not exist in IAM.
 */
export const karpenterNodeRoles = z.object({
  roles: z.array(
    z.object({
      name: name('role'),
      /** Null if the role does not exist. Older inventories lack `own`. */
      found: z.nullable(z.object({ ...foundRole.def.shape, own: z.optional(rolePolicies) })),
    }),
  ),
  instanceProfiles: z.array(
    z.object({
      name: name('role'),
      exists: z.boolean(),
      /** The name of its role; null if it has none. */
      role: z.nullable(name('role')),
    }),
  ),
});
export type NodeRole = z.infer<typeof karpenterNodeRoles>['roles'][number];

/**
 * sqs:GetQueueUrl, events:ListRuleNamesByTarget and DescribeRule for the interruption queues in settings, in the
 * cluster's account and Region. The queue of a controller whose role belongs to another account is not read.
 */
export const karpenterQueues = z.array(
  z.object({
    name: name('app'),
    /** Null if SQS has no queue of that name. */
    found: z.nullable(
      z.object({
        arn: name('app'),
        /** Rules of the default event bus with this target; null if they could not all be read. */
        rules: z.nullable(
          z.array(
            z.object({
              ruleName: name('app'),
              enabled: z.boolean(),
              /** The events that Karpenter reads and that the rule's pattern matches. */
              detailTypes: z.array(publicText({ table: 'karpenter-events' })),
              /** The events that Karpenter reads, but for which the rule's pattern cannot be evaluated. */
              unread: z.array(publicText({ table: 'karpenter-events' })),
            }),
          ),
        ),
      }),
    ),
  }),
);
export type KarpenterQueue = z.infer<typeof karpenterQueues>[number];

/**
 * Whether the VPC CNI has its own role, by its ServiceAccount's annotation or an EKS Pod Identity association. False if
 * no Deployment runs Karpenter.
 */
export const vpcCniRole = z.object({ own: z.boolean() });

/** What the selectors of a node class (or of a Provisioner's `provider`) select. */
const selected = z.object({
  kind: kind(),
  name: name('group'),
  /** The terms, which are ORed: each as text, with the ids of what it selects. */
  terms: z.array(
    z.object({
      text: name('label'),
      found: z.array(name('id')),
      /** Images of other accounts with a deprecation time, after which Karpenter before 1.0.7 does not find them. */
      deprecated: z.optional(z.array(z.object({ id: name('id'), since: moment() }))),
      /** For images: per architecture, the newest one, and the newest one without a deprecation time. */
      newest: z.optional(
        z.array(
          z.object({
            id: name('id'),
            architecture: publicText(['x86_64', 'arm64', 'i386', 'x86_64_mac', 'arm64_mac']),
            createdAt: z.nullable(moment()),
            /** The Kubernetes minor in its name; null if the name has none. */
            kubernetes: z.nullable(minorVersion()),
          }),
        ),
      ),
    }),
  ),
});
export type Selected = z.infer<typeof selected>;

/** ec2:DescribeSubnets for the selector terms of Karpenter's node classes. */
export const karpenterSubnets = z.array(selected);

/** ec2:DescribeSecurityGroups for the selector terms of Karpenter's node classes. */
export const karpenterSecurityGroups = z.array(selected);

/** ec2:DescribeImages for those AMI selector terms of Karpenter's node classes that have ids, names or tags. */
export const karpenterImages = z.array(selected);

/**
 * ec2:DescribeCapacityReservations: the active EC2 Capacity Reservations for Linux and Windows in the cluster's account
 * and Region, its own and those shared with it. Empty if no Deployment runs Karpenter.
 */
export const capacityReservations = z.array(
  z.object({
    id: name('id'),
    /** `open`: EC2 launches matching instances into it; `targeted`: only instances that request it. */
    match: z.enum(['open', 'targeted']),
    instanceType: instanceType(),
    availabilityZone: z.nullable(place()),
    /** The number of reserved instances. */
    total: z.number(),
    /** The number of reserved instances that do not run. */
    available: z.number(),
    /** A term in `capacityReservationSelectorTerms` of a node class selects it. */
    selected: z.boolean(),
  }),
);
export type CapacityReservation = z.infer<typeof capacityReservations>[number];
