import * as z from 'zod/mini';
import { name, publicText } from './marks.ts';
import { helmStatus, softwareVersion } from './public-texts.ts';

const revision = z.object({
  revision: z.number(),
  /** Helm's release status: deployed, failed, pending-install, pending-upgrade, pending-rollback, uninstalling. */
  status: helmStatus(),
});

/** Which release, and where Helm stores it. */
const place = {
  namespace: name('ns'),
  name: name('app'),
  /** Helm's storage driver: Secrets by default, or ConfigMaps. */
  storage: z.enum(['Secret', 'ConfigMap']),
};

/** Each release of Helm, as the labels of its Secrets or ConfigMaps describe it. */
export const helmHistories = z.array(
  z.object({
    ...place,
    newest: revision,
    /** The newest revision that is deployed; null: none is. */
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
  /** Null: the kind has none. */
  namespace: z.nullable(name('ns')),
  name: name('app'),
  /** The events of a hook; null: it is part of the manifest. */
  hook: z.nullable(z.array(hookEvent())),
});
export type HelmObject = z.infer<typeof helmObject>;

/**
 * The revision of each release that the next `helm upgrade` starts from: the newest that is deployed, or else the newest.
 * Uninstalled releases, whose history was kept, are left out.
 */
export const helmManifests = z.array(
  z.object({
    ...place,
    ...revision.shape,
    /** The newest revision. */
    newest: revision,
    chart: name('app'),
    chartVersion: softwareVersion(),
    /** What its manifest and its hooks hold in an API version that a Kubernetes version removes, served here or not. */
    objects: z.array(helmObject),
  }),
);
export type HelmManifest = z.infer<typeof helmManifests>[number];

/**
 * The newest revision of each Helm release that may be Karpenter's: `karpenter`, `karpenter-crd`, and whatever owns its CRDs.
 * Of the values only the paths are kept.
 */
export const helmReleases = z.array(
  z.object({
    namespace: name('ns'),
    name: name('app'),
    ...revision.shape,
    /** `karpenter`, `karpenter-crd`; null if the release could not be unpacked. */
    chart: z.nullable(name('app')),
    /** Of the chart: `1.5.0`, `v0.32.1`. */
    chartVersion: z.nullable(softwareVersion()),
    /** Values that the user set, below `settings`, `webhook` and `controller.image`: `settings.aws.clusterName`. */
    values: z.array(name('word')),
  }),
);
export type HelmRelease = z.infer<typeof helmReleases>[number];
