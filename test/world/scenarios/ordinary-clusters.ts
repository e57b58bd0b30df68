import { ordinaryLargeWorld } from '../ordinary-large/world.ts';
import { ordinaryNewestWorld } from '../ordinary-newest/world.ts';
import { ordinaryTeamEditions } from './ordinary-team.ts';
import type { World } from '../world.ts';

/** The measure of false findings: stock clusters that nobody has tuned. */
export const ordinaryClusters = {
  ...ordinaryTeamEditions,
  'ordinary-newest': ordinaryNewestWorld,
  'ordinary-large': ordinaryLargeWorld,
} satisfies Readonly<Record<string, () => World>>;
