import * as z from 'zod/mini';
import { name, prose, publicText } from './marks.ts';
import { objectOwner } from './owner.ts';
import { release, versionSource } from './public-texts.ts';

/** Facts about the Karpenter that runs in the cluster, not about the one that AWS runs for EKS Auto Mode. */

/** The AWS identity of a controller. `node`: the role of its node; `unknown`: the identity could not be determined. */
const identity = z.object({
  kind: z.enum(['irsa', 'pod-identity', 'node', 'unknown']),
  /** From running pods, the ServiceAccount's annotation or the EKS Pod Identity association; else null. */
  roleArn: z.nullable(name('role')),
  /** The target role that EKS Pod Identity assumes from `roleArn`. */
  targetRoleArn: z.nullable(name('role')),
  /** Only in older inventories: the role of new pods, if running pods have another one. */
  nextRoleArn: z.optional(name('role')),
  /** How new pods get their role, if running pods have another role, or the same in another way. */
  next: z.exactOptional(
    z.object({
      kind: z.enum(['irsa', 'pod-identity']),
      roleArn: name('role'),
      targetRoleArn: z.nullable(name('role')),
      sessionTags: z.optional(z.literal(false)),
    }),
  ),
  /**
   * What new pods lack: without a ServiceAccount, none is created; without a role, they have no permissions, though
   * running pods have a role. Omitted if they lack nothing, if it could not be determined, and in older inventories.
   */
  newPodsLack: z.exactOptional(publicText(['ServiceAccount', 'role'])),
  /** False: EKS Pod Identity sets no session tags. Omitted otherwise. */
  sessionTags: z.optional(z.literal(false)),
});

/** Karpenter controllers, one per Deployment, in any namespace. Empty if Karpenter is not installed. */
export const karpenterControllers = z.array(
  z.object({
    namespace: name('ns'),
    name: name('app'),
    /** `spec.replicas`, 1 if unset. */
    replicas: z.number(),
    image: name('image'),
    /** A release: `1.5.0`; null if no source shows it, or the build is not a release. */
    version: z.nullable(release()),
    /** Where the version was read: image tag, image digest, version label or chart label. */
    versionSource: z.nullable(versionSource()),
    /** What sources with a different version say; null if all agree. */
    disagreement: z.nullable(prose()),
    /** A nightly build or a release candidate. */
    snapshot: z.boolean(),
    /** Pods of several ReplicaSets exist: an update is in progress, or stuck. */
    upgrading: z.boolean(),
    /** `default` if the pod spec sets none. */
    serviceAccount: name('app'),
    /** Settings from environment and arguments; keys of ConfigMap `karpenter-global-settings` as `configMap:<key>`. */
    settings: z.record(name('label'), name('label')),
    /** `aws.tags` of the ConfigMap, set on every instance; null if they cannot be parsed. Omitted if not set. */
    globalTags: z.optional(z.nullable(z.record(name('label'), name('label')))),
    /** Settings whose value comes, or may come, from a source that was not read. */
    settingsUnread: z.array(name('label')),
    identity,
    /** Its pods run on Fargate. Omitted if they do not, if none runs, and in older inventories. */
    onFargate: z.exactOptional(z.literal(true)),
    /** Omitted if the Deployment has neither Helm's release annotation nor a label or annotation of Argo CD or Flux. */
    owner: z.optional(objectOwner),
  }),
);
export type KarpenterController = z.infer<typeof karpenterControllers>[number];
