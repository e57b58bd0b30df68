import { expect } from 'vitest';
import check from '../../../checks/control-plane/cluster-role/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { aComponent, addressSettings, aNode, checkCases, type Case } from '../cases.ts';

type Role = NonNullable<Facts['clusterRole']>;
type Statement = NonNullable<Role['trust']>[number];

const arn = 'arn:aws:iam::111122223333:role/prod-cluster';
const clusterPolicy = 'arn:aws:iam::aws:policy/AmazonEKSClusterPolicy';
const resource = { kind: 'Role', name: 'prod-cluster', arn };

function aStatement(more: Partial<Statement> = {}): Statement {
  return { effect: 'Allow', services: ['eks.amazonaws.com'], actions: ['sts:AssumeRole'], conditions: [], ...more };
}

type Policies = NonNullable<Facts['clusterRolePolicies']>;
type RoleFacts = { clusterRole: Role; clusterRolePolicies: Policies };

function aRole(more: Partial<Role> = {}): RoleFacts {
  return {
    clusterRolePolicies: { policies: [], boundary: null },
    clusterRole: {
      name: 'prod-cluster',
      arn,
      trust: [aStatement()],
      attachedPolicies: [clusterPolicy],
      permissionsBoundary: null,
      ...more,
    },
  };
}

/** A role with these policies; by default, no AWS managed policies are attached. */
function withPolicies(policies: Partial<Policies>, attachedPolicies: string[] = []): RoleFacts {
  return { ...aRole({ attachedPolicies }), clusterRolePolicies: { policies: [], boundary: null, ...policies } };
}

function own(...Statement: object[]): Policies['policies'][number] {
  const document = { Version: '2012-10-17', Statement };
  return { name: 'eks-minimal', arn: 'arn:aws:iam::111122223333:policy/eks-minimal', document };
}

/** The two statements of the minimal policy in the user guide: `tagging` and `reading`. */
const tagging = {
  Effect: 'Allow',
  Action: 'ec2:CreateTags',
  Resource: 'arn:aws:ec2:*:*:instance/*',
  Condition: { 'ForAnyValue:StringLike': { 'aws:TagKeys': 'kubernetes.io/cluster/*' } },
};
const reading = {
  Effect: 'Allow',
  Action: [
    'ec2:DescribeDhcpOptions',
    'ec2:DescribeInstanceTopology',
    'ec2:DescribeInstances',
    'ec2:DescribeNetworkInterfaces',
    'ec2:DescribeVpcs',
    'ec2:DescribeAvailabilityZones',
    'kms:DescribeKey',
  ],
  Resource: '*',
};

function trusting(...trust: Statement[]) {
  return aRole({ trust });
}

const condition = (operator: string, key: string, ...values: string[]) => ({ operator, key, values });
const auto = ['BlockStorage', 'Compute', 'LoadBalancing', 'Networking'].map(
  (name) => `arn:aws:iam::aws:policy/AmazonEKS${name}Policy`,
);
const trustFails = [{ level: 'fail' as const, rule: 'trust:sts:AssumeRole' }];

/** Roles for which the check reports nothing. */
const silent: [string, ReturnType<typeof aRole>, Partial<Case>?][] = [
  ['the role of the guide', aRole()],
  [
    'conditions on this cluster and account',
    trusting(
      aStatement({
        conditions: [
          condition('ArnLike', 'aws:SourceArn', 'arn:aws:eks:eu-west-1:111122223333:cluster/*'),
          condition('StringEquals', 'AWS:SourceAccount', '999900001111', '111122223333'),
        ],
      }),
    ),
  ],
  [
    'several services and actions',
    trusting(aStatement({ services: ['ec2.amazonaws.com', 'eks.amazonaws.com'], actions: ['sts:*'] })),
  ],
  ['everybody', trusting(aStatement({ services: ['*'] }))],
  ['a second statement that allows it', trusting(aStatement({ services: [] }), aStatement())],
  [
    'a Deny for other accounts',
    trusting(
      aStatement(),
      aStatement({
        effect: 'Deny',
        services: ['*'],
        conditions: [condition('StringNotEqualsIfExists', 'aws:SourceAccount', '111122223333')],
      }),
    ),
  ],
  [
    'a Deny for other organisations, which leaves services out',
    trusting(
      aStatement(),
      aStatement({
        effect: 'Deny',
        services: ['*'],
        conditions: [
          condition('StringNotEquals', 'aws:PrincipalOrgID'),
          condition('BoolIfExists', 'aws:PrincipalIsAWSService', 'false'),
        ],
      }),
    ),
  ],
  [
    'a condition without regard to case, of several sets of values',
    trusting(
      aStatement({
        actions: ['STS:assumerole'],
        conditions: [
          condition('StringEqualsIgnoreCase', 'aws:SourceArn', 'ARN:AWS:EKS:eu-west-1:111122223333:cluster/PROD'),
          condition('ForAnyValue:StringLike', 'aws:SourceAccount', '1111????3333'),
        ],
      }),
    ),
  ],
  [
    "a service's name in an isolated partition",
    aRole({
      trust: [aStatement({ services: ['eks.c2s.ic.gov'] })],
      attachedPolicies: ['arn:aws-iso:iam::aws:policy/AmazonEKSClusterPolicy'],
    }),
    { cluster: { partition: 'aws-iso' } },
  ],
  ['a Deny for another action', trusting(aStatement(), aStatement({ effect: 'Deny', actions: ['sts:TagSession'] }))],
  ['a role that may do everything', aRole({ attachedPolicies: ['arn:aws:iam::aws:policy/AdministratorAccess'] })],
  [
    'the partition of China',
    aRole({ attachedPolicies: ['arn:aws-cn:iam::aws:policy/AmazonEKSClusterPolicy'] }),
    { cluster: { partition: 'aws-cn' } },
  ],
  [
    'Auto Mode with all it needs',
    aRole({
      trust: [aStatement({ actions: ['sts:AssumeRole', 'sts:TagSession'] })],
      attachedPolicies: [clusterPolicy, ...auto],
    }),
    { cluster: { autoMode: true } },
  ],
  [
    'a local cluster on an Outpost with EBS',
    aRole({
      trust: [aStatement({ services: ['ec2.amazonaws.com'] })],
      attachedPolicies: ['arn:aws:iam::aws:policy/AmazonEKSLocalOutpostClusterPolicy'],
    }),
    { cluster: { outpost: true } },
  ],
  ['a local cluster on an Outpost with instance store', aRole(), { cluster: { outpost: true } }],
];

/** Trust policies that do not let EKS assume the role for this cluster. */
const refusing: [string, Statement[]][] = [
  ['no statement', []],
  ['another service', [aStatement({ services: ['ec2.amazonaws.com'] })]],
  ['another action', [aStatement({ actions: ['sts:TagSession'] })]],
  [
    'another cluster',
    [
      aStatement({
        conditions: [condition('ArnEquals', 'aws:SourceArn', 'arn:aws:eks:eu-west-1:111122223333:cluster/other')],
      }),
    ],
  ],
  [
    'another spelling of the cluster',
    [
      aStatement({
        conditions: [condition('StringLike', 'aws:SourceArn', 'arn:aws:eks:eu-west-1:111122223333:cluster/PROD*')],
      }),
    ],
  ],
  [
    'a Deny for services',
    [
      aStatement(),
      aStatement({
        effect: 'Deny',
        services: ['*'],
        conditions: [condition('Bool', 'aws:PrincipalIsAWSService', 'true')],
      }),
    ],
  ],
  ['another account', [aStatement({ conditions: [condition('StringEquals', 'aws:SourceAccount', '999900001111')] })]],
  ['a Deny', [aStatement(), aStatement({ effect: 'Deny', services: ['*'], actions: ['*'] })]],
];

/** Trust policies on which this check cannot decide. */
const undecided: [string, Statement[]][] = [
  ['a condition on another key', [aStatement({ conditions: [condition('StringEquals', 'aws:SourceOrgID')] })]],
  ['an operator that is not known', [aStatement({ conditions: [condition('StringMatches', 'aws:SourceArn', '*')] })]],
  [
    'a policy variable',
    [aStatement({ conditions: [condition('StringEquals', 'aws:SourceAccount', '${aws:PrincipalAccount}')] })],
  ],
  ['NotPrincipal', [aStatement({ services: null })]],
  ['NotAction', [aStatement({ actions: null })]],
  [
    'a Deny that may apply',
    [aStatement(), aStatement({ effect: 'Deny', conditions: [condition('StringEquals', 'sts:ExternalId')] })],
  ],
];

const made: readonly [string, NonNullable<Role['tags']>, string][] = [
  [
    'CloudFormation',
    { 'aws:cloudformation:stack-name': 'prod-cluster' },
    'CloudFormation (stack prod-cluster) manages the role: the next update of the stack may revert a change made elsewhere.',
  ],
  [
    'eksctl',
    { 'aws:cloudformation:stack-name': 'eksctl-prod-cluster' },
    'eksctl manages the role: the next update of the stack may revert a change made elsewhere.',
  ],
  [
    'Terraform',
    { ManagedBy: 'terraform' },
    'According to its tags, Terraform manages the role: the next apply may revert a change made elsewhere. Change ',
  ],
  ['nothing tells', { team: 'platform' }, 'If infrastructure as code created the role, change it there first.'],
];

const awsNode = aComponent({ kind: 'DaemonSet', name: 'aws-node' });
const podEni = { vpcCni: [{ ...awsNode, addresses: addressSettings({ podInterfaces: true }) }] };
const windows = { nodes: [aNode('w', 'v1.33.1', { osImage: 'Windows Server 2022 Datacenter' })] };
const resourceController = 'arn:aws:iam::aws:policy/AmazonEKSVPCResourceController';
const interfaces = own({
  Effect: 'Allow',
  Action: [
    'ec2:AssignPrivateIpAddresses',
    'ec2:UnassignPrivateIpAddresses',
    'ec2:AttachNetworkInterface',
    'ec2:CreateNetworkInterface',
  ],
  Resource: '*',
});

const featureCases: Case[] = [
  {
    it: 'warns of ENABLE_POD_ENI without the policy of the VPC resource controller',
    facts: { ...aRole(), ...podEni },
    findingsLike: [
      {
        level: 'warn',
        rule: 'pod-eni',
        blocks: 'workloads',
        message:
          'does not allow ec2:AssignPrivateIpAddresses, ec2:AttachNetworkInterface and ec2:CreateNetworkInterface, which the VPC CNI with ENABLE_POD_ENI needs: new nodes get no trunk interface, and pods with a security group stay Pending',
      },
    ],
  },
  {
    it: 'is silent about ENABLE_POD_ENI with the policy',
    facts: { ...aRole({ attachedPolicies: [clusterPolicy, resourceController] }), ...podEni },
    findings: [],
  },
  {
    it: 'is silent about ENABLE_POD_ENI and Windows nodes with the actions in an own policy',
    facts: { ...aRole(), clusterRolePolicies: { policies: [interfaces], boundary: null }, ...podEni, ...windows },
    findings: [],
  },
  {
    it: 'warns of Windows nodes without it',
    facts: { ...aRole(), ...windows },
    findingsLike: [{ level: 'warn', rule: 'windows' }],
  },
  {
    it: 'does not know about a policy that was not read',
    facts: {
      ...aRole(),
      clusterRolePolicies: {
        policies: [{ name: 'own', arn: 'arn:aws:iam::111122223333:policy/own', document: null }],
        boundary: null,
      },
      ...windows,
    },
    findingsLike: [
      { level: 'unknown', rule: 'undecided' },
      { level: 'unknown', rule: 'windows' },
    ],
  },
  {
    it: 'is silent about a VPC CNI without the feature',
    facts: { ...aRole(), vpcCni: [{ ...awsNode, addresses: addressSettings() }] },
    findings: [],
  },
];

checkCases(check, [
  ...featureCases,
  ...silent.map(([it, facts, more]): Case => ({ it: `is silent about ${it}`, facts, findings: [], ...more })),
  {
    it: 'fails where the role is gone, and says how to make it again',
    facts: { clusterRole: null },
    findings: [
      {
        level: 'fail',
        rule: 'missing',
        resource,
        message: "the cluster's role does not exist in account 111122223333",
        evidence: [{ observed: 'not found by iam:GetRole', required: arn }],
        fix: [
          'Create the role again, under the same name and path: a cluster keeps the role that it was created with.',
          '```sh',
          'aws iam create-role --role-name prod-cluster --path / \\',
          `  --assume-role-policy-document '{`,
          '  "Version": "2012-10-17",',
          '  "Statement": [',
          '    {',
          '      "Effect": "Allow",',
          '      "Principal": {"Service":"eks.amazonaws.com"},',
          '      "Action": "sts:AssumeRole"',
          '    }',
          '  ]',
          "}'",
          `aws iam attach-role-policy --role-name prod-cluster --policy-arn ${clusterPolicy}`,
          '```',
        ].join('\n'),
      },
    ],
  },
  {
    it: 'fails where the role of this name lies under another path, and deletes no role that others may use',
    cluster: { roleArn: 'arn:aws:iam::111122223333:role/teams/eks/prod-cluster' },
    facts: aRole(),
    findingsLike: [
      {
        level: 'fail',
        rule: 'missing',
        message: "the cluster's role does not exist: the role of this name has the path /, the cluster's /teams/eks/",
        evidence: [{ observed: arn, required: 'arn:aws:iam::111122223333:role/teams/eks/prod-cluster' }],
        fix: expect.stringMatching(
          /--query Role\.RoleLastUsed\naws iam list-[^`]*```\nThen create [^`]*```sh\naws iam create-role --role-name prod-cluster --path \/teams\/eks\/ /,
        ) as string,
      },
    ],
  },
  {
    it: 'names path, actions and all policies of a role of Auto Mode',
    cluster: {
      autoMode: true,
      partition: 'aws-us-gov',
      roleArn: 'arn:aws-us-gov:iam::111122223333:role/teams/eks/prod-cluster',
    },
    facts: { clusterRole: null },
    findingsLike: [
      {
        level: 'fail',
        fix: expect.stringMatching(
          /--path \/teams\/eks\/ [\s\S]*"Action": \["sts:AssumeRole","sts:TagSession"\][\s\S]*aws-us-gov:iam::aws:policy\/AmazonEKSNetworkingPolicy/,
        ) as string,
      },
    ],
  },
  ...refusing.map(([it, trust]): Case => ({ it: `fails on ${it}`, facts: aRole({ trust }), findingsLike: trustFails })),
  {
    it: 'says what the trust policy says and what it should, and that the command replaces it',
    facts: trusting(aStatement({ services: [], conditions: [condition('StringEquals', 'aws:PrincipalOrgID')] })),
    findingsLike: [
      {
        message: 'the trust policy does not allow eks.amazonaws.com to perform sts:AssumeRole for this cluster',
        evidence: [
          {
            observed: 'Allow no service sts:AssumeRole if StringEquals aws:PrincipalOrgID',
            required: 'sts:AssumeRole for eks.amazonaws.com',
          },
        ],
      },
    ],
  },
  ...undecided.map(([it, trust]): Case => ({
    it: `does not know about ${it}`,
    facts: aRole({ trust }),
    findingsLike: [{ level: 'unknown', rule: 'trust:sts:AssumeRole' }],
  })),
  {
    it: 'does not know where the trust policy cannot be read',
    facts: aRole({ trust: null }),
    findingsLike: [{ level: 'unknown', rule: 'trust', message: 'cannot read its trust policy' }],
  },
  {
    it: "is silent about policies of one's own that allow what the guide asks for",
    current: '1.29',
    facts: withPolicies({ policies: [own(tagging, reading)] }),
    findings: [],
  },
  {
    it: 'is silent about inline policies that allow it together, and about a boundary that does, too',
    facts: withPolicies({
      policies: [own(tagging), { ...own(reading), name: 'reading', arn: null }],
      boundary: own({ Effect: 'Allow', NotAction: 'iam:*', Resource: '*' }),
    }),
    findings: [],
  },
  {
    it: "says what policies of one's own lack, today and at the version that needs it anew",
    current: '1.29',
    facts: withPolicies({
      policies: [own(tagging, { ...reading, Action: reading.Action.filter((action) => !/Zones|kms/.test(action)) })],
    }),
    findings: [
      {
        level: 'warn',
        rule: 'denied',
        resource,
        short: 'lacks 1 IAM action',
        message: "the role's policies do not allow kms:DescribeKey",
        evidence: [{ observed: 'no policy allows it', required: 'kms:DescribeKey' }],
        fix: [
          'Attach the AWS managed policy, which follows new versions, or add the missing permissions. If infrastructure as code created the role, change it there first.',
          '```sh',
          `aws iam attach-role-policy --role-name prod-cluster --policy-arn ${clusterPolicy}`,
          '# or',
          'aws iam put-role-policy --role-name prod-cluster --policy-name eks-control-plane \\',
          `  --policy-document '{`,
          '  "Version": "2012-10-17",',
          '  "Statement": [{"Effect":"Allow","Action":["kms:DescribeKey"],"Resource":"*"}]',
          "}'",
          '```',
        ].join('\n'),
        links: ['https://docs.aws.amazon.com/eks/latest/userguide/cluster-iam-role.html'],
      },
      {
        level: 'warn',
        rule: 'denied',
        at: 30,
        resource,
        short: 'lacks 1 IAM action',
        message: "the role's policies do not allow ec2:DescribeAvailabilityZones, which Kubernetes 1.30 newly requires",
        evidence: [
          {
            observed:
              'no policy allows it; the closest is statement 2 of eks-minimal: it only covers the actions ec2:DescribeDhcpOptions, ec2:DescribeInstanceTopology, ec2:DescribeInstances and 2 more',
            required: 'ec2:DescribeAvailabilityZones',
          },
        ],
        fix: expect.stringContaining('"Action":["ec2:DescribeAvailabilityZones"]') as string,
        links: ['https://docs.aws.amazon.com/eks/latest/userguide/cluster-iam-role.html'],
      },
    ],
  },
  {
    it: 'names no permission that the target does not need yet',
    current: '1.28',
    facts: withPolicies({ policies: [] }),
    findingsLike: [
      {
        message:
          "the role's policies do not allow ec2:CreateTags, ec2:DescribeDhcpOptions, ec2:DescribeInstanceTopology, ec2:DescribeInstances, ec2:DescribeNetworkInterfaces, ec2:DescribeVpcs, kms:DescribeKey",
        fix: expect.stringContaining(
          '"Condition": {"ForAnyValue:StringLike":{"aws:TagKeys":"kubernetes.io/cluster/prod"}}',
        ) as string,
      },
    ],
  },
  {
    it: 'says which condition keeps a statement from applying',
    current: '1.33',
    facts: withPolicies({
      policies: [own({ ...tagging, Condition: { StringEquals: { 'aws:RequestedRegion': 'us-east-1' } } }, reading)],
    }),
    findingsLike: [
      {
        message: "the role's policies do not allow ec2:CreateTags",
        evidence: [
          {
            observed:
              'no policy allows it; the closest is statement 1 of eks-minimal: StringEquals requires aws:RequestedRegion us-east-1, but the request has eu-west-1',
            required: 'ec2:CreateTags',
          },
        ],
      },
    ],
  },
  {
    it: "judges a Deny and a permissions boundary beside AWS's own policy",
    facts: withPolicies(
      {
        policies: [own({ Effect: 'Deny', Action: 'kms:*', Resource: '*' })],
        boundary: own({ Effect: 'Allow', Action: ['ec2:*'], Resource: '*' }),
      },
      [clusterPolicy],
    ),
    findingsLike: [
      {
        level: 'warn',
        rule: 'denied',
        message: "the role's policies do not allow kms:DescribeKey",
        evidence: [{ observed: 'statement 1 of eks-minimal denies it', required: 'kms:DescribeKey' }],
        fix: expect.stringContaining('Change the statement that denies it, or the permissions boundary') as string,
      },
    ],
  },
  {
    it: 'does not know where a Deny hangs on what is not told, and where a policy could not be read',
    facts: withPolicies(
      {
        policies: [
          own({
            Effect: 'Deny',
            Action: 'kms:*',
            Resource: '*',
            Condition: { NotIpAddress: { 'aws:SourceIp': '10.0.0.0/8' } },
          }),
        ],
      },
      [clusterPolicy],
    ),
    findings: [
      {
        level: 'unknown',
        rule: 'undecided',
        resource,
        message: "unknown whether the role's policies allow kms:DescribeKey",
        evidence: [{ observed: 'statement 1 of eks-minimal: the value of aws:SourceIp is unknown' }],
        fix: 'Check the policy statements listed above, or attach AmazonEKSClusterPolicy.',
      },
    ],
  },
  {
    it: 'does not know where a policy has no document',
    facts: withPolicies({ policies: [{ ...own(), document: null }] }),
    findingsLike: [
      { level: 'unknown', evidence: [{ observed: 'cannot read eks-minimal: the document is no object' }] },
    ],
  },
  {
    it: "takes no policy of another partition for AWS's own",
    cluster: { partition: 'aws-cn' },
    facts: aRole(),
    findingsLike: [{ level: 'warn', rule: 'denied' }],
  },
  {
    it: 'warns of each thing that Auto Mode needs besides',
    cluster: { autoMode: true },
    facts: aRole({ attachedPolicies: [clusterPolicy, ...auto.slice(0, 3)] }),
    findingsLike: [
      { level: 'warn', rule: 'trust:sts:TagSession', blocks: 'nodes' },
      { level: 'warn', rule: 'policy:AmazonEKSNetworkingPolicy', blocks: 'nodes' },
    ],
  },
  {
    it: 'fails and warns once on a local cluster that has neither',
    cluster: { outpost: true },
    facts: aRole({ trust: [aStatement({ services: ['lambda.amazonaws.com'] })], attachedPolicies: [] }),
    findingsLike: [
      { level: 'fail', rule: 'trust:sts:AssumeRole' },
      { level: 'warn', rule: 'policy:AmazonEKSLocalOutpostClusterPolicy' },
    ],
  },
  ...made.map(([who, tags, says]): Case => ({
    it: `tells where to change the role: ${who}`,
    facts: aRole({ trust: [], tags }),
    findingsLike: [{ level: 'fail', fix: expect.stringContaining(says) as string }],
  })),
  {
    it: 'tells it beside the commands that allow an action, too',
    facts: {
      ...withPolicies({}),
      clusterRole: { ...withPolicies({}).clusterRole, tags: { ManagedBy: 'terraform' } },
    },
    findingsLike: [
      {
        rule: 'denied',
        fix: expect.stringContaining(
          'According to its tags, Terraform manages the role: the next apply may revert',
        ) as string,
      },
    ],
  },
]);
