import * as z from 'zod/mini';
import { name, publicText } from './marks.ts';
import { objectOwner } from './owner.ts';
import { moment } from './public-texts.ts';

/** API versions that go away, and who wrote objects with them. */

const removals = { table: 'api-removals' } as const;

/** Of the API versions that a later Kubernetes version removes, those that this API server serves, by discovery. */
export const servedApis = z.array(
  z.object({
    /** `autoscaling/v2beta2` */
    api: publicText(removals),
    /** The plural of the kind. */
    resource: publicText(removals),
  }),
);

const writer = z.object({
  /** The field manager: a program, as it calls itself. */
  manager: name('app'),
  operation: z.enum(['Apply', 'Update']),
  /** `status`, `scale`; null: the object itself. */
  subresource: z.nullable(name('word')),
  /** The version that it wrote with. */
  api: name('host'),
  time: z.nullable(moment()),
});

/**
 * Objects of the kinds of which {@link servedApis} lists a version, with metadata alone. Which version an object is stored
 * or read at says nothing; which one its writers used does.
 */
export const apiObjects = z.object({
  kinds: z.array(
    z.object({
      resource: publicText(removals),
      /** The version that was listed: the newest that is served; null where that one is deprecated, so nothing was listed. */
      api: z.nullable(publicText(removals)),
      count: z.number(),
    }),
  ),
  /** Those that somebody wrote with a version that goes away. */
  objects: z.array(
    z.object({
      kind: publicText(removals),
      namespace: z.nullable(name('ns')),
      name: name('app'),
      /** Left out: no release, Argo CD or Flux has left a mark. */
      owner: z.optional(objectOwner),
      /** The controller that made it: what its template says is the matter, not the object. Left out: none. */
      controller: z.optional(z.object({ kind: name('word'), name: name('app') })),
      /** What clients noted of the manifest that they applied. */
      applied: z.array(z.object({ by: z.enum(['kubectl', 'kapp']), api: name('host') })),
      /** All that `metadata.managedFields` names, the last one first. */
      writers: z.array(writer),
    }),
  ),
});
export type ApiObject = z.infer<typeof apiObjects>['objects'][number];
export type ApiWriter = z.infer<typeof writer>;
