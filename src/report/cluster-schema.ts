import * as z from 'zod/mini';
import { minor } from '../judge/plan/step.ts';

/** Tags of a cluster by key, as EKS returns them. */
export const tags = z.record(z.string(), z.string());

/** The cluster as a report names it. */
export const cluster = z.object({
  /** Its name. */
  name: z.string(),
  /** Its AWS Region. */
  region: z.string(),
  /** Its AWS account. */
  account: z.string(),
  /** Its AWS partition: `aws`, `aws-cn`, `aws-us-gov`. */
  partition: z.string(),
  /** Its ARN. With a fingerprint, it identifies a finding across reports. */
  arn: z.string(),
  /** The Kubernetes version of its control plane today. */
  version: minor,
  /** Its EKS platform version; null if EKS reports none. */
  platformVersion: z.nullable(z.string()),
  /** Its tags, without those whose key says that they may be secret; missing if they were not read, and in older reports. */
  tags: z.optional(tags),
  /** What kind of cluster it is. */
  kind: z.object({
    /** EKS Auto Mode is on. */
    autoMode: z.boolean(),
    /** All nodes run on Fargate; null if nodes or node groups could not be read. */
    fargateOnly: z.nullable(z.boolean()),
    /** It has networks for hybrid nodes. */
    hybrid: z.boolean(),
    /** It is a local cluster on AWS Outposts. */
    outpost: z.boolean(),
    /** The authentication mode: `API`, `API_AND_CONFIG_MAP`, `CONFIG_MAP`. */
    authMode: z.nullable(z.string()),
    /** `ipv4` or `ipv6`. */
    ipFamily: z.nullable(z.string()),
  }),
  /** How long EKS supports its version. */
  support: z.object({
    /** The upgrade policy: `STANDARD` or `EXTENDED`. */
    policy: z.nullable(z.string()),
    /** The end of standard support, a date. */
    standardUntil: z.nullable(z.string()),
    /** The end of extended support, a date. */
    extendedUntil: z.nullable(z.string()),
  }),
});
