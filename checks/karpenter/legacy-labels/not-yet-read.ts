import { advice } from '../../../src/syntax/advice.ts';
import type { Finding } from '../../../src/check.ts';
import { isBelow } from '../../../src/syntax/versions.ts';
import { isNodeLike, toResource, type Keyed, type Row } from './ignored.ts';

/**
 * Findings for an object that has an annotation that only newer versions read, but not the one that the running version
 * reads. Omits NodePools: every version that supports them reads the newer annotations.
 */
export function* notYetRead(keyed: Keyed, rows: readonly Row[], today: string): Generator<Finding> {
  const { kind, uses } = keyed;
  const annotated = uses.filter(({ place, values }) => place === 'annotation' && values[0] === 'true');
  const has = (key: string | null) => annotated.some((use) => use.key === key);
  for (const { rule, on, key, replacement, places, understoodFrom, effect, source, ignoredFrom } of rows) {
    if (on !== (isNodeLike(kind) ? 'node' : 'pod') || !places.includes('annotation') || kind === 'NodePool') continue;
    if (replacement === null || understoodFrom === null || !isBelow(today, understoodFrom)) continue;
    if (!has(replacement) || has(key)) continue;
    const where = kind === 'Pod' || isNodeLike(kind) ? kind : `pod template of the ${kind}`;
    yield {
      level: 'warn',
      rule: `${rule}:not-yet-read`,
      resource: toResource(keyed),
      message: `has only ${replacement}, which Karpenter ${today} does not read on ${on}s (${understoodFrom} and newer do): ${effect}`,
      evidence: [{ observed: `annotation ${replacement}`, required: `annotation ${key}, too` }],
      fix: advice`Add \`${key}: "true"\` beside \`${replacement}\` in the ${where}, and keep both until ${understoodFrom} or
        newer runs; ${ignoredFrom} and newer ignore \`${key}\`.`,
      links: [source],
      ...(on === 'node' ? { blocks: 'nodes' as const } : {}),
    };
  }
}
