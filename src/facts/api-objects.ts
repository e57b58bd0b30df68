import * as z from 'zod/mini';
import { name, publicText } from './marks.ts';
import { objectOwner } from './owner.ts';
import { kind, moment } from './public-texts.ts';

/** API versions that Kubernetes removes, and which clients wrote objects with them. */

const removals = { table: 'api-removals' } as const;
/** A kind of which Kubernetes removes an API version. */
export const removedKind = () => publicText(removals);
/** Any version of these API groups of Kubernetes; the table lists only the versions that are removed. */
const builtIn =
  /^(?:apps|autoscaling|batch|discovery\.k8s\.io|extensions|flowcontrol\.apiserver\.k8s\.io|node\.k8s\.io|policy|resource\.k8s\.io|storage\.k8s\.io)\/v\d{1,2}(?:(?:alpha|beta)\d{1,2})?$/;
/** An API version of a kind in the table, removed or not. */
export const writtenVersion = () => publicText(removals, builtIn);
/** Field managers that the table lists by their prefix. */
export const knownManagers =
  /^(?:kubectl-(?:annotate|autoscale|edit|expose|label|patch|rollout|run|scale|set)|kapp-server-side-apply|pulumi-kubernetes-[0-9a-f]{8}|terraform-provider-(?:helm|kubernetes|kubectl)_v\d{1,3}\.\d{1,3}\.\d{1,3}(?:_x\d)?)$/;

/** API versions that this API server serves, according to discovery, and that Kubernetes removes in some version. */
export const servedApis = z.array(
  z.object({
    /** `autoscaling/v2beta2` */
    api: publicText(removals),
    /** The plural of the kind. */
    resource: publicText(removals),
  }),
);

const writer = z.object({
  /** The field manager: the name that a client gives itself. */
  manager: publicText({ table: 'field-managers' }, knownManagers),
  operation: z.enum(['Apply', 'Update']),
  /** `status`, `scale`; null for the object itself. */
  subresource: z.nullable(publicText(['status', 'scale'])),
  /** The API version with which it wrote the object. */
  api: writtenVersion(),
  time: z.nullable(moment()),
});

/**
 * What the metadata of objects of the kinds in {@link servedApis} shows; omits events and PodSecurityPolicies. An
 * object can be read at any served version; only the versions that its clients wrote it with show which clients must
 * change.
 */
export const apiObjects = z.object({
  kinds: z.array(
    z.object({
      resource: publicText(removals),
      /** The newest served version, at which objects were listed. Null if it is deprecated: then none were listed. */
      api: z.nullable(publicText(removals)),
      count: z.number(),
      /**
       * How many objects have metadata of Helm (annotations, label or field manager), and the releases that the
       * annotations name. Omitted if this was not checked, or `count` is 0.
       */
      helm: z.exactOptional(
        z.object({
          count: z.number(),
          releases: z.array(z.object({ namespace: z.nullable(name('ns')), name: name('app') })),
        }),
      ),
    }),
  ),
  /**
   * Objects that were written with a version that Kubernetes removes, or that name one in an owner reference. Omits
   * FlowSchemas and PriorityLevelConfigurations that the API server updates itself (annotation
   * `apf.kubernetes.io/autoupdate-spec`), and EndpointSlices of the control plane's controllers.
   */
  objects: z.array(
    z.object({
      kind: removedKind(),
      namespace: z.nullable(name('ns')),
      name: name('app'),
      /** Omitted if the object has neither Helm's release annotation nor a label or annotation of Argo CD or Flux. */
      owner: z.optional(objectOwner),
      /** Owner references that name a version that Kubernetes removes. Omitted if there are none. */
      oldOwners: z.optional(z.array(z.object({ api: publicText(removals), kind: removedKind(), name: name('app') }))),
      /** The controller that created it: its template must change, not the object. Omitted if there is none. */
      controller: z.optional(z.object({ kind: kind(), name: name('app') })),
      /** API versions of the applied manifests, from the annotations of the clients. */
      applied: z.array(z.object({ by: z.enum(['kubectl', 'kapp']), api: writtenVersion() })),
      /** All entries of `metadata.managedFields`, the newest first. */
      writers: z.array(writer),
    }),
  ),
});
export type ApiObject = z.infer<typeof apiObjects>['objects'][number];
export type ApiWriter = z.infer<typeof writer>;
