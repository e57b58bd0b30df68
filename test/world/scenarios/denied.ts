import { healthyWorld } from '../healthy.ts';
import type { World } from '../world.ts';

const aws = [
  'autoscaling:DescribeAutoScalingGroups',
  'ec2:DescribeImages',
  'ec2:DescribeInstances',
  'ec2:DescribeRouteTables',
  'ec2:DescribeSecurityGroups',
  'ec2:DescribeSubnets',
  'ec2:DescribeVpcAttribute',
  'ec2:DescribeVpcEndpoints',
  'ec2:GetManagedPrefixListEntries',
  'eks:DescribeAccessEntry',
  'eks:DescribeAddon',
  'eks:DescribeAddonVersions',
  'eks:DescribeClusterVersions',
  'eks:DescribeInsight',
  'eks:DescribeNodegroup',
  'eks:DescribePodIdentityAssociation',
  'eks:DescribeUpdate',
  'eks:ListAccessEntries',
  'eks:ListAddons',
  'eks:ListCertificateAuthorities',
  'eks:ListInsights',
  'eks:ListNodegroups',
  'eks:ListPodIdentityAssociations',
  'eks:ListUpdates',
  'events:DescribeRule',
  'events:ListRuleNamesByTarget',
  'iam:GetInstanceProfile',
  'iam:GetPolicy',
  'iam:GetPolicyVersion',
  'iam:GetRole',
  'iam:GetRolePolicy',
  'iam:ListAttachedRolePolicies',
  'iam:ListRolePolicies',
  'sqs:GetQueueUrl',
];
const lists = [
  'awsnodetemplates.karpenter.k8s.aws: list',
  'configmaps: get',
  'cronjobs.batch: list',
  'csidrivers.storage.k8s.io: list',
  'customresourcedefinitions.apiextensions.k8s.io: list',
  'daemonsets.apps: list',
  'deployments.apps: list',
  'ec2nodeclasses.karpenter.k8s.aws: list',
  'machines.karpenter.sh: list',
  'namespaces: list',
  'nodeclaims.karpenter.sh: list',
  'nodepools.karpenter.sh: list',
  'nodes: list',
  'persistentvolumes: list',
  'poddisruptionbudgets.policy: list',
  'pods: list',
  'podsecuritypolicies.policy: list',
  'provisioners.karpenter.sh: list',
  'secrets: get',
  'secrets: list',
  'serviceaccounts: get',
  'statefulsets.apps: list',
];

/** Programs that nobody may run. */
const brokenTools: World['tools'] = {
  eksctl: { exits: 1, says: 'eksctl: cannot execute binary file' },
  kubectl: { exits: 126, says: 'kubectl: permission denied' },
};

/** Whoever scans may describe the cluster, and nothing else. */
export function everythingDeniedWorld(): World {
  return { ...healthyWorld(), deny: [...aws, ...lists, '/apis: get'], tools: brokenTools };
}

/** An access entry without a policy: everything of AWS, discovery as EKS gives it to every identity, and no list. */
export function listsDeniedWorld(): World {
  return { ...healthyWorld(), deny: lists };
}
