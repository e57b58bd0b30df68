import type { Resource } from '../check.ts';
import type { Facts } from '../facts/facts.ts';
import type { Advice } from '../syntax/advice.ts';
import { selectPools } from '../karpenter/own-objects.ts';
import type { Tables } from '../tables/tables.ts';
import { besideManager } from './managed-fix.ts';

type Object = Pick<Resource, 'kind' | 'name'>;

/** Karpenter's objects with their owners. */
export interface PoolManagers {
  pools: readonly Facts['karpenterPools'][number][];
  nodeClasses: readonly Facts['karpenterNodeClasses'][number][];
  rows: Tables['managed-changes'];
}

/** A fix that changes the node class of a pool, with what manages the node class. Unchanged for anything else. */
export function besideClassManager(fix: Advice, resource: Object, { pools, nodeClasses, rows }: PoolManagers): Advice {
  const pool = pools.filter(({ kind, name }) => kind === resource.kind && name === resource.name);
  const nodeClass = nodeClasses.find((one) => isSame(one, resource) || selectPools(one, pool).length > 0);
  return besideManager(fix, { of: { owner: nodeClass?.owner }, subject: 'the node class', change: 'node-class', rows });
}

/** A fix that changes a pool, with what manages the pool. Unchanged for anything else. */
export function besidePoolManager(
  fix: Advice,
  resource: Object,
  { pools, rows }: Pick<PoolManagers, 'pools' | 'rows'>,
): Advice {
  const pool = pools.find((one) => isSame(one, resource));
  return besideManager(fix, { of: { owner: pool?.owner }, subject: `the ${resource.kind}`, change: 'node-pool', rows });
}

function isSame(one: Object, other: Object): boolean {
  return one.kind === other.kind && one.name === other.name;
}
