import type { ReportedFinding } from '../judge/result.ts';
import { formatList } from '../syntax/english.ts';
import { changeWord } from './step-text.ts';

type Blocks = ReportedFinding['blocks'];
type Entry = { readonly findings: readonly [ReportedFinding, ...ReportedFinding[]] };
type Stopping = Pick<ReportedFinding, 'blocks' | 'groups'>;

/** What findings stop, as short labels for tables; in the order of importance. */
const words: { readonly [What in Blocks]: string } = {
  'control-plane': 'control plane',
  nodes: 'nodes',
  workloads: 'workloads',
  karpenter: 'Karpenter',
  deployments: 'deployments',
};

/** What findings stop, in the order in which reports show it. */
export const blocksInOrder = Object.keys(words) as readonly Blocks[];

/** The label for a table: `control plane`. */
export function blocksText(blocks: Blocks): string {
  return words[blocks];
}

/** The label of what a finding stops. What stops the drain of groups stops their update, anything else new nodes. */
export function stopLabel({ blocks, groups }: Stopping): string {
  if (blocks !== 'nodes') return blocksText(blocks);
  return groups === undefined ? 'new nodes' : 'node update';
}

/** What a finding stops, in a sentence: `the control plane update`, `the node update`, `running workloads`. */
export function stopText(finding: Stopping, steps: Parameters<typeof changeWord>[0]): string {
  const { blocks } = finding;
  if (blocks === 'control-plane') return `the control plane ${changeWord(steps)}`;
  if (blocks === 'workloads') return 'running workloads';
  const label = stopLabel(finding);
  return label === 'node update' ? `the ${label}` : label;
}

/** Of the findings at the level of an entry, one that stops what matters most. */
export function worstStop({ findings }: Entry): ReportedFinding {
  const [first, ...others] = findings;
  const isWorse = (a: ReportedFinding, b: ReportedFinding) => toBlocksRank(a) < toBlocksRank(b);
  return others.reduce((worst, one) => (one.level === first.level && isWorse(one, worst) ? one : worst), first);
}

/**
 * Everything that the findings of a blocker stop, what matters most first, as one finding for each label; the worst of
 * any other entry.
 */
function distinctStops({ findings }: Entry): ReportedFinding[] {
  const [first] = findings;
  if (first.level !== 'fail') return [worstStop({ findings })];
  const own = findings.filter(({ level }) => level === 'fail');
  const byLabel = new Map(own.toReversed().map((one) => [stopLabel(one), one]));
  return [...byLabel.values()].toSorted((a, b) => toBlocksRank(a) - toBlocksRank(b));
}

/** The labels of everything that an entry stops: `control plane`, `new nodes`. */
export function stopLabels(entry: Entry): string[] {
  return distinctStops(entry).map(stopLabel);
}

/** Everything that an entry stops, in a sentence: `the control plane update and new nodes`. */
export function stopsText(entry: Entry, steps: Parameters<typeof changeWord>[0]): string {
  return formatList(distinctStops(entry).map((one) => stopText(one, steps)));
}

/** The position of what a finding stops in {@link blocksInOrder}. */
export function toBlocksRank({ blocks }: Pick<ReportedFinding, 'blocks'>): number {
  return blocksInOrder.indexOf(blocks);
}
