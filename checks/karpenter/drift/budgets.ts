import { advice, type Advice } from '../../../src/syntax/advice.ts';
import type { Context, Evidence } from '../../../src/check.ts';
import type { KarpenterPool } from '../../../src/facts/karpenter-objects.ts';
import { formatCount } from '../../../src/syntax/english.ts';
import { grouped } from '../../../src/syntax/grouped.ts';
import { isBelow } from '../../../src/syntax/versions.ts';
import { driftBudgets } from '../../../src/karpenter/drift-budgets.ts';
import type { Running } from './running.ts';

type Here = Context<'karpenter-drift'>;

/** How to stop drift for some nodes. NodePools support budgets since 0.34, and reasons in budgets since 1.0. */
export function holdFix(version: string, { tables }: Here): Advice {
  const [row] = tables['karpenter-drift'];
  if (row === undefined || isBelow(version, row.from)) {
    return advice`Annotate the pods or nodes that must not be disrupted with \`karpenter.sh/do-not-disrupt: "true"\`:
      this version has no budgets yet.`;
  }
  const reason = isBelow(version, '1.0.0') ? advice`` : advice` (reason Drifted)`;
  return advice`Set \`spec.disruption.budgets\` of each NodePool before the step${reason}; \`nodes: "0"\` blocks the
    disruption of all its nodes.`;
}

/** Evidence per pool: its nodes, and how many of them may be disrupted at once. */
export function nodesOfPools(
  { pools, claims, areNodePoolsRead }: Running,
  version: string,
  { tables }: Here,
): Evidence[] {
  const formatPoolBudget = (name: string) => {
    const pool = pools.find((one) => one.name === name && one.kind === 'NodePool');
    return areNodePoolsRead
      ? budgetText(pool, version, tables['karpenter-drift'])
      : 'the number at a time is unknown: NodePools were not read';
  };
  return [...grouped(claims, ({ pool }) => pool ?? 'no pool')]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, own]) => ({
      observed: `${formatCount(own.length, 'node')} of ${name}`,
      required: formatPoolBudget(name),
      fact: 'karpenterClaims',
    }));
}

function budgetText(pool: KarpenterPool | undefined, version: string, rows: Here['tables']['karpenter-drift']): string {
  const [row] = rows;
  if (row === undefined || isBelow(version, row.from)) return 'one at a time';
  if (pool === undefined || pool.disruption.budgets.length === 0) return `${row.unlessTold} at a time`;
  const own = driftBudgets(pool);
  if (own.length === 0) return 'all at a time: its budgets are for other reasons';
  const texts = own.map(
    ({ nodes: most, schedule, duration }) =>
      `${most}${schedule === null ? '' : ` at ${schedule} for ${duration ?? 'ever'}`}`,
  );
  return `at a time: ${texts.join(', ')}`;
}
