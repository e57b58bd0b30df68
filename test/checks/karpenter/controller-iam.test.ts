import { expect, it } from 'vitest';
import { byArgo, byTerraform } from '../managers.ts';
import check from '../../../checks/karpenter/controller-iam/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import type { KarpenterController } from '../../../src/facts/karpenter.ts';
import type { KarpenterNodeClass, KarpenterTerm } from '../../../src/facts/karpenter-objects.ts';
import { judge } from '../../../src/judge/engine.ts';
import { aControllerRole, irsaTrust, podIdentityTrust } from '../../for-checks/iam/controller-role.ts';
import { templatePolicy, type TemplateMinor } from '../../for-checks/iam/templates.ts';
import { terraform1916 } from '../../for-checks/iam/terraform.ts';
import type { KarpenterPath } from '../../../src/karpenter/path.ts';
import { aCluster, aKarpenter, checkCases, karpenterPath, type Case, type ExpectedFinding } from '../cases.ts';
import { aClaim, allKindsRead, aNodeClass, aNodePool, aNodeTemplate, aProvisioner, aTerm } from './objects.ts';

type Found = NonNullable<Parameters<typeof aControllerRole>[1]>;
type Policies = NonNullable<Found['policies']>;

const arn = 'arn:aws:iam::111122223333:role/KarpenterControllerRole-prod';
const resource = { kind: 'Role', name: 'KarpenterControllerRole-prod', arn };
const deployment = { kind: 'Deployment', namespace: 'kube-system', name: 'karpenter' };
const nodeRole = {
  name: 'KarpenterNodeRole-prod',
  found: { arn: 'arn:aws:iam::111122223333:role/KarpenterNodeRole-prod', trust: [], attachedPolicies: [] },
};

interface Given {
  facts?: Partial<Facts>;
  controller?: Partial<KarpenterController>;
  role?: Found;
}

/** A healthy Karpenter of a version, with the policies of the templates of some minors. */
function given(
  version: string | null,
  minors: TemplateMinor | TemplateMinor[],
  { facts, controller, role }: Given = {},
) {
  return {
    karpenterControllers: [aKarpenter({ version, ...controller })],
    karpenterRoles: [aControllerRole(minors, role)],
    karpenterPools: [aNodePool('default')],
    karpenterNodeClasses: [aNodeClass('default')],
    karpenterNodeRoles: { roles: [nodeRole], instanceProfiles: [] },
    karpenterClaims: [],
    ...facts,
  };
}

const spot = { karpenterPools: [aNodePool('default', { requirements: [] })] };
const alpha = { karpenterPools: [aProvisioner('default')], karpenterNodeClasses: [aNodeTemplate('default')] };
const podIdentity = { identity: { kind: 'pod-identity' as const, roleArn: arn, targetRoleArn: null } };

function holding(...Statement: object[]): Policies {
  return [{ name: 'own', arn: null, document: { Version: '2012-10-17', Statement } }];
}

/** The template's policy with additional statements. */
function more(minor: TemplateMinor, ...statements: object[]): Found {
  return { policies: [...(aControllerRole(minor).found?.policies ?? []), ...holding(...statements)] };
}

/** The template's policy without one statement, as a managed policy, and an inline policy without statements. */
function withInline(minor: TemplateMinor, sid: string, size: number | undefined): Found {
  const found = without(minor, sid);
  const own = { name: 'other', arn: null, document: { Version: '2012-10-17', Statement: [] } };
  return {
    ...found,
    policies: [
      ...(found.policies ?? []).map((policy) => ({ ...policy, arn: 'arn:aws:iam::111122223333:policy/karpenter' })),
      { ...own, ...(size === undefined ? {} : { size }) },
    ],
  };
}

/** The policies of these versions as inline ones. */
function inline(minors: Parameters<typeof aControllerRole>[0]): Policies {
  return (aControllerRole(minors).found?.policies ?? []).map((policy) => ({ ...policy, arn: null }));
}

function without(minor: TemplateMinor, sid: string): Found {
  return { policies: holding(...templatePolicy(minor).Statement.filter(({ Sid }) => Sid !== sid)) };
}

/** The template's policy with every `from` replaced by `to`. */
function reworded(minor: TemplateMinor, from: string, to: string): Found {
  const text = JSON.stringify(templatePolicy(minor).Statement).replaceAll(from, to);
  return { policies: holding(...(JSON.parse(text) as object[])) };
}

/** The template's policy without the actions and resources that contain one of these texts. */
function withoutResource(minor: TemplateMinor, ...texts: string[]): Found {
  const kept = (value: unknown) =>
    Array.isArray(value) ? value.filter((one) => !texts.some((text) => String(one).includes(text))) : value;
  const statements = templatePolicy(minor).Statement.map((statement) => ({
    ...statement,
    Action: kept(statement['Action']),
    Resource: kept(statement['Resource']),
  }));
  return { policies: holding(...statements) };
}

const lacking = (newPodsLack: 'ServiceAccount' | 'role') => ({
  identity: { kind: 'irsa' as const, roleArn: arn, targetRoleArn: null, newPodsLack },
});

const withDevices = (more: Pick<KarpenterNodeClass, 'namesSnapshot'>) => ({
  karpenterNodeClasses: [aNodeClass('default', { fields: ['spec.blockDeviceMappings'], ...more })],
});

const selectingReservation = {
  karpenterNodeClasses: [
    aNodeClass('default', { terms: { ...aNodeClass('x').terms, capacityReservations: [aTerm({ id: 'cr-0a1' })] } }),
  ],
};

const boundedBy = (...Statement: object[]): Found => ({
  boundary: {
    name: 'fence',
    arn: 'arn:aws:iam::111122223333:policy/fence',
    document: { Version: '2012-10-17', Statement },
  },
});

/** The policy takes the cluster's name from the session's tags. */
const bySessionTag = reworded(
  '1.7',
  '"aws:RequestTag/eks:eks-cluster-name":"prod"',
  '"aws:RequestTag/eks:eks-cluster-name":"${aws:PrincipalTag/eks-cluster-name}"',
);

/** The role of the Terraform module 19.16, which relies on a tag of the node template. */
const terraform: Given = {
  facts: { ...alpha, karpenterNodeClasses: [aNodeTemplate('default', { tags: { 'karpenter.sh/discovery': 'prod' } })] },
  controller: { settings: { 'configMap:aws.interruptionQueueName': 'Karpenter-prod' } },
  role: { policies: [{ name: 'KarpenterIRSA-prod', arn: null, document: terraform1916 }] },
};

/** A role that the controller's own role assumes. */
const targetArn = 'arn:aws:iam::111122223333:role/target';
const twoActions = ['sts:AssumeRole', 'sts:TagSession'];
const targetTrusting = (AWS: string) => ({
  ...aControllerRole('1.7', {
    trust: { Version: '2012-10-17', Statement: [{ Effect: 'Allow', Principal: { AWS }, Action: twoActions }] },
  }),
  arn: targetArn,
  name: 'target',
});
const chained = { identity: { kind: 'pod-identity' as const, roleArn: arn, targetRoleArn: targetArn } };

/** Settings that name a role to assume, and that role. */
const assuming = { settings: { CLUSTER_NAME: 'prod', INTERRUPTION_QUEUE: 'prod', ASSUME_ROLE_ARN: targetArn } };
const byIrsa = { kind: 'irsa' as const, roleArn: arn, targetRoleArn: null };
const byAssociation = { kind: 'pod-identity' as const, roleArn: targetArn, targetRoleArn: null };
const nodeLaunch = 'AllowScopedEC2InstanceAccessActions';

/** Running pods have a role of IRSA, new ones get another by EKS Pod Identity. */
function switching(next: Facts['karpenterRoles'][number] | undefined, trust: unknown) {
  const found = next?.found;
  const roles = next === undefined || found == null ? [] : [{ ...next, found: { ...found, trust } }];
  return given('1.8.1', '1.9', {
    controller: { identity: { ...byIrsa, next: byAssociation } },
    facts: { karpenterRoles: [aControllerRole('1.9'), ...roles] },
  });
}
const assumed = (minors: TemplateMinor[]) => ({ ...aControllerRole(minors), arn: targetArn, name: 'target' });

function behind(policies: Policies, trusted = 'arn:aws:iam::111122223333:root') {
  const first = aControllerRole([], { trust: podIdentityTrust, policies });
  return { ...given('1.8.1', '1.7', { controller: chained }), karpenterRoles: [first, targetTrusting(trusted)] };
}

/** The value with ARNs and the region of AWS GovCloud. */
function elsewhere<Value>(value: Value): Value {
  const text = JSON.stringify(value).replaceAll('arn:aws:', 'arn:aws-us-gov:').replaceAll('eu-west-1', 'us-gov-west-1');
  return JSON.parse(text) as Value;
}

/** The value with the ID of an account that is not the cluster's. */
function ofAnotherAccount<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value).replaceAll('111122223333', '444455556666')) as Value;
}

/** The statement AllowScopedResourceTagging of the template of 1.0. */
const retagStatement =
  '{"Effect":"Allow","Action":["ec2:CreateTags"],"Resource":["arn:aws:ec2:eu-west-1:111122223333:instance/*"],"Condition":{"StringEquals":{"aws:ResourceTag/kubernetes.io/cluster/prod":"owned"},"StringLike":{"aws:ResourceTag/karpenter.sh/nodepool":"*"},"StringEqualsIfExists":{"aws:RequestTag/eks:eks-cluster-name":"prod"},"ForAllValues:StringEquals":{"aws:TagKeys":["eks:eks-cluster-name","karpenter.sh/nodeclaim","Name"]}}}';

/** Matches a fix with a policy document, in a command or as a block, that contains the fragment. */
const withDocument = (fragment: string) =>
  expect.toSatisfy((fix: string) =>
    parsePolicyDocuments(fix).some((document) => JSON.stringify(document).includes(fragment)),
  );

function parsePolicyDocuments(fix: string): unknown[] {
  const found = fix.matchAll(/ --policy-document '(\{[^']*\})'\n|```json\n([^`]*)```/g);
  return [...found].map(([, inCommand, inBlock]): unknown => JSON.parse(inCommand ?? inBlock ?? ''));
}

/** The terms of a node class that selects its AMI with an SSM parameter. */
const withParameter = (ssmParameter: string) => ({
  ...aNodeClass('default').terms,
  amis: [aTerm({ ssmParameter })],
});

const settings = (more: Record<string, string>) => ({ settings: { CLUSTER_NAME: 'prod', ...more } });
const everything = { Effect: 'Allow', Action: '*', Resource: '*' };
const deny = { Effect: 'Deny', Resource: '*' };

const silent: [string, ReturnType<typeof given>, Partial<Case>?][] = [
  ['the template of the version', given('1.8.1', '1.7')],
  ['a newer template that allows as much', given('1.8.1', '1.14')],
  ['a step that asks for nothing new', given('1.4.0', '1.4'), { karpenter: karpenterPath('1.4.0', '1.6.8') }],
  [
    'the policies of 0.31 and 0.32 side by side',
    given('0.31.5', ['0.31', '0.32'], { facts: alpha }),
    { karpenter: karpenterPath('0.31.5', '0.32.10') },
  ],
  ['Spot that the template allows', given('1.8.1', '1.7', { facts: spot })],
  ['a policy that allows everything', given('1.8.1', [], { role: { policies: holding(everything) } })],
  ['EKS Pod Identity', given('1.8.1', '1.7', { controller: podIdentity, role: { trust: podIdentityTrust } })],
  [
    'session tags in the place of the names',
    given('1.8.1', '1.7', { controller: podIdentity, role: { trust: podIdentityTrust, ...bySessionTag } }),
  ],
  ['a boundary that allows as much', given('1.8.1', '1.7', { role: boundedBy(everything) })],
  [
    'a Deny in another region, which IAM is asked in',
    given('1.8.8', '1.7', {
      role: more('1.7', {
        ...deny,
        Action: '*',
        Condition: { StringNotEqualsIfExists: { 'aws:RequestedRegion': ['eu-west-1', 'us-east-1'] } },
      }),
      controller: settings({ INTERRUPTION_QUEUE: 'prod', ISOLATED_VPC: 'true' }),
    }),
  ],
  [
    'a queue that nobody reads',
    given('1.8.1', '1.7', { controller: settings({}), role: without('1.7', 'AllowInterruptionQueueActions') }),
  ],
  [
    'instance profiles that nobody makes',
    given('1.8.1', '1.7', {
      facts: { karpenterNodeClasses: [aNodeClass('default', { role: null, instanceProfile: 'nodes' })] },
      role: without('1.7', 'AllowScopedInstanceProfileCreationActions'),
    }),
  ],
  [
    'prices in an isolated VPC',
    given('1.8.8', '1.7', {
      controller: settings({ ISOLATED_VPC: 'true' }),
      role: without('1.7', 'AllowPricingReadActions'),
    }),
  ],
  [
    'a partition and a region of its own',
    elsewhere(given('1.8.1', '1.7', { facts: spot })),
    { cluster: elsewhere({ ...aCluster, partition: 'aws-us-gov' }) },
  ],
  ['instances of before that do not run', given('0.37.8', '0.37'), { karpenter: karpenterPath('0.37.8', '1.0.14') }],
  ['a role behind the first one, which it names', behind([], arn)],
  [
    '1.0 that has tagged its instances anew',
    given('1.0.14', '0.37', { facts: { karpenterClaims: [aClaim('a', { clusterNameTagged: true })] } }),
    { karpenter: karpenterPath('1.0.14', '1.4.4') },
  ],
  [
    '1.0 that has not tagged its instances anew, and stays',
    given('1.0.8', '0.37', { facts: { karpenterClaims: [aClaim('a')] } }),
    { karpenter: karpenterPath('1.0.8', '1.0.14') },
  ],
  ['a role behind the first one', behind(holding({ Effect: 'Allow', Action: twoActions, Resource: targetArn }))],
];

const untrusting: [string, unknown][] = [
  ['another ServiceAccount', irsaWith('kube-system:karpenter', 'karpenter:karpenter')],
  ['the provider of another cluster', irsaWith('EXAMPLED539', 'OTHER')],
  ['EKS Pod Identity only', podIdentityTrust],
  ['another audience', irsaWith('sts.amazonaws.com', 'other')],
  ['a Deny', { ...irsaTrust, Statement: [...irsaTrust.Statement, { ...irsaTrust.Statement[0], Effect: 'Deny' }] }],
];

function irsaWith(from: string, to: string): unknown {
  return JSON.parse(JSON.stringify(irsaTrust).replaceAll(from, to));
}

const launchBeta =
  'no policy allows it; the closest is statement AllowScopedEC2InstanceActionsWithTags of KarpenterControllerPolicy-0.31: StringLike requires aws:RequestTag/karpenter.sh/provisioner-name *, but the request has no such key';

const withTags = ({ karpenterRoles = [], ...facts }: Partial<Facts>, tags: Record<string, string>): Partial<Facts> => ({
  ...facts,
  karpenterRoles: karpenterRoles.map((role) => ({
    ...role,
    found: role.found === null ? null : { ...role.found, tags },
  })),
});

/** A policy that allows launches only in subnets and with security groups that have the discovery tag. */
const byDiscovery: Found = {
  policies: holding(
    ...templatePolicy('1.7').Statement.map((statement) => ({
      ...statement,
      Resource: [statement.Resource].flat().filter((one) => !/:(?:subnet|security-group)\//.test(String(one))),
    })),
    {
      Effect: 'Allow',
      Sid: 'Discovered',
      Action: ['ec2:RunInstances', 'ec2:CreateFleet'],
      Resource: ['arn:aws:ec2:*:*:subnet/*', 'arn:aws:ec2:*:*:security-group/*'],
      Condition: { StringEquals: { 'aws:ResourceTag/karpenter.sh/discovery': 'prod' } },
    },
  ),
};
const discovery = (value: string) => aTerm({ tags: { 'karpenter.sh/discovery': value } });
const selecting = (...terms: KarpenterTerm[]) =>
  given('1.8.1', [], {
    role: byDiscovery,
    facts: {
      karpenterNodeClasses: [
        aNodeClass('default', { terms: { ...aNodeClass('default').terms, subnets: terms, securityGroups: terms } }),
      ],
    },
  });
const discovered = 'Discovered of own: the value of aws:ResourceTag/karpenter.sh/discovery is unknown';
const undecidedLaunch = { level: 'unknown', rule: 'undecided', resource } as const;

const discoveryRows: Case[] = [
  {
    it: 'is silent where a policy asks for the tag by which each term selects subnets and security groups',
    facts: selecting(discovery('prod')),
    findings: [],
  },
  {
    it: 'is silent about the tag by which an AWSNodeTemplate selects them',
    facts: given('0.31.5', '0.31', {
      facts: alpha,
      role: more('0.31', {
        ...deny,
        Action: 'ec2:RunInstances',
        Resource: ['arn:aws:ec2:*:*:subnet/*', 'arn:aws:ec2:*:*:security-group/*'],
        Condition: { StringNotEquals: { 'ec2:ResourceTag/karpenter.sh/discovery': 'prod' } },
      }),
    }),
    findings: [],
  },
  {
    it: 'fails where the policy asks for another value of that tag',
    facts: selecting(discovery('stage')),
    findingsLike: [{ level: 'fail', rule: 'denied:launch', resource }],
  },
  ...[
    { name: 'a term that selects by id', terms: [discovery('prod'), aTerm({ id: 'subnet-1' })], observed: discovered },
    {
      name: 'terms with different values',
      terms: [discovery('prod'), discovery('stage')],
      observed: 'Discovered of own: prod covers some of * only',
    },
    {
      name: 'a value with wildcards',
      terms: [discovery('pro*')],
      observed: 'Discovered of own: prod covers some of * only',
    },
  ].map(({ name, terms, observed }): Case => ({
    it: `does not know about a tag of subnets with ${name}`,
    facts: selecting(...terms),
    findingsLike: [{ ...undecidedLaunch, evidence: [{ observed, required: 'launch' }] }],
  })),
];

checkCases(check, [
  ...silent.map(([it, facts, rest]): Case => ({ it: `is silent about ${it}`, facts, findings: [], ...rest })),
  ...(
    [
      [
        'CloudFormation',
        { 'aws:cloudformation:stack-name': 'Karpenter-prod' },
        'CloudFormation (stack Karpenter-prod) manages the role: the next update of the stack may revert a change made elsewhere.',
      ],
      [
        'Terraform by a key',
        { Terraform: 'true' },
        'According to its tags, Terraform manages the role: the next apply may revert a change made elsewhere. Change ',
      ],
      [
        'Terraform by a value',
        { 'managed-by': 'terraform' },
        'According to its tags, Terraform manages the role: the next apply may revert a change made elsewhere. Change ',
      ],
      ['nobody who says so', { team: 'platform' }, 'If infrastructure as code created the role'],
    ] as const
  ).map(([who, tags, text]): Case => ({
    it: `says first where to change a role made by ${who}`,
    facts: withTags(given('1.8.1', '1.7', { role: without('1.7', 'AllowScopedDeletion') }), tags),
    findingsLike: [{ fix: expect.stringContaining(text) as string }, {}],
  })),
  {
    it: 'warns where the statements to add do not fit into the inline policies of the role',
    facts: given('1.8.1', '1.7', { role: withInline('1.7', 'AllowScopedDeletion', 10_200) }),
    findingsLike: [
      { rule: 'denied:terminate' },
      {},
      {
        level: 'warn',
        rule: 'policy-size',
        message: expect.stringMatching(
          /do not fit into its inline policies: \d{5} characters of 10240 that IAM allows/,
        ),
        fix: expect.stringMatching(
          /If infrastructure as code created the role, change it there first\.[^]*aws iam attach-role-policy --role-name KarpenterControllerRole-prod/,
        ) as string,
      },
    ],
  },
  {
    it: 'is silent about the size where the statements fit',
    facts: given('1.8.1', '1.7', { role: withInline('1.7', 'AllowScopedDeletion', 4000) }),
    findingsLike: [{ rule: 'denied:terminate' }, { rule: expect.not.stringContaining('policy-size') as string }],
  },
  {
    it: 'is silent about the size where an inline policy was stored without it',
    facts: given('1.8.1', '1.7', { role: withInline('1.7', 'AllowScopedDeletion', undefined) }),
    findingsLike: [{ rule: 'denied:terminate' }, { rule: expect.not.stringContaining('policy-size') as string }],
  },
  {
    it: 'fails where statements are missing, with the nearest ones and the statements to add',
    facts: given('1.8.1', '1.7', { role: without('1.7', 'AllowScopedDeletion') }),
    findings: [
      {
        level: 'fail',
        rule: 'denied:terminate',
        resource,
        message: 'lacks ec2:TerminateInstances: Karpenter cannot remove nodes',
        evidence: [
          {
            observed:
              'no policy allows it; the closest is statement AllowScopedResourceTagging of own: it only covers the action ec2:CreateTags',
            required: 'ec2:TerminateInstances on arn:aws:ec2:eu-west-1:111122223333:instance/*',
          },
        ],
        fix: [
          'Add the missing permissions, or use the controller policy of the CloudFormation template of this version. If infrastructure as code created the role, change it there first.',
          '```sh',
          'aws iam put-role-policy --role-name KarpenterControllerRole-prod --policy-name karpenter-1.8.1-terminate \\',
          "  --policy-document '{",
          '  "Version": "2012-10-17",',
          '  "Statement": [',
          '    {',
          '      "Effect": "Allow",',
          '      "Action": ["ec2:TerminateInstances"],',
          '      "Resource": ["arn:aws:ec2:eu-west-1:111122223333:instance/*"],',
          '      "Condition": {',
          '        "StringEquals": {"aws:ResourceTag/kubernetes.io/cluster/prod":"owned"},',
          '        "StringLike": {"aws:ResourceTag/karpenter.sh/nodepool":"*"}',
          '      }',
          '    }',
          '  ]',
          "}'",
          '```',
        ].join('\n'),
        links: ['https://github.com/aws/karpenter-provider-aws/blob/v1.8.1/pkg/providers/instance/instance.go'],
      },
      {
        level: 'warn',
        rule: 'denied:launch-templates',
        resource,
        message: 'lacks ec2:DeleteLaunchTemplate: launch templates are left behind',
        evidence: [
          {
            observed:
              'no policy allows it; the closest is statement AllowScopedEC2LaunchTemplateAccessActions of own: it only covers the actions ec2:CreateFleet, ec2:RunInstances',
            required: 'ec2:DeleteLaunchTemplate on arn:aws:ec2:eu-west-1:111122223333:launch-template/*',
          },
        ],
        fix: withDocument('"Resource":["arn:aws:ec2:eu-west-1:111122223333:launch-template/*"]') as string,
        links: [
          'https://github.com/aws/karpenter-provider-aws/blob/v1.8.1/pkg/providers/launchtemplate/launchtemplate.go',
        ],
      },
    ],
  },
  {
    it: 'fails from the step on that sends other tags, and names the key and its value',
    karpenter: karpenterPath('0.31.5', '0.32.10'),
    facts: given('0.31.5', '0.31', { facts: alpha }),
    findingsLike: [
      {
        level: 'fail',
        rule: 'denied:launch',
        atKarpenter: '0.32.10',
        message:
          'lacks ec2:CreateFleet, ec2:CreateLaunchTemplate, ec2:CreateTags, ec2:RunInstances, which Karpenter 0.32.10 requires: Karpenter cannot launch nodes',
        evidence: expect.arrayContaining([
          {
            observed: launchBeta,
            required: expect.stringContaining(
              'ec2:RunInstances, ec2:CreateFleet on arn:aws:ec2:eu-west-1:111122223333:instance/*, ',
            ) as string,
          },
        ]) as [],
        fix: withDocument('"StringLike":{"aws:RequestTag/karpenter.sh/nodepool":"*"}') as string,
      },
      { level: 'fail', rule: 'denied:terminate' },
      { level: 'warn', rule: 'denied:launch-templates' },
      { level: 'warn', rule: 'denied:instance-tags' },
      {
        level: 'fail',
        rule: 'denied:instance-profiles',
        links: [
          'https://github.com/aws/karpenter-provider-aws/blob/v0.32.10/pkg/providers/instanceprofile/instanceprofile.go',
        ],
        fix: withDocument(
          '"Resource":["arn:aws:iam::111122223333:instance-profile/*"],"Condition":{"StringEquals":{"aws:RequestTag/kubernetes.io/cluster/prod":"owned","aws:RequestTag/topology.kubernetes.io/region":"eu-west-1"},"StringLike":{"aws:RequestTag/karpenter.k8s.aws/ec2nodeclass":"*"}}',
        ) as string,
      },
      { level: 'warn', rule: 'denied:profile-cleanup' },
    ],
  },
  {
    it: 'fails today where 0.32 has Provisioners and the policy of 0.32 alone',
    facts: given('0.32.10', '0.32', { facts: { karpenterPools: [aNodePool('a'), aProvisioner('b')] } }),
    findingsLike: [
      {
        level: 'fail',
        rule: 'denied:launch',
        message: expect.stringMatching(/: Karpenter cannot launch nodes for Provisioner b$/) as string,
        fix: expect.stringMatching(
          /^Keep the policy of the version before 0\.32 until no Machine is left \(`kubectl get machines\.karpenter\.sh`\)[^]*put-role-policy/,
        ) as string,
      },
      {
        level: 'fail',
        rule: 'denied:terminate',
        message: expect.stringMatching(/: Karpenter cannot remove nodes for Provisioner b$/) as string,
      },
      {
        level: 'warn',
        rule: 'denied:launch-templates',
        message: expect.stringMatching(/ for Provisioner b$/) as string,
      },
    ],
  },
  {
    it: 'fails in 0.32 where Machines are left without a Provisioner, and the policy of before is gone',
    facts: given('0.32.10', '0.32', {
      facts: {
        karpenterClaims: ['a', 'b'].map((name) => aClaim(name, { kind: 'Machine', pool: 'default' })),
      },
    }),
    findingsLike: [
      {
        level: 'fail',
        rule: 'denied:terminate',
        message: 'lacks ec2:TerminateInstances: Karpenter cannot remove nodes for 2 Machines',
      },
    ],
  },
  {
    it: 'does not know in 0.32 whether the policy of before is needed where Machines were not read',
    facts: given('0.32.10', '0.32', { facts: { karpenterClaimKinds: ['NodeClaim'] } }),
    findingsLike: [{ level: 'unknown', rule: 'undecided' }],
  },
  {
    it: "is silent about Terraform's role of 19.16 until 0.32 makes instance profiles",
    karpenter: karpenterPath('0.30.0', '0.31.5', '0.32.1'),
    facts: given('0.30.0', [], terraform),
    findingsLike: [
      {
        level: 'fail',
        rule: 'denied:instance-profiles',
        atKarpenter: '0.32.1',
        message:
          'lacks iam:AddRoleToInstanceProfile, iam:CreateInstanceProfile, iam:GetInstanceProfile, iam:TagInstanceProfile, which Karpenter 0.32.1 requires: Karpenter cannot manage the instance profile of an EC2NodeClass with spec.role, and cannot launch its nodes',
      },
      {
        level: 'warn',
        rule: 'denied:profile-cleanup',
        atKarpenter: '0.32.1',
        message:
          'lacks iam:DeleteInstanceProfile, iam:RemoveRoleFromInstanceProfile, which Karpenter 0.32.1 requires: a deleted EC2NodeClass keeps its finalizer and is never removed, and terraform destroy hangs',
      },
    ],
  },
  {
    it: "fails where a node template goes without the tag that Terraform's role asks for",
    facts: given('0.30.0', [], { ...terraform, facts: alpha }),
    findingsLike: [
      {
        level: 'fail',
        rule: 'denied:launch',
        message: 'lacks ec2:RunInstances: Karpenter cannot launch nodes',
        evidence: [
          {
            observed:
              'no policy allows it; the closest is statement 3 of KarpenterIRSA-prod: StringEquals requires ec2:ResourceTag/karpenter.sh/discovery prod, but the request has no such key',
            required: 'ec2:RunInstances on arn:aws:ec2:eu-west-1:111122223333:launch-template/*',
          },
        ],
      },
      { level: 'fail', rule: 'denied:terminate' },
      { level: 'warn', rule: 'denied:launch-templates' },
    ],
  },
  {
    it: 'fails at 1.0 where instances of before cannot be tagged anew',
    karpenter: karpenterPath('0.37.8', '1.0.14', '1.4.0'),
    facts: given('0.37.8', '0.37', { facts: { karpenterClaims: [aClaim('a')] } }),
    findingsLike: [
      {
        level: 'fail',
        rule: 'denied:old-instances',
        atKarpenter: '1.0.14',
        message:
          'lacks ec2:CreateTags, which Karpenter 1.0.14 requires: instances launched before 1.0 do not get the new tag, and 1.1 no longer finds them',
        evidence: [
          {
            observed:
              'no policy allows it; the closest is statement AllowScopedResourceTagging of KarpenterControllerPolicy-0.37: ForAllValues:StringEquals requires aws:TagKeys karpenter.sh/nodeclaim or Name, but the request has eks:eks-cluster-name',
            required: 'ec2:CreateTags on arn:aws:ec2:eu-west-1:111122223333:instance/*',
          },
        ],
        fix: withDocument(retagStatement) as string,
      },
    ],
  },
  {
    it: 'fails today where 1.0 cannot tag instances of before anew, and 1.1 comes next',
    karpenter: karpenterPath('1.0.14', '1.4.4'),
    facts: given('1.0.14', '0.37', {
      facts: { karpenterClaims: [aClaim('a', { clusterNameTagged: true }), aClaim('b')] },
    }),
    findingsLike: [
      {
        level: 'fail',
        rule: 'denied:old-instances',
        message:
          'lacks ec2:CreateTags: instances launched before 1.0 do not get the new tag, and 1.1 no longer finds them',
      },
    ],
  },
  {
    it: 'warns at 1.0 where instances can get the new tag alone, and not beside those that some may lack',
    karpenter: karpenterPath('0.37.8', '1.0.14', '1.4.0'),
    facts: given('0.37.8', '0.37', {
      facts: { karpenterClaims: [aClaim('a')] },
      role: more('0.37', {
        ...everything,
        Action: 'ec2:CreateTags',
        Condition: { 'ForAllValues:StringEquals': { 'aws:TagKeys': ['eks:eks-cluster-name'] } },
      }),
    }),
    findingsLike: [
      {
        level: 'warn',
        rule: 'denied:old-instances',
        message:
          'lacks ec2:CreateTags, which Karpenter 1.0.14 requires: instances launched before 1.0 without the tags Name and karpenter.sh/nodeclaim get none of the three, and 1.1 no longer finds them',
        fix: withDocument(retagStatement) as string,
      },
    ],
  },
  {
    it: 'is silent where the statement that it prints for instances of before is added',
    karpenter: karpenterPath('0.37.8', '1.0.14', '1.4.0'),
    facts: given('0.37.8', '0.37', {
      facts: { karpenterClaims: [aClaim('a')] },
      role: more('0.37', JSON.parse(retagStatement) as object),
    }),
    findings: [],
  },
  {
    it: 'fails today where the policy is that of the version to come',
    facts: given('0.37.8', '1.0', { facts: spot }),
    findingsLike: [
      { level: 'fail', rule: 'denied:launch' },
      { level: 'fail', rule: 'denied:spot' },
      { level: 'fail', rule: 'denied:instance-profiles' },
    ],
  },
  {
    it: 'warns of the list of instance profiles from 1.7 on, with what its denial does',
    karpenter: karpenterPath('1.6.8', '1.8.1'),
    facts: given('1.6.8', '1.6'),
    findingsLike: [
      {
        level: 'warn',
        rule: 'denied:profile-cleanup',
        atKarpenter: '1.8.1',
        message:
          'lacks iam:ListInstanceProfiles, which Karpenter 1.8.1 requires: a deleted EC2NodeClass keeps its finalizer and is never removed, and terraform destroy hangs',
      },
    ],
  },
  {
    it: 'fails where an EC2NodeClass waits for its end and the list of instance profiles is denied',
    facts: given('1.8.1', '1.6', { facts: { karpenterNodeClasses: [aNodeClass('old', { terminating: true })] } }),
    findingsLike: [
      {
        level: 'fail',
        rule: 'denied:profile-cleanup',
        message:
          'lacks iam:ListInstanceProfiles: a deleted EC2NodeClass keeps its finalizer and is never removed, and terraform destroy hangs',
      },
    ],
  },
  {
    it: 'is silent about an EC2NodeClass that waits for its end where the role allows the cleanup',
    facts: given('1.8.1', '1.7', { facts: { karpenterNodeClasses: [aNodeClass('old', { terminating: true })] } }),
    findings: [],
  },
  ...(
    [
      ['fail', true],
      ['warn', false],
    ] as const
  ).map(([level, terminating]) => ({
    it: `${level}s from 1.7 on on profiles of the old name, of classes with spec.instanceProfile, too (${terminating ? 'one is terminating' : 'none is'})`,
    facts: given('1.8.1', [], {
      facts: {
        karpenterNodeClasses: [aNodeClass('default', { role: null, instanceProfile: 'nodes', terminating })],
      },
      role: reworded('1.7', 'instance-profile/*', 'instance-profile/karpenter/*'),
    }),
    findingsLike: [
      {
        level,
        rule: 'denied:profile-cleanup',
        message: expect.stringContaining('iam:GetInstanceProfile') as string,
        evidence: expect.arrayContaining([
          expect.objectContaining({
            required: 'iam:GetInstanceProfile on arn:aws:iam::111122223333:instance-profile/prod_*',
          }),
        ]) as [],
      },
    ],
  })),
  {
    it: 'is silent about profiles of the old name before 1.7 where no class has spec.role',
    facts: given('1.6.8', [], {
      facts: { karpenterNodeClasses: [aNodeClass('default', { role: null, instanceProfile: 'nodes' })] },
      role: reworded('1.7', 'instance-profile/*', 'instance-profile/karpenter/*'),
    }),
    findings: [],
  },
  ...(
    [
      ['every instance profile', 'instance-profile/*'],
      ["the cluster's path", 'instance-profile/karpenter/eu-west-1/prod/*'],
    ] as const
  ).map(([it, pattern]): Case => ({
    it: `is silent about a role that may list the profiles of ${it} only`,
    facts: given('1.8.1', '1.6', {
      role: more('1.6', {
        Effect: 'Allow',
        Action: 'iam:ListInstanceProfiles',
        Resource: `arn:aws:iam::111122223333:${pattern}`,
      }),
    }),
    findings: [],
  })),
  {
    it: 'warns where the role may list the profiles of the cluster, and not those of a node class',
    facts: given('1.8.1', '1.6', {
      role: more('1.6', {
        Effect: 'Allow',
        Action: 'iam:ListInstanceProfiles',
        Resource: 'arn:aws:iam::111122223333:instance-profile/karpenter/eu-west-1/prod/',
      }),
    }),
    findingsLike: [
      {
        level: 'warn',
        rule: 'denied:profile-cleanup',
        evidence: [
          expect.objectContaining({
            required:
              'iam:ListInstanceProfiles on arn:aws:iam::111122223333:instance-profile/karpenter/eu-west-1/prod/*/',
          }),
        ],
      },
    ],
  },
  ...(
    [
      ['covers', 'instance-profile/other', 1],
      ['excepts', 'instance-profile/karpenter/*', 0],
    ] as const
  ).map(([it, pattern, count]): Case => ({
    it: `judges by the path that is listed whether a Deny ${it} it`,
    facts: given('1.8.1', '1.7', {
      role: more('1.7', {
        Sid: 'Fence',
        Effect: 'Deny',
        Action: 'iam:ListInstanceProfiles',
        NotResource: `arn:aws:iam::111122223333:${pattern}`,
      }),
    }),
    findingsLike: [
      {
        rule: 'denied:profile-cleanup',
        evidence: [expect.objectContaining({ observed: 'statement Fence of own denies it' })],
      },
    ].slice(0, count),
  })),
  ...(
    [
      ['a name', 'golden', '111122223333:parameter/golden'],
      ['a path', '/golden/al2023', '111122223333:parameter/golden/al2023'],
      [
        'an ARN of another account',
        'arn:aws:ssm:eu-west-1:444455556666:parameter/golden/al2023',
        '444455556666:parameter/golden/al2023',
      ],
    ] as const
  ).flatMap(([it, ssmParameter, place]): Case[] => {
    const parameter = `arn:aws:ssm:eu-west-1:${place}`;
    const allowing = (Resource: string) => more('1.7', { Effect: 'Allow', Action: 'ssm:GetParameter', Resource });
    const facts = {
      karpenterNodeClasses: [
        aNodeClass('default', { alias: null, amiFamily: 'AL2023', terms: withParameter(ssmParameter) }),
      ],
    };
    return [
      {
        it: `fails on an own SSM parameter, given by ${it}, and prints the permission for it`,
        facts: given('1.8.1', '1.7', { facts }),
        findingsLike: [
          {
            level: 'fail',
            rule: 'denied:images',
            evidence: [expect.objectContaining({ required: `ssm:GetParameter on ${parameter}` })],
            fix: withDocument(`"Action":["ssm:GetParameter"],"Resource":["${parameter}"]`) as string,
          },
        ],
      },
      {
        it: `is silent about an own SSM parameter, given by ${it}, that the role may read`,
        facts: given('1.8.1', '1.7', { facts, role: allowing(parameter) }),
        findings: [],
      },
      {
        it: `fails where the role may read an own SSM parameter, given by ${it}, only of no account`,
        facts: given('1.8.1', '1.7', { facts, role: allowing(parameter.replace(/\d{12}/, '')) }),
        findingsLike: [{ level: 'fail', rule: 'denied:images' }],
      },
    ];
  }),
  ...['constructor@latest', '__proto__@latest'].map((alias): Case => ({
    it: `takes ${alias} for an AMI family that it does not know`,
    facts: given('1.8.1', '1.7', { facts: { karpenterNodeClasses: [aNodeClass('default', { alias })] } }),
    findings: [],
  })),
  {
    it: 'judges a condition on the account of an SSM parameter by its ARN',
    facts: given('1.8.1', '1.7', {
      facts: {
        karpenterNodeClasses: [
          aNodeClass('default', { alias: null, amiFamily: 'AL2023', terms: withParameter('golden') }),
        ],
      },
      role: more('1.7', {
        Effect: 'Allow',
        Action: 'ssm:GetParameter',
        Resource: '*',
        Condition: { StringEquals: { 'aws:ResourceAccount': '111122223333' } },
      }),
    }),
    findings: [],
  },
  {
    it: 'is silent about an SSM parameter of AWS that the template allows, given by its name',
    facts: given('1.8.1', '1.7', {
      facts: {
        karpenterNodeClasses: [
          aNodeClass('default', {
            alias: null,
            amiFamily: 'AL2023',
            terms: withParameter(
              '/aws/service/eks/optimized-ami/1.33/amazon-linux-2023/x86_64/standard/recommended/image_id',
            ),
          }),
        ],
      },
    }),
    findings: [],
  },
  {
    it: 'is silent about a role that may use no snapshots where no node class has block device mappings',
    facts: given('1.8.1', [], { role: withoutResource('1.7', ':snapshot/') }),
    findings: [],
  },
  {
    it: 'is silent about a role that may use no snapshots where no block device mapping names one',
    facts: given('1.8.1', [], {
      facts: withDevices({ namesSnapshot: false }),
      role: withoutResource('1.7', ':snapshot/'),
    }),
    findings: [],
  },
  {
    it: 'fails where a block device mapping names a snapshot, and the role may use none',
    facts: given('1.8.1', [], {
      facts: withDevices({ namesSnapshot: true }),
      role: withoutResource('1.7', ':snapshot/'),
    }),
    findingsLike: [
      {
        level: 'fail',
        rule: 'denied:snapshots',
        message: 'lacks ec2:RunInstances: Karpenter cannot launch nodes with a volume from a snapshot',
        evidence: expect.arrayContaining([
          expect.objectContaining({ required: 'ec2:RunInstances on arn:aws:ec2:eu-west-1::snapshot/*' }),
        ]) as [],
      },
    ],
  },
  {
    it: 'is silent about a snapshot that the role may use',
    facts: given('1.8.1', '1.7', { facts: withDevices({ namesSnapshot: true }) }),
    findings: [],
  },
  ...[
    { name: 'an inventory of before', facts: withDevices({}) },
    {
      name: 'a launch template of its own',
      facts: { karpenterNodeClasses: [aNodeTemplate('default', { fields: ['spec.launchTemplate'] })] },
    },
    {
      name: 'EC2 settings in a Provisioner',
      facts: { karpenterPools: [aProvisioner('default', { fields: ['spec.provider.blockDeviceMappings'] })] },
    },
  ].map(({ name, facts }) => ({
    it: `does not know whether ${name} names a snapshot`,
    facts: given('0.31.5', [], {
      facts: { ...alpha, ...facts },
      role: withoutResource('0.31', ':snapshot/'),
    }),
    findingsLike: [{ level: 'unknown' as const, rule: 'undecided' }],
  })),
  {
    it: 'asks for no Capacity Reservations before the feature gate is on: 1.6 turns it on',
    karpenter: karpenterPath('1.5.8', '1.6.8'),
    facts: given('1.5.8', [], { facts: selectingReservation, role: withoutResource('1.7', 'apacity') }),
    findingsLike: [{ level: 'fail', rule: 'denied:capacity-reservations', atKarpenter: '1.6.8' }],
  },
  {
    it: 'asks for Capacity Reservations where the feature gate is on, and for none where it is off',
    karpenter: karpenterPath('1.5.8', '1.6.8'),
    facts: given('1.5.8', [], {
      facts: selectingReservation,
      controller: settings({ FEATURE_GATES: 'ReservedCapacity=true' }),
      role: withoutResource('1.7', 'apacity'),
    }),
    findingsLike: [{ level: 'fail', rule: 'denied:capacity-reservations' }],
  },
  {
    it: 'asks for no Capacity Reservations where the feature gate is turned off',
    facts: given('1.8.1', [], {
      facts: selectingReservation,
      controller: settings({ FEATURE_GATES: 'ReservedCapacity=false' }),
      role: withoutResource('1.7', 'apacity'),
    }),
    findings: [],
  },
  {
    it: 'warns where instance profiles can be made and not deleted: nodes launch',
    facts: given('1.8.1', [], {
      role: withoutResource('1.7', 'iam:DeleteInstanceProfile', 'iam:RemoveRoleFromInstanceProfile'),
    }),
    findingsLike: [{ level: 'warn', rule: 'denied:profile-cleanup' }],
  },
  {
    it: 'fails where the pattern of instance profiles does not know the path of 1.7',
    karpenter: karpenterPath('1.6.8', '1.8.1'),
    facts: given('1.6.8', [], { role: reworded('1.7', 'instance-profile/*', 'instance-profile/prod_*') }),
    findingsLike: [
      {
        level: 'fail',
        rule: 'denied:instance-profiles',
        evidence: expect.arrayContaining([
          {
            observed:
              'no policy allows it; the closest is statement AllowInstanceProfileReadActions of own: it only covers the resource arn:aws:iam::111122223333:instance-profile/prod_*',
            required: 'iam:GetInstanceProfile on arn:aws:iam::111122223333:instance-profile/karpenter/eu-west-1/prod/*',
          },
        ]) as [],
      },
      { level: 'warn', rule: 'denied:profile-cleanup', atKarpenter: '1.8.1' },
    ],
  },
  {
    it: 'fails where an opt-in of 1.12 is on and not allowed, and warns of the health of instances',
    facts: given('1.12.2', '1.11', { controller: settings({ ENABLE_ZONAL_SHIFT: 'true' }) }),
    findingsLike: [
      { level: 'warn', rule: 'denied:instance-health' },
      {
        level: 'fail',
        rule: 'denied:zonal-shift',
        message: 'lacks arc-zonal-shift:GetManagedResource: the controller does not start',
      },
    ],
  },
  {
    it: 'fails where the role may not pass a role of the nodes',
    facts: given('1.8.1', '1.7', {
      facts: {
        karpenterNodeRoles: {
          roles: [
            nodeRole,
            { name: 'other', found: { ...nodeRole.found, arn: 'arn:aws:iam::111122223333:role/teams/other' } },
          ],
          instanceProfiles: [],
        },
      },
    }),
    findingsLike: [
      {
        level: 'fail',
        rule: 'denied:pass-role',
        message: 'lacks iam:PassRole: Karpenter cannot launch nodes',
        evidence: [
          {
            observed:
              'no policy allows it; the closest is statement AllowPassingInstanceRole of KarpenterControllerPolicy-1.7: it only covers the resource arn:aws:iam::111122223333:role/KarpenterNodeRole-prod',
            required: 'iam:PassRole on arn:aws:iam::111122223333:role/teams/other',
          },
        ],
      },
    ],
  },
  {
    it: 'names the Deny and the boundary that are in the way',
    facts: given('1.8.1', '1.7', {
      role: {
        ...more('1.7', { ...deny, Sid: 'NoFleets', Action: 'ec2:CreateFleet' }),
        ...boundedBy({ Effect: 'Allow', NotAction: ['sqs:*'], Resource: '*' }),
      },
    }),
    findingsLike: [
      {
        rule: 'denied:launch',
        message: 'lacks ec2:CreateFleet: Karpenter cannot launch nodes',
        evidence: [{ observed: 'statement NoFleets of own denies it' }],
        fix: 'Change statement NoFleets of own: its Deny overrides every Allow.',
      },
      {
        rule: 'denied:interruption',
        evidence: [{ observed: 'the permissions boundary does not allow it' }],
        fix: expect.stringContaining(
          `Add to the permissions boundary fence:
\`\`\`json
{
  "Version": "2012-10-17",
  "Statement": [
    {
      "Effect": "Allow",
      "Action": [
        "sqs:DeleteMessage",
        "sqs:GetQueueUrl",
        "sqs:ReceiveMessage"
      ],
      "Resource": [
        "arn:aws:sqs:eu-west-1:111122223333:prod"
      ]
    }
  ]
}
\`\`\``,
        ) as string,
      },
    ],
  },
  {
    it: 'gives each version a policy of its own, so that the next one takes nothing away',
    karpenter: karpenterPath('0.31.5', '0.32.10', '0.37.8', '1.0.14'),
    facts: given('0.31.5', '0.31', { facts: { karpenterPools: [aProvisioner('default')] } }),
    findings: expect.arrayContaining([
      expect.objectContaining({
        rule: 'denied:launch',
        fix: expect.stringContaining('--policy-name karpenter-0.32.10-launch ') as string,
      }),
      expect.objectContaining({
        rule: 'denied:launch',
        fix: expect.stringContaining('--policy-name karpenter-1.0.14-launch ') as string,
      }),
    ]) as [],
  },
  {
    it: 'takes no name that a policy of the role has',
    facts: given('1.8.1', '1.7', {
      role: {
        policies: [
          ...(without('1.7', 'AllowScopedDeletion').policies ?? []),
          ...['karpenter-1.8.1-terminate', 'karpenter-1.8.1-terminate-2'].map((name) => ({
            name,
            arn: null,
            document: { Version: '2012-10-17', Statement: [] },
          })),
        ],
      },
    }),
    findingsLike: [
      {
        rule: 'denied:terminate',
        fix: expect.stringContaining('--policy-name karpenter-1.8.1-terminate-3 ') as string,
      },
      { rule: 'denied:launch-templates' },
    ],
  },
  {
    it: 'does not know what hangs on an address, and says which statement asks for it',
    facts: given('1.8.1', '1.7', {
      role: more('1.7', {
        ...deny,
        Sid: 'Office',
        Action: 'sqs:*',
        Condition: { NotIpAddress: { 'aws:SourceIp': '192.0.2.0/24' } },
      }),
    }),
    findings: [
      {
        level: 'unknown',
        rule: 'undecided',
        resource,
        message: 'unknown whether it has all permissions that Karpenter needs: interruption',
        evidence: [{ observed: 'Office of own: the value of aws:SourceIp is unknown', required: 'interruption' }],
        fix: [
          'Check the listed policy statements, or simulate them in IAM.',
          '```sh',
          `aws iam simulate-principal-policy --policy-source-arn ${arn} --action-names ACTION --resource-arns RESOURCE`,
          '```',
        ].join('\n'),
      },
    ],
  },
  {
    it: 'does not know where a policy was not read',
    facts: given('1.8.1', [], { role: { policies: [{ name: 'own', arn: null, document: null }] } }),
    findingsLike: [
      {
        level: 'unknown',
        rule: 'undecided',
        evidence: [{ observed: 'cannot read own: the document is no object' }],
      },
    ],
  },
  {
    it: 'does not know about tags where node classes were not read',
    facts: {
      ...given('1.8.1', '1.7', {
        role: more('1.7', {
          ...deny,
          Sid: 'Owners',
          Action: 'ec2:RunInstances',
          Resource: 'arn:aws:ec2:*:*:instance/*',
          Condition: { Null: { 'aws:RequestTag/owner': 'true' } },
        }),
      }),
      karpenterNodeClasses: undefined,
    } as unknown as Facts,
    findingsLike: [
      {
        level: 'unknown',
        rule: 'undecided',
        evidence: expect.arrayContaining([
          { observed: 'Owners of own: unknown whether the request contains aws:RequestTag/owner', required: 'launch' },
        ]) as [],
      },
    ],
  },
  ...discoveryRows,
  {
    it: 'does not know about a queue that stands somewhere that is not read',
    facts: given('1.8.1', '1.7', { controller: { ...settings({}), settingsUnread: ['INTERRUPTION_QUEUE'] } }),
    findingsLike: [
      {
        level: 'unknown',
        rule: 'undecided',
        evidence: [
          {
            observed:
              'AllowInterruptionQueueActions of KarpenterControllerPolicy-1.7: arn:aws:sqs:eu-west-1:111122223333:prod covers some of arn:aws:sqs:eu-west-1:111122223333:* only',
            required: 'interruption',
          },
        ],
      },
    ],
  },
  ...untrusting.map(([it, trust]): Case => ({
    it: `fails on a trust policy for ${it}`,
    facts: given('1.8.1', '1.7', { role: { trust } }),
    findings: [
      {
        level: 'fail',
        rule: 'trust',
        resource,
        message:
          'the trust policy does not allow kube-system/karpenter to perform sts:AssumeRoleWithWebIdentity: new pods of the controller get no credentials',
        evidence: [{ observed: 'no statement that allows it', required: JSON.stringify(irsaTrust.Statement[0]) }],
        fix: withDocument(JSON.stringify(irsaTrust)) as string,
      },
    ],
  })),
  {
    it: 'does not know about a trust policy that asks for what is not told',
    facts: given('1.8.1', '1.7', {
      role: {
        trust: {
          ...irsaTrust,
          Statement: [{ ...irsaTrust.Statement[0], Condition: { StringEquals: { 'aws:PrincipalOrgID': [] } } }],
        },
      },
    }),
    findingsLike: [
      { level: 'unknown', rule: 'trust', evidence: [{ observed: 'the value of aws:PrincipalOrgID is unknown' }] },
    ],
  },
  {
    it: 'does not know about a trust policy that is not readable',
    facts: given('1.8.1', '1.7', { role: { trust: null } }),
    findingsLike: [{ level: 'unknown', rule: 'trust', evidence: [{ observed: 'cannot read the trust policy' }] }],
  },
  {
    it: 'fails where EKS Pod Identity may not tag its sessions',
    facts: given('1.8.1', '1.7', {
      controller: podIdentity,
      role: {
        trust: { ...podIdentityTrust, Statement: [{ ...podIdentityTrust.Statement[0], Action: 'sts:AssumeRole' }] },
      },
    }),
    findingsLike: [
      {
        level: 'fail',
        rule: 'trust',
        message:
          'the trust policy does not allow pods.eks.amazonaws.com to perform sts:TagSession: new pods of the controller get no credentials',
      },
    ],
  },
  {
    it: 'fails where the first role may not ask for the second one',
    facts: behind([]),
    findingsLike: [
      {
        level: 'fail',
        rule: 'trust',
        resource: { kind: 'Role', name: 'target', arn: targetArn },
        message: `the trust policy does not allow ${arn} to perform sts:AssumeRole, or KarpenterControllerRole-prod is not allowed to request it: new pods of the controller get no credentials`,
      },
    ],
  },
  ...(
    [
      ['trust policy', given('1.8.1', '1.7', { role: { trust: podIdentityTrust } }), ['trust']],
      [
        'permissions',
        given('1.8.1', '1.7', { role: withInline('1.7', 'AllowScopedDeletion', 10_200) }),
        ['denied:terminate', 'denied:launch-templates', 'policy-size'],
      ],
      ['needless grants', given('0.37.8', ['0.31', '0.37']), ['old-era']],
    ] as const
  ).map(([it, facts, rules]): Case => ({
    it: `says that commands for a role of another account need its credentials (${it})`,
    facts: ofAnotherAccount(facts),
    findingsLike: rules.map((rule) => ({
      rule,
      fix: expect.stringContaining(
        'The role is in account 444455556666: run the command with credentials of that account.',
      ) as string,
    })),
  })),
  {
    it: 'says where a role of another account that was not read is compared',
    facts: {
      ...given('1.8.1', '1.7'),
      karpenterControllers: [
        aKarpenter({
          identity: { kind: 'irsa', roleArn: 'arn:aws:iam::444455556666:role/karpenter', targetRoleArn: null },
        }),
      ],
    },
    findingsLike: [
      {
        rule: 'unread',
        fix: 'The role is in account 444455556666: use credentials of that account to compare its policies manually with the permissions that Karpenter needs.',
      },
    ],
  },
  {
    it: 'fails where a Deny keeps the first role from asking, though the second one names it',
    facts: behind(holding({ ...deny, Action: 'sts:AssumeRole' }), arn),
    findingsLike: [{ level: 'fail', rule: 'trust', resource: { kind: 'Role', name: 'target', arn: targetArn } }],
  },
  {
    it: 'fails where only the trust policy of a role in another account allows the first role',
    facts: {
      ...behind([], arn),
      karpenterControllers: [
        aKarpenter({
          ...chained,
          version: '1.8.1',
          identity: { ...chained.identity, targetRoleArn: ofAnotherAccount(targetArn) },
        }),
      ],
      karpenterRoles: [
        aControllerRole([], { trust: podIdentityTrust, policies: [] }),
        { ...targetTrusting(arn), arn: ofAnotherAccount(targetArn) },
      ],
    },
    findingsLike: [
      { level: 'fail', rule: 'trust', resource: { kind: 'Role', name: 'target', arn: ofAnotherAccount(targetArn) } },
      {},
      {},
      {},
      {},
    ],
  },
  {
    it: 'does not go by session tags that are switched off',
    facts: given('1.8.1', [], {
      controller: { identity: { ...podIdentity.identity, sessionTags: false } },
      role: { trust: podIdentityTrust, ...bySessionTag },
    }),
    findingsLike: [
      { level: 'fail', rule: 'denied:launch' },
      { level: 'fail', rule: 'denied:instance-profiles' },
    ],
  },
  {
    it: 'fails where the role does not exist',
    facts: given('1.8.1', '1.7', { facts: { karpenterRoles: [{ ...aControllerRole('1.7'), found: null }] } }),
    findings: [
      {
        level: 'fail',
        rule: 'missing',
        resource,
        message: "the controller's role does not exist in account 111122223333",
        evidence: [{ observed: 'not found by iam:GetRole', required: arn }],
        fix: 'Create the role again, or set the correct one for ServiceAccount kube-system/karpenter.',
      },
    ],
  },
  {
    it: 'warns in an isolated VPC of a version that calls IAM in vain, and asks for no permission',
    karpenter: karpenterPath('1.6.8', '1.7.6'),
    facts: given('1.6.8', '1.7', {
      controller: settings({ INTERRUPTION_QUEUE: 'prod', ISOLATED_VPC: 'true' }),
      facts: { karpenterNodeClasses: [aNodeClass('default', { role: null, instanceProfile: 'nodes' })] },
      role: without('1.7', 'AllowUnscopedInstanceProfileListAction'),
    }),
    findings: [
      {
        level: 'warn',
        rule: 'isolated',
        atKarpenter: '1.7.6',
        resource: deployment,
        message:
          'ISOLATED_VPC is on, and Karpenter 1.7.6 calls iam:ListInstanceProfiles, which it cannot reach there: a deleted EC2NodeClass keeps its finalizer',
        evidence: [
          {
            observed: 'Karpenter 1.7.6, ISOLATED_VPC=true',
            required: '1.8.3 or newer, which does not call IAM for it',
          },
        ],
        fix: 'Choose Karpenter 1.8.3 or newer. A permission for the role does not help: the VPC has no route to IAM.',
        links: ['https://github.com/aws/karpenter-provider-aws/issues/8609'],
      },
    ],
  },
  {
    it: 'is silent in an isolated VPC about a version that does not call IAM for it, with or without the permission',
    karpenter: karpenterPath('1.6.8', '1.8.8'),
    facts: given('1.6.8', '1.7', {
      controller: settings({ INTERRUPTION_QUEUE: 'prod', ISOLATED_VPC: 'true' }),
      facts: { karpenterNodeClasses: [aNodeClass('default', { role: null, instanceProfile: 'nodes' })] },
      role: without('1.7', 'AllowUnscopedInstanceProfileListAction'),
    }),
    findings: [],
  },
  {
    it: 'does not know what the role of the next start allows, in an older inventory',
    facts: given('1.8.1', '1.7', {
      controller: { identity: { kind: 'irsa', roleArn: arn, targetRoleArn: null, nextRoleArn: targetArn } },
    }),
    findings: [
      {
        level: 'unknown',
        rule: 'next-role',
        resource: deployment,
        message: `its pods use ${arn} now, and ${targetArn} after a restart: the inventory does not contain the second role`,
        fix: 'Take a new inventory with this version of eks-preflight. Do not restart the Deployment before: until then, its pods keep their role.',
      },
    ],
  },
  {
    it: 'is silent where the role of new pods has the rights and trusts EKS Pod Identity',
    karpenter: karpenterPath('1.8.1', '1.9.2'),
    facts: switching(assumed(['1.9']), podIdentityTrust),
    findings: [],
  },
  {
    it: 'fails at the step that restarts the pods where their next role lacks rights, whatever the first one has',
    karpenter: karpenterPath('1.8.1', '1.9.2'),
    facts: switching(
      { ...aControllerRole('1.9', without('1.9', nodeLaunch)), arn: targetArn, name: 'target' },
      podIdentityTrust,
    ),
    findingsLike: [
      {
        level: 'fail',
        rule: 'denied:launch',
        atKarpenter: '1.9.2',
        resource: { kind: 'Role', name: 'target', arn: targetArn },
        message: expect.stringMatching(/; new pods of the controller get this role$/) as string,
        fix: expect.stringMatching(
          new RegExp(`^Do not restart the Deployment before: running pods keep ${arn}\\. `),
        ) as string,
      },
    ],
  },
  {
    it: 'fails at the update of the nodes where the next role does not trust EKS Pod Identity',
    current: '1.33',
    target: '1.34',
    facts: switching(assumed(['1.7']), irsaTrust),
    findingsLike: [{ level: 'fail', rule: 'trust', at: 34 }],
  },
  {
    it: 'warns about it where nothing of the plan restarts the pods',
    current: '1.33',
    target: '1.33',
    facts: switching(assumed(['1.7']), irsaTrust),
    findingsLike: [{ level: 'warn', rule: 'trust' }],
  },
  {
    it: 'does not know the rights of a next role that was not read',
    karpenter: karpenterPath('1.8.1', '1.9.2'),
    facts: switching(undefined, irsaTrust),
    findingsLike: [{ level: 'unknown', rule: 'unread', atKarpenter: '1.9.2' }],
  },
  {
    it: 'fails where the same role comes by EKS Pod Identity next, which its trust policy does not name',
    karpenter: karpenterPath('1.8.1', '1.9.2'),
    facts: given('1.8.1', '1.9', { controller: { identity: { ...byIrsa, next: { ...byAssociation, roleArn: arn } } } }),
    findingsLike: [{ level: 'fail', rule: 'trust', atKarpenter: '1.9.2' }],
  },
  {
    it: 'fails before the update on Fargate, where EKS Pod Identity leaves new pods without credentials',
    karpenter: karpenterPath('1.8.1', '1.9.2'),
    facts: given('1.8.1', '1.9', { controller: { identity: { ...byIrsa, next: byAssociation }, onFargate: true } }),
    findings: [
      {
        level: 'fail',
        rule: 'fargate',
        atKarpenter: '1.9.2',
        resource: deployment,
        message:
          'its pods run on Fargate, where EKS Pod Identity does not work: new pods get the association of ServiceAccount kube-system/karpenter instead of the annotation, and no credentials',
        evidence: [
          {
            observed: 'an EKS Pod Identity association, pods on Fargate',
            required: 'a role for the ServiceAccount (IRSA)',
          },
        ],
        fix: [
          `Do not restart the Deployment before: running pods keep ${arn}. Give the ServiceAccount its role with the annotation, also in the values of the chart (\`serviceAccount.annotations\`), then delete the association, in the module that creates it.`,
          '```sh',
          `kubectl annotate serviceaccount karpenter --namespace kube-system --overwrite eks.amazonaws.com/role-arn=${arn}`,
          'aws eks list-pod-identity-associations --cluster-name prod --namespace kube-system --service-account karpenter',
          'aws eks delete-pod-identity-association --cluster-name prod --association-id ASSOCIATION_ID',
          '```',
        ].join('\n'),
        links: ['https://docs.aws.amazon.com/eks/latest/userguide/pod-identities.html'],
      },
    ],
  },
  {
    it: 'is silent on Fargate about a role of IRSA',
    facts: given('1.8.1', '1.9', { controller: { onFargate: true } }),
    findings: [],
  },
  {
    it: 'fails today on Fargate where running pods depend on EKS Pod Identity',
    facts: given('1.8.1', '1.9', {
      controller: { ...podIdentity, onFargate: true },
      role: { trust: podIdentityTrust },
    }),
    findingsLike: [
      {
        level: 'fail',
        rule: 'fargate',
        message: expect.stringMatching(/they get no credentials from the association/) as string,
      },
    ],
  },
  ...(
    [
      {
        step: 'the next Karpenter',
        karpenter: karpenterPath('1.8.1', '1.9.2'),
        at: { atKarpenter: '1.9.2' },
        current: '1.33',
        target: '1.34',
      },
      {
        step: 'the update of the nodes',
        karpenter: karpenterPath('1.8.1'),
        at: { at: 34 },
        current: '1.33',
        target: '1.34',
      },
    ] as {
      step: string;
      karpenter: KarpenterPath;
      at: Pick<ExpectedFinding, 'at' | 'atKarpenter'>;
      current: string;
      target: string;
    }[]
  ).flatMap(({ step, at, ...when }) => [
    {
      it: `fails at ${step} where the annotation is gone that running pods still use`,
      ...when,
      facts: given('1.8.1', '1.9', { controller: lacking('role') }),
      findings: [
        {
          level: 'fail' as const,
          rule: 'new-pods',
          ...at,
          resource: deployment,
          message: `new pods get no role: ServiceAccount kube-system/karpenter has neither an annotation with a role nor an EKS Pod Identity association, and running pods still use ${arn}`,
          evidence: [{ observed: 'no role for new pods', required: 'eks.amazonaws.com/role-arn, or an association' }],
          fix: `Give the ServiceAccount its role again before any pod of the controller restarts. With IRSA, also set \`serviceAccount.annotations\` in the values of the chart, or the next update removes it.
\`\`\`sh
kubectl annotate serviceaccount karpenter --namespace kube-system eks.amazonaws.com/role-arn=${arn}
\`\`\``,
        },
      ],
    },
    {
      it: `is silent about ${step} where the annotation is there`,
      ...when,
      facts: given('1.8.1', '1.9'),
      findings: [],
    },
  ]),
  {
    it: 'warns where nothing of the plan restarts the controller that would have no role',
    current: '1.33',
    target: '1.33',
    facts: given('1.8.1', '1.9', { controller: lacking('role') }),
    findingsLike: [{ level: 'warn', rule: 'new-pods' }],
  },
  {
    it: 'says that Argo CD manages Karpenter whose ServiceAccount lacks its role',
    karpenter: karpenterPath('1.8.1', '1.9.2'),
    facts: given('1.8.1', '1.9', { controller: { ...lacking('role'), owner: byArgo } }),
    findingsLike: [
      {
        rule: 'new-pods',
        fix: expect.stringMatching(
          / Argo CD manages Karpenter, and may revert a change made elsewhere\.\s+```/,
        ) as string,
      },
    ],
  },
  {
    it: 'says that Argo CD manages Karpenter whose pods on Fargate need an annotation',
    karpenter: karpenterPath('1.8.1', '1.9.2'),
    facts: given('1.8.1', '1.9', {
      controller: { identity: { ...byIrsa, next: byAssociation }, onFargate: true, owner: byArgo },
    }),
    findingsLike: [
      {
        rule: 'fargate',
        fix: expect.stringMatching(
          / Argo CD manages Karpenter, and may revert a change made elsewhere\.\s+```/,
        ) as string,
      },
    ],
  },
  {
    it: 'says what the tags of the cluster name where its EKS Pod Identity association is gone',
    cluster: { tags: byTerraform },
    facts: given('1.8.1', '1.9', {
      controller: { identity: { ...podIdentity.identity, newPodsLack: 'role' } },
      role: { trust: podIdentityTrust },
    }),
    findingsLike: [
      {
        rule: 'new-pods',
        fix: expect.stringContaining(
          'The tags of the cluster name Terraform: define the new object there, or import it there after the direct command.',
        ) as string,
      },
    ],
  },
  {
    it: 'fails at the next Karpenter where the ServiceAccount is gone',
    karpenter: karpenterPath('1.8.1', '1.9.2'),
    facts: given('1.8.1', '1.9', { controller: lacking('ServiceAccount') }),
    findingsLike: [
      {
        level: 'fail',
        rule: 'new-pods',
        short: 'new pods cannot start',
        atKarpenter: '1.9.2',
        message: `new pods cannot start: ServiceAccount kube-system/karpenter does not exist, and running pods still use ${arn}`,
      },
    ],
  },
  {
    it: 'fails today where the EKS Pod Identity association is gone, by which running pods renew their credentials',
    facts: given('1.8.1', '1.9', {
      controller: { identity: { kind: 'pod-identity', roleArn: null, targetRoleArn: null, newPodsLack: 'role' } },
    }),
    findingsLike: [
      { level: 'unknown', rule: 'identity' },
      {
        level: 'fail',
        rule: 'new-pods',
        message:
          'new pods get no role: ServiceAccount kube-system/karpenter has neither an annotation with a role nor an EKS Pod Identity association',
        fix: expect.stringContaining('aws eks create-pod-identity-association --cluster-name prod') as string,
      },
    ],
  },
  {
    it: 'warns of the policy of before 0.32 once nothing of that time is left',
    facts: given('0.37.8', ['0.31', '0.37']),
    findings: [
      {
        level: 'warn',
        rule: 'old-era',
        phase: 'after',
        resource,
        message: expect.stringMatching(
          /^policy KarpenterControllerPolicy-0\.31 still allows what Karpenter did before 0\.32: \d+ statements require the tag karpenter\.sh\/provisioner-name, which Karpenter 0\.37\.8 does not set$/,
        ),
        evidence: [expect.objectContaining({ observed: expect.stringContaining('AllowScopedDeletion') })],
        fix: expect.stringContaining('aws iam'),
        links: expect.anything(),
      },
    ],
  },
  {
    it: 'leaves it alone in 0.32 while a Provisioner or a Machine is left, and says so after',
    facts: given('0.32.10', ['0.31', '0.32'], {
      facts: {
        karpenterClaims: [aClaim('a', { kind: 'Machine', pool: 'default' })],
        karpenterPools: [aNodePool('default')],
      },
    }),
    findings: [],
  },
  {
    it: 'warns in 0.32 where none is left',
    facts: given('0.32.10', ['0.31', '0.32'], { facts: { karpenterPools: [aNodePool('default')] } }),
    findingsLike: [{ rule: 'old-era' }],
  },
  {
    it: 'warns of instance profiles of others, as version 19.18 of the Terraform module grants them (document 003)',
    facts: given('1.8.1', '1.7', {
      role: more('1.7', { ...everything, Action: ['iam:AddRoleToInstanceProfile', 'iam:TagInstanceProfile'] }),
    }),
    findings: [
      {
        level: 'warn',
        rule: 'foreign-profiles',
        phase: 'after',
        resource,
        message:
          'can change every instance profile of the account, not only those that Karpenter creates: statement 1 of own requires no tags',
        evidence: [
          {
            observed: 'iam:AddRoleToInstanceProfile',
            required:
              'conditions on kubernetes.io/cluster/prod, topology.kubernetes.io/region and karpenter.k8s.aws/ec2nodeclass',
            fact: 'karpenterRoles',
          },
        ],
        fix: expect.stringContaining('AllowScopedInstanceProfileActions'),
        links: expect.anything(),
      },
    ],
  },
  {
    it: 'does not know the role of a node, nor one that nobody tells',
    facts: {
      ...given('1.8.1', '1.7'),
      karpenterRoles: [],
      karpenterControllers: [
        aKarpenter({ identity: { kind: 'node', roleArn: null, targetRoleArn: null } }),
        aKarpenter({ identity: { kind: 'pod-identity', roleArn: null, targetRoleArn: null } }),
      ],
    },
    findingsLike: [
      { level: 'unknown', rule: 'node-role', resource: deployment },
      { level: 'unknown', rule: 'identity', resource: deployment },
    ],
  },
  {
    it: 'fails where no ARN is named, and does not know what a role allows that was not read',
    facts: {
      ...given('1.8.1', '1.7'),
      karpenterControllers: [
        aKarpenter({ identity: { kind: 'irsa', roleArn: 'karpenter', targetRoleArn: null } }),
        aKarpenter({ identity: { kind: 'irsa', roleArn: `${arn} `, targetRoleArn: null } }),
        aKarpenter({ identity: { kind: 'irsa', roleArn: targetArn, targetRoleArn: null } }),
      ],
    },
    findingsLike: [
      {
        level: 'fail',
        rule: 'no-arn',
        resource: deployment,
        message: 'references karpenter, which is not the ARN of a role: it gets no credentials',
      },
      {
        level: 'fail',
        rule: 'no-arn',
        resource: deployment,
        message: expect.stringContaining('not the ARN') as string,
      },
      {
        level: 'unknown',
        rule: 'unread',
        resource: deployment,
        message: `its role ${targetArn} was not read: its permissions are not judged`,
      },
    ],
  },
  {
    it: 'does not know which role acts from the first step on that reads it from a place which is not read',
    karpenter: karpenterPath('0.31.5', '0.32.10', '0.37.8'),
    facts: given('0.31.5', [], {
      facts: alpha,
      controller: { settingsUnread: ['ASSUME_ROLE_ARN'] },
      role: { policies: holding(everything) },
    }),
    findings: [
      {
        level: 'unknown',
        rule: 'assumed-role',
        atKarpenter: '0.32.10',
        resource: deployment,
        message: 'the role that it assumes is unknown: ASSUME_ROLE_ARN comes from a source that is not read',
        fix: expect.stringContaining('manually'),
      },
    ],
  },
  ...(
    [
      ['was not read', targetArn, [], 'unknown', 'unread'],
      ['does not exist', targetArn, [{ arn: targetArn, name: 'target', found: null }], 'fail', 'missing'],
      ['is no ARN', 'admin', [], 'fail', 'no-arn'],
    ] as const
  ).map(([it, ASSUME_ROLE_ARN, roles, level, rule]) => ({
    it: `tells at the step that first assumes a role that ${it}`,
    karpenter: karpenterPath('0.31.5', '0.32.10', '0.37.8'),
    facts: {
      ...given('0.31.5', [], { facts: alpha, controller: { settings: { ASSUME_ROLE_ARN } } }),
      karpenterRoles: [aControllerRole([], { policies: holding(everything) }), ...roles],
    },
    findingsLike: [{ level, rule, atKarpenter: '0.32.10' }],
  })),
  ...[
    { it: 'that is not read', more: { settingsUnread: ['ASSUME_ROLE_ARN'] }, level: 'unknown', rule: 'assumed-role' },
    { it: 'that is no ARN', more: { settings: { ASSUME_ROLE_ARN: 'admin' } }, level: 'fail', rule: 'no-arn' },
  ].map(({ it, more, level, rule }) => ({
    it: `passes nothing by a role ${it}, which settings of before 1.0 name`,
    facts: {
      ...given('0.37.8', '0.37'),
      karpenterControllers: given('0.37.8', '0.37').karpenterControllers.map((one) => ({ ...one, ...more })),
    },
    findingsLike: [{ level: level as 'fail' | 'unknown', rule }],
  })),
  {
    it: 'fails where the role that settings of before 1.0 name does not exist',
    facts: {
      ...given('0.37.8', '0.37'),
      karpenterControllers: given('0.37.8', '0.37').karpenterControllers.map((one) => ({
        ...one,
        settings: { ASSUME_ROLE_ARN: targetArn },
      })),
      karpenterRoles: [...given('0.37.8', '0.37').karpenterRoles, { arn: targetArn, name: 'target', found: null }],
    },
    findingsLike: [{ level: 'fail', rule: 'missing' }],
  },
  {
    it: 'judges the rights of the role that settings of before 1.0 name, and from 1.0 on those of the one before',
    karpenter: karpenterPath('0.37.8', '1.0.14'),
    facts: {
      ...given('0.37.8', '0.37', { controller: assuming }),
      karpenterRoles: [aControllerRole([], without('1.0', 'AllowScopedDeletion')), assumed(['0.37'])],
    },
    findingsLike: [
      { level: 'fail', rule: 'denied:terminate', resource },
      { level: 'warn', rule: 'denied:launch-templates', resource },
    ],
  },
  {
    it: 'does not know whether a role is refused anything that may not be the one that acts',
    facts: given('0.37.8', '0.37', {
      controller: { settingsUnread: ['ASSUME_ROLE_ARN'] },
      role: without('0.37', 'AllowScopedDeletion'),
    }),
    findingsLike: [
      { level: 'unknown', rule: 'assumed-role' },
      {
        level: 'unknown',
        rule: 'denied:terminate',
        message:
          'lacks ec2:TerminateInstances: Karpenter cannot remove nodes; whether it assumes another role is unknown',
      },
      { level: 'unknown', rule: 'denied:launch-templates' },
    ],
  },
  {
    it: 'warns of needless grants of the role that settings name, and not of the one before it',
    facts: {
      ...given('0.37.8', '0.37', { controller: assuming }),
      karpenterRoles: [aControllerRole(['0.31', '0.37']), assumed(['0.31', '0.37'])],
    },
    findingsLike: [{ rule: 'old-era', resource: { kind: 'Role', name: 'target', arn: targetArn } }],
  },
  {
    it: 'deletes a needless policy that is inline, and detaches others',
    facts: {
      ...given('0.37.8', ['0.31', '0.37']),
      karpenterRoles: [aControllerRole(['0.31', '0.37'], { policies: inline(['0.31', '0.37']) })],
    },
    findingsLike: [
      {
        rule: 'old-era',
        fix: expect.stringContaining(
          'aws iam delete-role-policy --role-name KarpenterControllerRole-prod --policy-name ',
        ) as string,
      },
    ],
  },
  {
    it: 'names no region in what it adds for IAM, which is asked in one region for all',
    facts: given('1.7.6', '1.6'),
    findingsLike: [
      {
        level: 'warn',
        fix: withDocument(
          '"Statement":[{"Effect":"Allow","Action":["iam:ListInstanceProfiles"],"Resource":["arn:aws:iam::111122223333:instance-profile/*"]}]',
        ),
      },
    ],
  },
  {
    it: 'does not know a version that nobody tells',
    facts: given(null, '1.7'),
    findingsLike: [{ level: 'unknown', rule: 'version' }],
  },
  {
    it: 'does not know what a version before 0.28 asks for, and judges the steps after it',
    karpenter: karpenterPath('0.27.6', '0.32.10'),
    facts: given('0.27.6', ['0.31', '0.32'], { facts: alpha }),
    findingsLike: [
      {
        level: 'unknown',
        rule: 'too-old',
        message: 'the permissions that Karpenter 0.27.6 needs are unknown: eks-preflight knows those of 0.28 and later',
      },
    ],
  },
  {
    it: 'skips where Karpenter is not installed',
    facts: { karpenterControllers: [], karpenterRoles: [] },
    skip: 'Karpenter is not installed in this cluster',
  },
]);

it('tells of a role that was not read as the gap that it is, and that it is not judged', () => {
  const role = `role ${arn}`;
  const reason = { kind: 'denied' as const, message: 'denied: iam:GetRole', permission: 'iam:GetRole' };
  const facts = { ...given('1.8.1', '1.7'), ...allKindsRead, karpenterRoles: [] };
  const readings = Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, { ok: true, value }]));
  const karpenter = { current: '1.8.1', target: '1.8.1', versions: ['1.8.1'] };
  const { findings } = judge(check, {
    readings: { ...readings, karpenterRoles: { ok: true, value: [], gaps: [{ what: role, reason }] } },
    context: { cluster: aCluster, current: 33, target: 33, versions: [33], karpenter, now: '2026-11-20T12:00:00.000Z' },
    source: 'live',
  });
  expect(findings).toMatchObject([
    { level: 'unknown', rule: 'unread' },
    { level: 'unknown', rule: 'missing:karpenterRoles', message: `${role} not seen: denied: iam:GetRole` },
  ]);
});
