import { templatePolicy, type TemplateMinor } from '../../for-checks/iam/templates.ts';
import type { World } from '../world.ts';
import { karpenterModulePolicy } from './karpenter-policy.ts';
import { aTeamRole, roleArn } from './roles.ts';

/** What Karpenter depends on in the account, as its guide's template or the Terraform submodule creates it. */

const account = '111122223333';
const managed = (name: string): string => `arn:aws:iam::aws:policy/${name}`;
const forPods = [{ Service: 'pods.eks.amazonaws.com' }, ['sts:AssumeRole', 'sts:TagSession']] as const;
const forInstances = [{ Service: 'ec2.amazonaws.com' }, ['sts:AssumeRole']] as const;

/** AmazonSSMManagedInstanceCore as in the AWS managed policy reference. */
const ssmCore = {
  Version: '2012-10-17',
  Statement: [
    {
      Effect: 'Allow',
      Action: [
        'ssm:DescribeAssociation',
        'ssm:GetDeployablePatchSnapshotForInstance',
        'ssm:GetDocument',
        'ssm:DescribeDocument',
        'ssm:GetManifest',
        'ssm:GetParameter',
        'ssm:GetParameters',
        'ssm:ListAssociations',
        'ssm:ListInstanceAssociations',
        'ssm:PutInventory',
        'ssm:PutComplianceItems',
        'ssm:PutConfigurePackageResult',
        'ssm:UpdateAssociationStatus',
        'ssm:UpdateInstanceAssociationStatus',
        'ssm:UpdateInstanceInformation',
      ],
      Resource: '*',
    },
    {
      Effect: 'Allow',
      Action: [
        'ssmmessages:CreateControlChannel',
        'ssmmessages:CreateDataChannel',
        'ssmmessages:OpenControlChannel',
        'ssmmessages:OpenDataChannel',
      ],
      Resource: '*',
    },
    {
      Effect: 'Allow',
      Action: [
        'ec2messages:AcknowledgeMessage',
        'ec2messages:DeleteMessage',
        'ec2messages:FailMessage',
        'ec2messages:GetEndpoint',
        'ec2messages:GetMessages',
        'ec2messages:SendReply',
      ],
      Resource: '*',
    },
  ],
};

interface Roles {
  controller: string;
  policies: Readonly<Record<string, unknown>>;
  node: string;
  nodePolicies: readonly string[];
}

/** Adds two roles with their policies, the association of EKS Pod Identity, and the access entry of the nodes. */
function withRoles(aws: World['aws'], { controller, policies, node, nodePolicies }: Roles): World['aws'] {
  const arns = Object.fromEntries(
    Object.entries(policies).map(([name, document]) => [`arn:aws:iam::${account}:policy/${name}`, document]),
  );
  return {
    ...aws,
    roles: { ...aws.roles, [controller]: aTeamRole(controller, ...forPods), [node]: aTeamRole(node, ...forInstances) },
    attachedPolicies: {
      ...aws.attachedPolicies,
      [controller]: Object.keys(arns),
      [node]: nodePolicies.map(managed),
    },
    managedPolicies: { ...aws.managedPolicies, ...arns, [managed('AmazonSSMManagedInstanceCore')]: ssmCore },
    podIdentityAssociations: {
      ...aws.podIdentityAssociations,
      'a-karpenter': { namespace: 'kube-system', serviceAccount: 'karpenter', roleArn: roleArn(controller) },
    },
    accessEntries: { ...aws.accessEntries, [roleArn(node)]: { principalArn: roleArn(node), type: 'EC2_LINUX' } },
  };
}

/** The account after a minor's guide: CloudFormation creates the node role, policy and queue, eksctl the rest. */
export function withGuideAccount(world: World, minor: TemplateMinor = '1.8'): World {
  const aws = withRoles(world.aws, {
    controller: 'prod-karpenter',
    policies: { 'KarpenterControllerPolicy-prod': templatePolicy(minor) },
    node: 'KarpenterNodeRole-prod',
    nodePolicies: [
      'AmazonEC2ContainerRegistryPullOnly',
      'AmazonEKSWorkerNodePolicy',
      'AmazonEKS_CNI_Policy',
      'AmazonSSMManagedInstanceCore',
    ],
  });
  const spot = 'AWSServiceRoleForEC2Spot';
  const role = aTeamRole(spot, { Service: 'spot.amazonaws.com' }, ['sts:AssumeRole']);
  const path = '/aws-service-role/spot.amazonaws.com/';
  const roles = { ...aws.roles, [spot]: { ...role, Path: path, Arn: `arn:aws:iam::${account}:role${path}${spot}` } };
  const stack = (rule: string): string => `Karpenter-prod-${rule}Rule-1XWVB7Q2K9D4`;
  return withEvents({ ...world, aws: { ...aws, roles } }, 'prod', {
    [stack('InstanceStateChange')]: events.stateChange,
    [stack('Rebalance')]: events.rebalance,
    [stack('ScheduledChange')]: events.health,
    [stack('SpotInterruption')]: events.spot,
  });
}

/** Names as the submodule generates them; the name of the node role is that of the submodule's example. */
const suffix = '20250312081602334500000019';
export const moduleNames = { queue: 'Karpenter-prod', nodeRole: 'prod', controller: `KarpenterController-${suffix}` };

/** The account of the submodule `karpenter` of terraform-aws-eks 21.10.1: four rules, and none of the guide's tags. */
export function withModuleAccount(world: World): World {
  const { queue, nodeRole, controller } = moduleNames;
  const aws = withRoles(world.aws, {
    controller,
    policies: { [`KarpenterController-${suffix}`]: karpenterModulePolicy(roleArn(nodeRole), queue) },
    node: nodeRole,
    nodePolicies: [
      'AmazonEC2ContainerRegistryPullOnly',
      'AmazonEKSWorkerNodePolicy',
      'AmazonEKS_CNI_Policy',
      'AmazonSSMManagedInstanceCore',
    ],
  });
  const named = (rule: string): string => `Karpenter${rule}-${suffix}`;
  return withEvents({ ...world, aws }, queue, {
    [named('HealthEvent')]: events.health,
    [named('InstanceRebalance')]: events.rebalance,
    [named('InstanceStateChange')]: events.stateChange,
    [named('SpotInterrupt')]: events.spot,
  });
}

const events = {
  health: ['aws.health', 'AWS Health Event'],
  rebalance: ['aws.ec2', 'EC2 Instance Rebalance Recommendation'],
  spot: ['aws.ec2', 'EC2 Spot Instance Interruption Warning'],
  stateChange: ['aws.ec2', 'EC2 Instance State-change Notification'],
} as const;

/** The queue, and the rules that fill it, each with its source and detail type. */
function withEvents(world: World, queue: string, rules: Readonly<Record<string, readonly [string, string]>>): World {
  const targets = [`arn:aws:sqs:${world.region}:${account}:${queue}`];
  const eventRules = Object.fromEntries(
    Object.entries(rules).map(([name, [source, detail]]) => [
      name,
      { targets, rule: { EventPattern: JSON.stringify({ 'detail-type': [detail], source: [source] }) } },
    ]),
  );
  return { ...world, aws: { ...world.aws, queues: [queue], eventRules } };
}
