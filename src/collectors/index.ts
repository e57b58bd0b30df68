import type { Collectors } from '../collect.ts';
import { addonNames } from './aws/addon-names.ts';
import { addonVersions } from './aws/addon-versions.ts';
import { addons } from './aws/addons.ts';
import { autoScalingGroups } from './aws/auto-scaling-groups.ts';
import { certificateAuthorities } from './aws/certificate-authorities.ts';
import { clusterRolePolicies } from './aws/cluster-role-policies.ts';
import { clusterRole } from './aws/cluster-role.ts';
import { clusterVersions } from './aws/cluster-versions.ts';
import { cluster } from './aws/cluster.ts';
import { insights } from './aws/insights.ts';
import { nodeAccessEntries } from './aws/karpenter/access-entries.ts';
import { karpenterEndpoints } from './aws/karpenter/endpoints.ts';
import { karpenterImages } from './aws/karpenter/images.ts';
import { karpenterNodeRoles } from './aws/karpenter/node-roles.ts';
import { karpenterQueues } from './aws/karpenter/queues.ts';
import { karpenterRoles } from './aws/karpenter/roles.ts';
import { karpenterSecurityGroups, karpenterSubnets } from './aws/karpenter/selections.ts';
import { vpcCniRole } from './aws/karpenter/vpc-cni-role.ts';
import { nodeInterfaces } from './aws/node-interfaces.ts';
import { nodegroups } from './aws/nodegroups.ts';
import { routeTables } from './aws/route-tables.ts';
import { securityGroups } from './aws/security-groups.ts';
import { spotServiceLinkedRole } from './aws/spot-service-linked-role.ts';
import { stsEndpoints } from './aws/sts-endpoints.ts';
import { subnets } from './aws/subnets.ts';
import { updates } from './aws/updates.ts';
import { vpcDns } from './aws/vpc-dns.ts';
import { vpcSubnets } from './aws/vpc-subnets.ts';
import { apiClients } from './kube/api-clients.ts';
import { apiGroups } from './kube/api-groups.ts';
import { clusterAutoscalers } from './kube/cluster-autoscalers.ts';
import { coredns } from './kube/coredns.ts';
import { csiDrivers } from './kube/csi-drivers.ts';
import { budgetedPods, budgetedWorkloads, podDisruptionBudgets } from './kube/disruption.ts';
import { ebsCsiControllers } from './kube/ebs-csi-controllers.ts';
import { fargateWorkloads } from './kube/fargate-workloads.ts';
import { nodeAuthRoles } from './kube/karpenter/auth-roles.ts';
import { karpenterControllers } from './kube/karpenter/controllers.ts';
import { karpenterClaims } from './kube/karpenter/claims.ts';
import { karpenterCrds } from './kube/karpenter/crds.ts';
import { karpenterKeys } from './kube/karpenter/keys.ts';
import { karpenterClaimKinds, karpenterNodeClassKinds, karpenterPoolKinds } from './kube/karpenter/kinds-read.ts';
import { karpenterNodeClasses } from './kube/karpenter/node-classes.ts';
import { helmReleases } from './kube/karpenter/helm-releases.ts';
import { karpenterPools } from './kube/karpenter/pools.ts';
import { kubeProxy, kubeProxyModes } from './kube/kube-proxy.ts';
import { loadBalancerControllers } from './kube/load-balancer-controllers.ts';
import { logAgents } from './kube/log-agents.ts';
import { namespaces } from './kube/namespaces.ts';
import { nodes } from './kube/nodes.ts';
import { nvidiaDevicePlugins } from './kube/nvidia-device-plugins.ts';
import { persistentVolumes } from './kube/persistent-volumes.ts';
import { podSecurityPolicies } from './kube/pod-security-policies.ts';
import { pods } from './kube/pods.ts';
import { vpcCni } from './kube/vpc-cni.ts';
import { cronJobs, daemonSets, deployments, statefulSets } from './kube/workloads.ts';
import { eksctl } from './local/eksctl.ts';
import { kubectl } from './local/kubectl.ts';

/** One line a fact: a fact without a collector does not compile. */
export const collectors: Collectors = {
  addonNames,
  addonVersions,
  addons,
  apiClients,
  apiGroups,
  autoScalingGroups,
  budgetedPods,
  budgetedWorkloads,
  certificateAuthorities,
  cluster,
  clusterAutoscalers,
  clusterRole,
  clusterRolePolicies,
  clusterVersions,
  coredns,
  cronJobs,
  csiDrivers,
  daemonSets,
  deployments,
  ebsCsiControllers,
  eksctl,
  fargateWorkloads,
  helmReleases,
  insights,
  karpenterControllers,
  karpenterEndpoints,
  karpenterImages,
  karpenterClaimKinds,
  karpenterNodeClassKinds,
  karpenterNodeRoles,
  karpenterQueues,
  karpenterRoles,
  karpenterSecurityGroups,
  karpenterSubnets,
  nodeAccessEntries,
  nodeAuthRoles,
  vpcCniRole,
  karpenterClaims,
  karpenterCrds,
  karpenterKeys,
  karpenterNodeClasses,
  karpenterPoolKinds,
  karpenterPools,
  kubeProxy,
  kubeProxyModes,
  kubectl,
  loadBalancerControllers,
  logAgents,
  namespaces,
  nodeInterfaces,
  nodegroups,
  nodes,
  nvidiaDevicePlugins,
  persistentVolumes,
  podDisruptionBudgets,
  podSecurityPolicies,
  pods,
  routeTables,
  securityGroups,
  spotServiceLinkedRole,
  statefulSets,
  stsEndpoints,
  subnets,
  updates,
  vpcCni,
  vpcDns,
  vpcSubnets,
};
