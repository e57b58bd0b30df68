import type { World } from '../world.ts';
import { tagList, teamTags } from './network.ts';

type Json = Record<string, unknown>;
type Roles = Pick<World['aws'], 'roles' | 'attachedPolicies' | 'inlinePolicies' | 'managedPolicies'>;

/** The account's roles as terraform-aws-eks 21 and its sister modules create them. */

const account = '111122223333';
const issuer = 'oidc.eks.eu-west-1.amazonaws.com/id/EXAMPLED539D4633E53DE1B71EXAMPLE';
const managed = (name: string): string => `arn:aws:iam::aws:policy/${name}`;
const own = (name: string): string => `arn:aws:iam::${account}:policy/${name}`;

export const roleNames = {
  cluster: 'prod-cluster-20250312080423117800000003',
  system: 'system-eks-node-group-20250312080423116100000001',
  apps: 'apps-eks-node-group-20250312080423117200000002',
  ebsCsi: 'AmazonEKSPodIdentityAmazonEBSCSIDriverRole-prod',
};

export function roleArn(name: string): string {
  return `arn:aws:iam::${account}:role/${name}`;
}

/** A role as GetRole returns it. */
export function aTeamRole(RoleName: string, Principal: Json, actions: readonly string[], more: Json = {}): Json {
  const trust = { Version: '2012-10-17', Statement: [{ Effect: 'Allow', Principal, Action: actions, ...more }] };
  return {
    RoleName,
    Path: '/',
    RoleId: 'AROAEXAMPLETEAM',
    Arn: roleArn(RoleName),
    CreateDate: '2025-03-12T08:04:23Z',
    AssumeRolePolicyDocument: encodeURIComponent(JSON.stringify(trust)),
    MaxSessionDuration: 3600,
    Tags: tagList(teamTags),
  };
}

const forPods = (name: string): Json =>
  aTeamRole(name, { Service: 'pods.eks.amazonaws.com' }, ['sts:AssumeRole', 'sts:TagSession']);
const forInstances = (name: string): Json => aTeamRole(name, { Service: 'ec2.amazonaws.com' }, ['sts:AssumeRole']);
const forAccount = (name: string, path: string): Json =>
  aTeamRole(name, { Federated: `arn:aws:iam::${account}:oidc-provider/${issuer}` }, ['sts:AssumeRoleWithWebIdentity'], {
    Condition: {
      StringEquals: { [`${issuer}:sub`]: `system:serviceaccount:${path}`, [`${issuer}:aud`]: 'sts.amazonaws.com' },
    },
  });

const nodePolicies = ['AmazonEC2ContainerRegistryReadOnly', 'AmazonEKSWorkerNodePolicy', 'AmazonEKS_CNI_Policy'];
const encryption = own('prod-cluster-ClusterEncryption20250312080441906100000010');

/** Roles of cluster, node groups, add-ons and charts; the cluster's role has the module's KMS key policy. */
export function teamRoles(): Roles {
  const charts = {
    'prod-aws-load-balancer-controller': 'kube-system:aws-load-balancer-controller',
    'prod-cluster-autoscaler': 'kube-system:cluster-autoscaler-aws-cluster-autoscaler',
    'prod-external-dns': 'external-dns:external-dns',
  };
  return {
    roles: {
      [roleNames.cluster]: aTeamRole(roleNames.cluster, { Service: 'eks.amazonaws.com' }, [
        'sts:AssumeRole',
        'sts:TagSession',
      ]),
      [roleNames.system]: forInstances(roleNames.system),
      [roleNames.apps]: forInstances(roleNames.apps),
      [roleNames.ebsCsi]: forPods(roleNames.ebsCsi),
      ...Object.fromEntries(Object.entries(charts).map(([name, path]) => [name, forAccount(name, path)])),
    },
    attachedPolicies: {
      [roleNames.cluster]: [managed('AmazonEKSClusterPolicy'), encryption],
      [roleNames.system]: nodePolicies.map(managed),
      [roleNames.apps]: nodePolicies.map(managed),
      [roleNames.ebsCsi]: [managed('service-role/AmazonEBSCSIDriverPolicy')],
    },
    inlinePolicies: {},
    managedPolicies: {
      [encryption]: {
        Version: '2012-10-17',
        Statement: [
          {
            Sid: 'ClusterEncryption',
            Effect: 'Allow',
            Action: ['kms:Encrypt', 'kms:Decrypt', 'kms:ListGrants', 'kms:DescribeKey'],
            Resource: `arn:aws:kms:eu-west-1:${account}:key/3c9a61f8-52d7-4e0b-9f14-7ab2d6e85c03`,
          },
        ],
      },
    },
  };
}
