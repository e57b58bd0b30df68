import * as z from 'zod/mini';
import { name, prose } from './marks.ts';
import { objectOwner } from './owner.ts';
import { release, versionSource } from './public-texts.ts';

/** Facts about Karpenter, the node autoscaler that runs in the cluster; not that of EKS Auto Mode, which AWS runs. */

/** The AWS identity of a controller. `node`: the role of the node under it; `unknown`: it could not be determined. */
const identity = z.object({
  kind: z.enum(['irsa', 'pod-identity', 'node', 'unknown']),
  /** Of the ServiceAccount's annotation, or of the EKS Pod Identity association. */
  roleArn: z.nullable(name('role')),
  /** The role that EKS Pod Identity assumes from the first one. */
  targetRoleArn: z.nullable(name('role')),
  /** The role that new pods get, if running ones have another. */
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
    /** `1.5.0`, of a release; null: no source shows it, or the build is not a release. */
    version: z.nullable(release()),
    /** image tag, image digest, version label, chart label. */
    versionSource: z.nullable(versionSource()),
    /** What other sources say, if they differ. */
    disagreement: z.nullable(prose()),
    /** A nightly build or a release candidate. */
    snapshot: z.boolean(),
    /** Pods of more than one ReplicaSet: an update is in progress, or stuck. */
    upgrading: z.boolean(),
    /** `default` if the pod names none. */
    serviceAccount: name('app'),
    /** The settings that checks name, from environment and arguments; those of `karpenter-global-settings` as `configMap:<key>`. */
    settings: z.record(name('label'), name('label')),
    /** `aws.tags` of the ConfigMap, which every instance gets; null: they are set and cannot be read. Left out: none. */
    globalTags: z.optional(z.nullable(z.record(name('label'), name('label')))),
    /** Settings whose value comes from a source that is not read. */
    settingsUnread: z.array(name('label')),
    identity,
    /** Of the Deployment. Left out: no label or annotation names one. */
    owner: z.optional(objectOwner),
  }),
);
export type KarpenterController = z.infer<typeof karpenterControllers>[number];
