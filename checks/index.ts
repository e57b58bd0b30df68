import type { AnyCheck } from '../src/check.ts';
import spotServiceLinkedRole from './account/spot-service-linked-role.ts';
import corednsUpstream from './addons/coredns-upstream.ts';
import loadBalancerControllerVersion from './addons/load-balancer-controller-version.ts';
import vpcCniVersion from './addons/vpc-cni-version.ts';
import podSecurityPolicies from './apis/pod-security-policies.ts';
import controlPlaneHealth from './control-plane/health.ts';
import subnetIps from './control-plane/subnet-ips.ts';
import controlPlaneSubnets from './control-plane/subnets.ts';
import versionStep from './control-plane/version-step.ts';
import kubeletSkew from './nodes/kubelet-skew.ts';
import nodesVersionBehind from './nodes/version-behind.ts';
import runtimeSocket from './workloads/runtime-socket.ts';

/** Every check, one line each, sorted by id. */
export const checks: readonly AnyCheck[] = [
  spotServiceLinkedRole,
  corednsUpstream,
  loadBalancerControllerVersion,
  vpcCniVersion,
  podSecurityPolicies,
  controlPlaneHealth,
  subnetIps,
  controlPlaneSubnets,
  versionStep,
  kubeletSkew,
  nodesVersionBehind,
  runtimeSocket,
];
