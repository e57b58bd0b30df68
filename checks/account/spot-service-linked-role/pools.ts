import type { Context, Finding, Phase, Resource } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import type { KarpenterController } from '../../../src/facts/karpenter.ts';
import type { KarpenterPool } from '../../../src/facts/karpenter-objects.ts';
import { evaluate } from '../../../src/for-checks/iam/evaluate.ts';
import { hasUnread, principalContext, toRoleRights } from '../../../src/for-checks/iam/role.ts';
import { allows, capacityRequirements, capacityText, toOnDemand } from '../../../src/karpenter/capacity.ts';
import { servedFrom } from '../../../src/karpenter/generations.ts';
import { autoModeGroup } from '../../../src/karpenter/own-objects.ts';
import { roleChain } from '../../../src/karpenter/role-chain.ts';
import type { Advice } from '../../../src/syntax/advice.ts';
import { isBelow } from '../../../src/syntax/versions.ts';

/** A pool that may launch Spot instances, and what happens without the service-linked role. */
export interface SpotPool {
  resource: Resource;
  observed: string;
  /** Whether a requirement names Spot; otherwise the pool allows it because it has none. */
  asksForSpot: boolean;
  /** How to exclude Spot, as a clause. */
  onDemand: Advice;
  level: Finding['level'];
  /** `after`: its nodes are on-demand, so the update works without the role. */
  phase: Phase;
  /** What happens without the role, as a clause. */
  otherwise: string;
  /** The first Karpenter version of the path that reads the pool; null: unknown, or the pool is of EKS Auto Mode. */
  at: string | null;
}

interface Known {
  pools: readonly KarpenterPool[];
  controllers: Facts['karpenterControllers'];
  /** Undefined: not read. */
  roles: Facts['karpenterRoles'] | undefined;
}

type Here = Context<'karpenter-capacity' | 'karpenter-settings'>;

/**
 * The pools that allow Spot and have a controller (Karpenter in the cluster, or EKS Auto Mode). Omits the pools of a
 * Karpenter that may create the role.
 */
export function spotPools({ pools, controllers, roles }: Known, context: Here): SpotPool[] {
  const { cluster, karpenter, tables } = context;
  const falls = tables['karpenter-capacity'].find(({ rowKind }) => rowKind === 'spot-falls-back')?.from;
  const controller = controllers.find(({ version }) => version === karpenter.current) ?? controllers[0];
  const may = controller === undefined ? 'no' : mayCreateRole(controller, roles, context);
  return pools
    .filter((pool) => allows(pool, 'spot'))
    .flatMap((pool) => {
      const common = {
        resource: { kind: pool.kind, name: pool.name },
        observed: capacityText(pool),
        asksForSpot: capacityRequirements(pool).length > 0,
        onDemand: toOnDemand(pool),
      };
      if (pool.nodeClass?.group === autoModeGroup) {
        const otherwise = 'it is created with the first one if the cluster role allows it (AmazonEKSComputePolicy)';
        return cluster.autoMode
          ? [{ ...common, level: 'warn' as const, phase: 'before' as const, otherwise, at: null }]
          : [];
      }
      const at = controller === undefined ? undefined : servedFrom(karpenter.versions, pool.kind);
      if (at === undefined || may === 'yes') return [];
      const outcome = resolveOutcome(pool, at, falls);
      if (may === 'no') return [{ ...common, ...outcome, at }];
      const level = outcome.level === 'warn' && may === 'maybe' ? ('warn' as const) : ('unknown' as const);
      return [
        {
          ...common,
          level,
          phase: outcome.phase,
          otherwise: `${outcome.otherwise}; whether the controller can create the role is unknown`,
          at,
        },
      ];
    });
}

/**
 * Whether the controller may create the service-linked role. EC2 creates the role on behalf of the controller, with the
 * first Spot instance. `maybe`: the controller uses the node's role, or conditions decide; `unread`: data is missing.
 * Source: the EC2 guide's page on the service-linked role for Spot requests.
 */
function mayCreateRole(
  controller: KarpenterController,
  roles: Facts['karpenterRoles'] | undefined,
  { cluster, tables }: Here,
): 'yes' | 'no' | 'maybe' | 'unread' {
  const { acting: arn } = roleChain(controller, controller.version, tables['karpenter-settings']);
  if (arn === undefined) return 'unread';
  if (arn === null) return controller.identity.kind === 'node' ? 'maybe' : 'unread';
  const found = roles?.find((role) => role.arn === arn)?.found;
  if (found === undefined) return 'unread';
  if (found === null) return 'no';
  const { policies, boundary } = toRoleRights(found);
  const { answer } = evaluate(policies, boundary, {
    action: 'iam:CreateServiceLinkedRole',
    resource: `arn:${cluster.partition}:iam::${cluster.account}:role/aws-service-role/spot.amazonaws.com/AWSServiceRoleForEC2Spot`,
    context: { ...principalContext(arn), 'iam:AWSServiceName': ['spot.amazonaws.com'] },
  });
  if (answer !== 'unknown') return answer === 'allowed' ? 'yes' : 'no';
  return hasUnread(found) ? 'unread' : 'maybe';
}

/** @param version the Karpenter version that reads the pool; null: unknown */
function resolveOutcome(
  pool: KarpenterPool,
  version: string | null,
  fallsBackFrom: string | undefined,
): Pick<SpotPool, 'level' | 'phase' | 'otherwise'> {
  const phase = 'before';
  const isMixed = pool.kind === 'NodePool' && allows(pool, 'on-demand');
  if (!isMixed) return { level: 'fail', phase, otherwise: 'Karpenter cannot launch its nodes' };
  if (version === null) {
    return {
      level: 'unknown',
      phase,
      otherwise: `Karpenter before ${fallsBackFrom} cannot launch its nodes, and the version of Karpenter is unknown`,
    };
  }
  if (fallsBackFrom === undefined || isBelow(version, fallsBackFrom)) {
    const otherwise = `Karpenter ${version} keeps retrying Spot, and cannot launch its nodes`;
    return { level: 'fail', phase, otherwise };
  }
  return { level: 'warn', phase: 'after', otherwise: 'all its nodes are on-demand' };
}
