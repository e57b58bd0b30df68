import * as z from 'zod/mini';
import { removedVolumeTypes } from '../facts/kube.ts';
import { securityLevels, securityTraitNames } from '../facts/security-traits.ts';
import { date, minor, source, table, version } from './cells.ts';

/** Tables about workloads and the objects that they use. */
export const workloadsTables = {
  /** Images whose manifest has Docker's schema 1, with the registry, and the tags for which it is known. */
  'schema-1-images': table(() => z.strictObject({ images: z.array(z.string()), tags: z.array(z.string()), source })),
  /** Paths of registries whose images their owners removed, or will remove. */
  'retired-images': table(() =>
    z.strictObject({
      /** Repositories, and what lies below them, with the registry: `docker.io/bitnami`. */
      paths: z.array(z.string()),
      /** The first day without the images; later than today if it is only announced. */
      on: date,
      /** Only tags that begin with a version. If omitted, every image, also by digest. */
      only: z.optional(z.literal('versions')),
      /** Images below the path that stay, by the last part of their name. */
      except: z.optional(z.array(z.string())),
      /** A clause: who removed what, and when. */
      what: z.string(),
      instead: z.string(),
      source,
    }),
  ),
  /** Metrics that a version of Kubernetes or Karpenter renames or removes, or that lose a label. */
  'renamed-metrics': table(() =>
    z.strictObject({
      component: z.enum(['kube-apiserver', 'kube-controller-manager', 'kubelet', 'Karpenter']),
      metric: z.string(),
      /** `metric` is the beginning of several names. */
      prefix: z.optional(z.literal(true)),
      /** The version of Kubernetes that changes it; rows of Karpenter have `karpenter` instead. */
      kubernetes: z.optional(minor),
      karpenter: z.optional(version),
      /** The label that it loses; the metric itself stays. */
      label: z.optional(z.string()),
      /** The label stays, but its values no longer contain the API group. */
      withGroup: z.optional(z.literal(true)),
      /** The new name, or what has the value of the label; null: nothing replaces it. */
      instead: z.nullable(z.string()),
      source,
    }),
  ),
  /** What Kubernetes versions judge differently in the Pod Security Standards. */
  'pod-security-standards': table(() =>
    z.strictObject({
      trait: z.enum(securityTraitNames),
      /** IDs of the controls that judge it, in `k8s.io/pod-security-admission/policy`. */
      controls: z.array(z.string()),
      /** The levels at which `from` changes the answer. */
      levels: z.array(z.enum(securityLevels)),
      /** The only names of sysctls, or SELinux types, that it is about. */
      values: z.optional(z.array(z.string())),
      from: minor,
      change: z.enum(['rejected', 'allowed']),
      /** What to change in the pod template, where the pod is rejected. */
      instead: z.string(),
      source,
    }),
  ),
  /** Features that Kubernetes or EKS removes or changes: the versions from which they are a warning and a failure. */
  'removed-features': table(() => {
    const row = {
      warnFrom: minor,
      failFrom: z.nullable(minor),
      /** Uses are reported only if the path crosses `warnFrom`. If omitted, also at later versions. */
      atStep: z.optional(z.literal(true)),
      /** What the change blocks, if not running workloads. */
      blocks: z.optional(z.enum(['deployments'])),
      effect: z.string(),
      instead: z.string(),
      source,
    };
    return z.discriminatedUnion('rowKind', [
      z.strictObject({
        rowKind: z.literal('volume'),
        type: z.enum(removedVolumeTypes),
        /** A CSI driver that, if installed, still serves volumes of this type. */
        unlessDriver: z.optional(z.string()),
        ...row,
      }),
      z.strictObject({ rowKind: z.literal('seccomp-annotation'), ...row }),
      z.strictObject({ rowKind: z.literal('registry'), host: z.string(), ...row }),
      z.strictObject({ rowKind: z.literal('time-zone-in-schedule'), ...row }),
      z.strictObject({ rowKind: z.literal('unset-storage-class'), ...row }),
      z.strictObject({ rowKind: z.literal('stream-readers'), ...row }),
      z.strictObject({ rowKind: z.literal('anonymous-binding'), ...row }),
      z.strictObject({ rowKind: z.literal('external-ips'), ...row }),
      z.strictObject({ rowKind: z.literal('sloppy-address'), ...row }),
      z.strictObject({ rowKind: z.literal('claim-status-writers'), ...row }),
      z.strictObject({ rowKind: z.literal('max-unavailable'), ...row }),
      z.strictObject({
        rowKind: z.literal('se-linux-volumes'),
        /** With what the OS image of nodes begins on which SELinux is on, enforcing or not. */
        systems: z.array(z.string()),
        ...row,
      }),
      z.strictObject({ rowKind: z.literal('init-container-resize'), ...row }),
      z.strictObject({ rowKind: z.literal('image-without-reference'), ...row }),
      z.strictObject({ rowKind: z.literal('place-labels'), ...row }),
      z.strictObject({
        rowKind: z.literal('stateful-set-rollout'),
        /** From this day on, EKS updates control planes to a patch that has the fix. */
        fixedSince: date,
        ...row,
      }),
    ]);
  }),
} as const;
