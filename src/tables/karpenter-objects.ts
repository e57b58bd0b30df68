import * as z from 'zod/mini';
import { keyPlaces } from '../facts/key-places.ts';
import { source, table, version } from './cells.ts';

const level = z.enum(['fail', 'warn']);
/** Applies to versions of [from, below); without `below`, to all from `from` on. */
const range = { from: version, below: z.optional(version) };
const removed = {
  kind: z.enum(['Provisioner', 'AWSNodeTemplate', 'NodePool', 'EC2NodeClass']),
  ...range,
  level,
  /** Markdown, what to write. */
  instead: z.string(),
  /** Markdown, what comes after that. */
  afterwards: z.optional(z.string()),
  /** An annotation to remove then. */
  takeAway: z.optional(
    z.strictObject({
      /** The resource that has it: `nodepools.karpenter.sh`. */
      from: z.string(),
      annotation: z.string(),
      /** Markdown. */
      because: z.optional(z.string()),
    }),
  ),
  source,
};

/** What Karpenter's objects are in each of its versions. */
export const karpenterObjectTables = {
  /** The CRDs that versions ship and need, and what a CRD's schema must hold for them. */
  'karpenter-crds': table(() =>
    z.discriminatedUnion('rowKind', [
      z.strictObject({
        rowKind: z.literal('crd'),
        crds: z.array(z.string()),
        ...range,
        /** The version of the API that the controller reads. */
        needs: z.string(),
        served: z.array(z.string()),
        stored: z.string(),
        conversion: z.enum(['None', 'Webhook']),
        /** It is needed only with this feature gate. */
        gate: z.optional(z.string()),
        /** What happens if it is missing. */
        without: z.string(),
        source,
      }),
      z.strictObject({
        rowKind: z.literal('marker'),
        id: z.string(),
        crd: z.string(),
        /** The version of the API whose schema is checked. */
        version: z.string(),
        ...range,
        /** Below the schema's root: `spec.requirements[].operator`. */
        path: z.string(),
        /** A value that the field's enum accepts. */
        enum: z.optional(z.string()),
        /** A label key that the field's rule allows. */
        allows: z.optional(z.string()),
        level,
        /** The level is fail if a pool or a workload uses one of these operators. */
        when: z.optional(z.literal('Gt, Lt, Gte or Lte')),
        without: z.string(),
        source,
      }),
    ]),
  ),
  /** What objects set and versions do not accept. */
  'karpenter-removed-fields': table(() =>
    z.discriminatedUnion('rowKind', [
      z.strictObject({
        rowKind: z.literal('field'),
        field: z.string(),
        /** The name in documentation, if it differs. */
        alsoCalled: z.optional(z.string()),
        /** The level is fail from here on. */
        failFrom: z.optional(version),
        ...removed,
      }),
      z.strictObject({ rowKind: z.literal('unset'), field: z.string(), ...removed }),
      z.strictObject({ rowKind: z.literal('value'), field: z.string(), value: z.string(), ...removed }),
      z.strictObject({
        rowKind: z.literal('annotation'),
        annotation: z.string(),
        /** Only if the value contains this text. */
        contains: z.optional(z.string()),
        ...removed,
      }),
      /** A key of `spec.tags`. */
      z.strictObject({ rowKind: z.literal('tag'), tag: z.string(), ...removed }),
    ]),
  ),
  /** Keys that later versions ignore. */
  'karpenter-legacy-labels': table(() =>
    z.strictObject({
      rule: z.string(),
      key: z.string(),
      on: z.enum(['pod', 'node']),
      places: z.array(z.enum(keyPlaces)),
      /** If omitted: any operator. */
      operators: z.optional(z.array(z.string())),
      /** From here on it is deprecated, and still read. */
      deprecatedFrom: z.optional(version),
      ignoredFrom: version,
      level,
      /** What happens then. */
      effect: z.string(),
      replacement: z.nullable(z.string()),
      /** The first version that has the replacement. */
      understoodFrom: z.nullable(version),
      source,
    }),
  ),
} as const;
