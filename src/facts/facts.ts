import type * as z from 'zod/mini';
import { accessGrants, claimStatusWriters } from './access.ts';
import { addonNames, addonVersions } from './addon-versions.ts';
import * as apiExtensions from './api-extensions.ts';
import { auditedCalls, requestedApis } from './api-calls.ts';
import { apiObjects, servedApis } from './api-objects.ts';
import { autoModeNodeClasses } from './auto-mode.ts';
import * as aws from './aws.ts';
import { componentRights } from './component-rights.ts';
import * as controlPlane from './control-plane.ts';
import { emptyAutoScalingGroups } from './empty-auto-scaling-groups.ts';
import * as fargate from './fargate.ts';
import { helmHistories, helmManifests, helmReleases } from './helm.ts';
import { argoApplications, fluxInventories } from './git-ops.ts';
import * as iam from './iam.ts';
import * as ingress from './ingress.ts';
import { insights, rollbackInsights } from './insights.ts';
import * as coreAddons from './core-addons.ts';
import { drainTraits } from './drain-traits.ts';
import * as disruption from './disruption.ts';
import * as karpenter from './karpenter.ts';
import * as karpenterAccount from './karpenter-account.ts';
import { karpenterKeys } from './karpenter-keys.ts';
import * as karpenterObjects from './karpenter-objects.ts';
import { introducedObjects } from './introduced-objects.ts';
import * as kube from './kube.ts';
import { instanceTypes, launchTemplateImages, launchTemplates } from './launch-templates.ts';
import * as local from './local.ts';
import { metricUses } from './metric-uses.ts';
import { networkPolicyAddresses, serviceAddresses } from './network-addresses.ts';
import * as nodeAccess from './node-access.ts';
import { eniConfigs, instanceTypeOfferings, subnetBlocks } from './node-room.ts';
import * as objectUpdates from './object-updates.ts';
import { nodes } from './nodes.ts';
import * as software from './software.ts';
import * as storage from './storage.ts';
import { unreadyPods } from './unready-pods.ts';
import { nodeLabels } from './node-labels.ts';
import { nodeRoleUsers } from './node-role-users.ts';
import { podTemplates } from './pod-templates.ts';
import { vcpuQuotas, vcpuUsage } from './vcpu-quotas.ts';
import { waitingPods } from './waiting-pods.ts';
import { workloadPods } from './workload-pods.ts';

/** Every fact, with the schema of its value. Collectors, checks, inventories and reports use the key as its name. */
export const factSchemas = {
  cluster: aws.cluster,
  clusterVersions: aws.clusterVersions,
  updates: aws.updates,
  certificateAuthorities: aws.certificateAuthorities,
  subnets: aws.subnets,
  vpcSubnets: controlPlane.vpcSubnets,
  vpcDns: controlPlane.vpcDns,
  routeTables: controlPlane.routeTables,
  vpcEndpoints: controlPlane.vpcEndpoints,
  stsEndpoints: controlPlane.stsEndpoints,
  nodeInterfaces: controlPlane.nodeInterfaces,
  securityGroups: controlPlane.securityGroups,
  clusterRole: controlPlane.clusterRole,
  encryptionKey: controlPlane.encryptionKey,
  clusterRolePolicies: iam.clusterRolePolicies,
  nodegroups: aws.nodegroups,
  nodegroupUpdates: objectUpdates.nodegroupUpdates,
  nodegroupAccessEntries: nodeAccess.nodegroupAccessEntries,
  nodegroupAuthRoles: nodeAccess.nodegroupAuthRoles,
  selfManagedRoles: nodeAccess.selfManagedRoles,
  nodeImages: aws.nodeImages,
  fargateProfiles: fargate.fargateProfiles,
  fargateRoles: fargate.fargateRoles,
  addonNames,
  addons: aws.addons,
  addonUpdates: objectUpdates.addonUpdates,
  addonVersions,
  insights,
  rollbackInsights,
  autoScalingGroups: aws.autoScalingGroups,
  instanceRefreshes: objectUpdates.instanceRefreshes,
  emptyAutoScalingGroups,
  launchTemplates,
  launchTemplateImages,
  instanceTypes,
  instanceTypeOfferings,
  subnetBlocks,
  spotServiceLinkedRole: aws.spotServiceLinkedRole,
  nodes,
  deployments: kube.workloads,
  daemonSets: kube.workloads,
  statefulSets: kube.workloads,
  cronJobs: kube.workloads,
  pods: kube.pods,
  podImages: kube.podImages,
  podDisruptionBudgets: disruption.podDisruptionBudgets,
  budgetedPods: disruption.budgetedPods,
  budgetedWorkloads: disruption.budgetedWorkloads,
  drainTraits,
  waitingPods,
  unreadyPods,
  workloadPods,
  podTemplates,
  nodeLabels,
  nodeRoleUsers,
  namespaces: kube.namespaces,
  podSecurityPolicies: kube.podSecurityPolicies,
  fargateWorkloads: kube.fargateWorkloads,
  vpcCni: coreAddons.vpcCni,
  eniConfigs,
  loadBalancerControllers: coreAddons.loadBalancerControllers,
  coredns: coreAddons.coredns,
  kubeProxy: coreAddons.kubeProxy,
  kubeProxyModes: coreAddons.kubeProxyModes,
  apiClients: coreAddons.apiClients,
  coreComponents: coreAddons.coreComponents,
  apiGroups: kube.apiGroups,
  servedApis,
  apiObjects,
  introducedObjects,
  argoApplications,
  fluxInventories,
  requestedApis,
  auditedCalls,
  apiServices: apiExtensions.apiServices,
  crds: apiExtensions.crds,
  admissionPolicies: apiExtensions.admissionPolicies,
  admissionWebhooks: apiExtensions.admissionWebhooks,
  webhookServices: apiExtensions.webhookServices,
  persistentVolumes: storage.persistentVolumes,
  volumeAttachments: storage.volumeAttachments,
  csiDrivers: storage.csiDrivers,
  csiNodes: storage.csiNodes,
  seLinuxVolumes: storage.seLinuxVolumes,
  storageClasses: storage.storageClasses,
  accessGrants,
  claimStatusWriters,
  serviceAddresses,
  networkPolicyAddresses,
  metricUses,
  ebsCsiControllers: storage.ebsCsiControllers,
  clusterAutoscalers: software.clusterAutoscalers,
  controllers: software.controllers,
  componentRights,
  nvidiaDevicePlugins: software.nvidiaDevicePlugins,
  logAgents: software.logAgents,
  ingressNginxControllers: ingress.ingressNginxControllers,
  ingressClasses: ingress.ingressClasses,
  nginxIngresses: ingress.nginxIngresses,
  karpenterControllers: karpenter.karpenterControllers,
  karpenterEndpoints: karpenterAccount.karpenterEndpoints,
  karpenterNodeRoles: karpenterAccount.karpenterNodeRoles,
  nodeAccessEntries: nodeAccess.nodeAccessEntries,
  nodeAuthRoles: nodeAccess.nodeAuthRoles,
  vpcCniRole: karpenterAccount.vpcCniRole,
  karpenterSubnets: karpenterAccount.karpenterSubnets,
  karpenterQueues: karpenterAccount.karpenterQueues,
  karpenterRoles: iam.karpenterRoles,
  karpenterSecurityGroups: karpenterAccount.karpenterSecurityGroups,
  karpenterImages: karpenterAccount.karpenterImages,
  capacityReservations: karpenterAccount.capacityReservations,
  karpenterCrds: karpenterObjects.karpenterCrds,
  karpenterConversionServices: karpenterObjects.karpenterConversionServices,
  karpenterPools: karpenterObjects.karpenterPools,
  karpenterNodeClasses: karpenterObjects.karpenterNodeClasses,
  autoModeNodeClasses,
  karpenterClaims: karpenterObjects.karpenterClaims,
  karpenterPoolKinds: karpenterObjects.karpenterPoolKinds,
  karpenterNodeClassKinds: karpenterObjects.karpenterNodeClassKinds,
  karpenterClaimKinds: karpenterObjects.karpenterClaimKinds,
  karpenterKeys: karpenterKeys,
  helmHistories,
  helmManifests,
  helmReleases,
  vcpuQuotas,
  vcpuUsage,
  kubectl: local.kubectl,
  eksctl: local.eksctl,
} as const;

export type FactName = keyof typeof factSchemas;

/** The value of each fact. Plain JSON: can be saved, compared and replayed. */
export type Facts = { [Name in FactName]: z.infer<(typeof factSchemas)[Name]> };

export const factNames = Object.keys(factSchemas) as FactName[];

export type NodeFact = Facts['nodes'][number];
