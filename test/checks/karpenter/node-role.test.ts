import { expect } from 'vitest';
import check from '../../../checks/karpenter/node-role/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { aComponent, aKarpenter, aNode, checkCases, karpenterPath } from '../cases.ts';
import { argoSays, byArgo, byTerraform } from '../managers.ts';
import { aNodeClass, aNodePool, aNodeTemplate, aProvisioner } from './objects.ts';

type Roles = Facts['karpenterNodeRoles'];
type Found = NonNullable<Roles['roles'][number]['found']>;

const name = 'KarpenterNodeRole-prod';
const arn = `arn:aws:iam::111122223333:role/${name}`;
const policies = ['AmazonEC2ContainerRegistryPullOnly', 'AmazonEKSWorkerNodePolicy', 'AmazonEKS_CNI_Policy'];
const attached = (...names: string[]) => ({ attachedPolicies: names.map((one) => `arn:aws:iam::aws:policy/${one}`) });
const ec2 = { effect: 'Allow', services: ['ec2.amazonaws.com'], actions: ['sts:AssumeRole'], conditions: [] };
const condition = { operator: 'StringEquals', key: 'aws:SourceAccount', values: ['111122223333'] };

function roles(more: Partial<Found> = {}, instanceProfiles: Roles['instanceProfiles'] = []): Roles {
  return { roles: [{ name, found: { arn, trust: [ec2], ...attached(...policies), ...more } }], instanceProfiles };
}

function facts(more: Partial<Facts> = {}, version: string | null = '1.8.1', settings: Record<string, string> = {}) {
  return {
    karpenterControllers: [aKarpenter({ version, settings: { CLUSTER_NAME: 'prod', ...settings } })],
    karpenterPools: [aNodePool('default')],
    karpenterNodeClasses: [aNodeClass('default')],
    karpenterNodeRoles: roles(),
    nodeAccessEntries: [{ principalArn: arn, type: 'EC2_LINUX' }],
    nodeAuthRoles: null,
    vpcCniRole: { own: false },
    vpcCni: [aComponent({ kind: 'DaemonSet', name: 'aws-node' })],
    ...more,
  };
}

const allow = (...Action: string[]) => ({
  Version: '2012-10-17',
  Statement: [{ Effect: 'Allow', Action, Resource: '*' }],
});
/** Allows pulls from EKS's repositories only; which repositories the nodes use is unknown. */
const pullsFromEks = {
  Version: '2012-10-17',
  Statement: [
    ...allow('ec2:*', 'eks:DescribeCluster', 'ecr:GetAuthorizationToken').Statement,
    {
      Effect: 'Allow',
      Action: ['ecr:BatchGetImage', 'ecr:GetDownloadUrlForLayer'],
      Resource: 'arn:aws:ecr:eu-west-1:602401143452:repository/*',
    },
  ],
};
const everything = { name: 'nodes', arn: null, document: allow('ec2:*', 'eks:DescribeCluster', 'ecr:*') };
const withOwn = (own: Partial<NonNullable<Found['own']>>) =>
  facts({
    karpenterNodeRoles: roles({
      ...attached('AmazonSSMManagedInstanceCore'),
      own: { policies: [], boundary: null, ...own },
    }),
  });

const cniImage = (account: string) => `${account}.dkr.ecr.eu-west-1.amazonaws.com/amazon-k8s-cni:v1.20.4`;

/** A role with this policy and the one for SSM; its nodes use AL2023 with EKS's VPC CNI image, and none is running. */
const stopped = (document: object, more: Partial<Facts> = {}) => ({
  ...withOwn({ policies: [{ ...everything, document }] }),
  vpcCni: [aComponent({ kind: 'DaemonSet', name: 'aws-node', image: cniImage('602401143452') })],
  nodes: [],
  ...more,
});

function without(all: Partial<Facts>, fact: keyof Facts): Partial<Facts> {
  const { [fact]: _left, ...rest } = all;
  return rest;
}

const line = { arn, username: 'system:node:{{EC2PrivateDNSName}}', groups: ['system:bootstrappers', 'system:nodes'] };
const auth = (...lines: Partial<typeof line>[]): Facts['nodeAuthRoles'] => ({
  state: 'read',
  roles: lines.map((one) => ({ ...line, ...one })),
});
const byConfigMap = { cluster: { authenticationMode: 'CONFIG_MAP' } };
const { nodeAccessEntries: _, ...withoutEntries } = facts();
const role = { kind: 'Role', name, arn, note: 'EC2NodeClass default' };
const nodeClass = (more: Parameters<typeof aNodeClass>[1]) => ({ karpenterNodeClasses: [aNodeClass('default', more)] });
const alpha = { karpenterPools: [aProvisioner('default')], karpenterNodeClasses: [aNodeTemplate('default')] };
const profile = 'Karpenter-prod-2023100308';
const inSettings = { 'configMap:aws.defaultInstanceProfile': profile };

checkCases(check, [
  {
    it: 'is silent about a role that exists, trusts EC2, holds its policies and may join',
    facts: facts(),
    findings: [],
  },
  {
    it: 'is silent about ReadOnly, about China, about a role that may do all',
    facts: facts({
      karpenterNodeRoles: roles({
        trust: [{ ...ec2, services: ['ec2.amazonaws.com.cn'] }],
        ...attached('AdministratorAccess'),
      }),
    }),
    findings: [],
  },
  ...(
    [
      ['Windows2022', 'EC2_WINDOWS', []],
      ['Windows2022', 'EC2_LINUX', [{ level: 'fail', rule: 'services', blocks: 'workloads' }]],
      ['AL2023', 'EC2_WINDOWS', [{ level: 'warn', rule: 'type' }]],
      ['AL2023', 'EC2_LINUX', []],
    ] as const
  ).map(([amiFamily, type, findingsLike]) => ({
    it: `judges nodes of ${amiFamily} with an access entry of type ${type}`,
    facts: facts({ ...nodeClass({ amiFamily }), nodeAccessEntries: [{ principalArn: arn, type }] }),
    findingsLike: [...findingsLike],
  })),
  {
    it: 'reads the system of custom AMIs from the nodes, of which a Ready one makes it a warning',
    facts: facts({
      ...nodeClass({ amiFamily: 'Custom' }),
      nodeAccessEntries: [{ principalArn: arn, type: 'EC2_LINUX' }],
      nodes: [
        aNode('w', 'v1.33.5', {
          computeType: 'karpenter',
          group: 'default',
          osImage: 'Windows Server 2022 Datacenter',
        }),
      ],
    }),
    findingsLike: [{ level: 'warn', rule: 'services' }],
  },
  {
    it: 'is silent about an instance profile that holds a role',
    facts: facts({
      ...nodeClass({ role: null, instanceProfile: 'nodes' }),
      karpenterNodeRoles: roles({}, [{ name: 'nodes', exists: true, role: name }]),
    }),
    findings: [],
  },
  {
    it: 'says where the node class with a placeholder is managed',
    facts: facts({ ...nodeClass({ role: '$KARPENTER_NODE_ROLE', owner: byArgo }) }),
    findingsLike: [{ rule: 'placeholder', fix: argoSays('the node class') }],
  },
  {
    it: 'says where to define a role that does not exist, too',
    cluster: { tags: byTerraform },
    facts: facts({ karpenterNodeRoles: { roles: [{ name, found: null }], instanceProfiles: [] } }),
    findingsLike: [
      {
        rule: 'missing-role',
        fix: expect.stringContaining(
          'The tags of the cluster name Terraform: define the new object there, or import it there after the direct command.',
        ) as string,
      },
    ],
  },
  {
    it: "fails karpenter-convert's placeholder",

    facts: facts({ ...nodeClass({ role: '$KARPENTER_NODE_ROLE' }) }),
    findings: [
      {
        level: 'fail',
        rule: 'placeholder',
        atKarpenter: '1.8.1',
        resource: { kind: 'EC2NodeClass', name: 'default' },
        message:
          'spec.role is $KARPENTER_NODE_ROLE, the placeholder of karpenter-convert or of a template: Karpenter cannot launch its nodes',
        evidence: [{ observed: 'spec.role: $KARPENTER_NODE_ROLE', required: 'the name of a role' }],
        fix: expect.stringMatching(
          /^Set spec\.role to the name of the node role[^]*--query 'InstanceProfile\.Roles\[\]\.RoleName'/,
        ),
      },
    ],
  },
  {
    it: 'fails an ARN where the name belongs, and warns where no pool uses the class',
    facts: facts({ karpenterNodeClasses: [aNodeClass('default', { role: arn }), aNodeClass('spare', { role: arn })] }),
    findingsLike: [
      {
        level: 'fail',
        rule: 'arn',
        message: `spec.role is an ARN (${arn}) instead of a name: Karpenter cannot launch its nodes`,
        fix: `Set only the name: \`${name}\`.`,
      },
      { level: 'warn', rule: 'arn', resource: { kind: 'EC2NodeClass', name: 'spare' } },
    ],
  },
  {
    it: 'fails a role that does not exist',
    facts: facts({ karpenterNodeRoles: { roles: [{ name, found: null }], instanceProfiles: [] } }),
    findingsLike: [
      {
        level: 'fail',
        rule: 'missing-role',
        message: `its role ${name} does not exist in account 111122223333: Karpenter cannot launch its nodes`,
        fix: `Set a role that exists, or create it:
\`\`\`sh
aws iam create-role --role-name ${name} --assume-role-policy-document '{
  "Version": "2012-10-17",
  "Statement": [
    {
      "Effect": "Allow",
      "Principal": {"Service":"ec2.amazonaws.com"},
      "Action": "sts:AssumeRole"
    }
  ]
}'
\`\`\``,
      },
    ],
  },
  {
    it: 'quotes the name of a role that a shell would take for a command',
    facts: facts({
      ...nodeClass({ role: "nodes'; reboot" }),
      karpenterNodeRoles: { roles: [{ name: "nodes'; reboot", found: null }], instanceProfiles: [] },
    }),
    findingsLike: [
      {
        rule: 'missing-role',
        fix: expect.stringContaining(String.raw`--role-name 'nodes'\''; reboot' --assume-role-policy-document '{`),
      },
    ],
  },
  {
    it: 'is silent about a role that could not be read: the engine says so',
    facts: facts({ karpenterNodeRoles: { roles: [], instanceProfiles: [] } }),
    findings: [],
  },
  {
    it: 'fails a class that names neither role nor profile',
    facts: facts(nodeClass({ role: null })),
    findingsLike: [
      {
        level: 'fail',
        rule: 'nothing',
        message: 'names neither a role nor an instance profile: Karpenter cannot launch its nodes',
      },
    ],
  },
  {
    it: 'is silent about 0.30 with the instance profile of the settings',
    facts: facts(
      { ...alpha, karpenterNodeRoles: roles({}, [{ name: profile, exists: true, role: name }]) },
      '0.30.0',
      inSettings,
    ),
    findings: [],
  },
  {
    it: 'fails a profile of the settings that the module has deleted (document 002)',
    facts: facts(
      { ...alpha, karpenterNodeRoles: { roles: [], instanceProfiles: [{ name: profile, exists: false, role: null }] } },
      '0.30.0',
      inSettings,
    ),
    findingsLike: [
      {
        level: 'fail',
        rule: 'profile',
        resource: { kind: 'AWSNodeTemplate', name: 'default' },
        message: `its instance profile ${profile} (aws.defaultInstanceProfile of ConfigMap karpenter-global-settings) does not exist in account 111122223333: Karpenter cannot launch its nodes`,
      },
    ],
  },
  {
    it: 'fails a profile without a role',
    facts: facts({
      ...nodeClass({ role: null, instanceProfile: 'nodes' }),
      karpenterNodeRoles: { roles: [], instanceProfiles: [{ name: 'nodes', exists: true, role: null }] },
    }),
    findingsLike: [
      {
        level: 'fail',
        rule: 'profile',
        message:
          'its instance profile nodes (spec.instanceProfile) contains no role: Karpenter cannot launch its nodes',
      },
    ],
  },
  {
    it: 'gives a profile whose name begins with a dash to its flag',
    facts: facts({
      ...nodeClass({ role: null, instanceProfile: '--nodes' }),
      karpenterNodeRoles: { roles: [], instanceProfiles: [{ name: '--nodes', exists: true, role: null }] },
    }),
    findingsLike: [
      {
        rule: 'profile',
        fix: 'Add the node role to it:\n```sh\naws iam add-role-to-instance-profile --instance-profile-name=--nodes --role-name ROLE\n```',
      },
    ],
  },
  {
    it: 'withholds the commands for a profile whose name holds an invisible character',
    facts: facts({
      ...nodeClass({ role: null, instanceProfile: 'nodes\u200B' }),
      karpenterNodeRoles: { roles: [], instanceProfiles: [{ name: 'nodes\u200B', exists: false, role: null }] },
    }),
    findingsLike: [
      {
        rule: 'profile',
        fix: 'Create it again, and keep it until nothing references it: (Commands not shown: they include a name that contains a line break or an invisible character.)',
      },
    ],
  },
  {
    it: 'fails a template that relies on settings which name no profile any more',
    facts: facts(alpha, '0.32.1'),
    findingsLike: [
      {
        level: 'fail',
        rule: 'nothing',
        message: 'names no instance profile, and neither do the settings: Karpenter cannot launch its nodes',
      },
    ],
  },
  {
    it: 'is silent about a launch template of one\u2019s own, and about a template that nothing reads any more',
    facts: facts(
      { ...alpha, karpenterNodeClasses: [aNodeTemplate('default', { fields: ['spec.launchTemplate'] })] },
      '0.30.0',
    ),
    findings: [],
  },
  { it: 'is silent about what only 0.32 and older read', facts: facts(alpha, '0.37.8'), findings: [] },
  {
    it: 'does not know the profile where the settings were not read',
    facts: {
      ...facts(alpha, '0.30.0'),
      karpenterControllers: [
        aKarpenter({ version: '0.30.0', settings: {}, settingsUnread: ['configMap:aws.defaultInstanceProfile'] }),
      ],
    },
    findingsLike: [{ level: 'unknown', rule: 'profile' }],
  },
  {
    it: 'judges the own profile of a Provisioner that says of EC2 by itself',
    facts: facts(
      {
        karpenterPools: [
          aProvisioner('own', {
            nodeClass: null,
            provider: {
              amiFamily: null,
              instanceProfile: 'nodes',
              selectors: { subnets: null, securityGroups: null, amis: null },
            },
          }),
        ],
        karpenterNodeClasses: [],
        karpenterNodeRoles: { roles: [], instanceProfiles: [{ name: 'nodes', exists: false, role: null }] },
      },
      '0.30.0',
    ),
    findingsLike: [{ level: 'fail', rule: 'profile', resource: { kind: 'Provisioner', name: 'own' } }],
  },
  {
    it: 'fails a trust policy without EC2, and says so once for a role of several classes',
    facts: facts({
      karpenterNodeClasses: [aNodeClass('default'), aNodeClass('gpu')],
      karpenterNodeRoles: roles({ trust: [{ ...ec2, services: ['eks.amazonaws.com'] }] }),
    }),
    findings: [
      {
        level: 'fail',
        rule: 'trust',
        atKarpenter: '1.8.1',
        resource: { ...role, note: 'EC2NodeClass default, EC2NodeClass gpu' },
        message: 'its trust policy does not allow ec2.amazonaws.com to assume it: no instance can start with this role',
        evidence: [
          {
            observed: 'eks.amazonaws.com',
            required: 'sts:AssumeRole for ec2.amazonaws.com',
            fact: 'karpenterNodeRoles',
          },
        ],
        fix: expect.stringContaining('aws iam update-assume-role-policy --role-name KarpenterNodeRole-prod'),
      },
    ],
  },
  {
    it: 'fails a trust policy that denies',
    facts: facts({
      karpenterNodeRoles: roles({ trust: [ec2, { ...ec2, effect: 'Deny', services: ['*'], actions: ['sts:*'] }] }),
    }),
    findingsLike: [{ level: 'fail', rule: 'trust' }],
  },
  {
    it: 'takes a wildcard in the action of a trust policy for what it matches',
    facts: facts({ karpenterNodeRoles: roles({ trust: [{ ...ec2, actions: ['sts:Assume*'] }] }) }),
    findings: [],
  },
  {
    it: 'fails a trust policy that denies by a wildcard in the action',
    facts: facts({
      karpenterNodeRoles: roles({ trust: [ec2, { ...ec2, effect: 'Deny', actions: ['sts:Assume*'] }] }),
    }),
    findingsLike: [{ level: 'fail', rule: 'trust' }],
  },
  {
    it: 'warns of a trust policy without EC2 where no pool uses the class',
    facts: facts({ karpenterPools: [], karpenterNodeRoles: roles({ trust: [] }) }),
    findingsLike: [{ level: 'warn', rule: 'trust' }],
  },
  {
    it: 'shows the trust policy before the command that replaces all of it',
    facts: facts({ karpenterNodeRoles: roles({ trust: [{ ...ec2, services: ['eks-pods.amazonaws.com'] }] }) }),
    findingsLike: [
      {
        rule: 'trust',
        fix: expect.stringMatching(
          /replaces the whole policy[^]*aws iam get-role --role-name KarpenterNodeRole-prod --query Role\.AssumeRolePolicyDocument[^]*aws iam update-assume-role-policy/,
        ),
      },
    ],
  },
  {
    it: 'does not know a trust policy that hangs on conditions, or is not readable',
    facts: facts({ karpenterNodeRoles: roles({ trust: [{ ...ec2, conditions: [condition] }] }) }),
    findingsLike: [{ level: 'unknown', rule: 'trust' }],
  },
  {
    it: 'does not know one that is not readable',
    facts: facts({ karpenterNodeRoles: roles({ trust: null }) }),
    findingsLike: [{ level: 'unknown', rule: 'trust', message: 'cannot read its trust policy' }],
  },
  {
    it: 'warns of policies that are not attached',
    facts: facts({ karpenterNodeRoles: roles(attached('AmazonSSMManagedInstanceCore')) }),
    findingsLike: [
      {
        level: 'warn',
        rule: 'policy:worker',
        message: "AmazonEKSWorkerNodePolicy is not attached; this inventory does not hold the role's own policies",
      },
      { level: 'warn', rule: 'policy:images' },
      {
        level: 'warn',
        rule: 'policy:network',
        message:
          "AmazonEKS_CNI_Policy is not attached, and the VPC CNI has no separate role; this inventory does not hold the role's own policies",
      },
    ],
  },
  {
    it: "is silent about policies of one's own that allow as much",
    facts: withOwn({ policies: [everything] }),
    findings: [],
  },
  {
    it: "warns of policies of one's own that allow less, by the action",
    facts: withOwn({ policies: [{ ...everything, document: allow('ec2:*', 'eks:Describe*', 'ecr:Batch*') }] }),
    findings: [
      {
        level: 'warn',
        rule: 'policy:images',
        atKarpenter: '1.8.1',
        resource: role,
        message:
          'its policies do not allow ecr:GetAuthorizationToken, ecr:GetDownloadUrlForLayer: its nodes cannot pull images from Amazon ECR',
        evidence: [
          {
            observed:
              'no policy allows it; the closest is statement 1 of nodes: it only covers the actions ec2:*, eks:Describe*, ecr:Batch*',
            required: 'ecr:GetAuthorizationToken',
            fact: 'karpenterNodeRoles',
          },
          {
            observed:
              'no policy allows it; the closest is statement 1 of nodes: it only covers the actions ec2:*, eks:Describe*, ecr:Batch*',
            required: 'ecr:GetDownloadUrlForLayer',
            fact: 'karpenterNodeRoles',
          },
        ],
        fix: expect.stringContaining(
          `aws iam attach-role-policy --role-name ${name} --policy-arn arn:aws:iam::aws:policy/AmazonEC2ContainerRegistryPullOnly`,
        ),
        links: ['https://docs.aws.amazon.com/eks/latest/userguide/create-node-role.html'],
      },
    ],
  },
  {
    it: 'warns of a boundary that takes away what the attached policies give',
    facts: facts({
      karpenterNodeRoles: roles({
        own: { policies: [], boundary: { ...everything, document: allow('ec2:*', 'eks:*') } },
      }),
    }),
    findingsLike: [{ level: 'warn', rule: 'policy:images', fix: expect.stringContaining('permissions boundary') }],
  },
  {
    it: "fails a role whose nodes cannot pull the VPC CNI's image where none of them is Ready",
    facts: stopped(allow('ec2:*', 'eks:*')),
    findings: [
      {
        level: 'fail',
        rule: 'policy:images',
        atKarpenter: '1.8.1',
        resource: role,
        message:
          "its policies do not allow ecr:GetAuthorizationToken, ecr:BatchGetImage, ecr:GetDownloadUrlForLayer: no node can pull the VPC CNI's image from Amazon ECR, and none becomes Ready",
        evidence: expect.any(Array),
        fix: expect.stringContaining('AmazonEC2ContainerRegistryPullOnly'),
        links: ['https://docs.aws.amazon.com/eks/latest/userguide/create-node-role.html'],
      },
    ],
  },
  {
    it: 'warns of it where a Ready node of its pool shows that nodes start without',
    facts: stopped(allow('ec2:*', 'eks:*'), {
      nodes: [aNode('a', 'v1.33.5-eks-113cf36', { computeType: 'karpenter', group: 'default' })],
    }),
    findingsLike: [{ level: 'warn', rule: 'policy:images' }],
  },
  {
    it: 'fails all the same where only a node that is not Ready runs, or one of another pool',
    facts: stopped(allow('ec2:*', 'eks:*'), {
      nodes: [
        aNode('a', 'v1.33.5-eks-113cf36', { computeType: 'karpenter', group: 'default', ready: false }),
        aNode('b', 'v1.33.5-eks-113cf36', { computeType: 'karpenter', group: 'other' }),
      ],
    }),
    findingsLike: [{ level: 'fail', rule: 'policy:images' }],
  },
  {
    it: 'warns of it where nodes were not read',
    facts: without(stopped(allow('ec2:*', 'eks:*')), 'nodes'),
    findingsLike: [{ level: 'warn', rule: 'policy:images' }],
  },
  {
    it: 'warns of it where the VPC CNI comes from elsewhere',
    facts: stopped(allow('ec2:*', 'eks:*'), {
      vpcCni: [aComponent({ kind: 'DaemonSet', name: 'aws-node', image: 'registry.example/amazon-k8s-cni:v1.20.4' })],
    }),
    findingsLike: [{ level: 'warn', rule: 'policy:images' }],
  },
  {
    it: 'warns of it where the image is in a repository of the account, whose own policy may allow the pull',
    facts: stopped(allow('ec2:*', 'eks:*', 'ecr:GetAuthorizationToken'), {
      vpcCni: [aComponent({ kind: 'DaemonSet', name: 'aws-node', image: cniImage('111122223333') })],
    }),
    findingsLike: [{ level: 'warn', rule: 'policy:images' }],
  },
  {
    it: 'but fails without the token, which no repository gives',
    facts: stopped(allow('ec2:*', 'eks:*', 'ecr:Batch*', 'ecr:GetDownload*'), {
      vpcCni: [aComponent({ kind: 'DaemonSet', name: 'aws-node', image: cniImage('111122223333') })],
    }),
    findingsLike: [
      { level: 'fail', rule: 'policy:images', message: expect.stringContaining('GetAuthorizationToken:') },
    ],
  },
  {
    it: 'warns of it where the image is custom and may hold what others pull',
    facts: stopped(allow('ec2:*', 'eks:*'), nodeClass({ amiFamily: 'Custom', alias: null })),
    findingsLike: [{ level: 'warn', rule: 'policy:images' }],
  },
  {
    it: 'warns of it where no pool uses the class',
    facts: stopped(allow('ec2:*', 'eks:*'), { karpenterPools: [] }),
    findingsLike: [{ level: 'warn', rule: 'policy:images' }],
  },
  {
    it: 'fails a role by which nodeadm cannot read the name of the node',
    facts: stopped(allow('ec2:*Network*', 'ec2:CreateTags', 'eks:*', 'ecr:*'), { vpcCniRole: { own: true } }),
    findingsLike: [
      {
        level: 'fail',
        rule: 'policy:worker',
        message:
          'its policies do not allow ec2:DescribeInstances, ec2:DescribeInstanceTypes: nodeadm cannot read the name of the node, and no node joins the cluster',
      },
    ],
  },
  {
    it: 'warns of it where user data may name nodes by their instance id',
    facts: stopped(allow('eks:*', 'ecr:*'), { vpcCniRole: { own: true }, ...nodeClass({ registersTaint: false }) }),
    findingsLike: [{ level: 'warn', rule: 'policy:worker' }],
  },
  {
    it: 'warns of it where Bottlerocket starts, which has no nodeadm',
    facts: stopped(allow('eks:*', 'ecr:*'), {
      vpcCniRole: { own: true },
      ...nodeClass({ alias: 'bottlerocket@latest' }),
    }),
    findingsLike: [{ level: 'warn', rule: 'policy:worker' }],
  },
  {
    it: 'warns of a role that may not describe the cluster, whose endpoint Karpenter tells the node',
    facts: stopped(allow('ec2:*', 'ecr:*')),
    findingsLike: [{ level: 'warn', rule: 'policy:worker', message: expect.stringContaining('eks:DescribeCluster:') }],
  },
  {
    it: 'fails a role by which the VPC CNI does not start',
    facts: stopped(allow('ec2:DescribeInstances', 'ec2:DescribeInstanceTypes', 'eks:*', 'ecr:*')),
    findingsLike: [
      { level: 'fail', rule: 'policy:network', message: expect.stringContaining('the VPC CNI does not start') },
    ],
  },
  {
    it: 'warns of one by which it starts and cannot add addresses',
    facts: stopped(allow('ec2:Describe*', 'ec2:CreateTags', 'eks:*', 'ecr:*')),
    findingsLike: [{ level: 'warn', rule: 'policy:network' }],
  },
  {
    it: 'does not know a policy that hangs on a condition',
    facts: stopped({
      Version: '2012-10-17',
      Statement: [
        { Effect: 'Allow', Action: '*', Resource: '*', Condition: { StringEquals: { 'aws:SourceVpc': 'vpc-1' } } },
      ],
    }),
    findingsLike: [
      { level: 'unknown', rule: 'policy:worker' },
      { level: 'unknown', rule: 'policy:images' },
      { level: 'unknown', rule: 'policy:network' },
    ],
  },
  {
    it: 'warns of a policy that hangs on what is not told where a Ready node shows that nodes start without',
    facts: stopped(pullsFromEks, {
      nodes: [aNode('a', 'v1.33.5-eks-113cf36', { computeType: 'karpenter', group: 'default' })],
    }),
    findingsLike: [
      {
        level: 'warn',
        rule: 'policy:images',
        message: expect.stringContaining('unknown whether its policies allow what nodes need'),
      },
    ],
  },
  {
    it: 'does not know it where no node is Ready',
    facts: stopped(pullsFromEks),
    findingsLike: [{ level: 'unknown', rule: 'policy:images' }],
  },
  {
    it: 'is silent about attached policies of AWS beside a policy that adds nothing',
    facts: facts({
      karpenterNodeRoles: roles({ own: { policies: [{ ...everything, document: allow('s3:*') }], boundary: null } }),
    }),
    findings: [],
  },
  {
    it: "does not know a policy of one's own that was not read",
    facts: withOwn({ policies: [{ ...everything, document: null }] }),
    findingsLike: [
      { level: 'unknown', rule: 'policy:worker' },
      { level: 'unknown', rule: 'policy:images' },
      { level: 'unknown', rule: 'policy:network' },
    ],
  },
  {
    it: 'does not ask for the network policy where the VPC CNI has a role of its own',
    facts: facts({ vpcCniRole: { own: true }, karpenterNodeRoles: roles(attached(...policies.slice(0, 2))) }),
    findings: [],
  },
  {
    it: 'nor where there is no VPC CNI',
    facts: facts({ vpcCni: [], karpenterNodeRoles: roles(attached(...policies.slice(0, 2))) }),
    findings: [],
  },
  {
    it: 'nor for IPv6, whose policy everybody writes for themselves',
    cluster: { ipFamily: 'ipv6' },
    facts: facts({ karpenterNodeRoles: roles(attached(...policies.slice(0, 2))) }),
    findings: [],
  },
  {
    it: 'fails a role without an access entry (API)',
    facts: facts({ nodeAccessEntries: [] }),
    findings: [
      {
        level: 'fail',
        rule: 'join',
        atKarpenter: '1.8.1',
        resource: role,
        message: 'its nodes cannot join: it has no access entry',
        evidence: [{ observed: 'no access entry', required: 'one of type EC2_LINUX', fact: 'nodeAccessEntries' }],
        fix: expect.stringContaining(
          `aws eks create-access-entry --cluster-name prod --region eu-west-1 --principal-arn ${arn} --type EC2_LINUX`,
        ),
      },
    ],
  },
  {
    it: 'fails an access entry of another type, whatever aws-auth says',
    cluster: { authenticationMode: 'API_AND_CONFIG_MAP' },
    facts: facts({ nodeAccessEntries: [{ principalArn: arn, type: 'STANDARD' }], nodeAuthRoles: auth({}) }),
    findingsLike: [
      { level: 'fail', rule: 'join', message: 'its nodes cannot join: its access entry has the type STANDARD' },
    ],
  },
  {
    it: 'leaves an access entry that could not be described to the engine',
    facts: facts({ nodeAccessEntries: [{ principalArn: arn, type: null }] }),
    findings: [],
  },
  {
    it: 'ignores aws-auth where the mode is API',
    facts: facts({ nodeAccessEntries: [], nodeAuthRoles: auth({}) }),
    findingsLike: [{ rule: 'join' }],
  },
  {
    it: 'takes a line of aws-auth where both are looked at',
    cluster: { authenticationMode: 'API_AND_CONFIG_MAP' },
    facts: facts({ nodeAccessEntries: [], nodeAuthRoles: auth({}) }),
    findings: [],
  },
  {
    it: 'takes a line of aws-auth (CONFIG_MAP)',
    ...byConfigMap,
    facts: facts({ nodeAccessEntries: null, nodeAuthRoles: auth({}) }),
    findings: [],
  },
  {
    it: 'fails a role that aws-auth does not name',
    ...byConfigMap,
    facts: facts({ nodeAccessEntries: null, nodeAuthRoles: auth() }),
    findingsLike: [
      {
        level: 'fail',
        rule: 'join',
        message: 'its nodes cannot join: aws-auth has no entry for it',
        fix: expect.stringContaining(`- rolearn: ${arn}`),
      },
    ],
  },
  {
    it: 'fails a cluster without aws-auth',
    ...byConfigMap,
    facts: facts({ nodeAccessEntries: null, nodeAuthRoles: null }),
    findingsLike: [{ level: 'fail', rule: 'join', message: 'its nodes cannot join: there is no ConfigMap aws-auth' }],
  },
  {
    it: 'fails a line with the path of the role, which aws-auth does not know',
    ...byConfigMap,
    facts: facts({
      karpenterNodeRoles: roles({ arn: `arn:aws:iam::111122223333:role/team/${name}` }),
      nodeAccessEntries: null,
      nodeAuthRoles: auth({ arn: `arn:aws:iam::111122223333:role/team/${name}` }),
    }),
    findingsLike: [
      { level: 'fail', message: 'its nodes cannot join: its aws-auth entry contains the path of the role' },
    ],
  },
  {
    it: 'takes a line without the path',
    ...byConfigMap,
    facts: facts({
      karpenterNodeRoles: roles({ arn: `arn:aws:iam::111122223333:role/team/${name}` }),
      nodeAccessEntries: null,
      nodeAuthRoles: auth({}),
    }),
    findings: [],
  },
  {
    it: 'fails a line of another account, without its groups, or for users',
    ...byConfigMap,
    facts: facts({ nodeAccessEntries: null, nodeAuthRoles: auth({ arn: `arn:aws:iam::999999999999:role/${name}` }) }),
    findingsLike: [
      { message: `its nodes cannot join: aws-auth has an entry for arn:aws:iam::999999999999:role/${name}` },
    ],
  },
  {
    it: 'fails a line without a group of nodes',
    ...byConfigMap,
    facts: facts({ nodeAccessEntries: null, nodeAuthRoles: auth({ groups: ['system:nodes'] }) }),
    findingsLike: [{ message: 'its nodes cannot join: its aws-auth entry lacks system:bootstrappers' }],
  },
  {
    it: 'fails a line with the username of a person',
    ...byConfigMap,
    facts: facts({ nodeAccessEntries: null, nodeAuthRoles: auth({ username: 'admin' }) }),
    findingsLike: [{ message: 'its nodes cannot join: its aws-auth entry has the username admin' }],
  },
  {
    it: 'does not know where aws-auth is not readable',
    ...byConfigMap,
    facts: facts({
      nodeAccessEntries: null,
      nodeAuthRoles: { state: 'unreadable', message: 'mapRoles is not valid YAML' },
    }),
    findingsLike: [{ level: 'unknown', rule: 'join' }],
  },
  {
    it: 'leaves what was not read to the engine',
    facts: withoutEntries,
    findings: [],
  },
  {
    it: 'warns only where no pool uses the class whose role may not join',
    facts: facts({ karpenterPools: [], nodeAccessEntries: [] }),
    findingsLike: [{ level: 'warn', rule: 'join' }],
  },
  {
    it: 'names the step from which on a class is read',
    facts: facts(nodeClass({ role: '$KARPENTER_NODE_ROLE' }), '0.31.5'),
    karpenter: karpenterPath('0.31.5', '0.32.10'),
    findingsLike: [{ rule: 'placeholder', atKarpenter: '0.32.10' }],
  },
  {
    it: 'skips a cluster without Karpenter',
    facts: { ...facts(), karpenterControllers: [] },
    skip: 'Karpenter is not installed in this cluster',
  },
  {
    it: 'is silent about an access entry that goes before a line which is not there',
    cluster: { authenticationMode: 'API_AND_CONFIG_MAP' },
    facts: facts({ nodeAuthRoles: { state: 'read', roles: [] } }),
    findings: [],
  },
  ...(
    [
      [
        'CloudFormation',
        { 'aws:cloudformation:stack-name': 'Karpenter-prod' },
        'CloudFormation (stack Karpenter-prod) manages the role: the next update of the stack may revert a change made elsewhere.',
      ],
      [
        'Terraform',
        { terraform: 'true' },
        'According to its tags, Terraform manages the role: the next apply may revert a change made elsewhere. Change ',
      ],
      ['nothing tells', { team: 'platform' }, 'If infrastructure as code created the role, change it there first.'],
    ] as const
  ).map(([who, tags, says]) => ({
    it: `tells where to change the role, for its trust policy and its policies: ${who}`,
    facts: facts({
      karpenterNodeRoles: roles({ trust: [], tags, ...attached(), own: { policies: [], boundary: null } }),
    }),
    findingsLike: ['trust', 'policy:worker', 'policy:images', 'policy:network'].map((rule) => ({
      rule,
      fix: expect.stringContaining(says) as string,
    })),
  })),
]);
