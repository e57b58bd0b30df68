import * as z from 'zod/mini';
import { name } from './marks.ts';
import { kind } from './public-texts.ts';

/** An object whose controller creates another object and reverts changes of it. */
export const controllingObject = z.object({ apiGroup: name('host'), kind: kind(), name: name('app') });
export type ControllingObject = z.infer<typeof controllingObject>;

/**
 * Who applies an object of Kubernetes, by the annotations and labels that Helm, Argo CD and Flux leave on it, and by its
 * owner references.
 */
export const objectOwner = z.object({
  /** From Helm's annotations. */
  release: z.nullable(name('app')),
  releaseNamespace: z.nullable(name('ns')),
  /** `Argo CD`, `Flux`, or the label app.kubernetes.io/managed-by. */
  managedBy: z.nullable(name('label')),
  /** The Argo CD or Flux object that applies it. Omitted if there is none, or its name is unknown. */
  applier: z.optional(
    z.object({
      kind: z.enum(['Application', 'Kustomization', 'HelmRelease']),
      namespace: z.nullable(name('ns')),
      name: name('app'),
    }),
  ),
  /** The owner reference with `controller: true`. Omitted if there is none, and in older inventories. */
  controller: z.exactOptional(controllingObject),
});
export type ObjectOwner = z.infer<typeof objectOwner>;
