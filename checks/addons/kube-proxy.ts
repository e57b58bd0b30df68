import type { Facts } from '../../src/facts.ts';
import type { Component } from '../../src/facts/kube.ts';
import { isFargateOnly } from './fargate-only.ts';

type Compute = Partial<Pick<Facts, 'nodes' | 'nodegroups' | 'autoScalingGroups' | 'apiGroups' | 'pods'>>;

/** True, or why there is no kube-proxy to judge. What could not be read of `compute` says nothing. */
export function runsKubeProxy(
  copies: readonly Component[],
  compute: Compute,
  cluster: Facts['cluster'],
): true | string {
  if (isFargateOnly(compute)) return 'only Fargate nodes, which run no kube-proxy';
  if (copies.length === 0) {
    return cluster.autoMode
      ? 'EKS Auto Mode brings its own service proxy'
      : 'no kube-proxy runs in this cluster (another program, such as Cilium, may do its work)';
  }
  // A program that takes kube-proxy's place is often installed beside a DaemonSet whose node selector fits no node.
  const isStarted = compute.pods === undefined || compute.pods.length === 0 || copies.some(hasPod(compute.pods));
  return isStarted ? true : 'the DaemonSet of kube-proxy has no pod (another program, such as Cilium, may do its work)';
}

function hasPod(pods: Facts['pods']): (copy: Component) => boolean {
  return ({ namespace, name }) =>
    pods.some(
      (pod) => pod.namespace === namespace && pod.controller?.kind === 'DaemonSet' && pod.controller.name === name,
    );
}
