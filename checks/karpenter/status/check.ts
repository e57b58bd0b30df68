import { advice, commands } from '../../../src/languages/advice.ts';
import { defineCheck, type Evidence, type Finding } from '../../../src/check.ts';
import type {
  KarpenterClaim,
  KarpenterCondition,
  KarpenterNodeClass,
  KarpenterPool,
} from '../../../src/facts/karpenter-objects.ts';
import { autoModeGroup, ownPools } from '../../../src/karpenter/pools.ts';
import { sh } from '../../../src/languages/shell.ts';
import { isBelow } from '../../../src/languages/versions.ts';
import { whereInstalled } from '../../../src/karpenter/installed.ts';
import { servingController } from '../../../src/subjects/karpenter-controller.ts';
import { controllerFindings } from './controllers.ts';

export default defineCheck({
  id: 'karpenter/status',
  title: 'Karpenter that does not run, or pools and node classes that are not ready',
  severity: 'fail',
  blocks: 'nodes',
  phase: 'before',
  why: `After the control plane Karpenter replaces its nodes, one by one, and for each it starts another one first. It can do
    neither where its controller does not run, where it runs on nodes that it takes away itself, where a pool or its node class
    is not ready, or where EC2 refuses what it asks for. Karpenter says why in the conditions of its objects (node classes
    from 0.37 on, pools from 1.0 on, claims since there are claims); this check repeats it.

    A pool or node class that is not ready fails where nodes hang on it, else it is a warning. A claim that cannot be launched
    is a warning: the pool may start others.`,
  fix: advice`Mend what the condition names; Karpenter looks again by itself.`,
  links: [
    'https://karpenter.sh/docs/concepts/nodeclasses/#status-conditions',
    'https://karpenter.sh/docs/troubleshooting/',
  ],
  applies: whereInstalled,
  needs: [
    'karpenterControllers',
    'karpenterPools',
    'karpenterPoolKinds',
    'karpenterNodeClasses',
    'karpenterClaims',
    'karpenterClaimKinds',
    'pods',
    'nodes',
  ],
  counts: ['karpenterClaims', 'pods'],

  *run({ karpenterControllers, karpenterNodeClasses, pods, nodes, ...facts }, { karpenter }) {
    const byName = new Map(nodes.map((node) => [node.name, node]));
    const serving = servingController(karpenterControllers, karpenter);
    for (const controller of karpenterControllers) {
      yield* controllerFindings(controller, pods, byName, controller === serving);
    }
    const pools = ownPools(facts.karpenterPools);
    const own = facts.karpenterClaims.filter(({ nodeClassGroup }) => nodeClassGroup !== autoModeGroup);
    const claimsOf = countBy(own);
    const areClaimsRead = facts.karpenterClaimKinds.length === 2;
    const areAllRead = areClaimsRead && facts.karpenterPoolKinds.length === 2;
    const isTold = karpenter.current === null || !isBelow(karpenter.current, '1.0.0');
    for (const nodeClass of karpenterNodeClasses) {
      const users = pools.filter((pool) => isOf(pool, nodeClass));
      const claims = users.reduce((sum, { name }) => sum + (claimsOf.get(name) ?? 0), 0);
      yield* readinessFinding(nodeClass, claims === 0 && !areAllRead ? 'unread' : claims, isTold);
    }
    for (const pool of pools) {
      const nodeClass = karpenterNodeClasses.find((one) => isOf(pool, one));
      const claims = claimsOf.get(pool.name) ?? (areClaimsRead ? 0 : 'unread');
      if (nodeClass?.ready !== false) yield* readinessFinding(pool, claims, isTold);
    }
    yield* launchFindings(own);
  },
});

function isOf({ nodeClass }: KarpenterPool, { kind, name }: KarpenterNodeClass): boolean {
  return nodeClass?.kind === kind && nodeClass.name === name;
}

function countBy(claims: readonly KarpenterClaim[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { pool } of claims) if (pool !== null) counts.set(pool, (counts.get(pool) ?? 0) + 1);
  return counts;
}

/**
 * @param claims of which there are nodes; `unread`: none was seen, and not all were looked at
 * @param isTold the running version writes the condition on every object of v1
 */
function* readinessFinding(
  object: KarpenterPool | KarpenterNodeClass,
  claims: number | 'unread',
  isTold: boolean,
): Generator<Finding> {
  const { kind, name, apiVersion, ready, readyMessage, conditions } = object;
  const resource = { kind, name, apiVersion };
  if (ready === true) return;
  if (ready === null) {
    if (!isTold || !apiVersion.endsWith('/v1')) return;
    const why = readyMessage === null ? 'it has no condition Ready' : readyMessage;
    const message = `does not tell whether it is ready: ${why}`;
    const fix = advice`See in its log whether the controller looks at it.`;
    yield { level: 'unknown', rule: 'not-told', resource, message, fix };
    return;
  }
  const failing = conditions.filter(({ type, status }) => type !== 'Ready' && status === 'False');
  yield {
    level: claims === 0 ? 'warn' : claims === 'unread' ? 'unknown' : 'fail',
    rule: 'not-ready',
    resource,
    message: `is not ready (${hangText(claims)}): ${readyMessage ?? 'it does not say why'}`,
    evidence: failing.map(conditionEvidence),
  };
}

function hangText(claims: number | 'unread'): string {
  if (claims === 'unread') return 'whether a node hangs on it is not known';
  if (claims === 0) return 'no node hangs on it';
  return claims === 1 ? '1 node hangs on it' : `${claims} nodes hang on it`;
}

function conditionEvidence({ type, status, reason, message }: KarpenterCondition): Evidence {
  const words = [reason, message].filter((word) => word !== null && word !== '');
  return { observed: `${type} ${status}${words.length === 0 ? '' : `: ${words.join(': ')}`}`, required: 'True' };
}

/** A launch that failed is False up to 0.37, Unknown with its reason from 1.0 on; a claim just born waits for its first look. */
const waiting = new Set(['AwaitingReconciliation', 'Initialized']);

function* launchFindings(claims: readonly KarpenterClaim[]): Generator<Finding> {
  const groups = new Map<string, { condition: KarpenterCondition; claims: KarpenterClaim[] }>();
  for (const claim of claims) {
    const condition = claim.conditions.find(({ type }) => type === 'Launched');
    if (condition === undefined || condition.reason === null || waiting.has(condition.reason)) continue;
    const key = `${claim.pool ?? ''}\n${condition.reason}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { condition, claims: [claim] });
    else group.claims.push(claim);
  }
  for (const { condition, claims: failed } of groups.values()) yield* launchFinding(condition, failed);
}

function* launchFinding(
  { reason, message }: KarpenterCondition,
  claims: readonly KarpenterClaim[],
): Generator<Finding> {
  const [first] = claims;
  if (first === undefined) return;
  const many = claims.length === 1 ? '' : `, ${claims.length} of them`;
  yield {
    level: 'warn',
    rule: `launch:${reason ?? ''}`,
    resource: {
      kind: first.kind,
      name: first.name,
      ...(claims.length > 1 ? { note: `and ${claims.length - 1} more of ${first.pool ?? 'no pool'}` } : {}),
    },
    message: `cannot be launched${many}: ${[reason, message].filter((word) => word !== null).join(': ')}`,
    evidence: claims.slice(0, 5).map(({ kind, name, pool }) => ({
      observed: `pool ${pool ?? 'none'}, Launched is not True: ${reason ?? ''}`,
      required: 'Launched: True',
      resource: `${kind} ${name}`,
    })),
    ...(isSpotRole(reason, message)
      ? {
          fix: advice`Create the role by which EC2 starts Spot instances, once in the account:\n\n${commands(sh`aws iam create-service-linked-role --aws-service-name spot.amazonaws.com`)}`,
        }
      : {}),
  };
}

function isSpotRole(reason: string | null, message: string | null): boolean {
  return reason === 'SpotSLRCreationFailed' || (message ?? '').includes('ServiceLinkedRoleCreationNotPermitted');
}
