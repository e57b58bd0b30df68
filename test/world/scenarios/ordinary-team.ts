import { ordinaryTeamArgoWorld, ordinaryTeamHelmWorld, ordinaryTeamWorld } from '../ordinary-team/world.ts';
import type { World } from '../world.ts';

/** A stock cluster without tuning, in three editions: tests count their false warnings. */
export const ordinaryTeamEditions = {
  'ordinary-team': ordinaryTeamWorld,
  'ordinary-team-argo': ordinaryTeamArgoWorld,
  'ordinary-team-helm': ordinaryTeamHelmWorld,
} satisfies Readonly<Record<string, () => World>>;
