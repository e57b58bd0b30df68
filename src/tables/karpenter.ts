import * as z from 'zod/mini';
import { date, karpenterMinor, minor, source, table, version } from './cells.ts';

/** Tables of Karpenter's versions: compatibility, breaking changes, requests to AWS, releases. */
export const karpenterTables = {
  /**
   * The Kubernetes minors that Karpenter supports, from the Karpenter version `from` up to that of the next row.
   * `outside`: what the controller does on other minors: nothing (it does not check), one log line, an exit at startup,
   * or harm.
   */
  'karpenter-compatibility': table(() =>
    z.strictObject({
      from: version,
      min: minor,
      max: minor,
      /** The maximum in the documentation, if it is higher than the controller's own maximum. */
      documentedMax: z.optional(minor),
      outside: z.enum(['unchecked', 'logged', 'crash', 'defect']),
      source,
    }),
  ),
  /**
   * Breaking changes of each minor. `judgedBy` is the check for the change, `detect` the way to detect it; if a change
   * has neither, a person must read about it.
   */
  'karpenter-breaking-changes': table(() =>
    z.strictObject({
      minor: karpenterMinor,
      id: z.string(),
      /** Applies only to releases of the minor below this version. */
      below: z.optional(version),
      /** The first version with the change, if an update within the minor or from a patch of it brings the change, too. */
      from: z.optional(version),
      summary: z.string(),
      judgedBy: z.optional(z.string()),
      detect: z.optional(
        z.enum([
          'al2023-user-data',
          'al2023-without-own-images',
          'applied-by-gitops',
          'bottlerocket-raid0',
          'comma-in-terms',
          'consolidate-after',
          'conversion-service-elsewhere',
          'coredns-on-its-own-nodes',
          'custom-without-taint',
          'disruption-taint-not-tolerated',
          'expiring-pools',
          'fewer-nodes-than-replicas',
          'fewer-zones-than-replicas',
          'hop-limit-above-1',
          'inferentia-selected',
          'mixed-selectors',
          'node-class-ref-before-v1',
          'node-limits',
          'node-termination-handler',
          'pods-without-controller',
          'pools-without-budgets',
          'provisioners-without-expiry',
          'restricted-tags',
          'soft-eviction',
          'stale-defaulting-webhook',
          'stale-webhook-configurations',
          'ubuntu-family',
          'untagged-instances',
        ]),
      ),
      source,
    }),
  ),
  /** The first 16 hexadecimal digits of the digests of the controller's images, by release. */
  'karpenter-digests': table(() =>
    z.strictObject({
      minor: karpenterMinor,
      digests: z.record(version, z.array(z.string().check(z.regex(/^[0-9a-f]{16}$/)))),
      source,
    }),
  ),
  /** Requests that the controller makes to AWS, which its role must allow. Checks fill in the placeholders `${...}`. */
  'karpenter-probes': table(() =>
    z.strictObject({
      id: z.string(),
      /** Requests with the same topic belong together: if several are denied, the cause and the fix are the same. */
      topic: z.string(),
      since: karpenterMinor,
      /** The last minor that makes the request. */
      until: z.optional(karpenterMinor),
      /** The conditions under which the request is made: all must be true. */
      when: z.array(
        z.enum([
          'ami-parameter',
          'capacity-reservation',
          'describe-cluster',
          'machine',
          'not-isolated',
          'old-instances',
          'placement-group',
          'profile-list',
          'provisioner',
          'queue',
          'reboot-for-repair',
          'role',
          'snapshot',
          'spot',
          'terminating-node-class',
          'zonal-shift',
        ]),
      ),
      level: z.enum(['fail', 'warn']),
      actions: z.array(z.string()),
      resources: z.array(z.string()),
      requestTags: z.optional(z.record(z.string(), z.string())),
      resourceTags: z.optional(z.record(z.string(), z.string())),
      context: z.optional(z.record(z.string(), z.string())),
      /** What happens if it is denied. */
      effect: z.string(),
      source,
    }),
  ),
  /** Releases: the newest patch of each minor, required stops, versions to avoid, requirements of a rollback. */
  'karpenter-releases': table(() =>
    z.discriminatedUnion('rowKind', [
      z.strictObject({ rowKind: z.literal('latest'), minor: karpenterMinor, version, released: date, source }),
      /** A minor with long-term support, and the last day of the month in which it ends. Others end with the next minor. */
      z.strictObject({ rowKind: z.literal('long-term'), minor: karpenterMinor, until: date, source }),
      z.strictObject({
        rowKind: z.literal('stop'),
        /** Applies to updates from versions in [from, below) to `reaching` or newer. */
        from: version,
        below: version,
        reaching: version,
        via: version,
        /** `warn`: only a rollback needs it. */
        level: z.enum(['fail', 'warn']),
        reason: z.string(),
        source,
      }),
      z.strictObject({
        rowKind: z.literal('avoid'),
        /** Applies to versions in [from, below). */
        from: version,
        below: version,
        level: z.enum(['fail', 'warn']),
        /** Applies only if a node class selects Capacity Reservations, and their feature gate is on. */
        when: z.optional(z.literal('capacity-reservation')),
        reason: z.string(),
        instead: version,
        source,
      }),
      z.strictObject({
        rowKind: z.literal('rollback'),
        /** Applies to a rollback from this version or a newer one to a version in [to, below). */
        from: version,
        to: version,
        below: version,
        level: z.enum(['fail', 'warn']),
        needs: version,
        reason: z.string(),
        source,
      }),
    ]),
  ),
} as const;
