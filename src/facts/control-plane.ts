import * as z from 'zod/mini';
import { name, publicText } from './marks.ts';
import { awsStatus, conditionOperator, effect } from './public-texts.ts';

/** Facts about what the control plane depends on in the account: role, security groups, routes through the VPC. */

/** One statement of a trust policy. Values only of the keys aws:SourceArn, aws:SourceAccount and aws:PrincipalIsAWSService. */
export const trustStatement = z.object({
  effect: effect(),
  /** Service principals, `*` for anyone; null: NotPrincipal. Principals of other kinds are left out. */
  services: z.nullable(z.array(name('host'))),
  /** Null: NotAction. */
  actions: z.nullable(z.array(name('label'))),
  conditions: z.array(z.object({ operator: conditionOperator(), key: name('label'), values: z.array(name('label')) })),
});
export type TrustStatement = z.infer<typeof trustStatement>;

/** iam:GetRole and ListAttachedRolePolicies of the cluster's role; null if no such role exists. */
export const clusterRole = z.nullable(
  z.object({
    name: name('role'),
    /** As IAM returns it: a role of this name may have another path than the cluster's. */
    arn: name('role'),
    /** Null: the trust policy cannot be read. */
    trust: z.nullable(z.array(trustStatement)),
    /** ARNs, sorted. */
    attachedPolicies: z.array(name('role')),
    /** ARN of the role's permissions boundary. */
    permissionsBoundary: z.nullable(name('role')),
    /** Left out: none. */
    tags: z.optional(z.record(name('label'), name('label'))),
  }),
);

/** ec2:DescribeVpcAttribute of the cluster's VPC; null if the VPC is not found. */
export const vpcDns = z.nullable(z.object({ hostnames: z.boolean(), support: z.boolean() }));

/** ec2:DescribeSubnets of the cluster's VPC, those of the nodes among them. */
export const vpcSubnets = z.array(
  z.object({
    id: name('id'),
    cidrs: z.array(name('host')),
    /** IPv4 addresses that are free. */
    free: z.optional(z.number()),
  }),
);

/** ec2:DescribeRouteTables of the cluster's VPC. Routes within the VPC (`local`) and to gateway endpoints are left out. */
export const routeTables = z.array(
  z.object({
    id: name('id'),
    /** Of every subnet that is not associated with another. */
    main: z.boolean(),
    subnetIds: z.array(name('id')),
    /** `target` is the id of what the route leads to; `state` is `active` or `blackhole`. */
    routes: z.array(z.object({ destination: name('host'), target: name('id'), state: awsStatus() })),
  }),
);

/** ec2:DescribeVpcEndpoints of the cluster's VPC: interface endpoints of STS. `dnsNames`: they answer for STS's own name. */
export const stsEndpoints = z.array(
  z.object({ id: name('id'), serviceName: name('host'), state: awsStatus(), dnsNames: z.boolean() }),
);

/**
 * ec2:DescribeInstances that carry the cluster's tag: the network interfaces of nodes, those alike together.
 * An interface is primary, or one that the VPC CNI gave the instance for pods.
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
  /** `-1`: all. */
  protocol: publicText(/^-?\d{1,3}$/, ['tcp', 'udp', 'icmp', 'icmpv6']),
  /** Null: all ports. */
  ports: z.nullable(z.object({ from: z.number(), to: z.number() })),
  groups: z.array(name('id')),
  /** IPv4 and IPv6. */
  cidrs: z.array(name('host')),
  prefixLists: z.array(name('id')),
});
export type SecurityGroupRule = z.infer<typeof securityGroupRule>;

/**
 * ec2:DescribeSecurityGroups of the groups that control plane and nodes carry: an id that is missing here does not exist.
 * Rules and prefix lists only as far as they concern the ports of the table cluster-ports.
 */
export const securityGroups = z.object({
  groups: z.array(z.object({ id: name('id'), name: name('group'), rules: z.array(securityGroupRule) })),
  /** CIDRs null: no such list is found, or it is no longer shared. */
  prefixLists: z.array(z.object({ id: name('id'), cidrs: z.nullable(z.array(name('host'))) })),
});
