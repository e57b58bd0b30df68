import * as z from 'zod/mini';
import { keyPlaces } from '../facts/key-places.ts';
import { source, table, version } from './cells.ts';

const level = z.enum(['fail', 'warn']);
/** Holds for versions of [from, below); without `below` to this day. */
const range = { from: version, below: z.optional(version) };
const removed = {
  kind: z.enum(['Provisioner', 'AWSNodeTemplate', 'NodePool', 'EC2NodeClass']),
  ...range,
  level,
  /** Markdown, what to write. */
  instead: z.string(),
  /** Markdown, what comes after that. */
  afterwards: z.optional(z.string()),
  /** An annotation that is then to be taken away. */
  takeAway: z.optional(
    z.strictObject({
      /** The resource that carries it: `nodepools.karpenter.sh`. */
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
        /** The feature gate without which nobody needs it. */
        gate: z.optional(z.string()),
        /** What happens where it is missing. */
        without: z.string(),
        source,
      }),
      z.strictObject({
        rowKind: z.literal('marker'),
        id: z.string(),
        crd: z.string(),
        /** The version of the API whose schema is looked at. */
        version: z.string(),
        ...range,
        /** Below the schema's root: `spec.requirements[].operator`. */
        path: z.string(),
        /** A value that the field's enum takes. */
        enum: z.optional(z.string()),
        /** A label key that the field's rule allows. */
        allows: z.optional(z.string()),
        level,
        /** The level is fail where a pool or a workload asks by one of these operators. */
        when: z.optional(z.literal('Gt, Lt, Gte or Lte')),
        without: z.string(),
        source,
      }),
    ]),
  ),
  /** What objects set and versions do not take. */
  'karpenter-removed-fields': table(() =>
    z.discriminatedUnion('rowKind', [
      z.strictObject({
        rowKind: z.literal('field'),
        field: z.string(),
        /** The name of the documents, where it is another one. */
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
        /** Only where the value holds this text. */
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
      /** Left out: whatever operator. */
      operators: z.optional(z.array(z.string())),
      /** From here on it is deprecated, and still read. */
      deprecatedFrom: z.optional(version),
      ignoredFrom: version,
      level,
      /** What happens then. */
      effect: z.string(),
      replacement: z.nullable(z.string()),
      /** The first version that knows the replacement. */
      understoodFrom: z.nullable(version),
      source,
    }),
  ),
} as const;
