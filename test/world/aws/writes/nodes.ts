import type { World } from '../../world.ts';
import type { Json } from './write.ts';

interface NodeObject extends Json {
  metadata: { labels?: Record<string, string> };
  status: { nodeInfo: Json };
}

function belongsTo(object: Json, group: string): object is NodeObject {
  return object['kind'] === 'Node' && (object as NodeObject).metadata.labels?.['eks.amazonaws.com/nodegroup'] === group;
}

/** EKS replaces the nodes of the group: here, each keeps its name, and runs the kubelet of the version. */
export function replaceNodes(world: World, group: string, version: string | undefined): void {
  if (version === undefined) return;
  world.kube.objects = world.kube.objects.map((object) => {
    if (!belongsTo(object, group)) return object;
    const nodeInfo = { ...object.status.nodeInfo, kubeletVersion: `v${version}.5-eks-113cf36` };
    return { ...object, status: { ...object.status, nodeInfo } };
  });
}

/** Removes the nodes of a deleted group. */
export function withoutNodes(world: World, group: string): void {
  world.kube.objects = world.kube.objects.filter((object) => !belongsTo(object, group));
}
