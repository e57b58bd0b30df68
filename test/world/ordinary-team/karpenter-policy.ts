type Json = Record<string, unknown>;
type Condition = Readonly<Record<string, Readonly<Record<string, string | readonly string[]>>>>;

/** modules/karpenter/policy.tf of terraform-aws-eks 21.10.1, for the cluster prod. */

const region = 'eu-west-1';
const account = '111122223333';
const ec2 = (...types: string[]): string[] => types.map((type) => `arn:aws:ec2:${region}:*:${type}/*`);
const ours = (...types: string[]): string[] => types.map((type) => `arn:aws:ec2:${region}::${type}/*`);
const profiles = `arn:aws:iam::${account}:instance-profile/*`;
const owned = (kind: string): Readonly<Record<string, string>> => ({
  [`aws:${kind}/kubernetes.io/cluster/prod`]: 'owned',
});
const named = { 'aws:RequestTag/eks:eks-cluster-name': 'prod' };
const pool = (kind: string): Readonly<Record<string, string>> => ({ [`aws:${kind}/karpenter.sh/nodepool`]: '*' });
const nodeClass = (kind: string): Readonly<Record<string, string>> => ({
  [`aws:${kind}/karpenter.k8s.aws/ec2nodeclass`]: '*',
});
const inRegion = (kind: string): Readonly<Record<string, string>> => ({
  [`aws:${kind}/topology.kubernetes.io/region`]: region,
});

function allow(Sid: string, Action: string | string[], Resource: string | string[], Condition?: Condition): Json {
  return { Sid, Effect: 'Allow', Action, Resource, ...(Condition === undefined ? {} : { Condition }) };
}

const created = ['fleet', 'instance', 'volume', 'network-interface', 'launch-template', 'spot-instances-request'];

const launch = [
  allow(
    'AllowScopedEC2InstanceAccessActions',
    ['ec2:RunInstances', 'ec2:CreateFleet'],
    [...ours('image', 'snapshot'), ...ec2('security-group', 'subnet', 'capacity-reservation')],
  ),
  allow('AllowScopedEC2LaunchTemplateAccessActions', ['ec2:RunInstances', 'ec2:CreateFleet'], ec2('launch-template'), {
    StringEquals: owned('ResourceTag'),
    StringLike: pool('ResourceTag'),
  }),
  allow(
    'AllowScopedEC2InstanceActionsWithTags',
    ['ec2:RunInstances', 'ec2:CreateFleet', 'ec2:CreateLaunchTemplate'],
    ec2(...created, 'capacity-reservation'),
    { StringEquals: { ...owned('RequestTag'), ...named }, StringLike: pool('RequestTag') },
  ),
  allow('AllowScopedResourceCreationTagging', 'ec2:CreateTags', ec2(...created), {
    StringEquals: {
      ...owned('RequestTag'),
      ...named,
      'ec2:CreateAction': ['RunInstances', 'CreateFleet', 'CreateLaunchTemplate'],
    },
    StringLike: pool('RequestTag'),
  }),
  allow('AllowScopedResourceTagging', 'ec2:CreateTags', ec2('instance'), {
    StringEquals: owned('ResourceTag'),
    StringLike: pool('ResourceTag'),
    StringEqualsIfExists: named,
    'ForAllValues:StringEquals': { 'aws:TagKeys': ['eks:eks-cluster-name', 'karpenter.sh/nodeclaim', 'Name'] },
  }),
  allow(
    'AllowScopedDeletion',
    ['ec2:TerminateInstances', 'ec2:DeleteLaunchTemplate'],
    ec2('instance', 'launch-template'),
    { StringEquals: owned('ResourceTag'), StringLike: pool('ResourceTag') },
  ),
];

const described = [
  'CapacityReservations',
  'AvailabilityZones',
  'Images',
  'Instances',
  'InstanceTypeOfferings',
  'InstanceTypes',
  'LaunchTemplates',
  'SecurityGroups',
  'SpotPriceHistory',
  'Subnets',
];

const reads = [
  allow(
    'AllowRegionalReadActions',
    described.map((what) => `ec2:Describe${what}`),
    '*',
    {
      StringEquals: { 'aws:RequestedRegion': region },
    },
  ),
  allow('AllowSSMReadActions', 'ssm:GetParameter', `arn:aws:ssm:${region}::parameter/aws/service/*`),
  allow('AllowPricingReadActions', 'pricing:GetProducts', '*'),
];

const instanceProfiles = [
  allow('AllowScopedInstanceProfileCreationActions', 'iam:CreateInstanceProfile', profiles, {
    StringEquals: { ...owned('RequestTag'), ...named, ...inRegion('RequestTag') },
    StringLike: nodeClass('RequestTag'),
  }),
  allow('AllowScopedInstanceProfileTagActions', 'iam:TagInstanceProfile', profiles, {
    StringEquals: {
      ...owned('ResourceTag'),
      ...inRegion('ResourceTag'),
      ...owned('RequestTag'),
      ...named,
      ...inRegion('RequestTag'),
    },
    StringLike: { ...nodeClass('ResourceTag'), ...nodeClass('RequestTag') },
  }),
  allow(
    'AllowScopedInstanceProfileActions',
    ['iam:AddRoleToInstanceProfile', 'iam:RemoveRoleFromInstanceProfile', 'iam:DeleteInstanceProfile'],
    profiles,
    { StringEquals: { ...owned('ResourceTag'), ...inRegion('ResourceTag') }, StringLike: nodeClass('ResourceTag') },
  ),
  allow('AllowInstanceProfileReadActions', 'iam:GetInstanceProfile', profiles),
  allow('AllowUnscopedInstanceProfileListAction', 'iam:ListInstanceProfiles', '*'),
];

/** The policy document as Terraform renders it. */
export function karpenterModulePolicy(nodeRoleArn: string, queue: string): { Version: string; Statement: Json[] } {
  return {
    Version: '2012-10-17',
    Statement: [
      ...launch,
      ...reads,
      allow(
        'AllowInterruptionQueueActions',
        ['sqs:ReceiveMessage', 'sqs:GetQueueUrl', 'sqs:DeleteMessage'],
        `arn:aws:sqs:${region}:${account}:${queue}`,
      ),
      allow('AllowPassingInstanceRole', 'iam:PassRole', nodeRoleArn, {
        StringEquals: { 'iam:PassedToService': 'ec2.amazonaws.com' },
      }),
      ...instanceProfiles,
      allow('AllowAPIServerEndpointDiscovery', 'eks:DescribeCluster', `arn:aws:eks:${region}:${account}:cluster/prod`),
    ],
  };
}
