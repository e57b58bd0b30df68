import type { ReportedFinding } from '../judge/result.ts';

type Blocks = ReportedFinding['blocks'];

/** What findings stop, in a few words for a table; what stops the most comes first. */
const words: { readonly [What in Blocks]: string } = {
  'control-plane': 'control plane',
  nodes: 'nodes',
  workloads: 'workloads',
  karpenter: 'Karpenter',
  delivery: 'delivery',
};

/** In the order in which reports show them. */
export const blocksInOrder = Object.keys(words) as readonly Blocks[];

/** What a finding stops, as a table says it. */
export function blocksText(blocks: Blocks): string {
  return words[blocks];
}
