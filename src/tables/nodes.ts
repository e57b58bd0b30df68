import * as z from 'zod/mini';
import { confidence, date, minor, source, table, version } from './cells.ts';

/** Nodes, their images and their runtimes. */
export const nodesTables = {
  /** What the pod execution role of a Fargate profile must trust and may do, and the policy of AWS that is enough. */
  'fargate-role': table(() =>
    z.discriminatedUnion('rowKind', [
      z.strictObject({ rowKind: z.literal('trusts'), service: z.string(), action: z.string(), source }),
      z.strictObject({ rowKind: z.literal('holds'), policy: z.string(), source }),
      z.strictObject({
        rowKind: z.literal('action'),
        action: z.string(),
        /** What it is asked for, as an ARN with `${...}` filled in; left out: the action knows no resources. */
        resource: z.optional(z.string()),
        source,
      }),
    ]),
  ),
  /** How many minors a kubelet may be behind the API server, by the kubelet's own minor. */
  skew: table(() => z.strictObject({ kubeletFrom: minor, maxBehind: z.number(), source })),
  /**
   * The end of Amazon Linux 2: the last Kubernetes version that has images of it, what ends when, and the first
   * Karpenter that launches nodes of its successor.
   */
  'amazon-linux-2': table(() =>
    z.discriminatedUnion('rowKind', [
      z.strictObject({ rowKind: z.literal('last-kubernetes'), kubernetes: minor, source }),
      z.strictObject({ rowKind: z.literal('ends'), what: z.string(), date, source }),
      z.strictObject({ rowKind: z.literal('successor'), amiFamily: z.string(), karpenter: version, source }),
    ]),
  ),
  /** Runtimes that nodes of a version refuse, and those that EKS images of a version carry from a release on. */
  'container-runtimes': table(() =>
    z.discriminatedUnion('rowKind', [
      z.strictObject({
        rowKind: z.literal('refused'),
        runtime: z.enum(['docker', 'containerd']),
        /** Null: every version. */
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
        /** `20251217`, as the release version of an image ends; null: from the first one of this Kubernetes version on. */
        release: z.nullable(z.string().check(z.regex(/^\d{8}$/))),
        runtime: z.enum(['docker', 'containerd']),
        /** At least this one. Null: not told. */
        version: z.nullable(version),
        source,
      }),
    ]),
  ),
  /** Runtime sockets that workloads mount, and when they stop answering. */
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
