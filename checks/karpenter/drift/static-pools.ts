import { advice } from '../../../src/syntax/advice.ts';
import type { Context, Evidence, Finding } from '../../../src/check.ts';
import type { KarpenterController } from '../../../src/facts/karpenter.ts';
import type { KarpenterPool } from '../../../src/facts/karpenter-objects.ts';
import { resolveGateState } from '../../../src/karpenter/gates.ts';
import { resolveAtKarpenter } from '../../../src/karpenter/path.ts';
import { firstFrom } from '../../../src/karpenter/version-range.ts';
import { parseQuantity } from '../../../src/syntax/quantity.ts';
import { isBelow } from '../../../src/syntax/versions.ts';
import type { Hold } from './hold.ts';
import type { Running } from './running.ts';

type Here = Context<'karpenter-settings' | 'karpenter-feature-gates'>;

/**
 * The first version with static pools. Dynamic provisioning ignores these pools, regardless of the feature gate.
 * Source: pkg/controllers/provisioning/provisioner.go and pkg/controllers/static of kubernetes-sigs/karpenter v1.8.0
 */
const knowsStatic = '1.8.0';

/** True if a version treats a pool as static. */
export function isStatic({ kind, fields }: KarpenterPool, version: string): boolean {
  return kind === 'NodePool' && fields.includes('spec.replicas') && !isBelow(version, knowsStatic);
}

/** Findings for static pools for which Karpenter launches no nodes, or for which this is unknown. */
export function* idleStaticPools(
  controller: KarpenterController,
  versions: readonly string[],
  { pools }: Running,
  { tables }: Here,
): Generator<Finding> {
  const at = firstFrom(versions, knowsStatic);
  const state = at === undefined ? 'on' : resolveGateState('StaticCapacity', controller, at, tables);
  if (at === undefined || state === 'on') return;
  for (const pool of pools) {
    if (!isStatic(pool, at) || pool.replicas === 0) continue;
    const resource = { kind: pool.kind, name: pool.name, apiVersion: pool.apiVersion };
    const step = resolveAtKarpenter(at, versions);
    yield {
      ...(state === 'unread' ? gateUnread : idle(pool)),
      rule: 'static-idle',
      resource,
      ...step,
      blocks: 'nodes',
    };
  }
}

type Body = Omit<Finding, 'resource'>;

function idle({ replicas }: KarpenterPool): Body {
  const wanted = `spec.replicas${replicas === undefined ? '' : ` ${replicas}`}`;
  return {
    level: 'warn',
    message: `is static (${wanted}), but the feature gate StaticCapacity is off: Karpenter launches no nodes for it, and does not replace nodes that it loses`,
    evidence: [{ observed: `${wanted}, StaticCapacity off`, required: 'StaticCapacity=true' }],
    fix: advice`Set \`settings.featureGates.staticCapacity: true\` in the values of the chart. A static NodePool cannot be
      made dynamic: to launch nodes for pending pods instead, create another NodePool without \`spec.replicas\`.`,
    links: ['https://karpenter.sh/docs/reference/settings/#feature-gates'],
  };
}

const gateUnread: Body = {
  level: 'unknown',
  short: 'feature gate StaticCapacity unknown',
  message:
    'is static (spec.replicas): unknown whether Karpenter launches nodes for it, because FEATURE_GATES comes from a source that is not read',
  fix: advice`Check whether the feature gates of the Deployment contain StaticCapacity=true.`,
};

/**
 * A static pool replaces a drifted node only if its limit allows one more node.
 * Source: ReserveNodeCount of pkg/controllers/state of kubernetes-sigs/karpenter (see disruption/staticdrift.go)
 */
export function staticHold({ limits, replicas }: KarpenterPool): Hold[] {
  const limit = parseQuantity(limits['nodes'] ?? '');
  if (limit === undefined || replicas === undefined || limit > replicas) return [];
  const evidence: Evidence = {
    observed: `spec.limits.nodes ${limit}, spec.replicas ${replicas}`,
    required: `spec.limits.nodes of ${replicas + 1} or more`,
  };
  return [
    {
      text: `its limit of ${limit} nodes leaves no room for a replacement beside its ${replicas} replicas`,
      short: 'limit leaves no room for a replacement',
      evidence,
      fix: advice`Set \`spec.limits.nodes\` to ${replicas + 1} or more, or remove it, until the nodes are replaced.`,
    },
  ];
}

/** The finding for an inventory that contains the limit of a static pool, but not its replicas. */
export const replicasUnread = {
  level: 'unknown',
  rule: 'replicas-not-read',
  message: 'unknown whether its limit leaves room for a replacement: the inventory was taken by an older eks-preflight',
  fix: advice`Take a new inventory.`,
} as const;
