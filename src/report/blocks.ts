import type { ReportedFinding } from '../judge/result.ts';

type Blocks = ReportedFinding['blocks'];

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
