import { aDescribedCluster, eksVersions, healthyWorld } from '../world/healthy.ts';
import { passingInsights } from '../world/insights.ts';
import { aNamespaceObject } from '../world/manifests.ts';
import type { World } from '../world/world.ts';

/** Versions that EKS offered before those in {@link eksVersions}. */
const before = ['1.24', '1.25', '1.26'];

/**
 * A cluster at a version, to be updated to the next, whose objects the tests write. EKS has recorded no calls to the
 * APIs that the next version removes.
 */
export function writtenWorld(version: '1.24' | '1.34', next: string): World {
  const world = healthyWorld();
  const versions = eksVersions(10); // the tests use the real clock: no version ends soon
  const earlier = before.map((clusterVersion) => ({ ...versions[0], clusterVersion, defaultVersion: false }));
  return {
    ...world,
    aws: {
      ...world.aws,
      clusters: { prod: aDescribedCluster('prod', version) },
      clusterVersions: [...earlier, ...versions],
      insights: passingInsights(next),
      nodegroups: {},
    },
    kube: { ...world.kube, objects: [aNamespaceObject('shop')] },
  };
}
