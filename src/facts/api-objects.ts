import * as z from 'zod/mini';
import { name, publicText } from './marks.ts';
import { objectOwner } from './owner.ts';
import { kind, moment } from './public-texts.ts';

/** API versions that Kubernetes removes, and who wrote objects with them. */

const removals = { table: 'api-removals' } as const;
/** A kind of which Kubernetes removes a version. */
export const removedKind = () => publicText(removals);
/** Groups of Kubernetes itself, of which the table names some versions only. */
const builtIn =
  /^(?:apps|autoscaling|batch|discovery\.k8s\.io|extensions|flowcontrol\.apiserver\.k8s\.io|node\.k8s\.io|policy|resource\.k8s\.io|storage\.k8s\.io)\/v\d{1,2}(?:(?:alpha|beta)\d{1,2})?$/;
/** A version of such a kind: one that is removed, or one that stays. */
export const writtenVersion = () => publicText(removals, builtIn);
/** Managers that the table lists by their prefix. */
const knownManagers =
  /^(?:kubectl-(?:annotate|autoscale|edit|expose|label|patch|rollout|run|scale|set)|kapp-server-side-apply|pulumi-kubernetes-[0-9a-f]{8}|terraform-provider-(?:helm|kubernetes|kubectl)_v\d{1,3}\.\d{1,3}\.\d{1,3}(?:_x\d)?)$/;

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
  manager: publicText({ table: 'field-managers' }, knownManagers),
  operation: z.enum(['Apply', 'Update']),
  /** `status`, `scale`; null: the object itself. */
  subresource: z.nullable(publicText(['status', 'scale'])),
  /** The version that it wrote with. */
  api: writtenVersion(),
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
      /** The version that was listed: the newest that is served; null if that one is deprecated, so nothing was listed. */
      api: z.nullable(publicText(removals)),
      count: z.number(),
      /**
       * How many of them have Helm metadata (its annotations, its label, its field manager), and the releases that the
       * annotations name. Left out: not looked for, or nothing was listed.
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
   * Those that were written with a version that Kubernetes removes, or that name one in an owner reference. Left out:
   * FlowSchemas and PriorityLevelConfigurations that the API server keeps up to date by itself (annotation
   * `apf.kubernetes.io/autoupdate-spec`), and the EndpointSlices of the control plane's own controllers.
   */
  objects: z.array(
    z.object({
      kind: removedKind(),
      namespace: z.nullable(name('ns')),
      name: name('app'),
      /** Left out: no release, Argo CD or Flux has left a mark. */
      owner: z.optional(objectOwner),
      /** Owner references that name a version that Kubernetes removes. Left out: none. */
      oldOwners: z.optional(z.array(z.object({ api: publicText(removals), kind: removedKind(), name: name('app') }))),
      /** The controller that made it: its template has to change, not the object. Left out: none. */
      controller: z.optional(z.object({ kind: kind(), name: name('app') })),
      /** What clients noted of the manifest that they applied. */
      applied: z.array(z.object({ by: z.enum(['kubectl', 'kapp']), api: writtenVersion() })),
      /** All that `metadata.managedFields` names, the last one first. */
      writers: z.array(writer),
    }),
  ),
});
export type ApiObject = z.infer<typeof apiObjects>['objects'][number];
export type ApiWriter = z.infer<typeof writer>;
