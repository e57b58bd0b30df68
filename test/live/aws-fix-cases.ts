import { anInstalledAddon, anOfferedAddon } from '../world/addons.ts';
import { aDescribedCluster, aManagedGroup, aSubnet, healthyWorld } from '../world/healthy.ts';
import { healthyAt } from '../world/healthy-at.ts';
import { aSecurityGroup, clusterGroup } from '../world/network.ts';
import { karpenter16World } from '../world/scenarios/karpenter-1-6.ts';
import type { World } from '../world/world.ts';

type Aws = World['aws'];

/** A world in which one check finds something, and what its printed commands must leave as it was. */
export interface FixCase {
  it: string;
  world: World;
  check: string;
  /** Findings whose commands are run; by default all of the check. */
  rule?: string;
  /** The commands that are run, if the fix offers several ways. */
  only?: RegExp;
  /** What the reader writes for the placeholders. */
  placeholders?: Readonly<Record<string, string>>;
  target?: string;
  /** What was customized, as it must be afterwards. */
  kept(aws: Aws): unknown;
  /** Findings that the fix leads to, and that its text announces. */
  brings?: readonly string[];
}

const role = (name: string) => `arn:aws:iam::111122223333:role/${name}`;

/** The healthy world with another account. */
function account(change: (aws: Aws) => Partial<Aws>, world = healthyWorld()): World {
  return { ...world, aws: { ...world.aws, ...change(world.aws) } };
}

function cluster(more: Record<string, unknown>, network: Record<string, unknown> = {}): Pick<Aws, 'clusters'> {
  const plain = aDescribedCluster('prod', '1.33', more);
  const resourcesVpcConfig = { ...(plain['resourcesVpcConfig'] as object), ...network };
  return { clusters: { prod: { ...plain, resourcesVpcConfig } } };
}

const readNetwork = ({ clusters }: Aws) => clusters['prod']?.['resourcesVpcConfig'];
const findAddon = ({ addons }: Aws, name: string) => addons[name];
const extraGroup = aSecurityGroup('sg-0extra');

const addonRole = {
  serviceAccountRoleArn: role('prod-vpc-cni'),
  configurationValues: '{"env":{"ENABLE_PREFIX_DELEGATION":"true"}}',
  podIdentityAssociations: ['arn:aws:eks:eu-west-1:111122223333:podidentityassociation/prod/a-1'],
};

const groupSettings = { labels: { team: 'shop' }, taints: [{ key: 'team', value: 'shop', effect: 'NO_SCHEDULE' }] };

/** A group whose role is no other's, and whose nodes are not there. */
function withoutNodesYet({ nodegroups }: Aws): Pick<Aws, 'nodegroups'> {
  return { nodegroups: { ...nodegroups, system: { ...nodegroups['system'], nodeRole: role('prod-system') } } };
}

const eksCases: readonly FixCase[] = [
  {
    it: 'an add-on with a role is updated',
    world: account(({ addons, addonVersions }) => ({
      addons: { ...addons, 'vpc-cni': anInstalledAddon('vpc-cni', 'v1.20.4-eksbuild.1', addonRole) },
      addonVersions: [
        ...addonVersions.filter(({ addonName }) => addonName !== 'vpc-cni'),
        anOfferedAddon('vpc-cni', { 'v1.20.4-eksbuild.1': ['1.32', '1.33*'], 'v1.21.1-eksbuild.1': ['1.33', '1.34*'] }),
      ],
    })),
    check: 'addons/compatibility',
    kept: (aws) => {
      const { serviceAccountRoleArn, configurationValues, podIdentityAssociations } = findAddon(aws, 'vpc-cni') ?? {};
      return { serviceAccountRoleArn, configurationValues, podIdentityAssociations };
    },
  },
  {
    it: 'a missing subnet of the cluster is replaced',
    world: account(({ subnets, network }) => ({
      ...cluster({}, { subnetIds: ['subnet-0aaa', 'subnet-0bbb', 'subnet-0gone'], securityGroupIds: ['sg-0extra'] }),
      subnets: [...subnets, aSubnet('subnet-0ddd', 'c', 4000)],
      network: { ...network, securityGroups: [...network.securityGroups, extraGroup] },
    })),
    check: 'control-plane/subnets',
    placeholders: { NEW_SUBNET_ID: 'subnet-0ddd' },
    kept: (aws) => ({ ...(readNetwork(aws) as object), subnetIds: undefined }),
  },
  {
    it: 'a missing security group of the cluster is left out',
    world: account(({ network }) => ({
      ...cluster({}, { securityGroupIds: ['sg-0extra', 'sg-0gone'] }),
      network: { ...network, securityGroups: [...network.securityGroups, extraGroup] },
    })),
    check: 'control-plane/security-groups',
    rule: 'missing',
    kept: (aws) => ({ ...(readNetwork(aws) as object), securityGroupIds: undefined }),
  },
  {
    it: 'a node group behind the control plane is updated',
    world: account(
      ({ nodegroups }) => ({
        nodegroups: { ...nodegroups, general: aManagedGroup('general', { ...groupSettings, version: '1.33' }) },
        ...cluster({ version: '1.34' }),
      }),
      healthyAt('1.33.5'),
    ),
    check: 'nodes/version-behind',
    target: 'current',
    kept: ({ nodegroups }) => {
      const { labels, taints, scalingConfig, amiType } = nodegroups['general'] ?? {};
      return { labels, taints, scalingConfig, amiType, idle: nodegroups['idle']?.['scalingConfig'] };
    },
  },
  {
    it: 'an Amazon Linux 2 group is replaced',
    world: account(
      ({ nodegroups }) => ({
        nodegroups: { ...nodegroups, idle: { ...nodegroups['idle'], ...groupSettings, amiType: 'AL2_x86_64' } },
      }),
      healthyAt('1.32.9'),
    ),
    check: 'nodes/amazon-linux-2',
    target: '1.33',
    kept: ({ nodegroups }) => {
      const { labels, taints, scalingConfig, instanceTypes, nodeRole, subnets } =
        nodegroups['idle-al2023'] ?? nodegroups['idle'] ?? {};
      return { labels, taints, scalingConfig, instanceTypes, nodeRole, subnets };
    },
  },
  {
    it: 'a node group starts its nodes one after another',
    world: account(({ nodegroups }) => ({
      nodegroups: { ...nodegroups, general: aManagedGroup('general', { updateConfig: { maxUnavailable: 3 } }) },
      subnets: ['a', 'b', 'c'].map((zone) => aSubnet(`subnet-0${zone.repeat(3)}`, zone, 18)),
    })),
    check: 'nodes/surge-capacity',
    only: /update-nodegroup-config/,
    brings: ['nodes/surge-capacity warn spare NodeGroup general'],
    kept: ({ nodegroups }) => {
      const { updateConfig, scalingConfig } = nodegroups['general'] ?? {};
      return { ...(updateConfig as object), updateStrategy: undefined, scalingConfig };
    },
  },
  {
    it: 'nodes without an access entry get one',
    world: account(withoutNodesYet),
    check: 'nodes/node-role-access',
    kept: ({ accessEntries = {} }) => accessEntries[role('Admin')],
  },
  {
    it: 'an access entry of another type is replaced',
    world: account((aws) => ({
      ...withoutNodesYet(aws),
      accessEntries: {
        ...aws.accessEntries,
        [role('prod-system')]: { principalArn: role('prod-system'), type: 'STANDARD' },
      },
    })),
    check: 'nodes/node-role-access',
    kept: ({ accessEntries = {} }) => accessEntries[role('Deploy')],
  },
];

const findGroup = ({ network }: Aws) => network.securityGroups.find(({ GroupId }) => GroupId === clusterGroup);

const networkCases: readonly FixCase[] = [
  {
    it: 'missing ingress rules are added',
    world: account(({ network }) => ({
      network: { ...network, securityGroups: [{ ...network.securityGroups[0], IpPermissions: [] }] },
    })),
    check: 'control-plane/security-groups',
    kept: (aws) => findGroup(aws)?.['IpPermissionsEgress'],
  },
  {
    it: 'missing egress rules are added',
    world: account(({ network }) => ({
      network: { ...network, securityGroups: [{ ...network.securityGroups[0], IpPermissionsEgress: [] }] },
    })),
    check: 'control-plane/security-groups',
    kept: (aws) => findGroup(aws)?.['IpPermissions'],
  },
  {
    it: 'DNS host names are turned on',
    world: account(({ network }) => ({
      network: { ...network, vpcs: { 'vpc-0a1b2c3d': { hostnames: false, support: true } } },
    })),
    check: 'control-plane/vpc-dns',
    kept: ({ network }) => network.vpcs['vpc-0a1b2c3d']?.support,
  },
];

const readClusterRole = ({ attachedPolicies, inlinePolicies = {} }: Aws) => ({
  attached: attachedPolicies['prod-cluster']?.filter((arn) => !arn.endsWith('/AmazonEKSClusterPolicy')),
  keys: inlinePolicies['prod-cluster']?.['keys'],
  own: inlinePolicies['prod-cluster']?.['eks-control-plane'],
});

/** The role's own policies lack what the AWS managed one allows; one has the name that the fix would give to another. */
const withoutPolicy = account(({ attachedPolicies, inlinePolicies = {} }) => ({
  attachedPolicies: {
    'prod-cluster': (attachedPolicies['prod-cluster'] ?? []).filter((arn) => !arn.endsWith('/AmazonEKSClusterPolicy')),
  },
  inlinePolicies: {
    'prod-cluster': {
      ...inlinePolicies['prod-cluster'],
      'eks-control-plane': {
        Version: '2012-10-17',
        Statement: [{ Effect: 'Allow', Action: 's3:GetObject', Resource: '*' }],
      },
    },
  },
}));

const iamCases: readonly FixCase[] = [
  {
    it: 'the policy of the cluster role is attached',
    world: withoutPolicy,
    check: 'control-plane/cluster-role',
    only: /attach-role-policy/,
    kept: readClusterRole,
  },
  {
    it: 'the cluster role gets an inline policy beside its own',
    world: withoutPolicy,
    check: 'control-plane/cluster-role',
    rule: 'denied',
    only: /put-role-policy/,
    kept: readClusterRole,
  },
  {
    it: 'the trust policy of the cluster role is replaced',
    world: account(({ roles }) => ({
      roles: {
        ...roles,
        'prod-cluster': {
          ...roles['prod-cluster'],
          AssumeRolePolicyDocument: encodeURIComponent('{"Version":"2012-10-17","Statement":[]}'),
        },
      },
    })),
    check: 'control-plane/cluster-role',
    kept: ({ attachedPolicies }) => attachedPolicies,
  },
  {
    it: 'the cluster role is created again',
    world: account(({ roles }) => ({
      roles: { AWSServiceRoleForEC2Spot: roles['AWSServiceRoleForEC2Spot'] ?? {} },
      attachedPolicies: {},
    })),
    check: 'control-plane/cluster-role',
    kept: ({ roles }) => roles['AWSServiceRoleForEC2Spot'],
  },
  {
    it: 'the role for Spot is created',
    world: account(({ nodegroups, roles }) => ({
      nodegroups: { ...nodegroups, general: aManagedGroup('general', { capacityType: 'SPOT' }) },
      roles: { 'prod-cluster': roles['prod-cluster'] ?? {} },
    })),
    check: 'account/spot-service-linked-role',
    kept: ({ roles }) => roles['prod-cluster'],
  },
];

const keyArn = 'arn:aws:kms:eu-west-1:111122223333:key/1234abcd-12ab-34cd-56ef-1234567890ab';
const healthRule = 'prod-health-events';
const withRules = (change: (rules: NonNullable<Aws['eventRules']>) => Aws['eventRules']) =>
  account(({ eventRules = {} }) => ({ eventRules: change(eventRules) ?? {} }), karpenter16World());

const otherCases: readonly FixCase[] = [
  {
    it: 'the deletion of the key is cancelled, and the key enabled',
    world: account(() => ({
      ...cluster({ encryptionConfig: [{ resources: ['secrets'], provider: { keyArn } }] }),
      keys: {
        [keyArn]: {
          key: { KeyState: 'PendingDeletion' },
          grants: [{ GranteePrincipal: role('prod-cluster'), Operations: ['Decrypt', 'Encrypt', 'DescribeKey'] }],
        },
      },
    })),
    check: 'control-plane/encryption-key',
    kept: ({ keys }) => keys?.[keyArn]?.grants,
  },
  {
    it: 'a rule for events of AWS Health is created',
    world: withRules((rules) => Object.fromEntries(Object.entries(rules).filter(([name]) => name !== healthRule))),
    check: 'karpenter/interruption-queue',
    kept: ({ eventRules }) => eventRules?.['prod-spot-interruption'],
  },
  {
    it: 'a rule that is disabled is enabled',
    world: withRules((rules) => ({
      ...rules,
      [healthRule]: { targets: [], ...rules[healthRule], rule: { ...rules[healthRule]?.rule, State: 'DISABLED' } },
    })),
    check: 'karpenter/interruption-queue',
    kept: ({ eventRules }) => [eventRules?.[healthRule]?.targets, eventRules?.[healthRule]?.rule['EventPattern']],
  },
  {
    it: 'a missing queue is created',
    world: account(() => ({ queues: [] }), karpenter16World()),
    check: 'karpenter/interruption-queue',
    kept: ({ eventRules }) => eventRules,
  },
];

export const fixCases: readonly FixCase[] = [...eksCases, ...networkCases, ...iamCases, ...otherCases];
