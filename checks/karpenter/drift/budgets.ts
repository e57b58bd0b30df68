import { advice, type Advice } from '../../../src/languages/advice.ts';
import type { Context, Evidence } from '../../../src/check.ts';
import type { KarpenterPool } from '../../../src/facts/karpenter-objects.ts';
import { counted } from '../../../src/languages/english.ts';
import { grouped } from '../../../src/languages/grouped.ts';
import { isBelow } from '../../../src/languages/versions.ts';
import type { Running } from './running.ts';

type Here = Context<'karpenter-drift'>;

/** NodePools support budgets from 0.34 on, and reasons in budgets from 1.0 on. */
export function holdFix(version: string, { tables }: Here): Advice {
  const row = tables['karpenter-drift'].find((one) => one.rowKind === 'budgets');
  if (row?.rowKind !== 'budgets' || isBelow(version, row.from)) {
    return advice`Annotate the pods or nodes that must not be disrupted with \`karpenter.sh/do-not-disrupt: "true"\`:
      this version has no budgets yet.`;
  }
  const reason = isBelow(version, '1.0.0') ? advice`` : advice` (reason Drifted)`;
  return advice`Set \`spec.disruption.budgets\` of each NodePool before the step${reason}; \`nodes: "0"\` blocks the
    disruption of all its nodes.`;
}

/** How many nodes each pool has, and how many of them may be disrupted at once. */
export function nodesOfPools(
  { pools, claims, areNodePoolsRead }: Running,
  version: string,
  { tables }: Here,
): Evidence[] {
  const budgetOf = (name: string) => {
    const pool = pools.find((one) => one.name === name && one.kind === 'NodePool');
    return areNodePoolsRead
      ? budgetText(pool, version, tables['karpenter-drift'])
      : 'the number at a time is unknown: NodePools were not read';
  };
  return [...grouped(claims, ({ pool }) => pool ?? 'no pool')]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, own]) => ({
      observed: `${counted(own.length, 'node')} of ${name}`,
      required: budgetOf(name),
      fact: 'karpenterClaims',
    }));
}

/**
 * Whether a budget that is always on keeps part of each pool's nodes while the others are replaced; the default of a NodePool
 * without budgets does.
 */
export function areBounded({ pools, claims, areNodePoolsRead }: Running, version: string, { tables }: Here): boolean {
  const row = tables['karpenter-drift'].find((one) => one.rowKind === 'budgets');
  if (!areNodePoolsRead || row?.rowKind !== 'budgets' || isBelow(version, row.from)) return false;
  return [...grouped(claims, ({ pool }) => pool)].every(([name, own]) => {
    const pool = pools.find((one) => one.name === name && one.kind === 'NodePool');
    if (pool === undefined) return false;
    const budgets = driftBudgets(pool);
    if (pool.disruption.budgets.length === 0) return isPart(row.unlessTold, own.length);
    return budgets.some(({ nodes, schedule }) => schedule === null && isPart(nodes, own.length));
  });
}

function driftBudgets(pool: KarpenterPool): KarpenterPool['disruption']['budgets'] {
  return pool.disruption.budgets.filter(({ reasons }) => reasons.length === 0 || reasons.includes('Drifted'));
}

/**
 * Karpenter rounds a share up: of one node, any share is all.
 * @param nodes a share as `10%`, or a number
 */
function isPart(nodes: string, all: number): boolean {
  const most = nodes.endsWith('%') ? Math.ceil((Number.parseInt(nodes, 10) * all) / 100) : Number(nodes);
  return most < all;
}

function budgetText(pool: KarpenterPool | undefined, version: string, rows: Here['tables']['karpenter-drift']): string {
  const row = rows.find((one) => one.rowKind === 'budgets');
  if (row?.rowKind !== 'budgets' || isBelow(version, row.from)) return 'one at a time';
  if (pool === undefined || pool.disruption.budgets.length === 0) return `${row.unlessTold} at a time`;
  const own = driftBudgets(pool);
  if (own.length === 0) return 'all at a time: its budgets are for other reasons';
  const texts = own.map(
    ({ nodes: most, schedule, duration }) =>
      `${most}${schedule === null ? '' : ` at ${schedule} for ${duration ?? 'ever'}`}`,
  );
  return `at a time: ${texts.join(', ')}`;
}
