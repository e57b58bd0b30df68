import type { Resource } from '../../../src/check.ts';
import type { Facts, NodeFact } from '../../../src/facts/facts.ts';
import type { Systems } from '../../../src/for-checks/node-access.ts';
import { isWindows } from '../../../src/for-checks/node-images.ts';
import { selectInstances, selectManaged } from '../shared/group-nodes.ts';

type Nodegroup = Facts['nodegroups'][number];

/** A group of nodes with its role. */
export interface Group {
  resource: Resource;
  arn: string;
  /** Empty if neither EKS nor a node shows it. */
  systems: Systems;
  /** EKS creates or deletes it. */
  isInMotion: boolean;
  hasReadyNode: boolean;
  hasReadyWindowsNode: boolean;
  /** It runs no nodes today. */
  isIdle: boolean;
}

/** A self-managed group and an instance profile in its launch template; `arn` is empty if that has no role. */
export interface OwnGroup extends Group {
  profile: Facts['selfManagedRoles'][number];
}

/**
 * Statuses in which the access may still change: EKS grants it when it creates a group, and revokes it when it deletes
 * the last group with the role.
 */
const inMotion: ReadonlySet<string> = new Set(['CREATING', 'DELETING', 'DELETE_FAILED']);

/** The managed node group with its role, which is empty if EKS does not report it. */
export function toManagedGroup(
  { name, nodeRole, amiType, status, desiredSize }: Nodegroup,
  nodes: Facts['nodes'],
): Group {
  const own = selectManaged(nodes, name);
  return {
    resource: { kind: 'NodeGroup', name },
    arn: nodeRole ?? '',
    systems: findSystems(amiType, own),
    isInMotion: inMotion.has(status),
    ...readiness(own),
    isIdle: desiredSize === 0 && own.length === 0,
  };
}

/** The self-managed groups whose instances are known. */
export function listOwnGroups(
  roles: Facts['selfManagedRoles'],
  groups: Facts['autoScalingGroups'],
  nodes: Facts['nodes'],
): OwnGroup[] {
  return roles.flatMap((profile) => {
    const { instanceIds } = groups.find(({ name }) => name === profile.group) ?? {};
    if (instanceIds === undefined) return [];
    const own = selectInstances(nodes, { instanceIds });
    return [
      {
        resource: { kind: 'AutoScalingGroup', name: profile.group },
        arn: profile.role ?? '',
        systems: findSystems(null, own),
        isInMotion: false,
        ...readiness(own),
        isIdle: instanceIds.length === 0,
        profile,
      },
    ];
  });
}

function readiness(nodes: readonly NodeFact[]): Pick<Group, 'hasReadyNode' | 'hasReadyWindowsNode'> {
  const ready = nodes.filter((node) => node.ready);
  return {
    hasReadyNode: ready.length > 0,
    hasReadyWindowsNode: ready.some(({ osImage }) => isWindows(osImage)),
  };
}

/** The AMI type names the system, except that of a custom AMI: its nodes do. */
function findSystems(amiType: string | null, nodes: readonly NodeFact[]): Systems {
  if (amiType !== null && amiType !== 'CUSTOM') return new Set([amiType.startsWith('WINDOWS_') ? 'windows' : 'linux']);
  const images = nodes.map(({ osImage }) => osImage).filter((osImage) => osImage !== '');
  return new Set(images.map((osImage) => (isWindows(osImage) ? 'windows' : 'linux')));
}
