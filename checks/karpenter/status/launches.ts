import { advice, commands } from '../../../src/syntax/advice.ts';
import { besideClusterManager } from '../../../src/for-checks/managed-cluster.ts';
import type { Context, Finding } from '../../../src/check.ts';
import type { KarpenterClaim, KarpenterCondition } from '../../../src/facts/karpenter-objects.ts';
import { grouped } from '../../../src/syntax/grouped.ts';
import { sh } from '../../../src/syntax/shell.ts';
import { poolOfMade } from '../shared/claim-pools.ts';

/**
 * Reasons of the condition Launched of new claims. After a failed launch, the status of the condition is False up to
 * 0.37, and Unknown with another reason since 1.0.
 */
const waiting = new Set(['AwaitingReconciliation', 'Initialized']);

type Here = Pick<Context<'managed-changes'>, 'cluster' | 'tables'>;

const createRole = advice`Create the service-linked role for EC2 Spot, once per account:\n\n${commands(
  sh`aws iam create-service-linked-role --aws-service-name spot.amazonaws.com`,
)}`;

/** Findings for claims that cannot be launched, grouped by pool and reason. */
export function* launchFindings(claims: readonly KarpenterClaim[], here: Here): Generator<Finding> {
  const failed = claims.flatMap((claim) => {
    const condition = claim.conditions.find(({ type }) => type === 'Launched');
    const isFailed = condition !== undefined && condition.reason !== null && !waiting.has(condition.reason);
    return isFailed ? [{ claim, condition }] : [];
  });
  const groups = grouped(failed, ({ claim, condition }) => `${claim.pool ?? ''}\n${condition.reason ?? ''}`);
  for (const [first, ...others] of groups.values()) {
    if (first === undefined) continue;
    yield launchFinding(
      first.condition,
      first.claim,
      [first, ...others].map(({ claim }) => claim),
      here,
    );
  }
}

function launchFinding(
  { reason, message }: KarpenterCondition,
  first: KarpenterClaim,
  claims: readonly KarpenterClaim[],
  { cluster, tables }: Here,
): Finding {
  const many = claims.length === 1 ? '' : `, ${claims.length} of them`;
  return {
    level: 'warn',
    rule: `launch:${reason ?? ''}`,
    resource: poolOfMade(
      first.kind,
      first.pool,
      claims.map(({ name }) => name),
    ),
    message: `cannot be launched${many}: ${[reason, message].filter((word) => word !== null).join(': ')}`,
    evidence: claims.slice(0, 5).map(({ kind, name, pool }) => ({
      observed: `pool ${pool ?? 'none'}, Launched is not True: ${reason ?? ''}`,
      required: 'Launched: True',
      resource: `${kind} ${name}`,
    })),
    ...(isSpotRole(reason, message)
      ? {
          short: 'service-linked role for Spot is missing',
          fix: besideClusterManager(createRole, cluster, 'service-linked-role', tables),
        }
      : {}),
  };
}

function isSpotRole(reason: string | null, message: string | null): boolean {
  return reason === 'SpotSLRCreationFailed' || (message ?? '').includes('ServiceLinkedRoleCreationNotPermitted');
}
