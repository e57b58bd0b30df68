import { advice } from '../../../src/syntax/advice.ts';
import type { Finding } from '../../../src/check.ts';
import type { OwnObjects } from '../../../src/karpenter/own-objects.ts';
import { formatFirst } from '../../../src/syntax/english.ts';
import { grouped } from '../../../src/syntax/grouped.ts';
import { sh } from '../../../src/syntax/shell.ts';
import { poolOfMade } from '../shared/claim-pools.ts';

/**
 * Findings for NodeClaims whose pool does not exist: Karpenter does not replace their nodes. If NodePools were not
 * read, it is unknown whether a pool exists.
 */
export function* ownerlessClaims({ pools, claims, isRead }: OwnObjects): Generator<Finding> {
  const names = new Set(pools.flatMap(({ kind, name }) => (kind === 'NodePool' ? [name] : [])));
  const isGone = (pool: string | null) => pool === null || (isRead('NodePool') && !names.has(pool));
  const ownerless = claims.filter(
    ({ kind, pool, terminating }) => kind === 'NodeClaim' && !terminating && isGone(pool),
  );
  for (const [pool, some] of grouped(ownerless, (claim) => claim.pool)) {
    const own = some.map(({ name }) => name);
    const [first = ''] = own;
    yield {
      level: 'warn',
      rule: 'claim',
      resource: poolOfMade('NodeClaim', pool, own),
      message:
        pool === null
          ? `belongs to no pool: Karpenter did not create it, and does not replace its node`
          : `belongs to NodePool ${pool}, which does not exist: Karpenter does not replace its node`,
      evidence: [
        {
          observed: `${formatFirst(own)}: ${pool === null ? 'no label karpenter.sh/nodepool' : pool}`,
          required: 'an existing NodePool',
          fact: 'karpenterClaims',
        },
      ],
      fix: advice`Check what runs on its node, then run ${sh`kubectl delete nodeclaim ${first}`}: Karpenter drains the
        node and terminates its instance. Do not create NodeClaims manually.`,
    };
  }
}
