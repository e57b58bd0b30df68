import * as z from 'zod/mini';
import { name, prose } from './marks.ts';
import { objectOwner } from './owner.ts';
import { release, versionSource } from './public-texts.ts';

/** Facts about Karpenter, the node autoscaler that runs in the cluster; that of EKS Auto Mode runs at AWS and is none of it. */

/** Which AWS identity a controller has. `node`: the role of the node under it; `unknown`: it could not be told. */
const identity = z.object({
  kind: z.enum(['irsa', 'pod-identity', 'node', 'unknown']),
  /** Of the ServiceAccount's annotation, or of the EKS Pod Identity association. */
  roleArn: z.nullable(name('role')),
  /** The role that EKS Pod Identity assumes from the first one. */
  targetRoleArn: z.nullable(name('role')),
  /** The role that new pods get, where running ones have another. */
  nextRoleArn: z.optional(name('role')),
  /** False: EKS Pod Identity gives its sessions no tags. Left out: it does, or it is not EKS Pod Identity. */
  sessionTags: z.optional(z.literal(false)),
});

/** Karpenter's controllers, one a Deployment, in any namespace. Empty: not installed. */
export const karpenterControllers = z.array(
  z.object({
    namespace: name('ns'),
    name: name('app'),
    replicas: z.nullable(z.number()),
    image: name('image'),
    /** `1.5.0`, of a release; null: no source tells it, or no release runs. */
    version: z.nullable(release()),
    /** image tag, image digest, version label, chart label. */
    versionSource: z.nullable(versionSource()),
    /** What other sources say, where they say something else. */
    disagreement: z.nullable(prose()),
    /** A nightly build or a release candidate. */
    snapshot: z.boolean(),
    /** Pods of more than one ReplicaSet: an update is on its way, or stuck. */
    upgrading: z.boolean(),
    /** `default` where the pod names none. */
    serviceAccount: name('app'),
    /** The settings that checks name, from environment and arguments; those of `karpenter-global-settings` as `configMap:<key>`. */
    settings: z.record(name('label'), name('label')),
    /** `aws.tags` of the ConfigMap, which every instance gets; null: they stand there and cannot be read. Left out: none. */
    globalTags: z.optional(z.nullable(z.record(name('label'), name('label')))),
    /** Settings whose value comes from a place that is not read. */
    settingsUnread: z.array(name('label')),
    identity,
    /** Of the Deployment. Left out: nothing on it tells. */
    owner: z.optional(objectOwner),
  }),
);
export type KarpenterController = z.infer<typeof karpenterControllers>[number];
