import type { Finding } from '../../../src/check.ts';
import type { JoiningFinding } from '../../../src/for-checks/node-access.ts';
import type { Group } from './groups.ts';

/**
 * A warning if no group runs nodes: they are scaled to zero. Also for Windows nodes without access to Services, if one is
 * Ready: then the update changes nothing for their pods, and RBAC that is not read may give the access.
 */
export function resolveLevel({ level, rule }: JoiningFinding, groups: readonly Group[]): Finding['level'] {
  if (level !== 'fail') return level;
  const isAsToday = rule === 'services' && groups.some(({ hasReadyWindowsNode }) => hasReadyWindowsNode);
  return isAsToday || groups.every(({ isIdle, isInMotion }) => isIdle || isInMotion) ? 'warn' : level;
}

/** Nodes without access to Services become Ready: the update of the nodes goes on, and their pods fail. */
export function blockedBy({ rule }: JoiningFinding): Pick<Finding, 'blocks'> {
  return rule === 'services' ? { blocks: 'workloads' } : {};
}
