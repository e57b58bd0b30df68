import * as z from 'zod/mini';
import { keyPlaces } from '../facts/key-places.ts';
import { source, table, version } from './cells.ts';

const level = z.enum(['fail', 'warn']);
/** The row applies to versions in [from, below); without `below`, to `from` and all later versions. */
const range = { from: version, below: z.optional(version) };
const removed = {
  kind: z.enum(['Provisioner', 'AWSNodeTemplate', 'NodePool', 'EC2NodeClass']),
  ...range,
  level,
  /** Markdown: what to write instead. */
  instead: z.string(),
  /** Markdown: what applies later, such as in a newer version; the fix appends it to `instead`. */
  afterwards: z.optional(z.string()),
  /** An annotation to remove in the end; ignored without `afterwards`. */
  takeAway: z.optional(
    z.strictObject({
      /** The resource with the annotation: `nodepools.karpenter.sh`. */
      from: z.string(),
      annotation: z.string(),
      /** Markdown: the reason. */
      because: z.optional(z.string()),
    }),
  ),
  source,
};

/** Tables of Karpenter's objects in each of its versions. */
export const karpenterObjectTables = {
  /** The CRDs that Karpenter versions ship and need, and what their schemas must contain. */
  'karpenter-crds': table(() =>
    z.discriminatedUnion('rowKind', [
      z.strictObject({
        rowKind: z.literal('crd'),
        crds: z.array(z.string()),
        ...range,
        /** The API version that the controller reads. */
        needs: z.string(),
        served: z.array(z.string()),
        stored: z.string(),
        conversion: z.enum(['None', 'Webhook']),
        /** The CRDs are needed only if this feature gate is on. */
        gate: z.optional(z.string()),
        /** What happens if one of the CRDs is missing. */
        without: z.string(),
        source,
      }),
      z.strictObject({
        rowKind: z.literal('marker'),
        id: z.string(),
        crd: z.string(),
        /** The API version whose schema is checked. */
        version: z.string(),
        ...range,
        /** A path below the schema's root: `spec.requirements[].operator`. */
        path: z.string(),
        /** A value that the field's enum must contain, if the field has an enum. */
        enum: z.optional(z.string()),
        /** A label key that the field's validation rules must allow. */
        allows: z.optional(z.string()),
        level,
        /** The level is fail if a pool or a workload uses one of these operators. */
        when: z.optional(z.literal('Gt, Lt, Gte or Lte')),
        without: z.string(),
        source,
      }),
    ]),
  ),
  /** Fields, values, annotations and tags that Karpenter versions do not accept; `unset`: a field that must be set. */
  'karpenter-removed-fields': table(() =>
    z.discriminatedUnion('rowKind', [
      z.strictObject({
        rowKind: z.literal('field'),
        field: z.string(),
        /** The name in documentation, if it differs. */
        alsoCalled: z.optional(z.string()),
        /** The level is `fail` from this version on. */
        failFrom: z.optional(version),
        ...removed,
      }),
      z.strictObject({ rowKind: z.literal('unset'), field: z.string(), ...removed }),
      z.strictObject({ rowKind: z.literal('value'), field: z.string(), value: z.string(), ...removed }),
      z.strictObject({
        rowKind: z.literal('annotation'),
        annotation: z.string(),
        /** The row applies only if the annotation's value contains this string. */
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
      /** The row applies only to these operators; if omitted, to all. */
      operators: z.optional(z.array(z.string())),
      /** From this version on, the key is deprecated, but Karpenter still reads it. */
      deprecatedFrom: z.optional(version),
      ignoredFrom: version,
      level,
      /** What happens when it is ignored. */
      effect: z.string(),
      replacement: z.nullable(z.string()),
      /** The first version that has the replacement. */
      understoodFrom: z.nullable(version),
      source,
    }),
  ),
} as const;
