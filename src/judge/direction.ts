import type { AnyCheck } from '../check.ts';
import type { JointStep } from '../karpenter/path.ts';
import { isRollback, parseMinor, type PathEnds } from '../syntax/versions.ts';

/**
 * Why a check is skipped on a path: it judges only the other direction. A path without steps has the direction of
 * updates.
 * @returns undefined if it judges this direction
 */
export function findDirectionReason(
  { direction = 'up' }: Pick<AnyCheck, 'direction'>,
  path: PathEnds,
): string | undefined {
  const isDown = isRollback(path);
  if (direction === 'both' || direction === (isDown ? 'down' : 'up')) return undefined;
  return isDown ? 'not for a rollback' : 'only for a rollback';
}

/** Whether the steps of a path are a rollback of the control plane. */
export function isRollbackPath(steps: readonly Pick<JointStep, 'component' | 'from' | 'to'>[]): boolean {
  return steps.some(
    ({ component, from, to }) =>
      component === 'kubernetes' && isRollback({ current: parseMinor(from) ?? 0, target: parseMinor(to) ?? 0 }),
  );
}
