import { ordinaryLargeWorld } from '../ordinary-large/world.ts';
import { ordinaryNewestWorld } from '../ordinary-newest/world.ts';
import { ordinaryTeamEditions } from './ordinary-team.ts';
import type { World } from '../world.ts';

/** Measures false findings: stock clusters without tuning. */
export const ordinaryClusters = {
  ...ordinaryTeamEditions,
  'ordinary-newest': ordinaryNewestWorld,
  'ordinary-large': ordinaryLargeWorld,
} satisfies Readonly<Record<string, () => World>>;
