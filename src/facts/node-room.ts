import * as z from 'zod/mini';
import { name } from './marks.ts';
import { instanceType, place } from './public-texts.ts';

/** Facts about the room for new nodes and their pods. */

/**
 * How many addresses the VPC CNI takes for a node, by its environment variables. Numbers are null if not set; 0 has the
 * same meaning for some. Source: https://github.com/aws/amazon-vpc-cni-k8s#cni-configuration-variables
 */
export const addressSettings = z.object({
  /** ENABLE_PREFIX_DELEGATION: whole /28 prefixes instead of single addresses. */
  prefixes: z.boolean(),
  /** AWS_VPC_K8S_CNI_CUSTOM_NETWORK_CFG: pods have addresses in the subnets of ENIConfigs. */
  customNetworking: z.boolean(),
  /** ENABLE_POD_ENI: security groups for pods. */
  podInterfaces: z.boolean(),
  /** ENABLE_SUBNET_DISCOVERY: interfaces for pods also in subnets with the tag kubernetes.io/role/cni. */
  subnetDiscovery: z.boolean(),
  /** WARM_ENI_TARGET, WARM_IP_TARGET, MINIMUM_IP_TARGET and WARM_PREFIX_TARGET. */
  warmInterfaces: z.nullable(z.number()),
  warmAddresses: z.nullable(z.number()),
  minimumAddresses: z.nullable(z.number()),
  warmPrefixes: z.nullable(z.number()),
});
export type AddressSettings = z.infer<typeof addressSettings>;

/** crd.k8s.amazonaws.com/v1alpha1 ENIConfigs, if the VPC CNI uses custom networking; otherwise empty. */
export const eniConfigs = z.array(
  z.object({
    /** Often that of the Availability Zone for which it is. */
    name: place(),
    /** The subnet of pods; null if it names none. */
    subnetId: z.nullable(name('id')),
  }),
);

/**
 * ec2:GetSubnetCidrReservations and DescribeNetworkInterfaces for the subnets of managed node groups and ENIConfigs, if
 * the VPC CNI uses prefix delegation; otherwise empty.
 */
export const subnetBlocks = z.array(
  z.object({
    id: name('id'),
    /**
     * The number of whole /28 blocks that EC2 can still assign as prefixes: without a taken address, and at most as many as
     * the free addresses have room for. A subnet of another account is a gap.
     */
    free: z.number(),
    /** A part of it is reserved for prefixes: EC2 does not count it among the free addresses. */
    reserved: z.boolean(),
  }),
);

/**
 * ec2:DescribeInstanceTypeOfferings for the types of managed node groups: the zones in which EC2 offers each. A type that
 * EC2 does not know has no zones.
 */
export const instanceTypeOfferings = z.array(z.object({ name: instanceType(), zones: z.array(place()) }));
