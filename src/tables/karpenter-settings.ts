import * as z from 'zod/mini';
import { minor, source, table, version } from './cells.ts';

/** How Karpenter is configured, and what its nodes' role needs. */
export const karpenterSettingsTables = {
  /** Feature gates: versions of [from, until), and whether a gate is on in them unless told. */
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
      /** The gate is gone: the feature is there, whatever the setting says. */
      z.strictObject({ rowKind: z.literal('always-on'), gate: z.string(), from: version, source }),
      /** Where gates are named at all, one that is not named is off, whatever its default. */
      z.strictObject({ rowKind: z.literal('unnamed-off'), from: version, until: version, source }),
    ]),
  ),
  /** Where settings are read from, version by version. */
  'karpenter-settings': table(() =>
    z.discriminatedUnion('rowKind', [
      /** An environment variable, or the flag of its name. `instead`: what took its place. */
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
      /** A key of the ConfigMap, and the variable and the chart's value that took its place; null: none did. */
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
      /** Versions whose chart leaves the webhooks off unless told. */
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
      /** What happens without the event. Left out: Karpenter writes down that it came, and does nothing. */
      without: z.optional(z.string()),
      /** How a rule for it may be called. */
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
        /** What it is asked for, as an ARN with `${...}` filled in; left out: the action knows no resources. */
        resource: z.optional(z.string()),
        /** Where it is said that no node becomes Ready without it; left out: it does. */
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
        /** The first and the last minor of which there are images; left out: open. */
        from: z.optional(minor),
        last: z.optional(minor),
        source,
      }),
    ]),
  ),
} as const;
