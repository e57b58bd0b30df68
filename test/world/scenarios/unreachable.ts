import { aFargateProfile, withFargate } from '../fargate.ts';
import { aDescribedCluster, healthyWorld } from '../healthy.ts';
import type { World } from '../world.ts';

/** The API server's endpoint refuses connections: no process listens on this loopback port. */
export function kubernetesUnreachableWorld(): World {
  const world = fargateWorld();
  const endpoint = 'https://127.0.0.1:1';
  return { ...world, aws: { ...world.aws, clusters: { prod: aDescribedCluster('prod', '1.33', { endpoint }) } } };
}

/** An identity that the cluster does not accept: 401 for everything. */
export function kubernetesUnauthorizedWorld(): World {
  return { ...fargateWorld(), faults: [{ on: 'kube', does: { status: 401 } }] };
}

/** The healthy world with a Fargate profile, so that the checks of Fargate apply, too. */
function fargateWorld(): World {
  const world = healthyWorld();
  return { ...world, aws: withFargate(world.aws, [aFargateProfile('shop')]) };
}
