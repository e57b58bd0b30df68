import { accountRules } from './account-rules.ts';
import { nodeRules } from './node-rules.ts';
import { podRules } from './pod-rules.ts';
import { versionRules } from './version-rules.ts';
import type { WorldRule } from './world-view.ts';

/** Facts that several APIs report: each stored world has the same in all of them, or is listed with the reason. */
export const worldRules: readonly WorldRule[] = [...nodeRules, ...podRules, ...accountRules, ...versionRules];
