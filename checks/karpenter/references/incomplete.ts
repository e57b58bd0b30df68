import { advice, commands, type Advice } from '../../../src/syntax/advice.ts';
import type { Finding } from '../../../src/check.ts';
import type { KarpenterClaim, KarpenterPool } from '../../../src/facts/karpenter-objects.ts';
import type { OwnObjects } from '../../../src/karpenter/own-objects.ts';
import { firstFrom } from '../../../src/karpenter/version-range.ts';
import { formatFirst, formatList } from '../../../src/syntax/english.ts';
import { grouped } from '../../../src/syntax/grouped.ts';
import { behindManager } from '../../../src/for-checks/managed-fix.ts';
import type { Tables } from '../../../src/tables/tables.ts';
import { json, sh } from '../../../src/syntax/shell.ts';
import { poolOfMade } from '../shared/claim-pools.ts';

/**
 * The first version that only manages objects whose nodeClassRef has the group and kind of its node class.
 * Source: IsManaged of pkg/utils/nodepool and pkg/utils/nodeclaim of kubernetes-sigs/karpenter v1.1.1
 */
type Rows = Tables['managed-changes'];

const comparesGroups = '1.1.0';
const links = ['https://karpenter.sh/v1.0/upgrading/v1-migration/#nodeclassref-requirements'];

/** Findings for NodePools and NodeClaims of v1 whose nodeClassRef has an empty group or kind, which 1.0 ignores. */
export function* incompleteReferences(
  { pools, claims, isRead }: OwnObjects,
  versions: readonly string[],
  rows: Rows,
): Generator<Finding> {
  const [today] = versions;
  const at = firstFrom(versions, comparesGroups);
  if (today === undefined || at === undefined) return;
  const when = at === today ? ({ level: 'warn' } as const) : ({ level: 'fail', atKarpenter: at } as const);
  const incomplete = pools.filter(({ emptyInNodeClass = [] }) => emptyInNodeClass.length > 0);
  for (const pool of incomplete) yield { ...when, ...toPoolFinding(pool, at, rows) };
  const repaired = new Set<string | null>(incomplete.map(({ name }) => name));
  const isLeft = (pool: string | null) => isRead('NodePool') && !repaired.has(pool);
  const left = claims.filter(({ emptyInNodeClass, pool }) => emptyInNodeClass !== undefined && isLeft(pool));
  for (const [pool, some] of grouped(left, (claim) => claim.pool)) yield { ...when, ...toClaimFinding(pool, some, at) };
  const unread = pools.find(({ apiVersion, emptyInNodeClass }) => isV1(apiVersion) && emptyInNodeClass === undefined);
  if (unread !== undefined && at !== today) yield toUnread(unread, at);
}

const isV1 = (apiVersion: string) => apiVersion === 'karpenter.sh/v1';

type Described = Omit<Finding, 'level' | 'atKarpenter'>;

const formatFields = (fields: readonly string[] = []) => formatList(fields.map((field) => `nodeClassRef.${field}`));

function toPoolFinding(pool: KarpenterPool, at: string, rows: Rows): Described {
  const { kind, name, nodeClass, emptyInNodeClass } = pool;
  const { group = '', kind: classKind = '' } = nodeClass ?? {};
  const patch = json({ spec: { template: { spec: { nodeClassRef: { group, kind: classKind } } } } });
  return {
    rule: 'node-class-ref',
    resource: { kind, name },
    message: `has an empty ${formatFields(emptyInNodeClass)}: Karpenter ${at} does not manage the NodePool, and launches no nodes for it`,
    evidence: [{ observed: 'an empty string', required: `${group}, ${classKind}`, fact: 'karpenterPools' }],
    fix: behindManager(
      advice`Set both fields while 1.0 runs; from 1.1 on, the CRD does not allow this change. The nodes of the NodePool
      drift, and Karpenter replaces them.\n${commands(sh`kubectl patch nodepool ${name} --type merge --patch ${patch}`)}`,
      { of: { owner: pool.owner }, subject: 'the NodePool', change: 'node-pool', rows },
    ),
    links,
  };
}

function toClaimFinding(
  pool: string | null,
  claims: readonly [KarpenterClaim, ...KarpenterClaim[]],
  at: string,
): Described {
  const names = claims.map(({ name }) => name);
  const [{ emptyInNodeClass }] = claims;
  return {
    rule: 'claim-class-ref',
    resource: poolOfMade('NodeClaim', pool, names),
    message: `NodeClaims that have an empty ${formatFields(emptyInNodeClass)}: Karpenter ${at} does not manage their nodes`,
    evidence: [{ observed: formatFirst(names), required: 'group and kind', fact: 'karpenterClaims' }],
    fix: replaceClaims(names),
    links,
  };
}

function replaceClaims([first = '']: readonly string[]): Advice {
  return advice`A NodeClaim cannot be changed: replace it while 1.0 runs. If its NodePool sets both fields, Karpenter
    replaces it by drift. Otherwise, check what runs on its node, then run ${sh`kubectl delete nodeclaim ${first}`}:
    Karpenter drains the node and terminates its instance.`;
}

function toUnread({ kind, name }: KarpenterPool, at: string): Finding {
  return {
    level: 'unknown',
    rule: 'node-class-ref-unread',
    atKarpenter: at,
    resource: { kind, name },
    message: 'unknown whether its nodeClassRef has a group and a kind: the inventory does not show this',
    fix: advice`Take a new inventory with this version of eks-preflight.`,
  };
}
