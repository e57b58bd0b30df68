import type { NodeFact } from '../facts/facts.ts';
import { hoursBetween } from '../syntax/dates.ts';

/** How long a node may take to start: until then, most problems disappear by themselves. */
export const START_MINUTES = 10;

/** True for a node that was created minutes ago. */
export function isNew({ createdAt }: NodeFact, now: string): boolean {
  return createdAt !== undefined && hoursBetween(createdAt, now) * 60 < START_MINUTES;
}
