import type { NodeFact } from '../facts/facts.ts';
import { hoursBetween } from '../syntax/dates.ts';

/** How many minutes a node may take to start: most problems in this time are temporary. */
export const START_MINUTES = 10;

/** True for a node that was created less than {@link START_MINUTES} ago. */
export function isNew({ createdAt }: NodeFact, now: string): boolean {
  return createdAt !== undefined && hoursBetween(createdAt, now) * 60 < START_MINUTES;
}
