import type { NodeFact } from '../../../src/facts/facts.ts';
import type { KarpenterNodeClass } from '../../../src/facts/karpenter-objects.ts';
import type { Systems } from '../../../src/for-checks/node-access.ts';
import { isWindows } from '../../../src/for-checks/node-images.ts';
import type { NodeIdentity } from '../../../src/karpenter/node-identities.ts';
import { resolveFamily } from './keeps-out.ts';

/** The operating systems of the nodes of a role. */
export interface RoleSystems {
  systems: Systems;
  hasReadyWindowsNode: boolean;
}

/** The AMI family names the system; with custom AMIs, the nodes of the pools show it. */
export function resolveSystems(
  users: readonly NodeIdentity[],
  nodeClasses: readonly KarpenterNodeClass[],
  nodes: readonly NodeFact[] = [],
): RoleSystems {
  const systems = users.flatMap(({ kind, name, users: pools }) => {
    const found = nodeClasses.find((one) => one.kind === kind && one.name === name);
    const family = found === undefined ? '' : resolveFamily(found);
    if (family !== '' && family !== 'custom') return family.startsWith('windows') ? 'windows' : 'linux';
    return selectNodes(pools, nodes).map(({ osImage }) => (isWindows(osImage) ? 'windows' : 'linux'));
  });
  const own = selectNodes(
    users.flatMap((user) => user.users),
    nodes,
  );
  return {
    systems: new Set(systems),
    hasReadyWindowsNode: own.some(({ ready, osImage }) => ready === true && isWindows(osImage)),
  };
}

function selectNodes(pools: readonly string[], nodes: readonly NodeFact[]): NodeFact[] {
  return nodes.filter(
    ({ computeType, group, osImage }) => computeType === 'karpenter' && pools.includes(group ?? '') && osImage !== '',
  );
}
