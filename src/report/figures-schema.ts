import * as z from 'zod/mini';

/** Numbers about the cluster. Each property is missing if its fact was not read. */
export const figures = z.object({
  /** How long EKS supports the cluster's version and each other one up to the target. */
  support: z.optional(
    z.array(
      z.object({
        /** The minor version of Kubernetes. */
        version: z.string(),
        /** The end of standard support, a date; null if it is not announced. */
        standardUntil: z.nullable(z.string()),
        /** The end of extended support, a date; null if it is not announced. */
        extendedUntil: z.nullable(z.string()),
      }),
    ),
  ),
  /** Free IPv4 addresses in the subnets of the cluster, by Availability Zone. */
  addresses: z.optional(
    z.array(
      z.object({
        /** The name of the zone. */
        zone: z.string(),
        /** How many subnets of the cluster are in the zone. */
        subnets: z.number(),
        /** Free addresses in all of these subnets. */
        free: z.number(),
      }),
    ),
  ),
  /** Nodes by kubelet version, the oldest first. */
  nodes: z.optional(
    z.array(
      z.object({
        /** The minor version of Kubernetes; null if it cannot be read. */
        version: z.nullable(z.string()),
        /** How many nodes run it. */
        count: z.number(),
      }),
    ),
  ),
});
