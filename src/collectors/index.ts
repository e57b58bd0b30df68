import type { Collectors } from '../collect.ts';
import { addons } from './aws/addons.ts';
import { autoScalingGroups } from './aws/auto-scaling-groups.ts';
import { certificateAuthorities } from './aws/certificate-authorities.ts';
import { clusterVersions } from './aws/cluster-versions.ts';
import { cluster } from './aws/cluster.ts';
import { nodegroups } from './aws/nodegroups.ts';
import { spotServiceLinkedRole } from './aws/spot-service-linked-role.ts';
import { subnets } from './aws/subnets.ts';
import { updates } from './aws/updates.ts';
import { apiGroups } from './kube/api-groups.ts';
import { coredns } from './kube/coredns.ts';
import { fargateWorkloads } from './kube/fargate-workloads.ts';
import { loadBalancerControllers } from './kube/load-balancer-controllers.ts';
import { namespaces } from './kube/namespaces.ts';
import { nodes } from './kube/nodes.ts';
import { podSecurityPolicies } from './kube/pod-security-policies.ts';
import { pods } from './kube/pods.ts';
import { vpcCni } from './kube/vpc-cni.ts';
import { cronJobs, daemonSets, deployments, statefulSets } from './kube/workloads.ts';

/** One line a fact: a fact without a collector does not compile. */
export const collectors: Collectors = {
  addons,
  apiGroups,
  autoScalingGroups,
  certificateAuthorities,
  cluster,
  clusterVersions,
  coredns,
  cronJobs,
  daemonSets,
  deployments,
  fargateWorkloads,
  loadBalancerControllers,
  namespaces,
  nodegroups,
  nodes,
  podSecurityPolicies,
  pods,
  spotServiceLinkedRole,
  statefulSets,
  subnets,
  updates,
  vpcCni,
};
