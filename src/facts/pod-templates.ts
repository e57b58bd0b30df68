import * as z from 'zod/mini';
import { name, publicText } from './marks.ts';
import { objectOwner } from './owner.ts';
import { effect, kind, operator } from './public-texts.ts';

/** A requirement for one label (or field) of a node: NodeSelectorRequirement of core/v1. */
export const nodeRequirement = z.object({
  key: name('label'),
  /** In, NotIn, Exists, DoesNotExist, Gt or Lt. */
  operator: operator(),
  values: z.array(name('label')),
});
export type NodeRequirement = z.infer<typeof nodeRequirement>;

/** A taint of a node, without the time when it was added. */
export const nodeTaint = z.object({ key: name('label'), value: z.nullable(name('label')), effect: effect() });
export type NodeTaint = z.infer<typeof nodeTaint>;

/** What a pod template requires of its node; each part is omitted if the template does not set it. */
export const placement = z.object({
  /** `spec.nodeSelector`. */
  nodeSelector: z.exactOptional(z.record(name('label'), name('label'))),
  /** `nodeSelectorTerms` of the required node affinity: one of them must hold. A term without requirements never holds. */
  terms: z.exactOptional(z.array(z.object({ labels: z.array(nodeRequirement), fields: z.array(nodeRequirement) }))),
  tolerations: z.exactOptional(
    z.array(
      z.object({
        /** Null for every key. */
        key: z.nullable(name('label')),
        operator: publicText(['Exists', 'Equal', 'Lt', 'Gt']),
        value: z.nullable(name('label')),
        /** Null for every effect. */
        effect: z.nullable(effect()),
      }),
    ),
  ),
});
export type Placement = z.infer<typeof placement>;

// The collector projects API objects by hand, since there may be thousands; this schema describes what is kept.
/**
 * Pod templates of Deployments, StatefulSets, DaemonSets and CronJobs, whether they run or not; of every other
 * controller, and of pods without one, what its first pod that has not finished requires.
 */
export const podTemplates = z.array(
  z.object({
    ...placement.shape,
    kind: kind(),
    namespace: name('ns'),
    name: name('app'),
    /** `spec.replicas` (1 if unset); null for kinds without replicas. */
    replicas: z.nullable(z.number()),
    /** Its pods that have a node and have not finished. */
    running: z.number(),
    /** One of its containers runs an image of kubectl. Omitted otherwise. */
    runsKubectl: z.exactOptional(z.literal(true)),
    /** Omitted if it has no mark of Helm, Argo CD or Flux. */
    owner: z.exactOptional(objectOwner),
  }),
);
export type PodTemplate = z.infer<typeof podTemplates>[number];
