import * as z from 'zod/mini';
import { removedKind, writtenVersion } from './api-objects.ts';
import { name, publicText } from './marks.ts';

/** Where Argo CD and Flux read manifests from, and the objects in these manifests. */
const source = z.object({
  /** The URL of a repository, without credentials. Left out: Flux, whose source is an object. */
  url: z.optional(name('host')),
  /** The object of Flux that names the repository. */
  object: z.optional(
    z.object({
      kind: publicText(['GitRepository', 'OCIRepository', 'Bucket', 'HelmRepository', 'HelmChart', 'ExternalArtifact']),
      namespace: name('ns'),
      name: name('app'),
    }),
  ),
  path: z.nullable(name('word')),
  chart: z.nullable(name('app')),
  /** A branch, a tag; of a chart, its version or a range. */
  revision: z.nullable(name('word')),
});

const inventory = z.object({
  kind: z.enum(['Application', 'Kustomization', 'HelmRelease']),
  namespace: name('ns'),
  name: name('app'),
  sources: z.array(source),
  /** Of kinds that lose a version which this API server serves, whatever version the manifest names. */
  objects: z.array(
    z.object({
      kind: removedKind(),
      /** The version that the manifest names. */
      api: writtenVersion(),
      namespace: z.nullable(name('ns')),
      name: name('app'),
    }),
  ),
});

/**
 * Applications of Argo CD that deploy to this cluster, with what `status.resources` says of their manifests. Left out:
 * those that hold no such object, and those of other clusters. Empty if the API server does not serve the kind, or if no
 * object of a kind that loses a version exists: then Applications are not read.
 */
export const argoApplications = z.array(inventory);

/**
 * Kustomizations and HelmReleases of Flux that apply to this cluster, with `status.inventory`. Left out: Kustomizations
 * that hold no such object, and all objects that set a kubeconfig. Older releases of helm-controller write no inventory:
 * such a HelmRelease has its chart and no objects. Empty as above.
 */
export const fluxInventories = z.array(inventory);

export type Inventory = z.infer<typeof inventory>;
export type InventorySource = z.infer<typeof source>;
