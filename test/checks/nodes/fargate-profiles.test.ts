import { expect } from 'vitest';
import check from '../../../checks/nodes/fargate-profiles/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import type { FargateRole } from '../../../src/facts/fargate.ts';
import { loadTable } from '../../../src/tables/tables.ts';
import { checkCases } from '../cases.ts';
import { behindTerraform, besideTerraform, byTerraform, definedInTerraform, managerRows } from '../managers.ts';
import { formatRule, itHasTextOfEachCode, listSpellings } from '../health-codes.ts';

type Profile = Facts['fargateProfiles'][number];
type Found = NonNullable<FargateRole['found']>;

const roleArn = 'arn:aws:iam::111122223333:role/prod-fargate';
const account = '111122223333';
const service = 'eks-fargate-pods.amazonaws.com';
const profileArn = (name: string, cluster = 'prod') =>
  `arn:aws:eks:eu-west-1:${account}:fargateprofile/${cluster}/${name}`;

function aProfile(name: string, more: Partial<Profile> = {}): Profile {
  const subnetIds = ['subnet-0a', 'subnet-0b'];
  return { name, arn: `${profileArn(name)}/0a1`, status: 'ACTIVE', roleArn, subnetIds, healthIssues: [], ...more };
}

const allow = (more: Partial<NonNullable<Found['trust']>[number]> = {}): NonNullable<Found['trust']>[number] => ({
  effect: 'Allow',
  services: [service],
  actions: ['sts:AssumeRole'],
  conditions: [],
  ...more,
});
const sourceArn = (value: string) => [{ operator: 'ArnLike', key: 'aws:SourceArn', values: [value] }];
const trustedFor = (value: string): Partial<Found> => ({ trust: [allow({ conditions: sourceArn(value) })] });

function aRole(more: Partial<Found> = {}): FargateRole {
  const found = {
    arn: roleArn,
    trust: [allow()],
    attachedPolicies: ['arn:aws:iam::aws:policy/AmazonEKSFargatePodExecutionRolePolicy'],
    own: { policies: [], boundary: null },
    ...more,
  };
  return { name: 'prod-fargate', found };
}

const aSubnet = (id: string, free = 200) => ({ id, cidrs: ['10.0.0.0/24'], free });
const bothSubnets = (free: number) => [aSubnet('subnet-0a', free), aSubnet('subnet-0b', free)];
const reports = {
  kind: 'Deployment',
  namespace: 'shop',
  name: 'reports',
  nodes: ['fargate-ip-1'],
  profiles: ['shop'],
};
const aTable = (target: string, more: Partial<Facts['routeTables'][number]> = {}) => ({
  id: 'rtb-0a',
  main: true,
  subnetIds: [],
  routes: [{ destination: '0.0.0.0/0', target, state: 'active' }],
  ...more,
});

/** One healthy profile that runs a Deployment. */
function facts(more: Partial<Facts> = {}) {
  return {
    fargateProfiles: [aProfile('shop')],
    fargateWorkloads: [reports],
    vpcSubnets: bothSubnets(200),
    routeTables: [aTable('nat-0a')],
    fargateRoles: [aRole()],
    ...more,
  };
}

const withRole = (more: Partial<Found>, others: Partial<Facts> = {}) =>
  facts({ fargateRoles: [aRole(more)], ...others });
const policy = (document: unknown) => ({ policies: [{ name: 'own', arn: null, document }], boundary: null });
const statement = (Effect: string, Action: string | string[], Resource = '*') => ({
  Version: '2012-10-17',
  Statement: [{ Effect, Action, Resource }],
});
const pull = ['ecr:GetAuthorizationToken', 'ecr:BatchGetImage', 'ecr:GetDownloadUrlForLayer'];

const resource = { kind: 'FargateProfile', name: 'shop' };
const role = { kind: 'Role', name: 'prod-fargate', arn: roleArn, note: 'FargateProfile shop' };
const at = '--region eu-west-1 --cluster-name prod';
const stay = 'new pods of Deployment shop/reports stay Pending';
const unused = 'no pod runs with it today';
const codeFirst = 'If infrastructure as code created the role, change it there first.';
const replace = (
  subnets: string,
) => `You cannot change a profile: create another one with the same selectors, in private
  subnets of the cluster's VPC that have free addresses.
\`\`\`sh
aws eks describe-fargate-profile ${at} --fargate-profile-name shop \\
  --query fargateProfile.selectors --output json > selectors.json &&
aws eks create-fargate-profile ${at} --fargate-profile-name NEW_PROFILE \\
  --pod-execution-role-arn ${roleArn} --selectors file://selectors.json \\
  --subnets ${subnets} &&
aws eks wait fargate-profile-active ${at} --fargate-profile-name NEW_PROFILE
\`\`\`
Then delete the old profile when its pods can stop: EKS stops all of them at once, and they start again with the
new profile.`;
const trustDocument = `'{
  "Version": "2012-10-17",
  "Statement": [
    {
      "Effect": "Allow",
      "Principal": {"Service":"${service}"},
      "Action": "sts:AssumeRole",
      "Condition": {
        "ArnLike": {"aws:SourceArn":"arn:aws:eks:eu-west-1:${account}:fargateprofile/prod/*"}
      }
    }
  ]
}'`;
const { vpcSubnets: _unread, ...withoutSubnets } = facts();

/** A workload whose profile is unknown: no label of its pods names one, or the inventory does not contain profiles. */
const unlabelled = { kind: 'Deployment', namespace: 'shop', name: 'x', nodes: ['fargate-ip-2'] };
const ofBatch = { ...reports, profiles: ['batch'] };
const doubt = 'unknown whether pods run with it';

/** Causes that keep every pod of a profile from starting. */
const stops: readonly { what: string; facts: Partial<Facts>; rule: string; says: string }[] = [
  {
    what: 'a role that does not exist',
    facts: { fargateRoles: [{ name: 'prod-fargate', found: null }] },
    rule: 'missing-role',
    says: `the pod execution role does not exist in account ${account}`,
  },
  {
    what: 'a role under another path',
    facts: { fargateRoles: [aRole({ arn: roleArn.replace('role/', 'role/eks/') })] },
    rule: 'missing-role',
    says: 'the pod execution role does not exist: the role of this name has another path',
  },
  {
    what: 'subnets that do not exist',
    facts: { vpcSubnets: [] },
    rule: 'missing-subnet',
    says: 'none of its subnets exists (subnet-0a, subnet-0b)',
  },
  {
    what: 'subnets without a free address',
    facts: { vpcSubnets: bothSubnets(0) },
    rule: 'addresses',
    says: 'none of its subnets has a free IPv4 address (subnet-0a, subnet-0b)',
  },
  {
    what: 'a trust policy that allows nothing',
    facts: { fargateRoles: [aRole({ trust: [] })] },
    rule: 'trust',
    says: `its trust policy does not allow ${service} to assume it`,
  },
];

/** Workloads on Fargate, and the level and outcome of the finding about the profile `shop`. */
const runners: readonly {
  who: string;
  fargateWorkloads: Facts['fargateWorkloads'] | undefined;
  level: 'fail' | 'unknown' | 'warn';
  outcome: string;
}[] = [
  { who: 'one user and another possible one', fargateWorkloads: [unlabelled, reports], level: 'fail', outcome: stay },
  { who: 'no user', fargateWorkloads: [], level: 'warn', outcome: unused },
  { who: 'a workload of another profile', fargateWorkloads: [ofBatch], level: 'warn', outcome: unused },
  {
    who: 'a possible user that does not name its profile',
    fargateWorkloads: [ofBatch, unlabelled],
    level: 'unknown',
    outcome: `${doubt} (Deployment shop/x on Fargate does not name its profile)`,
  },
  {
    who: 'possible users that do not name their profiles',
    fargateWorkloads: [unlabelled, { ...unlabelled, kind: 'Pod', name: 'y', profiles: [] }],
    level: 'unknown',
    outcome: `${doubt} (Deployment shop/x, Pod shop/y on Fargate do not name their profiles)`,
  },
  {
    who: 'workloads that were not read',
    fargateWorkloads: undefined,
    level: 'unknown',
    outcome: `${doubt} (workloads on Fargate were not read)`,
  },
];

const verbs = { fail: 'fails', unknown: 'does not know what comes of', warn: 'warns about' };

const stopsByRunners = stops.flatMap((stop) =>
  runners.map(({ who, fargateWorkloads, level, outcome }) => {
    const { fargateWorkloads: _replaced, ...others } = facts(stop.facts);
    const between = stop.says.includes('another path') ? ';' : ':';
    return {
      it: `${verbs[level]} ${stop.what}, with ${who}`,
      facts: { ...others, ...(fargateWorkloads === undefined ? {} : { fargateWorkloads }) },
      findingsLike: [{ level, rule: stop.rule, message: `${stop.says}${between} ${outcome}` }],
    };
  }),
);

itHasTextOfEachCode(check, 'fargate');

checkCases(check, [
  ...managerRows('the Fargate profile', /You cannot change a profile: [^]* free addresses\. /).map(
    ({ who, tags, fix }) => ({
      it: `says first where a profile without its subnets is managed: ${who}`,
      facts: facts({ fargateProfiles: [aProfile('shop', { tags })], vpcSubnets: [aSubnet('subnet-0c')] }),
      findingsLike: [{ rule: 'missing-subnet', fix }],
    }),
  ),
  {
    it: 'says where Terraform defines a profile whose role is under another path',
    facts: facts({
      fargateProfiles: [aProfile('shop', { tags: byTerraform })],
      fargateRoles: [aRole({ arn: 'arn:aws:iam::111122223333:role/eks/prod-fargate' })],
    }),
    findingsLike: [{ rule: 'missing-role', fix: behindTerraform('the Fargate profile', 'aws_eks_fargate_profile') }],
  },
  {
    it: 'says where Terraform defines a role that does not exist, and its access entry',
    cluster: { tags: byTerraform },
    facts: facts({ fargateRoles: [{ name: 'prod-fargate', found: null }] }),
    findingsLike: [{ rule: 'missing-role', fix: definedInTerraform('iam_role_additional_policies', 'access_entries') }],
  },
  {
    it: 'says where Terraform defines a profile whose creation failed',
    facts: facts({ fargateProfiles: [aProfile('shop', { status: 'CREATE_FAILED', tags: byTerraform })] }),
    findingsLike: [{ rule: 'status', fix: besideTerraform('the Fargate profile', 'aws_eks_fargate_profile') }],
  },
  { it: 'skips a cluster without Fargate profiles', facts: facts({ fargateProfiles: [] }), skip: 'no Fargate profile' },
  { it: 'is silent about a profile that has all it names', facts: facts(), findings: [] },
  { it: 'is silent about a profile that no pod runs with', facts: facts({ fargateWorkloads: [] }), findings: [] },

  {
    it: 'fails a profile none of whose subnets exists while pods run with it',
    facts: facts({ vpcSubnets: [aSubnet('subnet-0c')] }),
    findings: [
      {
        level: 'fail',
        rule: 'missing-subnet',
        resource,
        short: 'none of its subnets exists',
        message: `none of its subnets exists (subnet-0a, subnet-0b): ${stay}`,
        evidence: ['subnet-0a', 'subnet-0b'].map((id) => ({
          observed: 'not found in the VPC by ec2:DescribeSubnets',
          required: 'available',
          resource: `Subnet ${id}`,
          fact: 'vpcSubnets',
        })),
        fix: replace('PRIVATE_SUBNET_ID'),
      },
    ],
  },
  {
    it: 'warns about one subnet of two, and keeps the other one in the command',
    facts: facts({ vpcSubnets: [aSubnet('subnet-0b')] }),
    findingsLike: [
      {
        level: 'warn',
        rule: 'missing-subnet',
        message: '1 of its 2 subnets does not exist (subnet-0a): pods that are placed there stay Pending',
        fix: replace('subnet-0b'),
      },
    ],
  },
  ...stopsByRunners,
  { it: 'does not judge subnets that were not read', facts: withoutSubnets, findings: [] },

  {
    it: 'fails a profile without a free address while pods run with it',
    facts: facts({ vpcSubnets: bothSubnets(0) }),
    findingsLike: [
      {
        level: 'fail',
        rule: 'addresses',
        resource,
        message: `none of its subnets has a free IPv4 address (subnet-0a, subnet-0b): ${stay}`,
        fix: `Free addresses there: each pod on Fargate takes one. Or use other subnets. ${replace('PRIVATE_SUBNET_ID')}`,
      },
    ],
  },
  {
    it: 'warns in an IPv6 cluster, whose pods get addresses of the other family',
    cluster: { ipFamily: 'ipv6' },
    facts: facts({ vpcSubnets: bothSubnets(0) }),
    findingsLike: [
      {
        level: 'warn',
        message:
          'none of its subnets has a free IPv4 address (subnet-0a, subnet-0b), which pods may need in an IPv6 cluster, too',
      },
    ],
  },
  {
    it: 'warns about few free addresses',
    tables: {
      'subnet-addresses': [{ rowKind: 'comfortable-in-each', addresses: 16, source: 'https://example.com' }],
    },
    facts: facts({ vpcSubnets: [aSubnet('subnet-0a', 0), aSubnet('subnet-0b', 16)] }),
    findings: [
      {
        level: 'warn',
        rule: 'addresses',
        resource,
        short: 'fewer than 16 free addresses',
        message: '1 of its 2 subnets has fewer than 16 free addresses (subnet-0a: 0)',
        evidence: [{ observed: '0 free', required: '16 free', resource: 'Subnet subnet-0a', fact: 'vpcSubnets' }],
        fix: `Free addresses there: each pod on Fargate takes one. Or use other subnets. ${replace('subnet-0b')}`,
      },
    ],
  },
  {
    it: 'is silent about few free addresses of a profile that no pod runs with',
    facts: facts({ vpcSubnets: bothSubnets(3), fargateWorkloads: [] }),
    findings: [],
  },
  {
    it: 'warns about few free addresses of a profile that pods may run with',
    facts: facts({ vpcSubnets: bothSubnets(3), fargateWorkloads: [unlabelled] }),
    findingsLike: [{ level: 'warn', rule: 'addresses' }],
  },
  {
    it: 'speaks of a full subnet beside one that is gone',
    facts: facts({ vpcSubnets: [aSubnet('subnet-0b', 0)] }),
    findingsLike: [
      { level: 'warn', rule: 'missing-subnet' },
      { level: 'fail', rule: 'addresses', message: `none of its subnets has a free IPv4 address (subnet-0b): ${stay}` },
    ],
  },
  {
    it: 'does not know free addresses that nobody tells, where no other subnet has any',
    facts: facts({ vpcSubnets: [{ id: 'subnet-0a', cidrs: [] }, aSubnet('subnet-0b', 0)] }),
    findings: [
      {
        level: 'unknown',
        rule: 'addresses',
        resource,
        short: 'free IP addresses unknown',
        message: 'the number of free addresses in subnet-0a is unknown, and its other subnets have none',
      },
    ],
  },
  {
    it: 'is silent about free addresses that nobody tells beside a subnet with room',
    facts: facts({ vpcSubnets: [{ id: 'subnet-0a', cidrs: [] }, aSubnet('subnet-0b')] }),
    findings: [],
  },

  {
    it: 'warns about a subnet with a direct route to an internet gateway',
    facts: facts({
      routeTables: [aTable('nat-0a'), aTable('igw-0a', { id: 'rtb-0b', main: false, subnetIds: ['subnet-0b'] })],
    }),
    findings: [
      {
        level: 'warn',
        rule: 'public-subnet',
        resource,
        message:
          'subnet-0b is a public subnet: pods on Fargate get no public IP address, and cannot reach the internet from there',
        evidence: [
          {
            observed: 'rtb-0b: 0.0.0.0/0 to igw-0a',
            required: 'no direct route to an internet gateway',
            resource: 'Subnet subnet-0b',
            fact: 'routeTables',
          },
        ],
        fix: `Route the subnet through a NAT gateway if nothing else in it needs the internet gateway. Or use other subnets.
          ${replace('subnet-0a')}`,
      },
    ],
  },
  {
    it: 'is silent about a public subnet of others, and a route that leads nowhere',
    facts: facts({
      routeTables: [
        aTable('igw-0a', { routes: [{ destination: '0.0.0.0/0', target: 'igw-0a', state: 'blackhole' }] }),
        aTable('igw-0a', { id: 'rtb-0c', main: false, subnetIds: ['subnet-0c'] }),
      ],
    }),
    findings: [],
  },
  {
    it: 'is silent about a route to an internet gateway that is not the default one',
    facts: facts({
      routeTables: [
        aTable('igw-0a', { routes: [{ destination: '198.51.100.0/24', target: 'igw-0a', state: 'active' }] }),
      ],
    }),
    findings: [],
  },

  {
    it: 'fails a role that does not exist while pods run with its profile',
    facts: facts({ fargateRoles: [{ name: 'prod-fargate', found: null }] }),
    findings: [
      {
        level: 'fail',
        rule: 'missing-role',
        resource: role,
        message: `the pod execution role does not exist in account ${account}: ${stay}`,
        evidence: [{ observed: 'not found by iam:GetRole', required: roleArn, fact: 'fargateRoles' }],
        fix: `Create the role again, under the same name and path.
\`\`\`sh
aws iam create-role --role-name prod-fargate --path / \\
  --assume-role-policy-document ${trustDocument}
aws iam attach-role-policy --role-name prod-fargate --policy-arn arn:aws:iam::aws:policy/AmazonEKSFargatePodExecutionRolePolicy
\`\`\`

An access entry does not apply to a role that was created again: if the role has one, delete the entry and create it again.
\`\`\`sh
aws eks delete-access-entry ${at} --principal-arn ${roleArn}
aws eks create-access-entry ${at} --principal-arn ${roleArn} --type FARGATE_LINUX
\`\`\``,
      },
    ],
  },
  {
    it: 'warns about a missing role of profiles that no pod runs with, once for all of them, with its path and no access entry in the mode CONFIG_MAP',
    cluster: { authenticationMode: 'CONFIG_MAP' },
    facts: facts({
      fargateProfiles: ['batch', 'shop'].map((name) =>
        aProfile(name, { roleArn: roleArn.replace('role/', 'role/eks/') }),
      ),
      fargateWorkloads: [],
      fargateRoles: [{ name: 'prod-fargate', found: null }],
    }),
    findingsLike: [
      {
        level: 'warn',
        resource: {
          ...role,
          arn: `arn:aws:iam::${account}:role/eks/prod-fargate`,
          note: 'FargateProfile batch, FargateProfile shop',
        },
        message: `the pod execution role does not exist in account ${account}: ${unused}`,
        fix: `Create the role again, under the same name and path.
\`\`\`sh
aws iam create-role --role-name prod-fargate --path /eks/ \\
  --assume-role-policy-document ${trustDocument}
aws iam attach-role-policy --role-name prod-fargate --policy-arn arn:aws:iam::aws:policy/AmazonEKSFargatePodExecutionRolePolicy
\`\`\``,
      },
    ],
  },
  {
    it: 'fails a role that lies under another path',
    facts: withRole({ arn: 'arn:aws:iam::111122223333:role/eks/prod-fargate' }),
    findingsLike: [
      {
        level: 'fail',
        rule: 'missing-role',
        message: `the pod execution role does not exist: the role of this name has another path; ${stay}`,
        evidence: [
          {
            observed: 'arn:aws:iam::111122223333:role/eks/prod-fargate',
            required: roleArn,
            fact: 'fargateRoles',
          },
        ],
        fix: `Create a profile with the existing role. ${replace('subnet-0a subnet-0b').replace(
          roleArn,
          'arn:aws:iam::111122223333:role/eks/prod-fargate',
        )}`,
      },
    ],
  },
  {
    it: 'names only subnets that exist where another profile is to name the role',
    facts: withRole(
      { arn: 'arn:aws:iam::111122223333:role/eks/prod-fargate' },
      { vpcSubnets: [aSubnet('subnet-0b')], fargateWorkloads: [] },
    ),
    findingsLike: [
      { rule: 'missing-subnet' },
      {
        level: 'warn',
        rule: 'missing-role',
        fix: `Create a profile with the existing role. ${replace('subnet-0b').replace(
          roleArn,
          'arn:aws:iam::111122223333:role/eks/prod-fargate',
        )}`,
      },
    ],
  },
  {
    it: 'fails one role that is used, and is silent about another one of another profile',
    facts: facts({
      fargateProfiles: [aProfile('shop'), aProfile('batch', { roleArn: `${roleArn}-2` })],
      fargateRoles: [
        { name: 'prod-fargate', found: null },
        { ...aRole({ arn: `${roleArn}-2` }), name: 'prod-fargate-2' },
      ],
    }),
    findingsLike: [{ level: 'fail', resource: role }],
  },
  { it: 'does not judge a role that was not read', facts: facts({ fargateRoles: [] }), findings: [] },

  {
    it: 'is silent about the trust policy of the user guide, with its condition on the profiles of the cluster',
    facts: withRole(trustedFor(profileArn('*'))),
    findings: [],
  },
  {
    it: 'fails a trust policy that names the profiles of another cluster',
    facts: withRole(trustedFor(profileArn('*', 'staging'))),
    findings: [
      {
        level: 'fail',
        rule: 'trust',
        resource: role,
        message: `its trust policy does not allow ${service} to assume it: ${stay}`,
        evidence: [
          {
            observed: `Allow ${service} sts:AssumeRole if ArnLike aws:SourceArn ${profileArn('*', 'staging')}`,
            required: `sts:AssumeRole for ${service}, aws:SourceArn ${profileArn('shop')}/0a1`,
            resource: 'FargateProfile shop',
            fact: 'fargateRoles',
          },
        ],
        fix: `Check the trust policy first. The second command replaces the whole policy: add the statements that others need to assume the role. ${codeFirst}
\`\`\`sh
aws iam get-role --role-name prod-fargate --query Role.AssumeRolePolicyDocument
aws iam update-assume-role-policy --role-name prod-fargate --policy-document ${trustDocument}
\`\`\``,
        links: ['https://docs.aws.amazon.com/eks/latest/userguide/pod-execution-role.html'],
      },
    ],
  },
  {
    it: 'warns where the trust policy leaves out only a profile that no pod runs with',
    facts: withRole(trustedFor(profileArn('shop/*')), { fargateProfiles: [aProfile('shop'), aProfile('batch')] }),
    findingsLike: [
      {
        level: 'warn',
        message: `its trust policy does not allow ${service} to assume it: ${unused}`,
        evidence: [{ resource: 'FargateProfile batch' } as object as never],
      },
    ],
  },
  {
    it: 'fails a trust policy of nodes',
    facts: withRole({ trust: [allow({ services: ['ec2.amazonaws.com'] })] }),
    findingsLike: [{ level: 'fail', rule: 'trust' }],
  },
  {
    it: 'fails a trust policy that denies it',
    facts: withRole({ trust: [allow(), allow({ effect: 'Deny', services: ['*'] })] }),
    findingsLike: [{ level: 'fail', rule: 'trust' }],
  },
  {
    it: 'fails a trust policy for the profiles of another account',
    facts: withRole({
      trust: [
        allow({ conditions: [{ operator: 'StringEquals', key: 'aws:SourceAccount', values: ['444455556666'] }] }),
      ],
    }),
    findingsLike: [{ level: 'fail', rule: 'trust' }],
  },
  {
    it: 'does not decide a trust policy by a condition that nobody tells',
    facts: withRole({
      trust: [allow({ conditions: [{ operator: 'StringEquals', key: 'sts:ExternalId', values: [] }] })],
    }),
    findingsLike: [
      {
        level: 'unknown',
        rule: 'trust-conditions',
        message: `unknown whether its trust policy allows ${service} to assume it: this depends on conditions that are not evaluated`,
      },
    ],
  },
  {
    it: 'does not know a trust policy that cannot be read',
    facts: withRole({ trust: null }),
    findingsLike: [{ level: 'unknown', rule: 'trust', message: 'cannot read its trust policy' }],
  },

  {
    it: 'warns about a role that may not pull images',
    facts: withRole({ attachedPolicies: [] }),
    findings: [
      {
        level: 'warn',
        rule: 'policies',
        resource: role,
        message: `its policies do not allow ${pull.join(', ')}: Fargate cannot pull images from Amazon ECR`,
        evidence: pull.map((required) => ({ observed: 'no policy allows it', required, fact: 'fargateRoles' })),
        fix: `Attach the AWS managed policy, or allow the actions in a customer managed or inline policy. ${codeFirst}
\`\`\`sh
aws iam attach-role-policy --role-name prod-fargate --policy-arn arn:aws:iam::aws:policy/AmazonEKSFargatePodExecutionRolePolicy
\`\`\``,
        links: ['https://docs.aws.amazon.com/eks/latest/userguide/pod-execution-role.html'],
      },
    ],
  },
  {
    it: 'is silent about a policy of its own that allows as much',
    facts: withRole({ attachedPolicies: [], own: policy(statement('Allow', 'ecr:*')) }),
    findings: [],
  },
  {
    it: 'is silent about AdministratorAccess',
    facts: withRole({ attachedPolicies: ['arn:aws:iam::aws:policy/AdministratorAccess'] }),
    findings: [],
  },
  {
    it: 'warns about a statement that denies what the policy of AWS allows',
    facts: withRole({ own: policy(statement('Deny', 'ecr:BatchGetImage')) }),
    findingsLike: [
      {
        level: 'warn',
        rule: 'policies',
        message: 'its policies do not allow ecr:BatchGetImage: Fargate cannot pull images from Amazon ECR',
        fix: 'Change the statement that denies it, or the permissions boundary.',
      },
    ],
  },
  {
    it: 'warns, as of a denial, of a policy for some repositories: which ones pods pull from is not told',
    facts: withRole({
      attachedPolicies: [],
      own: policy(statement('Allow', 'ecr:*', 'arn:aws:ecr:eu-west-1:602401143452:repository/*')),
    }),
    findingsLike: [
      { level: 'warn', rule: 'policies' },
      { level: 'warn', rule: 'policies-undecided' },
    ],
  },
  {
    it: 'does not decide by a policy that was not read',
    facts: withRole({ attachedPolicies: [], own: policy(null) }),
    findingsLike: [{ level: 'unknown', rule: 'policies-undecided' }],
  },

  ...(
    [
      [
        'CloudFormation',
        { 'aws:cloudformation:stack-name': 'prod-cluster' },
        'CloudFormation (stack prod-cluster) manages the role: the next update of the stack may revert a change made elsewhere.',
      ],
      [
        'Terraform',
        { ManagedBy: 'Terraform' },
        'According to its tags, Terraform manages the role: the next apply may revert a change made elsewhere. Change ',
      ],
    ] as const
  ).map(([who, tags, first]) => ({
    it: `names ${who} before the commands that change a role of it`,
    facts: withRole({ trust: [], attachedPolicies: [], tags }),
    findingsLike: [
      { rule: 'trust', fix: expect.stringContaining(`need to assume the role. ${first}`) as string },
      { rule: 'policies', fix: expect.stringContaining(`managed or inline policy. ${first}`) as string },
    ],
  })),

  ...(['CREATING', 'DELETING', 'CREATE_FAILED', 'DELETE_FAILED'] as const).map((status) => ({
    it: `warns about the status ${status}, and judges nothing else of such a profile`,
    facts: facts({
      fargateProfiles: [aProfile('shop', { status })],
      vpcSubnets: [],
      fargateRoles: [{ name: 'prod-fargate', found: null }],
    }),
    findingsLike: [
      {
        level: 'warn' as const,
        rule: 'status',
        resource,
        message: {
          CREATING: 'the profile is still being created: its status is CREATING',
          DELETING: 'the profile is being deleted, its pods stop: its status is DELETING',
          CREATE_FAILED: 'the creation of the profile failed: its status is CREATE_FAILED',
          DELETE_FAILED: 'the deletion of the profile failed: its status is DELETE_FAILED',
        }[status],
      },
    ],
  })),
  ...['UPDATING', 'constructor'].map((status) => ({
    it: `does not know the status ${status}, and judges the rest`,
    facts: facts({ fargateProfiles: [aProfile('shop', { status })], vpcSubnets: [] }),
    findingsLike: [
      { level: 'unknown' as const, rule: 'status', message: `unknown status ${status}` },
      { level: 'fail' as const, rule: 'missing-subnet' },
    ],
  })),

  {
    it: 'warns about what EKS reports of its health, while pods run with it, too',
    facts: facts({
      fargateProfiles: [
        aProfile('shop', {
          healthIssues: [
            { code: 'AccessDenied', message: 'The role is not in the auth config.', resourceIds: [roleArn] },
          ],
        }),
      ],
    }),
    findings: [
      {
        level: 'warn',
        rule: 'issue:accessdenied',
        resource,
        message: 'EKS reports AccessDenied: The role is not in the auth config.',
        evidence: [{ observed: `AccessDenied: ${roleArn}`, required: 'no health issue', fact: 'fargateProfiles' }],
        links: ['https://docs.aws.amazon.com/eks/latest/APIReference/API_FargateProfileIssue.html'],
        fix: `Check the trust policy of the pod execution role, its policies, and its access entry or its entry in aws-auth. Then wait until EKS no longer reports it.
\`\`\`sh
aws eks describe-fargate-profile ${at} --fargate-profile-name shop \\
  --query "fargateProfile.[status,health]"
\`\`\``,
      },
    ],
  },
  ...loadTable('health-codes')
    .rows.filter(({ of }) => of === 'fargate')
    .flatMap(({ code }) => listSpellings(code).map((spelled) => ({ code, spelled })))
    .map(({ code, spelled }) => ({
      it: `warns about ${spelled}, whether pods run with the profile or not`,
      facts: facts({
        fargateProfiles: [aProfile('shop', { healthIssues: [{ code: spelled, message: '', resourceIds: [] }] })],
        fargateWorkloads: [],
      }),
      findingsLike: [{ level: 'warn' as const, rule: formatRule(code), message: `EKS reports ${spelled}` }],
    })),
  {
    it: 'does not know a code that is not in the table',
    facts: facts({
      fargateProfiles: [aProfile('shop', { healthIssues: [{ code: 'Odd', message: 'Odd.', resourceIds: [] }] })],
    }),
    findingsLike: [{ level: 'unknown', rule: 'issue:odd', message: 'EKS reports Odd: Odd.' }],
  },
  {
    it: 'is silent about an active profile for which EKS lists no health',
    facts: facts({ fargateProfiles: [aProfile('shop', { healthIssues: null })] }),
    findings: [],
  },
]);
