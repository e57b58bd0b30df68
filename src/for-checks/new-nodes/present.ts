import type { Facts, NodeFact } from '../../facts/facts.ts';
import { grouped } from '../../syntax/grouped.ts';
import type { NodeShape } from '../placement/node-shape.ts';

type NodeLabels = Facts['nodeLabels'][number];

/** Nodes of today with the same labels and taints. */
export interface PresentNodes {
  nodes: readonly [NodeFact, ...NodeFact[]];
  shape: NodeShape;
}

/** Groups nodes by the labels that pods require and by their taints. Omits nodes that the fact does not have. */
export function listPresentNodes(nodes: readonly NodeFact[], byName: ReadonlyMap<string, NodeLabels>): PresentNodes[] {
  const read = nodes.flatMap((node) => {
    const found = byName.get(node.name);
    return found === undefined ? [] : [{ node, found }];
  });
  const alike = grouped(read, ({ found: { labels, taints } }) => JSON.stringify([labels, taints]));
  return [...alike.values()].map(([first, ...others]) => ({
    nodes: [first.node, ...others.map(({ node }) => node)],
    shape: toShape(first.found),
  }));
}

function toShape({ labels, taints }: NodeLabels): NodeShape {
  return {
    labels: new Map(Object.entries(labels).map(([key, value]) => [key, { values: [value], orAbsent: false }])),
    otherLabels: 'absent',
    taints,
    otherTaints: undefined,
  };
}
