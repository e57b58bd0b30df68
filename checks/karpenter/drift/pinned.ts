import { advice } from '../../../src/syntax/advice.ts';
import { formatCount, forCount } from '../../../src/syntax/english.ts';
import { grouped } from '../../../src/syntax/grouped.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import type { Hold } from './hold.ts';

/** Facts, as far as they were read. */
type Seen = { [Name in 'karpenterKeys' | 'nodes']?: Facts[Name] | undefined };

const doNotDisrupt = 'karpenter.sh/do-not-disrupt';

/**
 * The names of the nodes with `karpenter.sh/do-not-disrupt: "true"`, by NodePool. Facts that were not read count as
 * empty. nodes/drain judges pods with this annotation.
 */
export function pinnedNodes({ karpenterKeys = [], nodes = [] }: Seen): ReadonlyMap<string, readonly string[]> {
  const marked = new Set(
    karpenterKeys
      .filter(({ uses }) =>
        uses.some(({ key, place, values }) => key === doNotDisrupt && place === 'annotation' && values[0] === 'true'),
      )
      .flatMap(({ kind, name }) => (kind === 'Node' ? [name] : [])),
  );
  const own = nodes.filter(({ name, computeType }) => computeType === 'karpenter' && marked.has(name));
  return new Map(
    [...grouped(own, ({ group }) => group ?? '')].map(([pool, all]) => [pool, all.map(({ name }) => name)]),
  );
}

/** A terminationGracePeriod does not limit how long do-not-disrupt on the node itself blocks its disruption. */
export function pinnedHolds([node, ...others]: readonly string[] = []): Hold[] {
  if (node === undefined) return [];
  const count = 1 + others.length;
  return [
    {
      text: `${formatCount(count, 'node')} ${forCount(count, 'carries', 'carry')} karpenter.sh/do-not-disrupt`,
      short: 'nodes have do-not-disrupt',
      evidence: { observed: `Node ${node}`, required: 'no karpenter.sh/do-not-disrupt' },
      fix: advice`Remove the annotation karpenter.sh/do-not-disrupt from the node when its workloads allow it.`,
    },
  ];
}
