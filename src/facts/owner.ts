import * as z from 'zod/mini';
import { name } from './marks.ts';

/** Who applies an object of Kubernetes, by the annotations and labels that Helm, Argo CD and Flux leave on it. */
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
});
export type ObjectOwner = z.infer<typeof objectOwner>;
