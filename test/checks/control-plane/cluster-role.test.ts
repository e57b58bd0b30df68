import { expect } from 'vitest';
import check from '../../../checks/control-plane/cluster-role.ts';
import type { Facts } from '../../../src/facts.ts';
import { checkCases, type Case } from '../cases.ts';

type Role = NonNullable<Facts['clusterRole']>;
type Statement = NonNullable<Role['trust']>[number];

const arn = 'arn:aws:iam::111122223333:role/prod-cluster';
const clusterPolicy = 'arn:aws:iam::aws:policy/AmazonEKSClusterPolicy';
const resource = { kind: 'Role', name: 'prod-cluster', arn };

function aStatement(more: Partial<Statement> = {}): Statement {
  return { effect: 'Allow', services: ['eks.amazonaws.com'], actions: ['sts:AssumeRole'], conditions: [], ...more };
}

function aRole(more: Partial<Role> = {}): { clusterRole: Role } {
  return {
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

function trusting(...trust: Statement[]) {
  return aRole({ trust });
}

const condition = (operator: string, key: string, ...values: string[]) => ({ operator, key, values });
const auto = ['BlockStorage', 'Compute', 'LoadBalancing', 'Networking'].map(
  (name) => `arn:aws:iam::aws:policy/AmazonEKS${name}Policy`,
);
const trustFails = [{ level: 'fail' as const, rule: 'trust:sts:AssumeRole' }];

/** Trust policies under which the check says nothing. */
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
    {
      clusterRole: {
        ...aRole({
          trust: [aStatement({ services: ['eks.c2s.ic.gov'] })],
          attachedPolicies: ['arn:aws-iso:iam::aws:policy/AmazonEKSClusterPolicy'],
        }).clusterRole,
      },
    },
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
  ['an operator that is not known', [aStatement({ conditions: [condition('Null', 'aws:SourceArn', 'false')] })]],
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

checkCases(check, [
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
          `  --assume-role-policy-document '{"Version":"2012-10-17","Statement":[{"Effect":"Allow","Principal":{"Service":"eks.amazonaws.com"},"Action":"sts:AssumeRole"}]}'`,
          `aws iam attach-role-policy --role-name prod-cluster --policy-arn ${clusterPolicy}`,
          '```',
        ].join('\n'),
      },
    ],
  },
  {
    it: 'fails where the role of this name lies under another path',
    cluster: { roleArn: 'arn:aws:iam::111122223333:role/teams/eks/prod-cluster' },
    facts: aRole(),
    findingsLike: [
      {
        level: 'fail',
        rule: 'missing',
        message: "the cluster's role does not exist: the role of this name has the path /, the cluster's /teams/eks/",
        evidence: [{ observed: arn, required: 'arn:aws:iam::111122223333:role/teams/eks/prod-cluster' }],
        fix: expect.stringMatching(
          /aws iam delete-role --role-name prod-cluster\naws iam create-role --role-name prod-cluster --path \/teams\/eks\/ /,
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
          /--path \/teams\/eks\/ [\s\S]*"Action":\["sts:AssumeRole","sts:TagSession"\][\s\S]*aws-us-gov:iam::aws:policy\/AmazonEKSNetworkingPolicy/,
        ) as string,
      },
    ],
  },
  ...refusing.map(([it, trust]): Case => ({ it: `fails on ${it}`, facts: aRole({ trust }), findingsLike: trustFails })),
  {
    it: 'says what the trust policy says and what it should',
    facts: trusting(aStatement({ services: [], conditions: [condition('StringEquals', 'aws:PrincipalOrgID')] })),
    findingsLike: [
      {
        message: 'the trust policy does not let eks.amazonaws.com do sts:AssumeRole for this cluster',
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
    findingsLike: [{ level: 'unknown', rule: 'trust', message: 'its trust policy is not readable' }],
  },
  {
    it: "warns of policies of one's own, with what the target needs anew",
    current: '1.29',
    facts: aRole({ attachedPolicies: ['arn:aws:iam::111122223333:policy/eks-minimal'] }),
    findingsLike: [
      {
        level: 'warn',
        rule: 'policy:AmazonEKSClusterPolicy',
        resource,
        message:
          'AmazonEKSClusterPolicy is not attached; policies of your own are not evaluated, and need ec2:DescribeAvailabilityZones from 1.30 on',
        evidence: [{ observed: 'eks-minimal', required: 'AmazonEKSClusterPolicy' }],
      },
    ],
  },
  {
    it: 'names no permission that the target does not need yet',
    current: '1.28',
    facts: aRole({ attachedPolicies: [] }),
    findingsLike: [
      {
        message: 'AmazonEKSClusterPolicy is not attached; policies of your own are not evaluated',
        evidence: [{ observed: 'no attached policy', required: 'AmazonEKSClusterPolicy' }],
      },
    ],
  },
  {
    it: 'takes no policy of another partition for the one it needs',
    cluster: { partition: 'aws-cn' },
    facts: aRole(),
    findingsLike: [{ level: 'warn', rule: 'policy:AmazonEKSClusterPolicy' }],
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
  {
    it: 'warns of a permissions boundary',
    facts: aRole({ permissionsBoundary: 'arn:aws:iam::111122223333:policy/boundary' }),
    findingsLike: [{ level: 'warn', rule: 'permissions-boundary' }],
  },
]);
