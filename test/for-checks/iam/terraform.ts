const account = '111122223333';
const ec2 = (type: string) => `arn:aws:ec2:*:${account}:${type}/*`;
const discovery = { StringEquals: { 'ec2:ResourceTag/karpenter.sh/discovery': 'prod' } };
const queue = `arn:aws:sqs:eu-west-1:${account}:Karpenter-prod`;

/**
 * The policy that version 19.16 of the Terraform module eks gives the controller of the cluster prod
 * (modules/karpenter/main.tf): it relies on a tag that the node template must set, not on Karpenter's own tags.
 */
export const terraform1916 = {
  Version: '2012-10-17',
  Statement: [
    {
      Effect: 'Allow',
      Action: [
        'ec2:CreateLaunchTemplate',
        'ec2:CreateFleet',
        'ec2:CreateTags',
        'ec2:DescribeLaunchTemplates',
        'ec2:DescribeImages',
        'ec2:DescribeInstances',
        'ec2:DescribeSecurityGroups',
        'ec2:DescribeSubnets',
        'ec2:DescribeInstanceTypes',
        'ec2:DescribeInstanceTypeOfferings',
        'ec2:DescribeAvailabilityZones',
        'ec2:DescribeSpotPriceHistory',
        'pricing:GetProducts',
      ],
      Resource: '*',
    },
    {
      Effect: 'Allow',
      Action: ['ec2:TerminateInstances', 'ec2:DeleteLaunchTemplate'],
      Resource: '*',
      Condition: discovery,
    },
    { Effect: 'Allow', Action: 'ec2:RunInstances', Resource: ec2('launch-template'), Condition: discovery },
    {
      Effect: 'Allow',
      Action: 'ec2:RunInstances',
      Resource: [
        'arn:aws:ec2:*::image/*',
        'arn:aws:ec2:*::snapshot/*',
        ...['instance', 'spot-instances-request', 'security-group', 'volume', 'network-interface', 'subnet'].map(ec2),
      ],
    },
    { Effect: 'Allow', Action: 'ssm:GetParameter', Resource: 'arn:aws:ssm:*:*:parameter/aws/service/*' },
    { Effect: 'Allow', Action: 'eks:DescribeCluster', Resource: `arn:aws:eks:*:${account}:cluster/prod` },
    { Effect: 'Allow', Action: 'iam:PassRole', Resource: `arn:aws:iam::${account}:role/KarpenterNodeRole-prod` },
    {
      Effect: 'Allow',
      Action: ['sqs:DeleteMessage', 'sqs:GetQueueUrl', 'sqs:GetQueueAttributes', 'sqs:ReceiveMessage'],
      Resource: queue,
    },
  ],
};
