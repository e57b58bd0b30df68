import * as z from 'zod/mini';

/** Facts about Karpenter, the node autoscaler that runs in the cluster; that of EKS Auto Mode runs at AWS and is none of it. */

/** Which AWS identity a controller has. `node`: the role of the node under it; `unknown`: it could not be told. */
const identity = z.object({
  kind: z.enum(['irsa', 'pod-identity', 'node', 'unknown']),
  /** Of the ServiceAccount's annotation, or of the EKS Pod Identity association. */
  roleArn: z.nullable(z.string()),
  /** The role that EKS Pod Identity assumes from the first one. */
  targetRoleArn: z.nullable(z.string()),
  /** The role that new pods get, where running ones have another. */
  nextRoleArn: z.optional(z.string()),
  /** False: EKS Pod Identity gives its sessions no tags. Left out: it does, or it is not EKS Pod Identity. */
  sessionTags: z.optional(z.literal(false)),
});

/** Karpenter's controllers, one a Deployment, in any namespace. Empty: not installed. */
export const karpenterControllers = z.array(
  z.object({
    namespace: z.string(),
    name: z.string(),
    replicas: z.nullable(z.number()),
    image: z.string(),
    /** `1.5.0`, of a release; null: no source tells it, or no release runs. */
    version: z.nullable(z.string().check(z.regex(/^\d{1,6}\.\d{1,6}\.\d{1,6}$/))),
    /** image tag, image digest, version label, chart label. */
    versionSource: z.nullable(z.string()),
    /** What other sources say, where they say something else. */
    disagreement: z.nullable(z.string()),
    /** A nightly build or a release candidate. */
    snapshot: z.boolean(),
    /** Pods of more than one ReplicaSet: an update is on its way, or stuck. */
    upgrading: z.boolean(),
    /** `default` where the pod names none. */
    serviceAccount: z.string(),
    /** The settings that checks name, from environment and arguments; those of `karpenter-global-settings` as `configMap:<key>`. */
    settings: z.record(z.string(), z.string()),
    /** Settings whose value comes from a place that is not read. */
    settingsUnread: z.array(z.string()),
    identity,
  }),
);
export type KarpenterController = z.infer<typeof karpenterControllers>[number];
