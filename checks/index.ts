import type { AnyCheck } from '../src/check.ts';
import spotServiceLinkedRole from './account/spot-service-linked-role.ts';
import clusterAutoscalerVersion from './addons/cluster-autoscaler-version.ts';
import addonCompatibility from './addons/compatibility.ts';
import corednsCorefile from './addons/coredns-corefile.ts';
import corednsUpstream from './addons/coredns-upstream.ts';
import ebsCsiDriver from './addons/ebs-csi-driver.ts';
import fluentdLogFormat from './addons/fluentd-log-format.ts';
import addonHealth from './addons/health.ts';
import kubeProxyMode from './addons/kube-proxy-mode.ts';
import kubeProxySkew from './addons/kube-proxy-skew.ts';
import loadBalancerControllerVersion from './addons/load-balancer-controller-version.ts';
import nvidiaDevicePlugin from './addons/nvidia-device-plugin.ts';
import tokenRefresh from './addons/token-refresh.ts';
import vpcCniVersion from './addons/vpc-cni-version.ts';
import podSecurityPolicies from './apis/pod-security-policies.ts';
import eksctlVersion from './clients/eksctl-version.ts';
import kubectlVersion from './clients/kubectl-version.ts';
import clusterRole from './control-plane/cluster-role.ts';
import controlPlaneHealth from './control-plane/health.ts';
import securityGroups from './control-plane/security-groups.ts';
import subnetIps from './control-plane/subnet-ips.ts';
import controlPlaneSubnets from './control-plane/subnets.ts';
import supportWindow from './control-plane/support-window.ts';
import upgradeInsights from './control-plane/upgrade-insights.ts';
import versionStep from './control-plane/version-step.ts';
import vpcDns from './control-plane/vpc-dns.ts';
import karpenterAlphaResources from './karpenter/alpha-resources.ts';
import karpenterBreakingChanges from './karpenter/breaking-changes.ts';
import karpenterCapacityType from './karpenter/capacity-type.ts';
import karpenterControllerIam from './karpenter/controller-iam.ts';
import karpenterCrdStoredVersions from './karpenter/crd-stored-versions.ts';
import karpenterCrds from './karpenter/crds.ts';
import karpenterDrift from './karpenter/drift.ts';
import karpenterHelmRelease from './karpenter/helm-release.ts';
import karpenterInterruptionQueue from './karpenter/interruption-queue.ts';
import karpenterKubernetesCompatibility from './karpenter/kubernetes-compatibility.ts';
import karpenterLegacyLabels from './karpenter/legacy-labels.ts';
import karpenterNodeRole from './karpenter/node-role.ts';
import karpenterReferences from './karpenter/references.ts';
import karpenterRemovedFields from './karpenter/removed-fields.ts';
import karpenterSelectorWidening from './karpenter/selector-widening.ts';
import karpenterSettings from './karpenter/settings.ts';
import karpenterStatus from './karpenter/status.ts';
import karpenterUpgradeHops from './karpenter/upgrade-hops.ts';
import karpenterVersionBehind from './karpenter/version-behind.ts';
import amazonLinux2 from './nodes/amazon-linux-2.ts';
import containerRuntime from './nodes/container-runtime.ts';
import kubeletSkew from './nodes/kubelet-skew.ts';
import nodeGroupHealth from './nodes/node-group-health.ts';
import nodesNotReady from './nodes/not-ready.ts';
import nodesVersionBehind from './nodes/version-behind.ts';
import pdbBlocksDrain from './workloads/pdb-blocks-drain.ts';
import pdbMissing from './workloads/pdb-missing.ts';
import runtimeSocket from './workloads/runtime-socket.ts';
import singleReplica from './workloads/single-replica.ts';

/** Every check, one line each, sorted by id. */
export const checks: readonly AnyCheck[] = [
  spotServiceLinkedRole,
  clusterAutoscalerVersion,
  addonCompatibility,
  corednsCorefile,
  corednsUpstream,
  ebsCsiDriver,
  fluentdLogFormat,
  addonHealth,
  kubeProxyMode,
  kubeProxySkew,
  loadBalancerControllerVersion,
  nvidiaDevicePlugin,
  tokenRefresh,
  vpcCniVersion,
  podSecurityPolicies,
  eksctlVersion,
  kubectlVersion,
  clusterRole,
  controlPlaneHealth,
  securityGroups,
  subnetIps,
  controlPlaneSubnets,
  supportWindow,
  upgradeInsights,
  versionStep,
  vpcDns,
  karpenterAlphaResources,
  karpenterBreakingChanges,
  karpenterCapacityType,
  karpenterControllerIam,
  karpenterCrdStoredVersions,
  karpenterCrds,
  karpenterDrift,
  karpenterHelmRelease,
  karpenterInterruptionQueue,
  karpenterKubernetesCompatibility,
  karpenterLegacyLabels,
  karpenterNodeRole,
  karpenterReferences,
  karpenterRemovedFields,
  karpenterSelectorWidening,
  karpenterSettings,
  karpenterStatus,
  karpenterUpgradeHops,
  karpenterVersionBehind,
  amazonLinux2,
  containerRuntime,
  kubeletSkew,
  nodeGroupHealth,
  nodesNotReady,
  nodesVersionBehind,
  pdbBlocksDrain,
  pdbMissing,
  runtimeSocket,
  singleReplica,
];
