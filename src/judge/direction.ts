import type { AnyCheck } from '../check.ts';
import { isRollback, type PathEnds } from '../syntax/versions.ts';

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
