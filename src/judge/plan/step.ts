import * as z from 'zod/mini';
import { open } from './open-enum.ts';

/** The components that an upgrade path updates. */
export const components = ['kubernetes', 'karpenter'] as const;

/** A minor version of Kubernetes: `1.34`. */
export const minor = z.string().check(z.regex(/^1\.\d{1,3}$/));
/** A release of Karpenter: `1.8.8`. */
export const release = z.string().check(z.regex(/^\d{1,6}\.\d{1,6}\.\d{1,6}$/));
/** A version of either component. */
export const version = z.string().check(z.regex(/^\d{1,6}\.\d{1,6}(?:\.\d{1,6})?$/));

/** True if the versions have the format of their component; always true for an unknown component. */
export function areValidVersions(component: string, versions: readonly string[]): boolean {
  if (component === 'kubernetes') return versions.every((version) => minor.safeParse(version).success);
  return component !== 'karpenter' || versions.every((version) => release.safeParse(version).success);
}

/** The end of a step: the version of a component after it. */
export const step = z
  .object({
    /** The component that the step updates. */
    component: open(components),
    /** The version after the step: `1.34`, or `1.8.8` of Karpenter. */
    version,
  })
  .check(z.refine(({ component, version }) => areValidVersions(component, [version])));

/**
 * The source of the target: `flag`, `next-offered` (EKS offers a newer version), `assumed` (no usable list of EKS's
 * versions was read), `current` (EKS offers no newer version), `rollback` (the version before the cluster's).
 */
export const targetSource = open(['flag', 'next-offered', 'assumed', 'current', 'rollback']);
export type TargetSource = z.infer<typeof targetSource>;

/** A Karpenter controller and its target; only the one that serves the cluster has a target. */
export const controller = z.object({
  /** The namespace of its Deployment. */
  namespace: z.string(),
  /** The version that runs; null if no source shows it. */
  version: z.nullable(release),
  /**
   * The source of the version: `image tag`, `image digest`, `version label` or `chart label`; null if `version` is
   * null.
   */
  versionSource: z.nullable(z.string()),
  /** The target version; null if the controller does not serve the cluster, or if no target is known. */
  target: z.nullable(release),
  /** `flag`: an option. `running`: the running version. `required`: what the Kubernetes path needs. Null: no target. */
  targetSource: z.nullable(z.string()),
});
export type PlannedController = z.infer<typeof controller>;
