import * as z from 'zod/mini';
import { name, publicText } from './marks.ts';
import { helmStatus, softwareVersion } from './public-texts.ts';

const revision = z.object({
  revision: z.number(),
  /** Helm's release status: `deployed`, `failed`, `pending-upgrade`. */
  status: helmStatus(),
});

/** The release, and where Helm stores it. */
const place = {
  namespace: name('ns'),
  name: name('app'),
  /** Helm's storage driver: Secrets by default, or ConfigMaps. */
  storage: z.enum(['Secret', 'ConfigMap']),
};

/** Each Helm release, from the labels of its Secrets or ConfigMaps. */
export const helmHistories = z.array(
  z.object({
    ...place,
    newest: revision,
    /** The newest deployed revision; null if none is deployed. */
    deployed: z.nullable(z.number()),
  }),
);
export type HelmHistory = z.infer<typeof helmHistories>[number];

const removals = { table: 'api-removals' } as const;

const hookEvent = () =>
  publicText(
    `pre-install post-install pre-delete post-delete pre-upgrade post-upgrade pre-rollback post-rollback test
     test-success test-failure crd-install`.split(/\s+/),
  );

const helmObject = z.object({
  api: publicText(removals),
  kind: publicText(removals),
  /** Null for a cluster-scoped kind. */
  namespace: z.nullable(name('ns')),
  name: name('app'),
  /** The events of a hook; null for an object of the manifest. */
  hook: z.nullable(z.array(hookEvent())),
});
export type HelmObject = z.infer<typeof helmObject>;

/**
 * The revision of each release that the next `helm upgrade` starts from: the newest deployed one, or else the newest.
 * Omits uninstalled releases with a kept history.
 */
export const helmManifests = z.array(
  z.object({
    ...place,
    ...revision.shape,
    /** The newest revision, deployed or not. */
    newest: revision,
    chart: name('app'),
    chartVersion: softwareVersion(),
    /** Objects in its manifest and hooks with an API version that Kubernetes removes, served here or not. */
    objects: z.array(helmObject),
  }),
);
export type HelmManifest = z.infer<typeof helmManifests>[number];

/**
 * The newest revision of each Helm release that may be Karpenter's: `karpenter`, `karpenter-crd`, and the owners of its
 * CRDs. Only the paths of values are kept.
 */
export const helmReleases = z.array(
  z.object({
    namespace: name('ns'),
    name: name('app'),
    ...revision.shape,
    /** `karpenter`, `karpenter-crd`; null if the release cannot be unpacked. */
    chart: z.nullable(name('app')),
    /** Version of the chart: `1.5.0`, `v0.32.1`. */
    chartVersion: z.nullable(softwareVersion()),
    /** Values that the user set, below `settings`, `webhook` and `controller.image`: `settings.aws.clusterName`. */
    values: z.array(name('word')),
  }),
);
export type HelmRelease = z.infer<typeof helmReleases>[number];
