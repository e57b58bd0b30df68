import type { Finding } from '../../../src/check.ts';
import { besideClassManager, besidePoolManager, type PoolManagers } from '../../../src/for-checks/managed-pools.ts';

/** A finding whose fix changes its own pool or node class, with what manages it. Unchanged for anything else. */
export function nameObjectManager(finding: Finding, { pools, nodeClasses, rows }: PoolManagers): Finding {
  const { level, resource, fix } = finding;
  if (fix === undefined || level === 'unknown') return finding;
  const isPool = pools.some(({ kind, name }) => kind === resource.kind && name === resource.name);
  return {
    ...finding,
    fix: isPool
      ? besidePoolManager(fix, resource, { pools, rows })
      : besideClassManager(fix, resource, { pools: [], nodeClasses, rows }),
  };
}
