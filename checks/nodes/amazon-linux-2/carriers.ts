import type { NodeFact } from '../../../src/facts/facts.ts';
import { runsAmazonLinux2 } from '../../../src/for-checks/node-images.ts';
import { byOwner } from '../../../src/for-checks/node-owners.ts';
import { isOfAmazonLinux2, type Carrier, type Nodegroup } from './fixes.ts';
import type { PoolImage } from './pools.ts';

/** Node groups with such an AMI type, nodes that report it, and pools whose node class selects it. */
export function listCarriers(
  nodegroups: readonly Nodegroup[],
  nodes: readonly NodeFact[],
  pools: readonly PoolImage[],
): Carrier[] {
  const ofNodes = byOwner(nodes.filter(runsAmazonLinux2), [], () => 'Amazon Linux 2').map((owner): Carrier => {
    const { kind, name } = owner.resource;
    const nodegroup = kind === 'NodeGroup' ? nodegroups.find((one) => one.name === name) : undefined;
    return { ...owner, nodegroup };
  });
  const ofGroups = nodegroups.filter(isOfAmazonLinux2).map((nodegroup): Carrier => {
    const resource = { kind: 'NodeGroup', name: nodegroup.name };
    const own = ofNodes.find((carrier) => carrier.nodegroup === nodegroup);
    return own ?? { resource, computeType: 'managed', nodegroup, nodes: [] };
  });
  const ofPools = pools.filter(
    ({ system, pool }) => system === 'AL2' && !ofNodes.some((one) => isSameResource(one, pool)),
  );
  return [
    ...ofGroups,
    ...ofNodes.filter((carrier) => !ofGroups.includes(carrier)),
    ...ofPools.map((image): Carrier => {
      const resource = { kind: image.pool.kind, name: image.pool.name };
      return { resource, computeType: 'karpenter', nodegroup: undefined, image, nodes: [] };
    }),
  ];
}

function isSameResource({ resource }: Carrier, { kind, name }: PoolImage['pool']): boolean {
  return resource.kind === kind && resource.name === name;
}
