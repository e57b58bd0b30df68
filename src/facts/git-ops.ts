import * as z from 'zod/mini';
import { removedKind, writtenVersion } from './api-objects.ts';
import { name, publicText } from './marks.ts';

/** A source from which Argo CD or Flux reads manifests. */
const source = z.object({
  /**
   * The URL of a repository, without credentials. Omitted if they cannot be removed, and for Flux, whose source is an
   * object.
   */
  url: z.optional(name('host')),
  /** The Flux object that names the repository. */
  object: z.optional(
    z.object({
      kind: publicText(['GitRepository', 'OCIRepository', 'Bucket', 'HelmRepository', 'HelmChart', 'ExternalArtifact']),
      namespace: name('ns'),
      name: name('app'),
    }),
  ),
  path: z.nullable(name('word')),
  chart: z.nullable(name('app')),
  /** A branch or a tag; for a chart, its version or a range. */
  revision: z.nullable(name('word')),
});

const inventory = z.object({
  kind: z.enum(['Application', 'Kustomization', 'HelmRelease']),
  namespace: name('ns'),
  name: name('app'),
  sources: z.array(source),
  /** Objects of the kinds that lose a served version, whatever version their manifests name. */
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
 * Argo CD Applications that deploy to this cluster, with objects from `status.resources`. Omits Applications without an
 * object of a kind that loses a served version. Empty if the API server does not serve Applications; also if no object
 * of such a kind exists, in which case Applications are not read.
 */
export const argoApplications = z.array(inventory);

/**
 * Flux Kustomizations and HelmReleases that apply to this cluster, with objects from `status.inventory`. Omits
 * Kustomizations without an object of a kind that loses a served version, and Kustomizations and HelmReleases that set
 * a kubeconfig. Older releases of helm-controller write no inventory: their HelmReleases have no objects. Empty in the
 * same cases as {@link argoApplications}.
 */
export const fluxInventories = z.array(inventory);

export type Inventory = z.infer<typeof inventory>;
export type InventorySource = z.infer<typeof source>;
