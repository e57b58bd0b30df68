import { advice, joinAdvice } from '../../../src/syntax/advice.ts';
import type { Context, Finding } from '../../../src/check.ts';
import type { KarpenterController } from '../../../src/facts/karpenter.ts';
import type { KarpenterPool } from '../../../src/facts/karpenter-objects.ts';
import { driftBudgets } from '../../../src/karpenter/drift-budgets.ts';
import { parseQuantity } from '../../../src/syntax/quantity.ts';
import { isAlwaysActive } from '../../../src/syntax/cron.ts';
import { isBelow } from '../../../src/syntax/versions.ts';
import type { Hold } from './hold.ts';
import { willBeOn } from './left-behind.ts';
import { findForceful, listOverdue } from './overdue.ts';
import { pinnedHolds } from './pinned.ts';
import type { Running } from './running.ts';
import { isStatic, replicasUnread, staticHold } from './static-pools.ts';
import { ownValue } from '../../../src/syntax/own-value.ts';

type Here = Context<'karpenter-settings' | 'karpenter-feature-gates' | 'karpenter-drift'>;

/**
 * Findings for NodePools whose nodes keep the old version after the control plane update, or for which this is
 * unknown.
 */
export function* heldNodes(
  controller: KarpenterController,
  versions: readonly string[],
  { running, pinned }: { running: Running; pinned: ReadonlyMap<string, readonly string[]> },
  context: Here,
): Generator<Finding> {
  const [today = ''] = versions;
  const version = versions.at(-1) ?? today;
  const [, at] = context.versions;
  if (at === undefined || !willBeOn(controller, today, version, context)) return;
  const isReplacedBefore = (pool: KarpenterPool) =>
    findForceful(versions) !== undefined && listOverdue(pool, running, context.now).length > 0;
  for (const pool of running.pools.filter(({ kind }) => kind === 'NodePool')) {
    if (!running.claims.some((claim) => claim.pool === pool.name)) continue;
    const resource = { kind: pool.kind, name: pool.name, apiVersion: pool.apiVersion };
    const about = { at, phase: 'after', blocks: 'nodes', resource } as const;
    const holds = [
      ...budgetHold(pool, version, context),
      ...(isStatic(pool, version) ? staticHold(pool) : limitHold(pool)),
      ...pinnedHolds(pinned.get(pool.name)),
    ];
    const whose = isReplacedBefore(pool) ? 'the nodes that replace its expired ones' : 'its nodes';
    if (holds.length > 0) yield { ...about, ...heldFinding(pool, version, holds, whose) };
    const unread = isStatic(pool, version) ? replicasUnread : usageUnread;
    const isRead = (isStatic(pool, version) ? pool.replicas : pool.resources) !== undefined;
    if (!isRead && Object.keys(pool.limits).length > 0) yield { ...about, ...unread };
  }
}

/** @param whose the nodes that it is about: a step to 1.0 or later replaces expired ones before */
function heldFinding(
  { disruption: { expireAfter } }: KarpenterPool,
  version: string,
  holds: readonly Hold[],
  whose: string,
) {
  const [first, ...others] = holds;
  const expiry = isBelow(version, '1.0.0') || expireAfter === 'Never' ? null : expireAfter;
  const never =
    expiry === null
      ? 'nodes of this pool stay at the old version'
      : `${whose} move to the new version only when they expire (${expiry})`;
  return {
    level: 'warn',
    rule: 'held',
    short: first !== undefined && others.length === 0 ? first.short : `nodes are not replaced: ${holds.length} causes`,
    message: `${never}: ${holds.map(({ text }) => text).join('; ')}`,
    evidence: holds.map(({ evidence }) => evidence),
    fix: joinAdvice(
      holds.map(({ fix }) => fix),
      '\n\n',
    ),
  } as const;
}

const usageUnread = {
  level: 'unknown',
  rule: 'usage-not-read',
  message: 'unknown whether it exceeds its limits: the inventory was taken by an older eks-preflight',
  fix: advice`Take a new inventory.`,
} as const;

/**
 * The lowest of the active budgets counts. Source: GetAllowedDisruptionsByReason of pkg/apis/v1/nodepool.go of
 * kubernetes-sigs/karpenter
 */
function budgetHold({ disruption }: KarpenterPool, version: string, { tables }: Here): Hold[] {
  const [row] = tables['karpenter-drift'];
  if (row === undefined || isBelow(version, row.from)) return [];
  const zeros = driftBudgets({ disruption }).filter(({ nodes }) => nodes === '0' || nodes === '0%');
  const [zero] = zeros.filter(({ schedule }) => schedule === null).concat(zeros);
  if (zero === undefined || !isAlwaysActive(zeros)) return [];
  const times = zeros.map(({ schedule, duration }) => `${schedule ?? ''} for ${duration ?? ''}`).join(' and ');
  const change =
    zero.schedule === null
      ? advice`add a \`schedule\` and a \`duration\` to the budget of 0`
      : advice`shorten the \`duration\` of the budget of 0`;
  return [
    {
      text: `a budget of ${zero.nodes} nodes is always on${zero.schedule === null ? '' : ` (${times})`}`,
      short: 'a budget allows no disruption',
      evidence: {
        observed: `budget of nodes ${zero.nodes}, ${zero.schedule === null ? 'no schedule' : times}`,
        required: 'a budget that allows a disruption',
      },
      fix: advice`After the control plane update, allow one disruption at a time: \`nodes: "1"\` in
        \`spec.disruption.budgets\`, or ${change}.`,
    },
  ];
}

/**
 * A pool at exactly its limit may still replace a node; a pool above its limit may not.
 * Source: ExceededBy of pkg/apis/v1/nodepool.go of kubernetes-sigs/karpenter, called before each NodeClaim
 */
function limitHold({ limits, resources = {} }: KarpenterPool): Hold[] {
  return Object.entries(limits).flatMap(([resource, limit]) => {
    const used = ownValue(resources, resource);
    const [has, may] = [parseQuantity(used ?? ''), parseQuantity(limit)];
    if (has === undefined || may === undefined || has <= may) return [];
    return [
      {
        text: `it exceeds its limit of ${resource}, so Karpenter launches no replacement`,
        short: 'exceeds its limits: no replacement',
        evidence: { observed: `${used ?? ''} of ${resource}`, required: `no more than its limit, ${limit}` },
        fix: advice`Raise \`spec.limits\` (${resource}) above the current usage until the nodes are replaced.`,
      },
    ];
  });
}
