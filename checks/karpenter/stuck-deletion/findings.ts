import { advice, commands, type Advice } from '../../../src/syntax/advice.ts';
import type { Evidence, Warning } from '../../../src/check.ts';
import { driftBudgets, countAtMost } from '../../../src/karpenter/drift-budgets.ts';
import type { OwnObjects } from '../../../src/karpenter/own-objects.ts';
import { formatCount, formatFirst, formatList, forCount } from '../../../src/syntax/english.ts';
import { grouped } from '../../../src/syntax/grouped.ts';
import { sh, type Command } from '../../../src/syntax/shell.ts';
import { findCause, fixes, waits, type Cause } from './causes.ts';
import { isStuck, type Deletion } from './deletions.ts';

interface Here extends Pick<OwnObjects, 'pools' | 'claims'> {
  now: string;
  hasController: (deletion: Deletion) => boolean;
}

type Some = readonly [Deletion, ...Deletion[]];

/** Findings for deletions that take too long, one for each cause and pool, and for those whose start was not read. */
export function* stuckFindings(deletions: readonly Deletion[], here: Here): Generator<Warning> {
  const stuck = deletions.filter((one) => isStuck(one, here.now) === true);
  const alike = grouped(stuck, (one) => `${findCause(one, here.hasController(one))}\n${toPlace(one)}`);
  for (const some of alike.values()) yield stuckFinding(some, here);
  const dateless = grouped(
    deletions.filter((one) => isStuck(one, here.now) === undefined),
    toPlace,
  );
  for (const some of dateless.values()) yield datelessFinding(some);
}

function toPlace({ kind, name, pool }: Deletion): string {
  return pool === undefined ? `${kind} ${name}` : `${pool.kind} ${pool.name}`;
}

function toResource([{ kind, name, pool }, ...others]: Some): Warning['resource'] {
  const rest = others.length === 0 ? '' : ` and ${others.length} more`;
  return pool === undefined ? { kind, name } : { ...pool, note: `${kind} ${name}${rest}` };
}

/** `2 NodeClaims`; for the resource itself, nothing. */
function countObjects(some: Some): string {
  if (some[0].pool === undefined) return '';
  const kinds = grouped(some, ({ kind }) => kind);
  return formatList([...kinds].map(([kind, own]) => formatCount(own.length, kind)));
}

function stuckFinding(some: Some, here: Here): Warning {
  const [first] = some;
  const cause = findCause(first, here.hasController(first));
  const since = some.flatMap((one) => one.since ?? []).toSorted()[0] ?? '';
  const many = countObjects(some);
  const who = many === '' ? 'has' : `${many} ${forCount(some.length, 'has', 'have')}`;
  return {
    level: 'warn',
    rule: cause,
    resource: toResource(some),
    message: `${who} been waiting to be deleted since ${since}, for ${waits[cause]}${cause === 'no-controller' ? '' : effect(some, here)}`,
    evidence: some.map(toEvidence),
    fix: advice`${fixes[cause]}\n${commands(...commandsFor(cause, first))}`,
  };
}

/** While as many nodes are being deleted as a budget allows, Karpenter disrupts no other node of the pool. */
function effect([{ pool: own }]: Some, { pools, claims }: Here): string {
  const pool = pools.find(({ kind, name }) => kind === 'NodePool' && kind === own?.kind && name === own.name);
  if (pool === undefined) return '';
  const all = claims.filter((claim) => claim.pool === pool.name);
  const deleted = all.filter(({ terminating }) => terminating).length;
  const isSpent = driftBudgets(pool).some(({ nodes, schedule }) => {
    const allowed = countAtMost(nodes, all.length);
    return schedule === null && allowed > 0 && allowed <= deleted;
  });
  return isSpent ? '; this uses up the disruption budget, so drift replaces no other node of the NodePool' : '';
}

function toEvidence({ kind, name, since, pods }: Deletion): Evidence {
  const names = pods.map((pod) => `${pod.namespace}/${pod.name}`);
  return {
    observed: `deletionTimestamp ${since ?? 'is set'}${names.length === 0 ? '' : `, pods ${formatFirst(names)}`}`,
    required: 'deleted',
    resource: `${kind} ${name}`,
    fact: facts[kind],
  };
}

const facts = {
  NodeClaim: 'karpenterClaims',
  Machine: 'karpenterClaims',
  Node: 'nodes',
  NodePool: 'karpenterPools',
  Provisioner: 'karpenterPools',
  EC2NodeClass: 'karpenterNodeClasses',
  AWSNodeTemplate: 'karpenterNodeClasses',
} as const;

function commandsFor(cause: Cause, { kind, name, node }: Deletion): Command[] {
  const resource = kind.toLowerCase();
  const look = [
    sh`kubectl describe ${resource} ${name}`,
    sh`kubectl get ${resource} ${name} -o jsonpath='{.metadata.finalizers}'`,
  ];
  if (cause === 'drain' && node !== undefined)
    return [...look, sh`kubectl get pods --all-namespaces --field-selector spec.nodeName=${node}`];
  if (cause === 'volumes') return [...look, sh`kubectl get volumeattachments`];
  if (cause === 'instance') return [...look, sh`kubectl get ${resource} ${name} -o jsonpath='{.status.providerID}'`];
  return look;
}

function datelessFinding(some: Some): Warning {
  const many = countObjects(some);
  return {
    level: 'warn',
    rule: 'time-not-read',
    resource: toResource(some),
    message: `${many === '' ? 'is' : `${many} ${forCount(some.length, 'is', 'are')}`} being deleted; the inventory does not show since when`,
    evidence: some.map(toEvidence),
    fix: takeAnother,
  };
}

const takeAnother: Advice = advice`Take a new inventory.`;
