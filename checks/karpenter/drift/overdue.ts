import { advice } from '../../../src/syntax/advice.ts';
import type { Context, Finding } from '../../../src/check.ts';
import type { KarpenterClaim, KarpenterPool } from '../../../src/facts/karpenter-objects.ts';
import { hoursBetween } from '../../../src/syntax/dates.ts';
import { formatCount, forCount } from '../../../src/syntax/english.ts';
import { parseGoHours } from '../../../src/syntax/go-duration.ts';
import { isBelow } from '../../../src/syntax/versions.ts';
import type { Running } from './running.ts';

/**
 * The first version that deletes expired NodeClaims at once, whatever budgets and annotations say.
 * Source: pkg/controllers/nodeclaim/expiration/controller.go of kubernetes-sigs/karpenter v1.0.8
 */
export const forceful = '1.0.0';

/** The first version of the path that expires nodes at once, if today's does not. */
export function findForceful([today, ...later]: readonly string[]): string | undefined {
  return today !== undefined && isBelow(today, forceful)
    ? later.find((version) => !isBelow(version, forceful))
    : undefined;
}

/** The NodeClaims of a pool that are older than its `expireAfter`. The conversion to v1 gives each the value of its pool. */
export function listOverdue(
  { name, disruption: { expireAfter } }: KarpenterPool,
  { claims }: Running,
  now: string,
): KarpenterClaim[] {
  if (expireAfter === null || expireAfter === 'Never') return [];
  const hours = parseGoHours(expireAfter);
  if (hours === 0) return [];
  return claims.filter(
    ({ kind, pool, createdAt }) =>
      kind === 'NodeClaim' && pool === name && createdAt !== null && hoursBetween(createdAt, now) > hours,
  );
}

/**
 * Findings for NodePools whose nodes a budget or an annotation keeps beyond their expiry, until a step ends that. One node is
 * a warning: before 1.0, nodes expire as budgets allow, so one may be about to be replaced.
 */
export function* overdue(
  versions: readonly string[],
  running: Running,
  { now }: Pick<Context, 'now'>,
): Generator<Finding> {
  const at = findForceful(versions);
  if (at === undefined) return;
  for (const pool of running.pools.filter(({ kind }) => kind === 'NodePool')) {
    const late = listOverdue(pool, running, now);
    if (late.length === 0) continue;
    const all = running.claims.filter((claim) => claim.pool === pool.name);
    const expiry = pool.disruption.expireAfter ?? '';
    yield {
      level: late.length > 1 ? 'fail' : 'warn',
      rule: 'overdue',
      atKarpenter: at,
      resource: { kind: pool.kind, name: pool.name, apiVersion: pool.apiVersion },
      message: `${late.length} of ${formatCount(all.length, 'NodeClaim')} ${forCount(late.length, 'is', 'are')} past ${expiry}: Karpenter ${at} drains ${forCount(late.length, 'it', 'them')} at once, regardless of budgets and karpenter.sh/do-not-disrupt`,
      evidence: late.map(({ name, createdAt }) => ({
        observed: `created ${createdAt?.slice(0, 10) ?? ''}`,
        required: `younger than expireAfter ${expiry}`,
        resource: name,
        fact: 'karpenterClaims',
      })),
      fix: advice`Before the step, replace these nodes a few at a time: allow it in \`spec.disruption.budgets\`, or delete one
        NodeClaim after the other. Or set \`expireAfter: Never\` in \`spec.disruption\` of the NodePool until the step is done: the
        conversion to v1 copies it to the NodeClaims.`,
    };
  }
}
