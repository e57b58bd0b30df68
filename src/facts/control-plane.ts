import * as z from 'zod/mini';
import { managerTags } from './manager-tags.ts';
import { name, publicText } from './marks.ts';
import { awsStatus, conditionOperator, effect, moment, place } from './public-texts.ts';

/** Facts about what the control plane depends on in the account: role, security groups, routes through the VPC. */

/**
 * A statement of a trust policy. Its conditions have values only for the keys aws:SourceArn, aws:SourceAccount and
 * aws:PrincipalIsAWSService.
 */
export const trustStatement = z.object({
  effect: effect(),
  /** Service principals, `*` for anyone; null for NotPrincipal. Omits principals of other types. */
  services: z.nullable(z.array(name('host'))),
  /** Null for NotAction. */
  actions: z.nullable(z.array(name('label'))),
  conditions: z.array(z.object({ operator: conditionOperator(), key: name('label'), values: z.array(name('label')) })),
});
export type TrustStatement = z.infer<typeof trustStatement>;

/** iam:GetRole and ListAttachedRolePolicies of the cluster's role; null if the role does not exist. */
export const clusterRole = z.nullable(
  z.object({
    name: name('role'),
    /** As IAM returns it: the path may differ from that in `cluster.roleArn`. */
    arn: name('role'),
    /** Null if the trust policy cannot be read. */
    trust: z.nullable(z.array(trustStatement)),
    /** ARNs, sorted. */
    attachedPolicies: z.array(name('role')),
    /** ARN of the role's permissions boundary. */
    permissionsBoundary: z.nullable(name('role')),
    /** Without possible secrets. Omitted if there are none. */
    tags: z.optional(z.record(name('label'), name('label'))),
  }),
);

/** https://docs.aws.amazon.com/kms/latest/developerguide/key-state.html */
const keyState = publicText(
  'Creating Disabled Enabled PendingDeletion PendingImport PendingReplicaDeletion Unavailable Updating'.split(' '),
);

/** kms:DescribeKey and ListGrants for the key in `cluster.encryptionKeyArn`; null if the cluster has none. */
export const encryptionKey = z.nullable(
  z.object({
    arn: name('id'),
    /** Null if KMS has no such key. */
    state: z.nullable(keyState),
    /** When KMS will delete the key. */
    deletionDate: z.nullable(moment()),
    /** The number of grants that allow Decrypt. Null if the call was denied, or if the key is not enabled. */
    grants: z.nullable(
      z.object({
        /** For grantees that EKS may use: the cluster role, principals of EKS, principals of other accounts. */
        possible: z.number(),
        others: z.number(),
      }),
    ),
  }),
);

/** ec2:DescribeVpcAttribute of the cluster's VPC; null if the VPC is not found. */
export const vpcDns = z.nullable(z.object({ hostnames: z.boolean(), support: z.boolean() }));

/** ec2:DescribeSubnets for the cluster's VPC, including the subnets of nodes. */
export const vpcSubnets = z.array(
  z.object({
    id: name('id'),
    cidrs: z.array(name('host')),
    /** Its Availability Zone. Omitted in older inventories. */
    zone: z.exactOptional(place()),
    /** The number of free IPv4 addresses. */
    free: z.optional(z.number()),
    /** Its tag kubernetes.io/role/cni lets the VPC CNI create network interfaces for pods in it. */
    forPods: z.exactOptional(z.literal(true)),
    /** New network interfaces get an IPv6 address. Omitted without an IPv6 block, and in older inventories. */
    assignsIpv6: z.exactOptional(z.boolean()),
    /** Another account owns it and shares it with AWS RAM. Omitted otherwise, and in older inventories. */
    shared: z.exactOptional(z.literal(true)),
    tags: managerTags,
  }),
);

/** ec2:DescribeRouteTables for the cluster's VPC. Omits routes within the VPC (`local`) and to gateway endpoints. */
export const routeTables = z.array(
  z.object({
    id: name('id'),
    /** The main route table: it applies to every subnet without an association. */
    main: z.boolean(),
    subnetIds: z.array(name('id')),
    /** `target` is the id of what the route leads to; `state` is `active` or `blackhole`. */
    routes: z.array(z.object({ destination: name('host'), target: name('id'), state: awsStatus() })),
  }),
);

/** ec2:DescribeVpcEndpoints for the cluster's VPC: interface and gateway endpoints of AWS services. */
export const vpcEndpoints = z.array(
  z.object({
    id: name('id'),
    /** `com.amazonaws.eu-west-1.ecr.api`. */
    serviceName: name('host'),
    type: z.enum(['interface', 'gateway']),
    state: awsStatus(),
    /** The service's own name resolves to the endpoint: `PrivateDnsEnabled`. */
    dnsNames: z.boolean(),
    /** The route tables that lead to a gateway endpoint. */
    routeTableIds: z.array(name('id')),
  }),
);

/** ec2:DescribeVpcEndpoints for interface endpoints of STS. `dnsNames`: STS's own name resolves to the endpoint. */
export const stsEndpoints = z.array(
  z.object({ id: name('id'), serviceName: name('host'), state: awsStatus(), dnsNames: z.boolean() }),
);

/**
 * ec2:DescribeInstances for pending and running instances with the cluster's tag: the network interfaces of nodes,
 * equal ones grouped. Each is a primary interface, or one that the VPC CNI attached for pods.
 */
export const nodeInterfaces = z.array(
  z.object({
    primary: z.boolean(),
    securityGroupIds: z.array(name('id')),
    subnetId: name('id'),
    instances: z.array(name('id')),
  }),
);

const securityGroupRule = z.object({
  direction: z.enum(['ingress', 'egress']),
  /** `-1` for all protocols. */
  protocol: publicText(/^-?\d{1,3}$/, ['tcp', 'udp', 'icmp', 'icmpv6']),
  /** Null for all ports. */
  ports: z.nullable(z.object({ from: z.number(), to: z.number() })),
  groups: z.array(name('id')),
  /** IPv4 and IPv6. */
  cidrs: z.array(name('host')),
  prefixLists: z.array(name('id')),
});
export type SecurityGroupRule = z.infer<typeof securityGroupRule>;

/**
 * ec2:DescribeSecurityGroups for the groups of the control plane and the nodes: an id that is missing here does not
 * exist. Omits rules and prefix lists that do not concern the ports of the table `cluster-ports`.
 */
export const securityGroups = z.object({
  groups: z.array(
    z.object({ id: name('id'), name: name('group'), rules: z.array(securityGroupRule), tags: managerTags }),
  ),
  /** `cidrs` is null if the list does not exist, or is no longer shared. */
  prefixLists: z.array(z.object({ id: name('id'), cidrs: z.nullable(z.array(name('host'))) })),
});
