import type { Facts, NodeFact } from '../../../src/facts/facts.ts';

/**
 * Nodes that do not run these DaemonSets: EKS runs their network itself, or, for hybrid nodes, the VPC CNI does not
 * support them.
 * Sources: https://docs.aws.amazon.com/eks/latest/userguide/fargate.html,
 * https://docs.aws.amazon.com/eks/latest/userguide/hybrid-nodes-cni.html
 */
const without: Readonly<Record<string, readonly NodeFact['computeType'][]>> = {
  'vpc-cni': ['fargate', 'virtual', 'auto', 'hybrid'],
  'kube-proxy': ['fargate', 'virtual', 'auto'],
};

/** Whether a node can run the component; true without nodes, and false if they were not read, which the report says. */
export function hasNodesFor(name: string, nodes: Facts['nodes'] | undefined): boolean {
  const others = without[name];
  if (others === undefined) return true;
  return nodes !== undefined && (nodes.length === 0 || nodes.some(({ computeType }) => !others.includes(computeType)));
}
