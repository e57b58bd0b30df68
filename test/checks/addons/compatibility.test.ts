import { describe, expect, it } from 'vitest';
import check from '../../../checks/addons/compatibility/check.ts';
import { defaultFor, newestFor, routeOver } from '../../../src/for-checks/offered.ts';
import { aCluster, aComponent, addressSettings, anAddon, aNode, checkCases } from '../cases.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import type { Component } from '../../../src/facts/kube.ts';
import { anAddonOffer } from '../eks-answers.ts';
import { aRole, anIamRow, anRbacRow, seenRights } from './release-rights.ts';
import { waited } from '../printed-updates.ts';
import { managerRows } from '../managers.ts';

const update = (addon: string, version: string, keeps = '') =>
  `\`\`\`sh\n${waited(`aws eks update-addon --region eu-west-1 --cluster-name prod --addon-name ${addon} \\\n  --addon-version ${version} --resolve-conflicts PRESERVE${keeps}`, `--addon-name ${addon}`)}\n\`\`\``;

/** CoreDNS 1.11 supports 1.33, 1.12 supports 1.33 and 1.34, and 1.13 supports 1.34. */
const autoNode = aNode('i-0a', 'v1.33.5', { computeType: 'auto' });
const overlapping = anAddonOffer('coredns', {
  'v1.12.4-eksbuild.9': ['1.33', '1.34'],
  'v1.13.2-eksbuild.1': ['1.34*'],
  'v1.12.4-eksbuild.10': ['1.33*', '1.34'],
  'v1.11.4-eksbuild.2': ['1.33'],
});
const disjoint = anAddonOffer('agent', {
  'v1.0.0-eksbuild.1': ['1.33'],
  'v1.0.0-eksbuild.2': ['1.33'],
  'v2.0.0-eksbuild.1': ['1.34'],
});

const coreOffers = [
  anAddonOffer('vpc-cni', { 'v1.20.4-eksbuild.1': ['1.33*', '1.34*'] }),
  anAddonOffer('coredns', { 'v1.12.4-eksbuild.1': ['1.33*', '1.34*'] }),
  anAddonOffer('kube-proxy', { 'v1.33.3-eksbuild.6': ['1.33*'], 'v1.34.1-eksbuild.2': ['1.34*'] }),
];
const noCorefile = { readinessPath: '/ready', corefile: { state: 'missing' as const, configMap: 'coredns' } };

function aCopy(kind: string, name: string, version: string, build?: number): Component {
  const image = `602401143452.dkr.ecr.eu-west-1.amazonaws.com/eks/${name}:v${version}`;
  return aComponent({ kind, name, version, image, ...(build === undefined ? {} : { build }) });
}

/** 1.34 requires a release of the CNI that calls an action which earlier and later ones do not. */
const cniOffer = anAddonOffer('vpc-cni', {
  'v1.21.2-eksbuild.2': ['1.32', '1.33*'],
  'v1.22.1-eksbuild.2': ['1.33', '1.34*'],
});
const groups = ['ec2:DescribeSecurityGroups'];
const cniRow = anIamRow('vpc-cni', '1.22.0', groups, {
  below: '1.22.2',
  when: 'subnet-discovery',
  what: 'looks for tagged groups',
  without: 'nodes stay NotReady',
});
const cniTables = { 'release-permissions': [cniRow, anRbacRow('vpc-cni', '1.22.0')], 'addon-releases': [] };
const aDaemonSet = (addresses: Parameters<typeof addressSettings>[0]) => ({
  ...aCopy('DaemonSet', 'aws-node', '1.21.2', 2),
  addon: 'vpc-cni',
  addresses: addressSettings(addresses),
});

const cniFacts = (
  roles: NonNullable<Facts['componentRights'][number]['roles']> | null,
  more: Partial<Facts> = {},
): Partial<Facts> => ({
  addons: [anAddon('vpc-cni', { version: 'v1.21.2-eksbuild.2' })],
  addonVersions: [cniOffer],
  vpcCni: [aDaemonSet({})],
  componentRights: [seenRights('vpc-cni', { roles })],
  ...more,
});
const matching = (expression: RegExp): string => expect.stringMatching(expression) as string;
const onlyUpdate = { level: 'fail' as const, fix: matching(/^Update the add-on now, before the control plane\./) };
/** Of AWS's policy for the add-on. */
const managedActions = ['ec2:AssignPrivateIpAddresses', 'ec2:DescribeInstances', ...groups, 'ec2:DescribeSubnets'];
/** A rollback from 1.34. */
const rollback = { current: '1.34', target: '1.33' };

const role = 'arn:aws:iam::111122223333:role/prod-coredns';
const keepsRole = ` \\\n  --service-account-role-arn ${role}`;

checkCases(check, [
  ...managerRows('the add-on', /Update the add-on now, before the control plane\. /).map(({ who, tags, fix }) => ({
    it: `says first where an add-on is managed: ${who}`,
    facts: {
      addons: [anAddon('coredns', { version: 'v1.11.4-eksbuild.2', tags })],
      addonVersions: [overlapping],
    },
    findingsLike: [{ level: 'fail' as const, fix }],
  })),
  {
    it: 'only warns if EKS lists nothing but versions with a known defect, and names none of them',
    tables: {
      'addon-releases': [
        {
          rowKind: 'defect',
          addon: 'vpc-cni',
          from: '1.22.0',
          through: '1.22.1',
          defect: 'it stops',
          goodAgain: '1.22.2',
          source: 'https://example.com/releases',
        },
      ],
    },
    facts: cniFacts([aRole(managedActions)]),
    findingsLike: [
      {
        level: 'warn',
        rule: 'no-version',
        message: 'EKS lists only versions of this add-on with a known defect for 1.34',
        fix: matching(
          /^List the versions that EKS offers:(?![^]*update-addon)[^]*Until EKS lists one without a known defect,/,
        ),
      },
    ],
  },
  {
    it: 'warns of an action that the required version of an add-on calls and its role lacks, and adds it first',
    tables: cniTables,
    facts: cniFacts([aRole(['ec2:DescribeInstances'])]),
    findingsLike: [
      {
        level: 'fail',
        fix: matching(
          /^First, allow role prod-addon what it lacks: ec2:DescribeSecurityGroups \(from 1\.22\.0 on, it looks for tagged groups; without it, nodes stay NotReady\)[^]*put-role-policy[^]*\n\nUpdate the add-on now[^]*--addon-version v1\.22\.1-eksbuild\.2/,
        ),
      },
      {
        level: 'warn',
        at: 34,
        rule: 'role-lacks',
        resource: { kind: 'EKS add-on', name: 'vpc-cni' },
        message:
          'the update needs ec2:DescribeSecurityGroups, which role prod-addon lacks: without it, nodes stay NotReady',
        fix: matching(/^First, allow role prod-addon (?![^]*update-addon)/),
      },
    ],
  },
  {
    it: "says nothing about a role that has the action, as AWS's own policy for the add-on",
    tables: cniTables,
    facts: cniFacts([aRole(managedActions)]),
    findingsLike: [onlyUpdate],
  },
  {
    it: 'says nothing about an action that the add-on calls only to discover subnets, which it does not',
    tables: cniTables,
    facts: cniFacts([aRole(['sts:TagSession'])], { vpcCni: [aDaemonSet({ customNetworking: true })] }),
    findingsLike: [onlyUpdate],
  },
  {
    it: 'only names the action where it is not known whether the add-on discovers subnets',
    tables: cniTables,
    facts: cniFacts([aRole(['sts:TagSession'])], { vpcCni: [] }),
    findingsLike: [{ level: 'fail', fix: matching(/^First, allow role prod-addon what it lacks: /) }],
  },
  {
    it: 'says nothing about an action that no version calls which the path leads through',
    tables: {
      'addon-releases': [],
      'release-permissions': [anIamRow('vpc-cni', '1.22.0', groups, { below: '1.22.1', without: 'it stops' })],
    },
    facts: cniFacts([aRole(['sts:TagSession'])]),
    findingsLike: [onlyUpdate],
  },
  {
    it: 'only names an action that a function needs, without a warning of its own',
    tables: { 'addon-releases': [], 'release-permissions': [anIamRow('vpc-cni', '1.22.0', groups)] },
    facts: cniFacts([aRole(['sts:TagSession'])]),
    findingsLike: [{ level: 'fail', fix: matching(/^First, allow role prod-addon what it lacks: /) }],
  },
  {
    it: 'has no warning about a role that could not be read, but the command that shows its actions first',
    tables: cniTables,
    facts: cniFacts(null),
    findingsLike: [
      {
        level: 'fail',
        fix: matching(
          /^First, check that it has these permissions: [^]*simulate-principal-policy --policy-source-arn ROLE_ARN [^]*\n\nUpdate the add-on now/,
        ),
      },
    ],
  },
  {
    it: 'warns of each node role that lacks the action, where the add-on has no role of its own',
    tables: cniTables,
    facts: cniFacts([
      { ...aRole(groups), arn: 'arn:aws:iam::111122223333:role/nodes-a' },
      { ...aRole(['sts:TagSession']), arn: 'arn:aws:iam::111122223333:role/nodes-b' },
    ]),
    findingsLike: [
      { level: 'fail', fix: matching(/^First, allow role nodes-b (?![^]*nodes-a)/) },
      { rule: 'role-lacks', message: expect.stringContaining('role nodes-b lacks') as string },
    ],
  },
  {
    it: 'adds the action after the control plane where the add-on follows it',
    tables: {
      'addon-releases': [],
      'release-permissions': [anIamRow('aws-ebs-csi-driver', '1.54.0', ['ec2:CopyVolumes'], { without: 'it stops' })],
    },
    facts: {
      addons: [anAddon('aws-ebs-csi-driver', { version: 'v1.53.0-eksbuild.1' })],
      addonVersions: [
        anAddonOffer('aws-ebs-csi-driver', {
          'v1.53.0-eksbuild.1': ['1.33*', '1.34'],
          'v1.54.0-eksbuild.1': ['1.34*'],
        }),
      ],
      componentRights: [seenRights('aws-ebs-csi-driver', { roles: [aRole(['ec2:Describe*'])] })],
    },
    findingsLike: [
      {
        rule: 'older-than-default',
        phase: 'after',
        fix: matching(/^First, [^]*\(https:\/\/example\.com\/permissions\)/),
      },
      { rule: 'role-lacks', phase: 'after', at: 34 },
    ],
  },
  {
    it: 'keeps the role of the add-on in an update before the control plane',
    facts: {
      addons: [anAddon('coredns', { version: 'v1.11.4-eksbuild.2', serviceAccountRoleArn: role })],
      addonVersions: [overlapping],
    },
    findingsLike: [{ fix: expect.stringContaining(update('coredns', 'v1.12.4-eksbuild.10', keepsRole)) as string }],
  },
  {
    it: 'keeps the role in an update after the control plane',
    facts: {
      addons: [anAddon('coredns', { version: 'v1.12.4-eksbuild.9', serviceAccountRoleArn: role })],
      addonVersions: [overlapping],
    },
    findingsLike: [
      { phase: 'after', fix: expect.stringContaining(update('coredns', 'v1.13.2-eksbuild.1', keepsRole)) as string },
    ],
  },
  {
    ...rollback,
    it: 'asks for no permission before a rollback',
    tables: {
      'addon-releases': [],
      'release-permissions': [anIamRow('vpc-cni', '1.21.0', groups, { without: 'it stops' })],
    },
    facts: {
      addons: [anAddon('vpc-cni', { version: 'v1.23.0-eksbuild.1' })],
      addonVersions: [
        anAddonOffer('vpc-cni', { 'v1.21.2-eksbuild.2': ['1.33', '1.34'], 'v1.23.0-eksbuild.1': ['1.34'] }),
      ],
      componentRights: [seenRights('vpc-cni', { roles: [aRole(['sts:TagSession'])] })],
    },
    findingsLike: [{ rule: 'not-listed', fix: matching(/^Set this version/) }],
  },
  {
    ...rollback,
    it: 'keeps the role in an update before a rollback',
    facts: {
      addons: [anAddon('coredns', { version: 'v1.13.2-eksbuild.1', serviceAccountRoleArn: role })],
      addonVersions: [overlapping],
    },
    findingsLike: [{ fix: expect.stringContaining(update('coredns', 'v1.12.4-eksbuild.10', keepsRole)) as string }],
  },
  {
    it: 'says that an update loses the role where an older inventory does not have it',
    facts: {
      addons: [anAddon('coredns', { version: 'v1.11.4-eksbuild.2', serviceAccountRoleArn: undefined })],
      addonVersions: [overlapping],
    },
    findingsLike: [
      {
        fix: expect.stringMatching(
          /If the add-on has a role, repeat it as `--service-account-role-arn`: without it, EKS uses the node role\.\s```sh\saws eks describe-addon /,
        ) as string,
      },
    ],
  },
  {
    ...rollback,
    it: 'is silent before a rollback about a version that is listed for both versions, and older than the default',
    facts: { addons: [anAddon('coredns', { version: 'v1.12.4-eksbuild.9' })], addonVersions: [overlapping] },
    findings: [],
  },
  {
    ...rollback,
    it: 'fails a version that is not listed for the version of the rollback, and names one that fits both',
    facts: { addons: [anAddon('coredns', { version: 'v1.13.2-eksbuild.1' })], addonVersions: [overlapping] },
    findings: [
      {
        level: 'fail',
        at: 33,
        rule: 'not-listed',
        resource: { kind: 'EKS add-on', name: 'coredns' },
        blocks: 'control-plane',
        message: 'v1.13.2-eksbuild.1 is not listed for 1.33; v1.12.4-eksbuild.10 is listed for 1.33 and 1.34',
        evidence: [{ observed: 'v1.13.2-eksbuild.1', required: 'a version listed for 1.33', fact: 'addonVersions' }],
        fix: `Set this version before you roll back the control plane.\n${update('coredns', 'v1.12.4-eksbuild.10')}`,
      },
    ],
  },
  {
    ...rollback,
    it: 'leads the VPC CNI down one minor version at a time before a rollback',
    facts: {
      addons: [anAddon('vpc-cni', { version: 'v1.22.0-eksbuild.1' })],
      addonVersions: [
        anAddonOffer('vpc-cni', {
          'v1.19.0-eksbuild.1': ['1.33', '1.34'],
          'v1.20.4-eksbuild.1': ['1.34'],
          'v1.21.1-eksbuild.1': ['1.34'],
          'v1.22.0-eksbuild.1': ['1.34'],
        }),
      ],
    },
    findingsLike: [
      {
        level: 'fail',
        blocks: 'control-plane',
        fix: expect.stringMatching(
          /^Set this version before you roll back the control plane, one minor version at a time\.\n[^]*v1\.21\.1[^]*v1\.20\.4[^]*v1\.19\.0/,
        ) as string,
      },
    ],
  },
  {
    ...rollback,
    it: 'fails before a rollback where no version is listed for both, and says what force does',
    facts: { addons: [anAddon('agent', { version: 'v2.0.0-eksbuild.1' })], addonVersions: [disjoint] },
    findings: [
      {
        level: 'fail',
        at: 33,
        rule: 'not-listed',
        resource: { kind: 'EKS add-on', name: 'agent' },
        blocks: 'control-plane',
        message:
          'v2.0.0-eksbuild.1 is not listed for 1.33, and no version is listed for both 1.33 and 1.34; v1.0.0-eksbuild.2 is listed for 1.33',
        evidence: [{ observed: 'v2.0.0-eksbuild.1', required: 'a version listed for 1.33', fact: 'addonVersions' }],
        fix: `EKS may refuse the rollback without \`--force\`, which skips all rollback insights: first fix what the others report. Once the control plane is at 1.33, set this version.\n${update('agent', 'v1.0.0-eksbuild.2')}`,
      },
    ],
  },
  ...(
    [
      ['aws', 'fail', 'control-plane'],
      ['community', 'warn', 'workloads'],
    ] as const
  ).map(([owner, level, blocks]) => ({
    ...rollback,
    it: `is a ${level} before a rollback to a version that no version of an add-on of ${owner} is listed for`,
    facts: {
      addons: [anAddon('coredns'), anAddon('agent', { version: 'v2.0.0-eksbuild.1', owner })],
      addonVersions: [
        anAddonOffer('coredns', { 'v1.12.4-eksbuild.1': ['1.33', '1.34'] }),
        anAddonOffer('agent', { 'v2.0.0-eksbuild.1': ['1.34'] }, { owner }),
      ],
    },
    findingsLike: [
      {
        level,
        rule: 'no-version',
        blocks,
        message: 'EKS lists no version of this add-on for 1.33',
      },
    ],
  })),
  {
    ...rollback,
    it: 'only warns before a rollback of an add-on that EKS Auto Mode includes',
    cluster: { autoMode: true },
    facts: {
      addons: [anAddon('coredns', { version: 'v1.13.2-eksbuild.1' })],
      addonVersions: [overlapping],
      nodes: [autoNode],
    },
    findingsLike: [
      {
        level: 'warn',
        blocks: 'workloads',
        message: expect.stringMatching(/\(no node outside EKS Auto Mode uses it\)$/) as string,
      },
    ],
  },
  {
    ...rollback,
    it: 'does not know a version listed for some platform versions of the version of the rollback',
    facts: {
      addons: [anAddon('agent', { version: 'v1.0.0-eksbuild.1' })],
      addonVersions: [
        anAddonOffer(
          'agent',
          {},
          {
            versions: [
              {
                version: 'v1.0.0-eksbuild.1',
                compatibilities: [
                  { cluster: '1.34', platforms: [], isDefault: true },
                  { cluster: '1.33', platforms: ['eks.9'], isDefault: true },
                ],
              },
            ],
          },
        ),
      ],
    },
    findingsLike: [{ level: 'unknown', at: 33, rule: 'platform-version', blocks: 'control-plane' }],
  },
  {
    ...rollback,
    it: 'does not know about the add-ons where EKS lists none for the version of the rollback',
    facts: {
      addons: [anAddon('coredns', { version: 'v1.13.2-eksbuild.1' })],
      addonVersions: [anAddonOffer('coredns', { 'v1.13.2-eksbuild.1': ['1.34*'] })],
    },
    findingsLike: [
      {
        level: 'unknown',
        at: 33,
        rule: 'not-on-offer',
        blocks: 'control-plane',
        short: 'EKS lists no add-on versions',
        message: 'EKS lists no version of any installed add-on for 1.33',
      },
    ],
  },
  {
    ...rollback,
    it: 'does not know whether a newer self-managed copy works with the version of a rollback',
    facts: {
      addons: [],
      addonNames: [],
      addonVersions: coreOffers,
      vpcCni: [aCopy('DaemonSet', 'aws-node', '1.21.0')],
      coredns: [{ ...aCopy('Deployment', 'coredns', '1.12.4', 2), ...noCorefile }],
      kubeProxy: [aCopy('DaemonSet', 'kube-proxy', '1.34.1', 2)],
    },
    findings: [
      {
        level: 'unknown',
        at: 33,
        rule: 'self-managed-newer',
        resource: { kind: 'DaemonSet', namespace: 'kube-system', name: 'aws-node' },
        blocks: 'nodes',
        message:
          'unknown whether VPC CNI 1.21.0, self-managed, works with 1.33: v1.20.4-eksbuild.1 is the newest version that EKS lists for it',
        evidence: [{ observed: '1.21.0 (image tag)', required: 'v1.20.4-eksbuild.1 or older', fact: 'addonVersions' }],
        fix: 'Compare the release notes of VPC CNI 1.21.0 with 1.33, or set an image of v1.20.4-eksbuild.1 before you roll back the control plane.',
        links: ['https://docs.aws.amazon.com/eks/latest/userguide/managing-vpc-cni.html'],
      },
    ],
  },
  {
    ...rollback,
    it: 'does not know whether self-managed copies work with a version for which EKS lists none of them',
    facts: {
      addons: [],
      addonNames: [],
      addonVersions: [
        anAddonOffer('kube-proxy', { 'v1.33.3-eksbuild.6': ['1.33*'] }),
        anAddonOffer('vpc-cni', { 'v1.20.4-eksbuild.1': ['1.34*'] }),
      ],
      vpcCni: [aCopy('DaemonSet', 'aws-node', '1.20.4')],
      coredns: [{ ...aCopy('Deployment', 'coredns', '1.12.4', 2), ...noCorefile }],
      kubeProxy: [],
    },
    findingsLike: [
      {
        level: 'unknown',
        at: 33,
        rule: 'self-managed-not-listed',
        blocks: 'nodes',
        message: 'unknown whether VPC CNI 1.20.4, self-managed, works with 1.33: EKS lists no version of it for 1.33',
        evidence: [{ observed: '1.20.4 (image tag)', required: 'a version listed for 1.33', fact: 'addonVersions' }],
        fix: 'Compare the release notes of VPC CNI 1.20.4 with 1.33 before you roll back the control plane.',
      },
      { level: 'unknown', rule: 'self-managed-not-listed', blocks: 'workloads' },
    ],
  },
  {
    ...rollback,
    it: 'does not know whether self-managed copies whose version cannot be read work with the version of a rollback',
    facts: {
      addons: [],
      addonNames: [],
      addonVersions: coreOffers,
      vpcCni: [{ ...aCopy('DaemonSet', 'aws-node', '1.20.4'), version: null }],
      coredns: [{ ...aCopy('Deployment', 'coredns', '1.12.4', 2), version: null, ...noCorefile }],
      kubeProxy: [],
    },
    findingsLike: [
      { level: 'unknown', rule: 'version-not-readable', blocks: 'nodes' },
      { level: 'unknown', rule: 'version-not-readable', blocks: 'workloads' },
    ],
  },
  {
    ...rollback,
    it: 'judges self-managed copies in EKS Auto Mode before a rollback',
    cluster: { autoMode: true },
    facts: {
      addons: [],
      addonNames: [],
      addonVersions: coreOffers,
      vpcCni: [aCopy('DaemonSet', 'aws-node', '1.21.0')],
      coredns: [],
      kubeProxy: [],
    },
    findingsLike: [{ level: 'unknown', rule: 'self-managed-newer', blocks: 'nodes' }],
  },
  {
    ...rollback,
    it: 'does not apply before a rollback of EKS Auto Mode without add-ons and copies',
    cluster: { autoMode: true },
    facts: { addons: [], addonNames: [], addonVersions: [], vpcCni: [], coredns: [], kubeProxy: [] },
    skip: 'no EKS add-on is installed',
  },
  {
    it: 'does not apply without an EKS add-on',
    facts: { addons: [], addonVersions: [], vpcCni: [], coredns: [], kubeProxy: [] },
    skip: 'no EKS add-on is installed',
  },
  {
    it: 'is silent about a version that is listed for every step and not older than its default',
    target: '1.35',
    facts: {
      addons: [anAddon('vpc-cni', { version: 'v1.20.4-eksbuild.3' })],
      addonVersions: [
        anAddonOffer('vpc-cni', {
          'v1.20.4-eksbuild.3': ['1.33', '1.34', '1.35'],
          'v1.20.4-eksbuild.2': ['1.33*', '1.34*', '1.35*'],
        }),
      ],
    },
    findings: [],
  },
  {
    it: 'names the newest version that is listed on both sides of the step',
    facts: { addons: [anAddon('coredns', { version: 'v1.11.4-eksbuild.2' })], addonVersions: [overlapping] },
    findings: [
      {
        level: 'fail',
        at: 34,
        rule: 'not-listed',
        resource: { kind: 'EKS add-on', name: 'coredns' },
        blocks: 'workloads',
        message: 'v1.11.4-eksbuild.2 is not listed for 1.34; v1.12.4-eksbuild.10 is listed for 1.33 to 1.34',
        evidence: [{ observed: 'v1.11.4-eksbuild.2', required: 'a version listed for 1.34', fact: 'addonVersions' }],
        fix: `Update the add-on now, before the control plane.\n${update('coredns', 'v1.12.4-eksbuild.10')}`,
      },
    ],
  },
  {
    it: 'takes the version that lasts longest on the path, once it can be installed',
    target: '1.36',
    facts: {
      addons: [anAddon('coredns', { version: 'v1.11.4-eksbuild.2' })],
      addonVersions: [
        anAddonOffer('coredns', {
          'v1.11.4-eksbuild.2': ['1.33', '1.34'],
          'v1.14.0-eksbuild.1': ['1.34', '1.35'],
          'v1.13.0-eksbuild.1': ['1.34', '1.35', '1.36'],
        }),
      ],
    },
    findingsLike: [
      {
        level: 'fail',
        at: 35,
        message: 'v1.11.4-eksbuild.2 is not listed for 1.35; v1.13.0-eksbuild.1 is listed for 1.34 to 1.36',
        fix: `Update the add-on once the control plane is at 1.34, before its next update.\n${update('coredns', 'v1.13.0-eksbuild.1')}`,
      },
    ],
  },
  {
    it: 'gives the order of two updates where unknown is for both sides, which blocks nothing',
    facts: { addons: [anAddon('agent', { version: 'v1.0.0-eksbuild.1' })], addonVersions: [disjoint] },
    findingsLike: [
      {
        level: 'warn',
        at: 34,
        phase: 'after',
        rule: 'not-listed',
        message:
          'v1.0.0-eksbuild.1 is not listed for 1.34, and no version is listed for both 1.33 and 1.34; v2.0.0-eksbuild.1 is listed for 1.34',
        fix: `Before you update the control plane to 1.34, update the add-on to the newest version that is listed for 1.33.\n${update('agent', 'v1.0.0-eksbuild.2')}\nOnce the control plane is at 1.34, update the add-on.\n${update('agent', 'v2.0.0-eksbuild.1')}`,
      },
    ],
  },
  {
    it: 'names kube-proxy apart, which waits for the nodes',
    facts: {
      addons: [anAddon('kube-proxy', { version: 'v1.32.0-eksbuild.1' })],
      addonVersions: [anAddonOffer('kube-proxy', { 'v1.32.0-eksbuild.1': ['1.33*'], 'v1.34.1-eksbuild.2': ['1.34*'] })],
    },
    findingsLike: [
      {
        level: 'warn',
        phase: 'after',
        rule: 'not-listed:kube-proxy',
        fix: `Once the control plane and the nodes are at 1.34, update the add-on.\n${update('kube-proxy', 'v1.34.1-eksbuild.2')}`,
      },
    ],
  },
  {
    it: 'leaves out the first of two updates where it is done',
    facts: { addons: [anAddon('agent', { version: 'v1.0.0-eksbuild.2' })], addonVersions: [disjoint] },
    findingsLike: [
      {
        level: 'warn',
        fix: `Once the control plane is at 1.34, update the add-on.\n${update('agent', 'v2.0.0-eksbuild.1')}`,
      },
    ],
  },
  {
    it: 'warns where a step has unknown of an add-on of somebody else, and says whom to ask',
    target: '1.35',
    facts: {
      addons: [
        anAddon('coredns'),
        anAddon('seller_agent', { version: 'v1.2.0-seller.1', owner: 'aws-marketplace' }),
        anAddon('metrics-server', { version: 'v0.8.0-eksbuild.2', owner: 'community' }),
      ],
      addonVersions: [
        anAddonOffer('coredns', { 'v1.12.4-eksbuild.1': ['1.33', '1.34', '1.35'] }),
        anAddonOffer(
          'seller_agent',
          { 'v1.2.0-seller.1': ['1.33', '1.34'] },
          { owner: 'aws-marketplace', publisher: 'Seller Inc.' },
        ),
        anAddonOffer('metrics-server', {}, { owner: null, publisher: null }),
      ],
    },
    findingsLike: [
      {
        level: 'warn',
        at: 35,
        rule: 'no-version',
        resource: { kind: 'EKS add-on', name: 'seller_agent', note: 'aws-marketplace' },
        message: 'EKS lists no version of this add-on for 1.35',
        fix: expect.stringMatching(
          /^Ask Seller Inc\. for a version that supports 1\.35(?![\s\S]*delete-addon)[\s\S]*describe-addon-versions/,
        ),
      },
      {
        level: 'warn',
        at: 34,
        rule: 'no-version',
        resource: { kind: 'EKS add-on', name: 'metrics-server', note: 'community' },
        fix: expect.stringMatching(/^Ask its project for a version that supports 1\.34/),
      },
    ],
  },
  {
    it: 'fails where EKS lists unknown of an add-on of AWS, and never advises to delete it',
    facts: {
      addons: [anAddon('coredns'), anAddon('agent', { version: 'v1.0.0-eksbuild.1' })],
      addonVersions: [
        anAddonOffer('coredns', { 'v1.12.4-eksbuild.1': ['1.33', '1.34'] }),
        anAddonOffer('agent', { 'v1.0.0-eksbuild.1': ['1.33'] }),
      ],
    },
    findingsLike: [
      {
        level: 'fail',
        at: 34,
        rule: 'no-version',
        fix: expect.stringMatching(
          /^List the versions that EKS offers:(?![\s\S]*delete-addon)[\s\S]*v1\.0\.0-eksbuild\.1 on a 1\.34 cluster/,
        ),
      },
    ],
  },
  {
    it: 'cannot tell where EKS lists not one add-on for the version, and judges the steps before it',
    target: '1.35',
    facts: { addons: [anAddon('coredns', { version: 'v1.11.4-eksbuild.2' })], addonVersions: [overlapping] },
    findingsLike: [
      {
        level: 'unknown',
        at: 35,
        rule: 'not-on-offer',
        message: 'EKS lists no version of any installed add-on for 1.35 yet',
        fix: "Scan again when EKS lists add-on versions for 1.35:\n```sh\naws eks describe-addon-versions --region eu-west-1 --kubernetes-version 1.35 \\\n  --query 'addons[].addonName'\n```",
      },
      { level: 'fail', at: 34 },
    ],
  },
  {
    it: 'warns of a version that is older than the default of a step, to be updated behind it',
    target: '1.35',
    facts: {
      addons: [
        anAddon('kube-proxy', { version: 'v1.33.5-eksbuild.9' }),
        anAddon('coredns', { version: 'v1.12.4-eksbuild.9' }),
      ],
      addonVersions: [
        anAddonOffer('kube-proxy', {
          'v1.33.5-eksbuild.10': ['1.33*'],
          'v1.33.5-eksbuild.9': ['1.33', '1.34', '1.35'],
          'v1.34.1-eksbuild.2': ['1.34*', '1.35'],
          'v1.35.0-eksbuild.2': ['1.35*'],
        }),
        anAddonOffer('coredns', { 'v1.12.4-eksbuild.9': ['1.33', '1.34', '1.35'], 'v1.12.4-eksbuild.8': ['1.35*'] }),
      ],
    },
    findings: [
      {
        level: 'warn',
        at: 34,
        phase: 'after',
        rule: 'older-than-default',
        resource: { kind: 'EKS add-on', name: 'kube-proxy' },
        blocks: 'nodes',
        message: 'v1.33.5-eksbuild.9 is older than v1.34.1-eksbuild.2, the default of 1.34',
        evidence: [
          {
            observed: 'v1.33.5-eksbuild.9',
            required: 'v1.34.1-eksbuild.2, the default of 1.34',
            fact: 'addonVersions',
          },
          {
            observed: 'v1.33.5-eksbuild.9',
            required: 'v1.35.0-eksbuild.2, the default of 1.35',
            fact: 'addonVersions',
          },
        ],
        fix: `Once the control plane and the nodes are at 1.34, update the add-on.\n${update('kube-proxy', 'v1.34.1-eksbuild.2')}`,
      },
    ],
  },
  {
    it: 'judges today where no update is planned: what an update left behind, as a warning',
    target: '1.33',
    facts: {
      addons: [
        anAddon('coredns', { version: 'v1.11.4-eksbuild.2' }),
        anAddon('agent', { version: 'v0.9.0-eksbuild.1' }),
        anAddon('gone'),
      ],
      addonVersions: [overlapping, disjoint, anAddonOffer('gone', {})],
    },
    findingsLike: [
      {
        level: 'warn',
        rule: 'older-than-default',
        phase: 'after',
        fix: `Update the add-on.\n${update('coredns', 'v1.12.4-eksbuild.10')}`,
      },
      {
        level: 'warn',
        rule: 'not-listed',
        message: 'v0.9.0-eksbuild.1 is not listed for 1.33; v1.0.0-eksbuild.2 is the newest listed version',
      },
      {
        level: 'warn',
        rule: 'no-version',
        message: 'v1.12.4-eksbuild.1 is not listed for 1.33, nor is any other version',
      },
    ],
  },
  {
    it: 'leaves the minors of the VPC CNI to the check of its version',
    facts: {
      addons: [anAddon('vpc-cni', { version: 'v1.7.5-eksbuild.2' }), anAddon('coredns')],
      addonVersions: [
        anAddonOffer('vpc-cni', { 'v1.7.5-eksbuild.2': ['1.33'], 'v1.12.6-eksbuild.1': ['1.33', '1.34'] }),
        anAddonOffer('coredns', { 'v1.12.4-eksbuild.1': ['1.33', '1.34'] }),
      ],
    },
    findingsLike: [
      {
        level: 'fail',
        blocks: 'nodes',
        fix: `Update the add-on now, before the control plane. Update one minor version at a time (addons/vpc-cni-version), up to this version:\n${update('vpc-cni', 'v1.12.6-eksbuild.1')}`,
      },
    ],
  },
  {
    it: 'cannot tell where a version is only for some platform versions of a step',
    facts: {
      addons: [anAddon('agent', { version: 'v1.0.0-eksbuild.1' })],
      addonVersions: [
        anAddonOffer(
          'agent',
          {},
          {
            versions: [
              {
                version: 'v1.0.0-eksbuild.1',
                compatibilities: [
                  { cluster: '1.33', platforms: [], isDefault: false },
                  { cluster: '1.34', platforms: ['eks.3', 'eks.4'], isDefault: false },
                ],
              },
            ],
          },
        ),
      ],
    },
    findingsLike: [
      {
        level: 'unknown',
        at: 34,
        rule: 'platform-version',
        message: 'v1.0.0-eksbuild.1 is listed for 1.34 only on platform versions eks.3, eks.4',
      },
    ],
  },
  {
    it: 'takes the VPC CNI one minor at a time to its default',
    facts: {
      addons: [anAddon('vpc-cni', { version: 'v1.18.5-eksbuild.1' })],
      addonVersions: [
        anAddonOffer('vpc-cni', {
          'v1.18.5-eksbuild.1': ['1.33', '1.34'],
          'v1.18.6-eksbuild.1': ['1.33', '1.34'],
          'v1.19.2-eksbuild.1': ['1.33', '1.34'],
          'v1.19.3-eksbuild.1': ['1.34'],
          'v1.20.4-eksbuild.1': ['1.33', '1.34*'],
        }),
      ],
    },
    findingsLike: [
      {
        level: 'warn',
        phase: 'after',
        fix: `Once the control plane is at 1.34, update the add-on.\n${update('vpc-cni', 'v1.19.3-eksbuild.1')}\n${update('vpc-cni', 'v1.20.4-eksbuild.1')}`.replace(
          '\n```\n```sh\n',
          ' &&\n',
        ),
      },
    ],
  },
  {
    it: 'takes no copy of an installed EKS add-on for a self-managed one',
    facts: {
      addons: [anAddon('coredns', { version: 'v1.12.4-eksbuild.1' })],
      addonNames: ['coredns'],
      addonVersions: coreOffers,
      coredns: [{ ...aCopy('Deployment', 'coredns', '1.8.7', 10), ...noCorefile }],
    },
    findings: [],
  },
  {
    it: 'omits the self-managed copies that no node needs: the VPC CNI and kube-proxy where all nodes are of Fargate',
    tables: { 'addon-releases': [], 'release-permissions': [] },
    facts: {
      addons: [],
      addonNames: [],
      addonVersions: coreOffers,
      vpcCni: [aCopy('DaemonSet', 'aws-node', '1.12.0', 1)],
      coredns: [{ ...aCopy('Deployment', 'coredns', '1.8.7', 10), ...noCorefile }],
      kubeProxy: [aCopy('DaemonSet', 'kube-proxy', '1.33.3', 6)],
      nodes: [aNode('f', 'v1.33.5', { computeType: 'fargate' })],
    },
    findingsLike: [{ resource: { kind: 'Deployment', namespace: 'kube-system', name: 'coredns' } }],
  },
  {
    it: 'lists self-managed copies that are older than the default of the step after the update',
    tables: { 'addon-releases': [], 'release-permissions': [] },
    facts: {
      addons: [],
      addonNames: [],
      addonVersions: coreOffers,
      vpcCni: [aCopy('DaemonSet', 'aws-node', '1.12.0', 1)],
      coredns: [{ ...aCopy('Deployment', 'coredns', '1.8.7', 10), ...noCorefile }],
      kubeProxy: [aCopy('DaemonSet', 'kube-proxy', '1.33.3', 6)],
      nodes: [aNode('a', 'v1.33.5')],
    },
    findings: [
      {
        level: 'warn',
        at: 34,
        phase: 'after',
        rule: 'self-managed',
        resource: { kind: 'DaemonSet', namespace: 'kube-system', name: 'aws-node' },
        blocks: 'nodes',
        message: 'VPC CNI 1.12.0, self-managed, is older than v1.20.4-eksbuild.1, the default of 1.34',
        evidence: [
          {
            observed: '1.12.0 (image tag)',
            required: 'v1.20.4-eksbuild.1, the default of 1.34',
            fact: 'addonVersions',
          },
        ],
        fix: 'Once the control plane is at 1.34, update the VPC CNI one minor version at a time, in the way it was installed: with its chart, or with the manifest of its release and the registry of your Region. Or migrate to the EKS add-on.',
        links: ['https://docs.aws.amazon.com/eks/latest/userguide/managing-vpc-cni.html'],
      },
      {
        level: 'warn',
        at: 34,
        phase: 'after',
        rule: 'self-managed',
        resource: { kind: 'Deployment', namespace: 'kube-system', name: 'coredns' },
        blocks: 'workloads',
        message: 'CoreDNS 1.8.7, self-managed, is older than v1.12.4-eksbuild.1, the default of 1.34',
        evidence: [
          {
            observed: '1.8.7 (image tag)',
            required: 'v1.12.4-eksbuild.1, the default of 1.34',
            fact: 'addonVersions',
          },
        ],
        fix: 'Once the control plane is at 1.34, set the image (if you use a mirror, copy the image there first). Where a chart, a manifest or a module defines it, set an image of v1.12.4-eksbuild.1 there first. Then:\n```sh\nkubectl -n kube-system set image deployment/coredns coredns=602401143452.dkr.ecr.eu-west-1.amazonaws.com/eks/coredns:v1.12.4-eksbuild.1\nkubectl -n kube-system rollout status deployment/coredns\n```',
        links: ['https://docs.aws.amazon.com/eks/latest/userguide/managing-coredns.html'],
      },
      {
        level: 'warn',
        at: 34,
        phase: 'after',
        rule: 'self-managed',
        resource: { kind: 'DaemonSet', namespace: 'kube-system', name: 'kube-proxy' },
        blocks: 'nodes',
        message: 'kube-proxy 1.33.3, self-managed, is older than v1.34.1-eksbuild.2, the default of 1.34',
        evidence: [
          {
            observed: '1.33.3 (image tag)',
            required: 'v1.34.1-eksbuild.2, the default of 1.34',
            fact: 'addonVersions',
          },
        ],
        fix: 'Once the control plane and the nodes are at 1.34, set the image (if you use a mirror, copy the image there first). Where a chart, a manifest or a module defines it, set an image of v1.34.1-eksbuild.2 there first. Then:\n```sh\nkubectl -n kube-system set image daemonset/kube-proxy kube-proxy=602401143452.dkr.ecr.eu-west-1.amazonaws.com/eks/kube-proxy:v1.34.1-minimal-eksbuild.2\nkubectl -n kube-system rollout status daemonset/kube-proxy\n```',
        links: ['https://docs.aws.amazon.com/eks/latest/userguide/managing-kube-proxy.html'],
      },
    ],
  },
  {
    it: 'is silent about self-managed copies at the default, of its version without a build, scaled to zero, run by no node or elsewhere',
    facts: {
      addons: [],
      addonNames: [],
      addonVersions: coreOffers,
      vpcCni: [
        aCopy('DaemonSet', 'aws-node', '1.20.4', 1),
        { ...aCopy('DaemonSet', 'parked', '1.11.4', 1), matchesNoNode: true },
      ],
      coredns: [
        { ...aCopy('Deployment', 'coredns', '1.12.4'), ...noCorefile },
        { ...aCopy('Deployment', 'coredns', '1.8.7', 10), ...noCorefile, namespace: 'edge' },
        { ...aCopy('Deployment', 'old-dns', '1.8.7', 10), ...noCorefile, replicas: 0 },
      ],
      kubeProxy: [aCopy('DaemonSet', 'kube-proxy', '1.34.1', 2)],
    },
    findings: [],
  },
  {
    it: 'says what CoreDNS before 1.8.1 needs first',
    facts: {
      addons: [],
      addonNames: [],
      addonVersions: coreOffers,
      vpcCni: [],
      coredns: [{ ...aCopy('Deployment', 'coredns', '1.6.6', 1), ...noCorefile }],
      kubeProxy: [],
    },
    findingsLike: [
      {
        fix: expect.stringMatching(
          /First, allow the ClusterRole to list and watch EndpointSlices[^]*`resources: \[endpointslices\]`/,
        ),
      },
    ],
  },
  {
    it: 'does not judge own copies in EKS Auto Mode, whose nodes bring their own',
    cluster: { autoMode: true },
    facts: {
      addons: [],
      addonNames: [],
      addonVersions: coreOffers,
      vpcCni: [aCopy('DaemonSet', 'aws-node', '1.12.0', 1)],
      coredns: [],
      kubeProxy: [],
    },
    skip: 'no EKS add-on is installed',
  },
  {
    it: 'compares unknown that it cannot read, and needs none to find it listed',
    facts: {
      addons: [anAddon('odd', { version: 'stable' }), anAddon('even', { version: 'stable' })],
      addonVersions: [
        anAddonOffer('odd', { stable: ['1.33', '1.34'], 'v2.0.0': ['1.34*'] }),
        anAddonOffer('even', { stable: ['1.33', '1.34*'] }),
      ],
    },
    findingsLike: [{ level: 'unknown', rule: 'version-not-readable', message: 'no version in stable' }],
  },
  {
    it: 'does not support a default that it cannot read for an older one',
    facts: {
      addons: [anAddon('odd', { version: 'v1.0.0' })],
      addonVersions: [anAddonOffer('odd', { 'v1.0.0': ['1.33', '1.34'], latest: ['1.34*'] })],
    },
    findingsLike: [{ level: 'unknown', rule: 'version-not-readable', message: 'no version in latest' }],
  },
  {
    it: 'cannot tell of an add-on whose versions were not read, and judges the others',
    facts: {
      addons: [anAddon('agent'), anAddon('coredns', { version: 'v1.11.4-eksbuild.2' })],
      addonVersions: [overlapping],
    },
    findingsLike: [
      {
        level: 'unknown',
        rule: 'versions-not-read',
        resource: { kind: 'EKS add-on', name: 'agent' },
        message: 'unknown whether v1.12.4-eksbuild.1 is compatible: the versions that EKS lists were not read',
      },
      { level: 'fail', resource: { kind: 'EKS add-on', name: 'coredns' } },
    ],
  },
  {
    it: 'only warns of what EKS Auto Mode brings by itself, and of no default',
    cluster: { autoMode: true },
    facts: {
      addons: [
        anAddon('coredns', { version: 'v1.11.4-eksbuild.2' }),
        anAddon('kube-proxy', { version: 'v1.33.5-eksbuild.1' }),
      ],
      addonVersions: [
        overlapping,
        anAddonOffer('kube-proxy', { 'v1.33.5-eksbuild.1': ['1.33', '1.34'], 'v1.34.1-eksbuild.1': ['1.34*'] }),
      ],
      nodes: [autoNode],
    },
    findingsLike: [{ level: 'warn', message: expect.stringMatching(/ \(no node outside EKS Auto Mode uses it\)$/) }],
  },
  ...(['hybrid', 'managed', 'fargate', 'karpenter', 'self-managed'] as const).map((computeType) => ({
    it: `fails on CoreDNS of EKS Auto Mode that is not listed if nodes of type ${computeType} use it`,
    cluster: { autoMode: true },
    facts: {
      addons: [anAddon('coredns', { version: 'v1.11.4-eksbuild.2' })],
      addonVersions: [overlapping],
      nodes: [autoNode, aNode('other', 'v1.33.5', { computeType })],
    },
    findingsLike: [
      {
        level: 'fail' as const,
        message: expect.stringMatching(/ \(1 node outside EKS Auto Mode uses it\)$/) as string,
      },
    ],
  })),
  {
    it: 'does not know whether CoreDNS is used in EKS Auto Mode if the nodes were not read',
    cluster: { autoMode: true },
    facts: { addons: [anAddon('coredns', { version: 'v1.11.4-eksbuild.2' })], addonVersions: [overlapping] },
    findingsLike: [
      {
        level: 'unknown',
        message: expect.stringMatching(/; unknown whether nodes outside EKS Auto Mode use it$/) as string,
      },
    ],
  },
  ...(
    [
      ['kube-proxy', 'fargate', 'no node outside EKS Auto Mode uses it', 'warn'],
      ['kube-proxy', 'hybrid', '1 node outside EKS Auto Mode uses it', 'fail'],
      ['vpc-cni', 'hybrid', 'no node outside EKS Auto Mode uses it', 'warn'],
      ['vpc-cni', 'managed', '1 node outside EKS Auto Mode uses it', 'fail'],
    ] as const
  ).map(([name, computeType, words, level]) => ({
    it: `judges ${name} in EKS Auto Mode by whether nodes of type ${computeType} run it`,
    cluster: { autoMode: true },
    facts: {
      addons: [anAddon(name, { version: 'v1.1.0-eksbuild.1' })],
      addonVersions: [anAddonOffer(name, { 'v1.1.0-eksbuild.1': ['1.33'], 'v1.2.0-eksbuild.1': ['1.33', '1.34'] })],
      nodes: [autoNode, aNode('other', 'v1.33.5', { computeType })],
    },
    findingsLike: [{ level, message: expect.stringContaining(`(${words})`) as string }],
  })),
  {
    it: 'lists the default of a step for an add-on that nodes outside EKS Auto Mode use',
    cluster: { autoMode: true },
    facts: {
      addons: [anAddon('kube-proxy', { version: 'v1.33.5-eksbuild.1' })],
      addonVersions: [
        anAddonOffer('kube-proxy', { 'v1.33.5-eksbuild.1': ['1.33', '1.34'], 'v1.34.1-eksbuild.1': ['1.34*'] }),
      ],
      nodes: [autoNode, aNode('mi-0a1', 'v1.33.5', { computeType: 'hybrid' })],
    },
    findingsLike: [{ level: 'warn', phase: 'after', resource: { kind: 'EKS add-on', name: 'kube-proxy' } }],
  },
]);

describe('versions on offer', () => {
  it('are sorted by number, whatever their order', () => {
    expect(newestFor(overlapping, [33], aCluster)).toBe('v1.12.4-eksbuild.10');
    expect(newestFor(overlapping, [33, 34], aCluster)).toBe('v1.12.4-eksbuild.10');
    expect(newestFor(overlapping, [35], aCluster)).toBeUndefined();
    expect(defaultFor(overlapping, 34)).toBe('v1.13.2-eksbuild.1');
  });

  it('are never a kube-proxy that is newer than the control plane', () => {
    const proxies = anAddonOffer('kube-proxy', {
      'v1.33.5-eksbuild.2': ['1.32*', '1.33*'],
      'v1.32.9-eksbuild.1': ['1.32'],
    });
    expect([defaultFor(proxies, 32), defaultFor(proxies, 33)]).toEqual([undefined, 'v1.33.5-eksbuild.2']);
    expect([newestFor(proxies, [32], aCluster), newestFor(proxies, [33], aCluster)]).toEqual([
      'v1.32.9-eksbuild.1',
      'v1.33.5-eksbuild.2',
    ]);
    expect(newestFor(proxies, [32, 33], aCluster)).toBeUndefined();
  });

  it("count today only on the cluster's platform version", () => {
    const compatibilities = [{ cluster: '1.33', platforms: ['eks.12', 'eks.13'], isDefault: false }];
    const offered = anAddonOffer('agent', {}, { versions: [{ version: 'v1.0.0', compatibilities }] });
    expect(newestFor(offered, [33], { ...aCluster, platformVersion: 'eks.12' })).toBe('v1.0.0');
    expect(newestFor(offered, [33], { ...aCluster, platformVersion: 'eks.1' })).toBeUndefined();
    expect(newestFor(offered, [33], { ...aCluster, platformVersion: null })).toBeUndefined();
  });

  it('lead over a step by one version, by two, or not at all', () => {
    expect(routeOver(overlapping, [33, 34], 34, aCluster)).toEqual({
      kind: 'one',
      version: 'v1.12.4-eksbuild.10',
      from: 33,
      to: 34,
    });
    expect(routeOver(disjoint, [33, 34], 34, aCluster)).toEqual({
      kind: 'two',
      before: 'v1.0.0-eksbuild.2',
      after: 'v2.0.0-eksbuild.1',
    });
    expect(routeOver(disjoint, [33, 34, 35], 35, aCluster)).toEqual({ kind: 'none' });
  });
});
