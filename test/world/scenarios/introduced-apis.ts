import { controlPlaneObjects, policyObjects } from '../introduced-objects.ts';
import type { World } from '../world.ts';
import { newestVersionWorld } from './newest-version.ts';

/** A cluster at 1.36 whose teams already use a kind that 1.35 does not serve: `--rollback` finds its objects. */
export function introducedApisWorld(): World {
  const world = newestVersionWorld();
  return {
    ...world,
    kube: { ...world.kube, objects: [...world.kube.objects, ...policyObjects(), ...controlPlaneObjects()] },
  };
}
