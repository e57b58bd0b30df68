import { ordinaryLargeWorld } from '../ordinary-large/world.ts';
import { ordinaryNewestWorld } from '../ordinary-newest/world.ts';
import { ordinaryTeamEditions } from './ordinary-team.ts';
import type { World } from '../world.ts';

/** Stock clusters without tuning: tests count their false findings. */
export const ordinaryClusters = {
  ...ordinaryTeamEditions,
  'ordinary-newest': ordinaryNewestWorld,
  'ordinary-large': ordinaryLargeWorld,
} satisfies Readonly<Record<string, () => World>>;
