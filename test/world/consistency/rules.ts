import { accountRules } from './account-rules.ts';
import { nodeRules } from './node-rules.ts';
import { podRules } from './pod-rules.ts';
import { versionRules } from './version-rules.ts';
import type { WorldRule } from './world-view.ts';

/** Each truth that several APIs tell. A world of the tests tells it alike everywhere, or is listed with the reason. */
export const worldRules: readonly WorldRule[] = [...nodeRules, ...podRules, ...accountRules, ...versionRules];
