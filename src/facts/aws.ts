import * as z from 'zod/mini';
import { groupLaunch } from './empty-auto-scaling-groups.ts';
import { controlPlaneOptions, offeredOptions } from './control-plane-options.ts';
import { managerTags } from './manager-tags.ts';
import { name, prose, publicText } from './marks.ts';
import { objectUpdate } from './object-updates.ts';
import { amiType, eksImageName, nodeRelease, templateVersionText } from './image-texts.ts';
import {
  addonOwner,
  awsStatus,
  healthCode,
  instanceType,
  moment,
  partition,
  place,
  platformVersion,
  softwareVersion,
  zoneId,
} from './public-texts.ts';

/** Facts from the AWS APIs. Schemas drop unknown keys: a field that is not listed here never reaches an inventory. */

/** A health issue of a cluster, a node group, a Fargate profile or an add-on. */
export const healthIssue = z.object({ code: healthCode(), message: prose(), resourceIds: z.array(name('id')) });

/** eks:DescribeCluster, without anything that grants access. Dates are ISO 8601. */
export const cluster = z.object({
  name: name('cluster'),
  arn: name('cluster'),
  region: place(),
  account: name('id'),
  partition: partition(),
  version: softwareVersion(),
  platformVersion: z.nullable(platformVersion()),
  status: awsStatus(),
  createdAt: z.nullable(moment()),
  supportPolicy: z.nullable(publicText(['STANDARD', 'EXTENDED'])),
  autoMode: z.boolean(),
  authenticationMode: z.nullable(publicText(['API', 'CONFIG_MAP', 'API_AND_CONFIG_MAP'])),
  ipFamily: z.nullable(publicText(['ipv4', 'ipv6'])),
  /** A local cluster on AWS Outposts. */
  outpost: z.boolean(),
  /** Remote networks are configured for EKS Hybrid Nodes. */
  hybrid: z.boolean(),
  /** CIDR blocks of the remote node networks. */
  remoteNodeCidrs: z.array(name('host')),
  /** From where the API server can be reached (`private`: from the VPC); null if EKS reports neither. */
  endpointAccess: z.nullable(z.enum(['public', 'private', 'both'])),
  vpcId: z.nullable(name('id')),
  subnetIds: z.array(name('id')),
  securityGroupIds: z.array(name('id')),
  clusterSecurityGroupId: z.nullable(name('id')),
  roleArn: z.nullable(name('role')),
  /** URL of the OIDC identity provider for its ServiceAccounts; null if EKS returns none. */
  oidcIssuer: z.nullable(name('host')),
  /** Null if EKS returned no health information. */
  healthIssues: z.nullable(z.array(healthIssue)),
  /** The customer managed KMS key for Secrets; null if the cluster has none. Missing if EKS names none, and in older inventories. */
  encryptionKeyArn: z.exactOptional(z.nullable(name('id'))),
  /** Empty if it has none. Older inventories have no such field. */
  tags: z.exactOptional(z.record(name('label'), name('label'))),
  /** EKS sends the audit log to CloudWatch Logs. Older inventories have no such field. */
  auditLog: z.exactOptional(z.boolean()),
  /** Older inventories have no such field. */
  controlPlane: z.exactOptional(controlPlaneOptions),
});

/**
 * eks:DescribeClusterVersions, including unsupported versions; in Regions without the operation, the rows of the table
 * `eks-versions`.
 */
export const clusterVersions = z.object({
  source: z.enum(['live', 'table']),
  versions: z.array(
    z.object({
      version: softwareVersion(),
      clusterType: publicText(['eks', 'eks-local-outposts']),
      status: z.enum(['STANDARD_SUPPORT', 'EXTENDED_SUPPORT', 'UNSUPPORTED', 'UNKNOWN']),
      endOfStandardSupport: z.nullable(moment()),
      endOfExtendedSupport: z.nullable(moment()),
      /** Omitted in older inventories and for versions of the table. */
      defaultPlatformVersion: z.exactOptional(z.nullable(platformVersion())),
      /** Omitted if EKS lists nothing of it, for versions of the table, and in older inventories. */
      controlPlane: z.exactOptional(offeredOptions),
    }),
  ),
});

/** eks:ListUpdates and DescribeUpdate for the cluster itself, not for its node groups or add-ons. */
export const updates = z.array(objectUpdate);

/** eks:ListCertificateAuthorities; null if the region does not offer certificate authority rotation. */
export const certificateAuthorities = z.nullable(
  z.array(z.object({ id: name('id'), signingStatus: awsStatus(), distributionStatus: awsStatus() })),
);

/** ec2:DescribeSubnets, filtered by the cluster's subnet ids: an id that is missing here does not exist. */
export const subnets = z.array(
  z.object({
    id: name('id'),
    availabilityZone: place(),
    availabilityZoneId: zoneId(),
    vpcId: name('id'),
    state: awsStatus(),
    availableIpAddressCount: z.number(),
    cidrBlock: z.nullable(name('host')),
    outpostArn: z.nullable(name('id')),
    tags: managerTags,
  }),
);

/** eks:ListNodegroups and DescribeNodegroup. */
export const nodegroups = z.array(
  z.object({
    name: name('group'),
    status: awsStatus(),
    /** Null if EKS returns none (custom AMIs). */
    version: z.nullable(softwareVersion()),
    releaseVersion: z.nullable(nodeRelease()),
    amiType: z.nullable(amiType()),
    capacityType: z.nullable(publicText(['ON_DEMAND', 'SPOT', 'CAPACITY_BLOCK'])),
    minSize: z.nullable(z.number()),
    desiredSize: z.nullable(z.number()),
    maxSize: z.nullable(z.number()),
    launchTemplate: z.boolean(),
    /** The launch template that it was given; omitted if it has none, and in older inventories. */
    template: z.exactOptional(z.object({ template: name('id'), version: templateVersionText() })),
    nodeRole: z.nullable(name('role')),
    subnetIds: z.array(name('id')),
    /** Labels of its nodes, as EKS returns them. Older inventories have neither `labels` nor `taints`. */
    labels: z.optional(z.record(name('label'), name('label'))),
    taints: z.optional(
      z.array(
        z.object({
          key: name('label'),
          value: z.nullable(name('label')),
          effect: publicText(['NO_SCHEDULE', 'NO_EXECUTE', 'PREFER_NO_SCHEDULE']),
        }),
      ),
    ),
    /** In GiB; omitted if the launch template sets it. */
    diskSize: z.optional(z.number()),
    /** Omitted if EKS configures no SSH access to its nodes. */
    remoteAccess: z.optional(z.object({ sshKey: z.nullable(name('id')), securityGroupIds: z.array(name('id')) })),
    /** Empty if the launch template names the type. */
    instanceTypes: z.array(instanceType()),
    /** How EKS replaces its nodes; omitted in older inventories. The two numbers exclude each other. */
    update: z.exactOptional(
      z.object({
        /** `MINIMAL`: old nodes end before new ones start, so the group has no spare node. */
        strategy: publicText(['DEFAULT', 'MINIMAL']),
        maxUnavailable: z.nullable(z.number()),
        maxUnavailablePercentage: z.nullable(z.number()),
      }),
    ),
    /** Null if EKS returned no health information. */
    healthIssues: z.nullable(z.array(healthIssue)),
    tags: managerTags,
  }),
);

/** ec2:DescribeImages for the images of node groups with a custom AMI; only images that Amazon owns. */
export const nodeImages = z.array(z.object({ id: name('id'), name: eksImageName() }));

/** eks:DescribeAddon of every installed EKS add-on. */
export const addons = z.array(
  z.object({
    name: name('app'),
    version: softwareVersion(),
    status: awsStatus(),
    /** `aws`, `aws-marketplace`, `community`; null if EKS returns none. */
    owner: z.nullable(addonOwner()),
    /** The IAM role of its service account; null if it has none. Omitted in older inventories. */
    serviceAccountRoleArn: z.optional(z.nullable(name('role'))),
    /** It has EKS Pod Identity associations. Omitted in older inventories. */
    podIdentity: z.exactOptional(z.boolean()),
    /** Null if EKS returned no health information. */
    healthIssues: z.nullable(z.array(healthIssue)),
    tags: managerTags,
  }),
);

/** autoscaling:DescribeAutoScalingGroups for groups with the cluster's tag. */
export const autoScalingGroups = z.array(
  z.object({
    name: name('group'),
    /** The managed node group that owns it. */
    nodegroup: z.nullable(name('group')),
    maxSize: z.number(),
    /** Null without a mixed instances policy. Values as Auto Scaling defines them, with defaults filled in. */
    mixedInstances: z.nullable(
      z.object({ onDemandBaseCapacity: z.number(), onDemandPercentageAboveBaseCapacity: z.number() }),
    ),
    /** Instances of a self-managed group; omitted for other groups, and in older inventories. */
    instanceIds: z.optional(z.array(name('id'))),
    /** Each launch template or configuration that it launches instances from; only for a self-managed group. */
    launches: z.optional(z.array(groupLaunch)),
    /** Of a self-managed group, those that can tell what manages it (table `manager-tags`), without possible secrets. */
    tags: managerTags,
  }),
);

/** iam:GetRole of AWSServiceRoleForEC2Spot. */
export const spotServiceLinkedRole = z.object({ exists: z.boolean() });
