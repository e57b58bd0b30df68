import * as z from 'zod/mini';
import { confidence, date, minor, source, table, version } from './cells.ts';

/** Nodes, their images and their runtimes. */
export const nodesTables = {
  /** What a Fargate pod execution role must trust and allow, and the AWS managed policy that suffices. */
  'fargate-role': table(() =>
    z.discriminatedUnion('rowKind', [
      z.strictObject({ rowKind: z.literal('trusts'), service: z.string(), action: z.string(), source }),
      z.strictObject({ rowKind: z.literal('holds'), policy: z.string(), source }),
      z.strictObject({
        rowKind: z.literal('action'),
        action: z.string(),
        /** The action's resource, an ARN with `${...}` placeholders; omitted if the action has no resource types. */
        resource: z.optional(z.string()),
        source,
      }),
    ]),
  ),
  /** How many minors a kubelet may be behind the API server, by the kubelet's own minor. */
  skew: table(() => z.strictObject({ kubeletFrom: minor, maxBehind: z.number(), source })),
  /**
   * The end of Amazon Linux 2: the last Kubernetes version with its images, what ends when, and the first Karpenter
   * that launches nodes of its successor.
   */
  'amazon-linux-2': table(() =>
    z.discriminatedUnion('rowKind', [
      z.strictObject({ rowKind: z.literal('last-kubernetes'), kubernetes: minor, source }),
      z.strictObject({ rowKind: z.literal('ends'), what: z.string(), date, source }),
      z.strictObject({ rowKind: z.literal('successor'), amiFamily: z.string(), karpenter: version, source }),
    ]),
  ),
  /** Container runtimes that nodes reject from a Kubernetes version on, and the runtimes in EKS images. */
  'container-runtimes': table(() =>
    z.discriminatedUnion('rowKind', [
      z.strictObject({
        rowKind: z.literal('refused'),
        runtime: z.enum(['docker', 'containerd']),
        /** The row applies to versions of the runtime below this one; null: to all. */
        below: z.nullable(version),
        from: minor,
        warnFrom: z.nullable(minor),
        reason: z.string(),
        source,
        confidence,
      }),
      z.strictObject({
        rowKind: z.literal('image'),
        /** The part of an AMI type before the first underscore. */
        family: z.string(),
        kubernetes: minor,
        /** The date in the image's release version, `20251217`; null for all images of this Kubernetes version. */
        release: z.nullable(z.string().check(z.regex(/^\d{8}$/))),
        runtime: z.enum(['docker', 'containerd']),
        /** The minimum version; null if unknown. */
        version: z.nullable(version),
        source,
      }),
    ]),
  ),
  /** Flags that the kubelet no longer has, without `--`. */
  'kubelet-flags': table(() =>
    z.strictObject({
      flag: z.string().check(z.regex(/^[a-z][-a-z]*[a-z]$/)),
      /** The first Kubernetes version without it. */
      from: minor,
      source,
      confidence,
    }),
  ),
  /**
   * Runtime sockets that workloads mount, and the Kubernetes version from which a socket no longer answers, or answers
   * differently.
   */
  'runtime-sockets': table(() =>
    z.strictObject({
      path: z.string(),
      runtime: z.enum(['docker', 'containerd']),
      changesAt: minor,
      crossing: z.enum(['fail', 'warn']),
      after: z.nullable(z.enum(['warn'])),
      source,
    }),
  ),
} as const;
