import { nodeRolePolicies, nodeRoles } from './karpenter-pools.ts';

const account = '111122223333';
const arn = (policy: string) => `arn:aws:iam::aws:policy/${policy}`;

/**
 * The role of the cluster prod as GetRole returns it, which EKS may assume and whose sessions it may tag for Auto Mode,
 * and the role of its managed nodes.
 */
export const clusterRoles: Record<string, Record<string, unknown>> = {
  ...nodeRoles('prod-node'),
  'prod-cluster': {
    RoleName: 'prod-cluster',
    Path: '/',
    RoleId: 'AROAEXAMPLECLUSTER',
    Arn: `arn:aws:iam::${account}:role/prod-cluster`,
    CreateDate: '2024-01-15T08:00:00Z',
    AssumeRolePolicyDocument: encodeURIComponent(
      JSON.stringify({
        Version: '2012-10-17',
        Statement: [
          {
            Effect: 'Allow',
            Principal: { Service: 'eks.amazonaws.com' },
            Action: ['sts:AssumeRole', 'sts:TagSession'],
            Condition: { StringEquals: { 'aws:SourceAccount': account } },
          },
        ],
      }),
    ),
  },
};

const ownPolicy = `arn:aws:iam::${account}:policy/cluster-tags`;

/** The policies attached to the role: AWS's, which suffice for Auto Mode, too, and one customer managed policy. */
export const clusterRolePolicies = {
  'prod-node': nodeRolePolicies,
  'prod-cluster': [
    ...[
      'AmazonEKSBlockStoragePolicy',
      'AmazonEKSClusterPolicy',
      'AmazonEKSComputePolicy',
      'AmazonEKSLoadBalancingPolicy',
      'AmazonEKSNetworkingPolicy',
    ].map(arn),
    ownPolicy,
  ],
};

const statement = (Action: string) => ({
  Version: '2012-10-17',
  Statement: [{ Effect: 'Allow', Action, Resource: '*' }],
});

export const clusterInlinePolicies = { 'prod-cluster': { keys: statement('kms:DescribeKey') } };
export const clusterManagedPolicies = { [ownPolicy]: statement('ec2:CreateTags') };
