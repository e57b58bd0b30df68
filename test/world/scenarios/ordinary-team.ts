import { ordinaryTeamArgoWorld, ordinaryTeamHelmWorld, ordinaryTeamWorld } from '../ordinary-team/world.ts';
import type { World } from '../world.ts';

/** Measures false warnings: a stock cluster without tuning, in three editions. */
export const ordinaryTeamEditions = {
  'ordinary-team': ordinaryTeamWorld,
  'ordinary-team-argo': ordinaryTeamArgoWorld,
  'ordinary-team-helm': ordinaryTeamHelmWorld,
} satisfies Readonly<Record<string, () => World>>;
