import type { Context, Finding, Resource } from '../../src/check.ts';
import type { Facts } from '../../src/facts.ts';
import type { KarpenterPool } from '../../src/facts/karpenter-objects.ts';
import { allows, autoModeGroup, capacityText, servedFrom } from '../../src/karpenter-pools.ts';
import { isBelow } from '../../src/versions.ts';

/** A pool that may start Spot instances, and what becomes of them without the service-linked role. */
export interface SpotPool {
  resource: Resource;
  /** What the pool says of capacity types. */
  observed: string;
  level: Finding['level'];
  /** What happens then, as a clause. */
  otherwise: string;
  /** The first version of Karpenter that reads the pool; null: today. */
  at: string | null;
}

/** Pools that somebody serves: Karpenter's controller in the cluster, or that of EKS Auto Mode at AWS. */
export function spotPools(
  pools: readonly KarpenterPool[],
  controllers: Facts['karpenterControllers'],
  { cluster, karpenter, tables }: Context<'karpenter-capacity'>,
): SpotPool[] {
  const falls = tables['karpenter-capacity'].find(({ rule }) => rule === 'spot-falls-back')?.from;
  return pools
    .filter((pool) => allows(pool, 'spot'))
    .flatMap((pool) => {
      const common = { resource: { kind: pool.kind, name: pool.name }, observed: capacityText(pool) };
      if (pool.nodeClass?.group === autoModeGroup) {
        const otherwise = "it is created with the first one, if the cluster's role may (AmazonEKSComputePolicy)";
        return cluster.autoMode ? [{ ...common, level: 'warn' as const, otherwise, at: null }] : [];
      }
      const at = controllers.length === 0 ? undefined : servedFrom(karpenter.versions, pool.kind);
      return at === undefined ? [] : [{ ...common, ...outcomeOf(pool, at, falls), at }];
    });
}

/** @param version the Karpenter that reads the pool; null: not known */
function outcomeOf(
  pool: KarpenterPool,
  version: string | null,
  fallsBackFrom: string | undefined,
): Pick<SpotPool, 'level' | 'otherwise'> {
  const isMixed = pool.kind === 'NodePool' && allows(pool, 'on-demand');
  if (!isMixed) return { level: 'fail', otherwise: 'no node of it starts' };
  if (version === null) {
    return {
      level: 'unknown',
      otherwise: `no node of it starts before Karpenter ${fallsBackFrom}, and its version is not known`,
    };
  }
  if (fallsBackFrom === undefined || isBelow(version, fallsBackFrom)) {
    return { level: 'fail', otherwise: `Karpenter ${version} tries Spot again and again, and no node of it starts` };
  }
  return { level: 'warn', otherwise: 'all its nodes start on demand' };
}
