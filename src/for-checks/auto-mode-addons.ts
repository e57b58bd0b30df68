import type { Finding } from '../check.ts';
import type { Facts, NodeFact } from '../facts/facts.ts';
import { formatCount, forCount } from '../syntax/english.ts';

type Cluster = Pick<Facts['cluster'], 'autoMode'>;
type ComputeType = NodeFact['computeType'];

/**
 * Add-ons that EKS Auto Mode includes, with the types of nodes that do not use them. In a cluster with other nodes, they
 * remain necessary for those.
 * Sources: https://docs.aws.amazon.com/eks/latest/userguide/eks-add-ons.html,
 * https://docs.aws.amazon.com/eks/latest/userguide/hybrid-nodes-add-ons.html
 */
const withoutAddon: ReadonlyMap<string, readonly ComputeType[]> = new Map(
  Object.entries<readonly ComputeType[]>({
    coredns: ['auto', 'virtual'],
    'eks-node-monitoring-agent': ['auto', 'fargate', 'virtual'],
    'eks-pod-identity-agent': ['auto', 'fargate', 'virtual'],
    'kube-proxy': ['auto', 'fargate', 'virtual'],
    'vpc-cni': ['auto', 'fargate', 'hybrid', 'virtual'],
  }),
);

/**
 * How many nodes outside EKS Auto Mode use an add-on that Auto Mode includes; undefined for any other add-on, and without
 * Auto Mode. `unread`: the nodes were not read.
 */
export function countOutsideAutoMode(
  name: string,
  { autoMode }: Cluster,
  nodes: readonly NodeFact[] | undefined,
): number | 'unread' | undefined {
  const without = withoutAddon.get(name);
  if (!autoMode || without === undefined) return undefined;
  if (nodes === undefined) return 'unread';
  const uses = ({ computeType, osImage }: NodeFact): boolean =>
    !without.includes(computeType) && (name === 'coredns' || !osImage.startsWith('Windows'));
  return nodes.filter(uses).length;
}

/** A failure of an add-on that EKS Auto Mode includes, as far as nodes outside Auto Mode use it. */
export function judgeOutsideAutoMode<Part extends Pick<Finding, 'level' | 'message'>>(
  finding: Part,
  name: string,
  cluster: Cluster,
  nodes: readonly NodeFact[] | undefined,
): Part {
  const users = countOutsideAutoMode(name, cluster, nodes);
  if (finding.level !== 'fail' || users === undefined) return finding;
  const { message } = finding;
  if (users === 'unread')
    return { ...finding, level: 'unknown', message: `${message}; unknown whether nodes outside EKS Auto Mode use it` };
  if (users === 0) return { ...finding, level: 'warn', message: `${message} (no node outside EKS Auto Mode uses it)` };
  const count = `${formatCount(users, 'node')} outside EKS Auto Mode ${forCount(users, 'uses', 'use')} it`;
  return { ...finding, message: `${message} (${count})` };
}
