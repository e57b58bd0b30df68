import * as z from 'zod/mini';
import { minor, source, table, version } from './cells.ts';

/** Tables of Karpenter's configuration, events and images, and of what the role of its nodes needs. */
export const karpenterSettingsTables = {
  /** Feature gates: the versions in [from, until) that have the gate, and its default in them. */
  'karpenter-feature-gates': table(() =>
    z.discriminatedUnion('rowKind', [
      z.strictObject({
        rowKind: z.literal('gate'),
        gate: z.string(),
        from: version,
        until: z.nullable(version),
        default: z.boolean(),
        /** The first chart that sets the gate, if it is not that of `from`. */
        inChart: z.optional(version),
        source,
      }),
      /** The gate no longer exists: the feature is always on, whatever the setting says. */
      z.strictObject({ rowKind: z.literal('always-on'), gate: z.string(), from: version, source }),
      /** If a setting names any gates, those that it does not name are off, whatever their default. */
      z.strictObject({ rowKind: z.literal('unnamed-off'), from: version, until: version, source }),
    ]),
  ),
  /** Where each version reads settings from. */
  'karpenter-settings': table(() =>
    z.discriminatedUnion('rowKind', [
      /** An environment variable, or the flag of the same name. `instead`: its replacement. */
      z.strictObject({
        rowKind: z.literal('variable'),
        variable: z.string(),
        from: version,
        until: z.nullable(version),
        instead: z.optional(z.string()),
        /** Below this duration (`1m`), the controller does not start. */
        minimum: z.optional(z.string()),
        source,
      }),
      /** A ConfigMap key, and the variable and chart value that replaced it; null if none did. */
      z.strictObject({
        rowKind: z.literal('config-map-key'),
        key: z.string(),
        variable: z.nullable(z.string()),
        value: z.nullable(z.string()),
        instead: z.optional(z.string()),
        source,
      }),
      /** The ConfigMap, and the versions that read it. */
      z.strictObject({ rowKind: z.literal('config-map'), name: z.string(), from: version, until: version, source }),
      /** Versions whose chart disables the webhooks by default. */
      z.strictObject({ rowKind: z.literal('webhooks-off'), from: version, until: version, source }),
    ]),
  ),
  /** The version from which Karpenter falls back to on-demand if EC2 cannot create the service-linked role for Spot. */
  'karpenter-capacity': table(() => z.strictObject({ rowKind: z.literal('spot-falls-back'), from: version, source })),
  /**
   * The version from which budgets limit how many drifted nodes are replaced at the same time. `unlessTold`: the
   * default budget.
   */
  'karpenter-drift': table(() => z.strictObject({ from: version, unlessTold: z.string(), source })),
  /** Releases of [from, below) with which nodes without the taint karpenter.sh/unregistered do not register. */
  'karpenter-registration': table(() => z.strictObject({ from: version, below: version, source })),
  /** Releases of [from, below) that ignore a selector term without a condition; earlier ones select everything by it. */
  'karpenter-empty-terms': table(() => z.strictObject({ from: version, below: z.optional(version), source })),
  /** The events that EventBridge rules must send to the interruption queue. */
  'karpenter-events': table(() =>
    z.strictObject({
      detailType: z.string(),
      /** The source of the event, as event patterns name it: `aws.ec2`. */
      eventSource: z.string(),
      from: version,
      /**
       * `capacity-reservation`: needed only if a node class selects capacity reservations; `spot`: only if a pool
       * allows Spot, or a Spot node runs.
       */
      when: z.optional(z.enum(['capacity-reservation', 'spot'])),
      /** What happens without the event. If omitted, Karpenter only logs the event. */
      without: z.optional(z.string()),
      /** A name for an EventBridge rule that sends the event. */
      rule: z.string(),
      source,
    }),
  ),
  /**
   * What the role of Karpenter's nodes must trust and allow (one policy for each purpose), and the access entry types
   * and aws-auth groups with which nodes join the cluster.
   */
  'karpenter-node-role': table(() =>
    z.discriminatedUnion('rowKind', [
      z.strictObject({ rowKind: z.literal('trusts'), service: z.string(), action: z.string(), source }),
      z.strictObject({
        rowKind: z.literal('holds'),
        purpose: z.enum(['worker', 'network', 'images']),
        policies: z.array(z.string()),
        source,
      }),
      z.strictObject({
        rowKind: z.literal('action'),
        purpose: z.enum(['worker', 'network', 'images']),
        action: z.string(),
        /** The action's resource, an ARN with `${...}` placeholders; omitted if the action has no resource types. */
        resource: z.optional(z.string()),
        /** The source that says that nodes do not become Ready without the action; omitted if they do. */
        stops: z.optional(source),
        source,
      }),
      z.strictObject({
        rowKind: z.literal('entry-type'),
        type: z.string(),
        system: z.enum(['linux', 'windows']),
        source,
      }),
      z.strictObject({
        rowKind: z.literal('group'),
        group: z.string(),
        system: z.exactOptional(z.literal('windows')),
        source,
      }),
    ]),
  ),
  /** Images that Karpenter finds by family or alias: first releases of each minor, and the minors of each family. */
  'karpenter-images': table(() =>
    z.discriminatedUnion('rowKind', [
      z.strictObject({
        rowKind: z.literal('first-release'),
        /** The family in an alias: `al2023`. */
        family: z.string(),
        kubernetes: minor,
        /** The release in an alias: `v20250519`. */
        release: z.string(),
        source,
      }),
      z.strictObject({
        rowKind: z.literal('family'),
        family: z.string(),
        /** The first and the last minor with images; omitted if there is no limit. */
        from: z.optional(minor),
        last: z.optional(minor),
        source,
      }),
    ]),
  ),
} as const;
