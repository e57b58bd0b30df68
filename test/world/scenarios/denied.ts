import { collectors } from '../../../src/collectors/index.ts';
import { permissionText } from '../../../src/facts/reason.ts';
import { healthyWorld } from '../healthy.ts';
import type { World } from '../world.ts';

/** Every permission that a scan may need, including those of new facts. */
const permissions = Object.values(collectors).flatMap((collector) => collector.permissions);
const all = [...new Set(permissions.map(permissionText))].filter((text) => text !== 'eks:DescribeCluster');
const objects = permissions.filter((permission) => 'resource' in permission);

/** Programs that cannot be run. */
const brokenTools: World['tools'] = {
  eksctl: { exits: 1, says: 'eksctl: cannot execute binary file' },
  kubectl: { exits: 126, says: 'kubectl: permission denied' },
};

/** The caller may describe the cluster, and nothing else. */
export function everythingDeniedWorld(): World {
  return { ...healthyWorld(), deny: all, tools: brokenTools };
}

/** An access entry without a policy: all AWS calls, discovery as EKS allows it to every identity, and no objects. */
export function listsDeniedWorld(): World {
  return { ...healthyWorld(), deny: objects.map(permissionText) };
}
