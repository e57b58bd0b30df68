import { collectors } from '../../../src/collectors/index.ts';
import { permissionText } from '../../../src/facts/reason.ts';
import { healthyWorld } from '../healthy.ts';
import type { World } from '../world.ts';

/** What any scan may ask for, whatever fact comes. */
const permissions = Object.values(collectors).flatMap((collector) => collector.permissions);
const all = [...new Set(permissions.map(permissionText))].filter((text) => text !== 'eks:DescribeCluster');
const objects = permissions.filter((permission) => 'resource' in permission);

/** Programs that nobody may run. */
const brokenTools: World['tools'] = {
  eksctl: { exits: 1, says: 'eksctl: cannot execute binary file' },
  kubectl: { exits: 126, says: 'kubectl: permission denied' },
};

/** Whoever scans may describe the cluster, and nothing else. */
export function everythingDeniedWorld(): World {
  return { ...healthyWorld(), deny: all, tools: brokenTools };
}

/** An access entry without a policy: everything of AWS, discovery as EKS gives it to every identity, and no object. */
export function listsDeniedWorld(): World {
  return { ...healthyWorld(), deny: objects.map(permissionText) };
}
