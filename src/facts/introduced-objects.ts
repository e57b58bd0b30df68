import * as z from 'zod/mini';
import { name, publicText } from './marks.ts';
import { objectOwner } from './owner.ts';
import { kind, minorVersion, moment } from './public-texts.ts';
import { knownManagers } from './api-objects.ts';

const introductions = { table: 'api-introductions' } as const;
/** Any version of the API groups in the table; the table lists only the versions that are introduced. */
const builtIn =
  /^(?:admissionregistration\.k8s\.io|certificates\.k8s\.io|networking\.k8s\.io|resource\.k8s\.io|storage\.k8s\.io|storagemigration\.k8s\.io)\/v\d{1,2}(?:(?:alpha|beta)\d{1,2})?$/;

/** The most objects of a kind that the fact holds. */
export const mostObjects = 1000;

const writer = z.object({
  /** The field manager: the name that a client gives itself. */
  manager: publicText({ table: 'field-managers' }, knownManagers),
  operation: z.enum(['Apply', 'Update']),
  /** `status`; null for the object itself. */
  subresource: z.nullable(publicText(['status'])),
  /** The API version with which it wrote the object. */
  api: publicText(introductions, builtIn),
  time: z.nullable(moment()),
});

/**
 * Objects of the kinds that the API server serves in an API version that its own Kubernetes version introduced: after a
 * rollback, clients can no longer use that API version.
 */
export const introducedObjects = z.object({
  /** The Kubernetes version of the API server: `1.34`. */
  version: minorVersion(),
  /** The kinds with an API version that this Kubernetes version introduced, according to the table at that time. */
  kinds: z.array(
    z.object({
      resource: publicText(introductions),
      /**
       * The introduced API version at which objects were listed. Null if the API server serves none, or they could
       * not be listed.
       */
      api: z.nullable(publicText(introductions)),
      /**
       * How many objects there are. Omits those that the control plane creates for itself: the ServiceCIDR `kubernetes`,
       * IPAddresses of Services, and the ClusterTrustBundle with the certificates of the API server. Null if they could
       * not be listed.
       */
      count: z.nullable(z.number()),
      /** How many objects `objects` omits because it holds at most 1,000 of a kind. */
      omitted: z.number(),
    }),
  ),
  /**
   * The objects of a kind that the version before serves in no API version. Of other kinds, those that a client wrote
   * with an introduced API version; omits those that only the control plane wrote with it.
   */
  objects: z.array(
    z.object({
      kind: publicText(introductions),
      namespace: z.nullable(name('ns')),
      name: name('app'),
      /** Omitted if the object has neither Helm's release annotation nor a label or annotation of Argo CD or Flux. */
      owner: z.optional(objectOwner),
      /** The controller that created it, or else its first owner. Omitted if there is none. */
      controller: z.optional(z.object({ kind: kind(), name: name('app') })),
      /** API versions of the applied manifests, from the annotations of the clients. */
      applied: z.array(z.object({ by: z.enum(['kubectl', 'kapp']), api: publicText(introductions, builtIn) })),
      /** All entries of `metadata.managedFields`, the newest first. */
      writers: z.array(writer),
    }),
  ),
});
export type IntroducedObject = z.infer<typeof introducedObjects>['objects'][number];
