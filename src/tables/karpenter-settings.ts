import * as z from 'zod/mini';
import { minor, source, table, version } from './cells.ts';

/** How Karpenter is configured, and what its nodes' role needs. */
export const karpenterSettingsTables = {
  /** Feature gates: versions of [from, until), and the default of a gate in them. */
  'karpenter-feature-gates': table(() =>
    z.discriminatedUnion('rowKind', [
      z.strictObject({
        rowKind: z.literal('gate'),
        gate: z.string(),
        from: version,
        until: z.nullable(version),
        default: z.boolean(),
        source,
      }),
      /** The gate no longer exists: the feature is always on, whatever the setting says. */
      z.strictObject({ rowKind: z.literal('always-on'), gate: z.string(), from: version, source }),
      /** If a setting names any gates, those that it does not name are off, whatever their default. */
      z.strictObject({ rowKind: z.literal('unnamed-off'), from: version, until: version, source }),
    ]),
  ),
  /** Where settings are read from, version by version. */
  'karpenter-settings': table(() =>
    z.discriminatedUnion('rowKind', [
      /** An environment variable, or the flag of its name. `instead`: its replacement. */
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
      /** A key of the ConfigMap, and the variable and the chart's value that replaced it; null: none did. */
      z.strictObject({
        rowKind: z.literal('config-map-key'),
        key: z.string(),
        variable: z.nullable(z.string()),
        value: z.nullable(z.string()),
        instead: z.optional(z.string()),
        source,
      }),
      /** The ConfigMap itself: the versions that read it. */
      z.strictObject({ rowKind: z.literal('config-map'), name: z.string(), from: version, until: version, source }),
      /** Versions whose chart disables the webhooks by default. */
      z.strictObject({ rowKind: z.literal('webhooks-off'), from: version, until: version, source }),
    ]),
  ),
  /** From which version on a Spot instance that may not start is tried as another type. */
  'karpenter-capacity': table(() => z.strictObject({ rowKind: z.literal('spot-falls-back'), from: version, source })),
  /** The version from which budgets limit how many drifted nodes are replaced at the same time. */
  'karpenter-drift': table(() => z.strictObject({ from: version, unlessTold: z.string(), source })),
  /** The events that EventBridge rules have to send to the interruption queue. */
  'karpenter-events': table(() =>
    z.strictObject({
      detailType: z.string(),
      /** As its pattern names it: `aws.ec2`. */
      eventSource: z.string(),
      from: version,
      /** Only if a node class selects capacity reservations, or if Spot may run. */
      when: z.optional(z.enum(['capacity-reservation', 'spot'])),
      /** What happens without the event. If omitted: Karpenter logs the event, and does nothing. */
      without: z.optional(z.string()),
      /** A possible name for its rule. */
      rule: z.string(),
      source,
    }),
  ),
  /** What the role of Karpenter's nodes must trust and hold: one policy of each purpose. */
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
        /** The resource of the action, as an ARN with `${...}` filled in; if omitted: the action has no resource types. */
        resource: z.optional(z.string()),
        /** The source that says that no node becomes Ready without it; if omitted: nodes do. */
        stops: z.optional(source),
        source,
      }),
      z.strictObject({ rowKind: z.literal('entry-type'), type: z.string(), source }),
      z.strictObject({ rowKind: z.literal('group'), group: z.string(), source }),
    ]),
  ),
  /** Images that Karpenter finds by a family or an alias: the first release of a minor, and families that not every minor has. */
  'karpenter-images': table(() =>
    z.discriminatedUnion('rowKind', [
      z.strictObject({
        rowKind: z.literal('first-release'),
        /** Of an alias: `al2023`. */
        family: z.string(),
        kubernetes: minor,
        /** As an alias names it: `v20250519`. */
        release: z.string(),
        source,
      }),
      z.strictObject({
        rowKind: z.literal('family'),
        family: z.string(),
        /** The first and the last minor that have images; if omitted: no limit. */
        from: z.optional(minor),
        last: z.optional(minor),
        source,
      }),
    ]),
  ),
} as const;
