import { healthyWorld } from '../healthy.ts';
import type { World } from '../world.ts';

const aws = [
  'autoscaling:DescribeAutoScalingGroups',
  'ec2:DescribeSubnets',
  'eks:DescribeAddon',
  'eks:DescribeClusterVersions',
  'eks:DescribeNodegroup',
  'eks:DescribeUpdate',
  'eks:ListAddons',
  'eks:ListCertificateAuthorities',
  'eks:ListNodegroups',
  'eks:ListUpdates',
  'iam:GetRole',
];
const lists = [
  'configmaps: get',
  'cronjobs.batch: list',
  'daemonsets.apps: list',
  'deployments.apps: list',
  'namespaces: list',
  'nodes: list',
  'pods: list',
  'podsecuritypolicies.policy: list',
  'statefulsets.apps: list',
];

/** Whoever scans may describe the cluster, and nothing else. */
export function everythingDeniedWorld(): World {
  return { ...healthyWorld(), deny: [...aws, ...lists, '/apis: get'] };
}

/** An access entry without a policy: everything of AWS, discovery as EKS gives it to every identity, and no list. */
export function listsDeniedWorld(): World {
  return { ...healthyWorld(), deny: lists };
}
