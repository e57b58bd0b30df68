import type * as z from 'zod/mini';
import * as aws from './facts/aws.ts';
import * as kube from './facts/kube.ts';

/** Every fact, with the schema of its value. The key is the fact's name everywhere: collector, check, inventory, report. */
export const factSchemas = {
  cluster: aws.cluster,
  clusterVersions: aws.clusterVersions,
  updates: aws.updates,
  certificateAuthorities: aws.certificateAuthorities,
  subnets: aws.subnets,
  nodegroups: aws.nodegroups,
  addons: aws.addons,
  autoScalingGroups: aws.autoScalingGroups,
  spotServiceLinkedRole: aws.spotServiceLinkedRole,
  nodes: kube.nodes,
  deployments: kube.workloads,
  daemonSets: kube.workloads,
  statefulSets: kube.workloads,
  cronJobs: kube.workloads,
  pods: kube.pods,
  namespaces: kube.namespaces,
  podSecurityPolicies: kube.podSecurityPolicies,
  fargateWorkloads: kube.fargateWorkloads,
  vpcCni: kube.vpcCni,
  loadBalancerControllers: kube.loadBalancerControllers,
  coredns: kube.coredns,
  apiGroups: kube.apiGroups,
} as const;

export type FactName = keyof typeof factSchemas;

/** The value of each fact. Plain JSON: can be saved, compared and replayed. */
export type Facts = { [Name in FactName]: z.infer<(typeof factSchemas)[Name]> };

export const factNames = Object.keys(factSchemas) as FactName[];

export type NodeFact = Facts['nodes'][number];
