import { clusterRoles } from '../cluster-role.ts';
import { healthyWorld } from '../healthy.ts';
import { aNamespaceObject } from '../manifests.ts';
import type { World } from '../world.ts';

/** A new cluster without add-ons: no nodes, no workloads, no updates yet. */
export function emptyWorld(): World {
  const world = healthyWorld();
  return {
    ...world,
    aws: {
      ...world.aws,
      nodegroups: {},
      addons: {},
      updates: {},
      certificateAuthorities: [],
      autoScalingGroups: [],
      roles: clusterRoles,
    },
    kube: {
      ...world.kube,
      objects: ['default', 'kube-node-lease', 'kube-public', 'kube-system'].map((name) => aNamespaceObject(name)),
    },
  };
}
