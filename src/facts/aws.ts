import * as z from 'zod/mini';

/** Facts that the AWS APIs tell. Schemas drop unknown keys: what is not named here never reaches an inventory. */

const healthIssue = z.object({ code: z.string(), message: z.string(), resourceIds: z.array(z.string()) });

/** eks:DescribeCluster, without anything that opens a door. Dates are ISO 8601. */
export const cluster = z.object({
  name: z.string(),
  arn: z.string(),
  region: z.string(),
  account: z.string(),
  partition: z.string(),
  version: z.string(),
  platformVersion: z.nullable(z.string()),
  status: z.string(),
  createdAt: z.nullable(z.string()),
  supportPolicy: z.nullable(z.string()),
  autoMode: z.boolean(),
  authenticationMode: z.nullable(z.string()),
  ipFamily: z.nullable(z.string()),
  /** A local cluster on AWS Outposts. */
  outpost: z.boolean(),
  /** Remote networks are configured for EKS Hybrid Nodes. */
  hybrid: z.boolean(),
  /** CIDR blocks of those networks. */
  remoteNodeCidrs: z.array(z.string()),
  /** From where the API server's endpoint is reached: the internet, the VPC, both; null where EKS does not tell. */
  endpointAccess: z.nullable(z.enum(['public', 'private', 'both'])),
  vpcId: z.nullable(z.string()),
  subnetIds: z.array(z.string()),
  securityGroupIds: z.array(z.string()),
  clusterSecurityGroupId: z.nullable(z.string()),
  roleArn: z.nullable(z.string()),
  /** URL of the identity provider of its ServiceAccounts; null: EKS names none. */
  oidcIssuer: z.nullable(z.string()),
  /** Null where EKS told nothing about health. */
  healthIssues: z.nullable(z.array(healthIssue)),
});

/** eks:DescribeClusterVersions, unsupported ones included; or, where a region lacks the operation, the table eks-versions. */
export const clusterVersions = z.object({
  source: z.enum(['live', 'table']),
  versions: z.array(
    z.object({
      version: z.string(),
      clusterType: z.string(),
      status: z.enum(['STANDARD_SUPPORT', 'EXTENDED_SUPPORT', 'UNSUPPORTED', 'UNKNOWN']),
      endOfStandardSupport: z.nullable(z.string()),
      endOfExtendedSupport: z.nullable(z.string()),
    }),
  ),
});

/** eks:ListUpdates and DescribeUpdate, of the cluster itself (not of its node groups or add-ons). */
export const updates = z.array(
  z.object({
    id: z.string(),
    type: z.string(),
    status: z.string(),
    createdAt: z.nullable(z.string()),
    /** The version a VersionUpdate went to. */
    version: z.nullable(z.string()),
    errors: z.array(z.object({ code: z.string(), message: z.string(), resourceIds: z.array(z.string()) })),
  }),
);

/** eks:ListCertificateAuthorities; null where the region does not offer certificate authority rotation. */
export const certificateAuthorities = z.nullable(
  z.array(z.object({ id: z.string(), signingStatus: z.string(), distributionStatus: z.string() })),
);

/** ec2:DescribeSubnets, filtered by the cluster's subnet ids: an id that is missing here does not exist. */
export const subnets = z.array(
  z.object({
    id: z.string(),
    availabilityZone: z.string(),
    availabilityZoneId: z.string(),
    vpcId: z.string(),
    state: z.string(),
    availableIpAddressCount: z.number(),
    cidrBlock: z.nullable(z.string()),
    outpostArn: z.nullable(z.string()),
  }),
);

/** eks:ListNodegroups and DescribeNodegroup. */
export const nodegroups = z.array(
  z.object({
    name: z.string(),
    status: z.string(),
    /** Null where EKS names none (custom AMIs). */
    version: z.nullable(z.string()),
    releaseVersion: z.nullable(z.string()),
    amiType: z.nullable(z.string()),
    capacityType: z.nullable(z.string()),
    minSize: z.nullable(z.number()),
    desiredSize: z.nullable(z.number()),
    maxSize: z.nullable(z.number()),
    launchTemplate: z.boolean(),
    nodeRole: z.nullable(z.string()),
    subnetIds: z.array(z.string()),
    /** Empty where the launch template names the type. */
    instanceTypes: z.array(z.string()),
    /** Null where EKS told nothing about health. */
    healthIssues: z.nullable(z.array(healthIssue)),
  }),
);

/** eks:DescribeAddon of every installed EKS add-on. */
export const addons = z.array(
  z.object({
    name: z.string(),
    version: z.string(),
    status: z.string(),
    /** `aws`, `aws-marketplace`, `community`; null where EKS told none. */
    owner: z.nullable(z.string()),
    /** Null where EKS told nothing about health. */
    healthIssues: z.nullable(z.array(healthIssue)),
  }),
);

/** autoscaling:DescribeAutoScalingGroups that carry the cluster's tag. */
export const autoScalingGroups = z.array(
  z.object({
    name: z.string(),
    /** The managed node group that owns it. */
    nodegroup: z.nullable(z.string()),
    maxSize: z.number(),
    /** Null: no mixed-instances policy. Counts and percent as Auto Scaling defines them, defaults filled in. */
    mixedInstances: z.nullable(
      z.object({ onDemandBaseCapacity: z.number(), onDemandPercentageAboveBaseCapacity: z.number() }),
    ),
  }),
);

/** iam:GetRole of AWSServiceRoleForEC2Spot. */
export const spotServiceLinkedRole = z.object({ exists: z.boolean() });
