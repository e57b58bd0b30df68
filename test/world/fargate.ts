import type { World } from './world.ts';

type Aws = World['aws'];
type Json = Record<string, unknown>;

const account = '111122223333';
const role = 'prod-fargate';
const ownPolicy = `arn:aws:iam::${account}:policy/fargate-logs`;

/** A Fargate profile as DescribeFargateProfile returns it; it selects the namespace of the same name. */
export function aFargateProfile(name: string, more: Json = {}): Json {
  return {
    fargateProfileName: name,
    fargateProfileArn: `arn:aws:eks:eu-west-1:${account}:fargateprofile/prod/${name}/0a1b2c3d`,
    clusterName: 'prod',
    createdAt: 1705305600,
    podExecutionRoleArn: `arn:aws:iam::${account}:role/${role}`,
    subnets: ['subnet-0aaa', 'subnet-0bbb'],
    selectors: [{ namespace: name }],
    status: 'ACTIVE',
    tags: {},
    health: { issues: [] },
    ...more,
  };
}

/** The label that EKS sets on pods that run on Fargate, as an option of `aPodObject`. */
export function runsWith(profile: string): { labels: Record<string, string> } {
  return { labels: { 'eks.amazonaws.com/fargate-profile': profile } };
}

/** The account with these profiles and their pod execution role, as in the user guide, and with a logging policy. */
export function withFargate(aws: Aws, profiles: readonly Json[]): Aws {
  const logs = { Version: '2012-10-17', Statement: [{ Effect: 'Allow', Action: 'logs:PutLogEvents', Resource: '*' }] };
  return {
    ...aws,
    fargateProfiles: Object.fromEntries(profiles.map((profile) => [String(profile['fargateProfileName']), profile])),
    roles: { ...aws.roles, [role]: podExecutionRole },
    attachedPolicies: {
      ...aws.attachedPolicies,
      [role]: ['arn:aws:iam::aws:policy/AmazonEKSFargatePodExecutionRolePolicy', ownPolicy],
    },
    inlinePolicies: { ...aws.inlinePolicies, [role]: { logs } },
    managedPolicies: { ...aws.managedPolicies, [ownPolicy]: logs },
  };
}

const podExecutionRole = {
  RoleName: role,
  Path: '/',
  RoleId: 'AROAEXAMPLEFARGATE',
  Arn: `arn:aws:iam::${account}:role/${role}`,
  CreateDate: '2024-01-15T08:00:00Z',
  AssumeRolePolicyDocument: encodeURIComponent(
    JSON.stringify({
      Version: '2012-10-17',
      Statement: [
        {
          Effect: 'Allow',
          Principal: { Service: 'eks-fargate-pods.amazonaws.com' },
          Action: 'sts:AssumeRole',
          Condition: { ArnLike: { 'aws:SourceArn': `arn:aws:eks:eu-west-1:${account}:fargateprofile/prod/*` } },
        },
      ],
    }),
  ),
};
