import type { Facts, NodeFact } from '../../../src/facts/facts.ts';
import type { Component } from '../../../src/facts/kube.ts';
import { isWanted } from '../../../src/for-checks/components.ts';
import { isFargateOnly } from './fargate-only.ts';

type Compute = Partial<
  Pick<Facts, 'nodes' | 'nodegroups' | 'autoScalingGroups' | 'karpenterControllers' | 'apiGroups' | 'pods'>
>;

const replaced = 'the kube-proxy DaemonSet has no pods (another program, such as Cilium, may replace it)';

/** True, or why the check has no kube-proxy to judge. A reason that needs an unread fact of `compute` is not given. */
export function runsKubeProxy(
  copies: readonly Component[],
  compute: Compute,
  cluster: Facts['cluster'],
): true | string {
  if (isFargateOnly(compute)) return 'only Fargate nodes, which run no kube-proxy';
  if (copies.length === 0) {
    return cluster.autoMode && compute.nodes?.some(isHost) !== true
      ? 'EKS Auto Mode has its own service proxy'
      : 'no kube-proxy runs in this cluster (another program, such as Cilium, may replace it)';
  }
  if (!copies.some(isWanted)) return replaced;
  const { nodes, nodegroups, autoScalingGroups, karpenterControllers, pods } = compute;
  if (nodes === undefined || pods === undefined || pods.length === 0 || copies.some(hasPod(pods))) return true;
  // A replacement for kube-proxy is often installed beside a DaemonSet whose node selector matches no node.
  if (nodes.some(isHost)) return replaced;
  // An empty group and Karpenter may add nodes with kube-proxy later.
  const sources = [nodegroups, autoScalingGroups, karpenterControllers];
  const mayGetHosts = !cluster.autoMode || sources.some((known) => known?.length !== 0);
  return mayGetHosts ? true : 'only EKS Auto Mode nodes, which have their own service proxy';
}

/** True for a node on which EKS's DaemonSet runs a pod. */
function isHost({ computeType, osImage }: NodeFact): boolean {
  const isElsewhere = computeType === 'fargate' || computeType === 'auto' || computeType === 'virtual';
  return !isElsewhere && !osImage.startsWith('Windows');
}

function hasPod(pods: Facts['pods']): (copy: Component) => boolean {
  return ({ namespace, name }) =>
    pods.some(
      (pod) => pod.namespace === namespace && pod.controller?.kind === 'DaemonSet' && pod.controller.name === name,
    );
}
