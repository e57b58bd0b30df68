import { expect } from 'vitest';
import check from '../../../checks/addons/vpc-cni-version/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import type { Component } from '../../../src/facts/kube.ts';
import type { Tables } from '../../../src/tables/tables.ts';
import { aComponent, aNode, aNodegroup, aWorkload, checkCases } from '../cases.ts';
import { managerRows } from '../managers.ts';
import { aRole, anIamRow, seenRights } from './release-rights.ts';

const source = 'https://example.com/floors';
const floors: Tables['component-floors'] = [
  { component: 'aws-load-balancer-controller', from: 25, minimum: '2.4.7', level: 'fail', reason: 'other', source },
  { component: 'vpc-cni', from: null, minimum: '1.8.0', level: 'warn', reason: 'the guide asks for it', source },
  { component: 'vpc-cni', from: 26, minimum: '1.12.0', level: 'fail', reason: 'aws-node crashes', source },
];
const tables = { 'component-floors': floors, 'release-permissions': [] };
const subnets = ['ec2:DescribeSubnets'];
const permissions = [
  anIamRow('vpc-cni', '1.12.0', subnets),
  anIamRow('vpc-cni', '1.12.0', ['ec2:DescribeVpcs'], { below: '1.12.2', without: 'it stops' }),
];
const resource = { kind: 'DaemonSet', namespace: 'kube-system', name: 'aws-node' };

function aCni(version: string | null, more: Partial<Component> = {}): Component {
  return aComponent({
    kind: 'DaemonSet',
    name: 'aws-node',
    replicas: null,
    image: `602401143452.dkr.ecr.eu-west-1.amazonaws.com/amazon-k8s-cni:v${version ?? 'main'}-eksbuild.1`,
    version,
    versionSource: version === null ? null : 'image tag',
    ...more,
  });
}

function facts(copies: Component[], more: Partial<Facts> = {}): Partial<Facts> {
  const nodes = [aNode('a', 'v1.25.16')];
  return { vpcCni: copies, nodes, nodegroups: [], autoScalingGroups: [], apiGroups: [], ...more };
}

const fargateNodes = [aNode('fargate-a', 'v1.25.16', { computeType: 'fargate' })];

checkCases(check, [
  {
    it: 'adds the action that its role lacks and the newest patch still calls, before the first update',
    current: '1.25',
    tables: { ...tables, 'release-permissions': permissions },
    facts: facts([aCni('1.11.4')], {
      componentRights: [seenRights('vpc-cni', { roles: [aRole(['ec2:AssignIpv6Addresses'])] })],
    }),
    findingsLike: [
      {
        level: 'fail',
        fix: expect.stringMatching(
          /^First, allow role prod-addon what it lacks: ec2:DescribeSubnets \((?![^]*DescribeVpcs)[^]*\n\nUpdate to the newest patch of 1\.12/,
        ) as string,
      },
    ],
  },
  {
    it: 'says nothing about an action that its role has',
    current: '1.25',
    tables: { ...tables, 'release-permissions': permissions },
    facts: facts([aCni('1.11.4')], { componentRights: [seenRights('vpc-cni', { roles: [aRole(subnets)] })] }),
    findingsLike: [{ level: 'fail', fix: expect.stringMatching(/^Update to the newest patch of 1\.12/) as string }],
  },
  {
    it: 'warns of a release that the project no longer recommends, with the minors to go through',
    current: '1.34',
    facts: facts([aCni('1.12.6')]),
    findingsLike: [
      {
        level: 'warn',
        at: 34,
        resource,
        message: 'VPC CNI 1.12.6 is older than 1.17.1; the project recommends no older release from Kubernetes 1.32 on',
        evidence: [
          { observed: '1.12.6 (image tag)', required: '1.13.4 or newer from 1.28 on' },
          { observed: '1.12.6 (image tag)', required: '1.14.1 or newer from 1.29 on' },
          { observed: '1.12.6 (image tag)', required: '1.16.0 or newer from 1.30 on' },
          { observed: '1.12.6 (image tag)', required: '1.16.4 or newer from 1.31 on' },
          { observed: '1.12.6 (image tag)', required: '1.17.1 or newer from 1.32 on' },
        ],
      },
      {
        level: 'warn',
        rule: 'minor-steps',
        message: 'VPC CNI 1.12.6 needs 5 updates to reach 1.17.1: 1.13, 1.14, 1.15, 1.16, 1.17',
      },
    ],
  },
  {
    it: 'names the step from which on the project no longer recommends a release',
    current: '1.30',
    facts: facts([aCni('1.16.0')]),
    findingsLike: [{ level: 'warn', at: 31, message: expect.stringContaining('is older than 1.16.4;') }],
  },
  {
    it: 'is silent at the oldest release that the project recommends',
    current: '1.34',
    facts: facts([aCni('1.17.1')]),
    findings: [],
  },
  {
    it: 'is silent at the floor',
    current: '1.25',
    target: '1.27',
    facts: facts([aCni('1.12.0')]),
    tables,
    findings: [],
  },
  {
    it: 'is silent where the path ends before the hard floor',
    current: '1.24',
    facts: facts([aCni('1.11.4')]),
    tables,
    findings: [],
  },
  {
    it: 'warns below 1.8.0 at any version',
    current: '1.24',
    facts: facts([aCni('1.7.10')]),
    tables,
    findings: [
      {
        level: 'warn',
        at: 24,
        resource,
        short: 'older than the recommended version',
        message: 'VPC CNI 1.7.10 is older than 1.8.0; the guide asks for it',
        evidence: [{ observed: '1.7.10 (image tag)', required: '1.8.0 or newer' }],
        fix: expect.stringContaining('amazon-vpc-cni-k8s/v1.8.PATCH/config/master/aws-k8s-cni.yaml') as string,
        links: [source],
      },
    ],
  },
  {
    it: 'warns without any update planned',
    current: '1.24',
    target: '1.24',
    facts: facts([aCni('1.7.10')]),
    tables,
    findingsLike: [{ level: 'warn', at: 24 }],
  },
  {
    it: 'fails below 1.12.0 at the step to 1.26',
    current: '1.24',
    target: '1.27',
    facts: facts([aCni('1.11.4')]),
    tables,
    findings: [
      {
        level: 'fail',
        at: 26,
        resource,
        message: 'VPC CNI 1.11.4 is older than 1.12.0; aws-node crashes',
        evidence: [{ observed: '1.11.4 (image tag)', required: '1.12.0 or newer from 1.26 on' }],
        fix: expect.stringContaining('newest patch of 1.12, then to a newer minor version') as string,
        links: [source],
      },
    ],
  },
  {
    it: 'fails today beyond 1.26',
    current: '1.33',
    facts: facts([aCni('1.11.4')]),
    tables,
    findingsLike: [{ level: 'fail', at: 33 }],
  },
  {
    it: 'lets the worst floor win, tells since when, and lists the minors to go through',
    current: '1.25',
    facts: facts([aCni('1.7.5')]),
    tables,
    findingsLike: [
      {
        level: 'fail',
        at: 26,
        since: 25,
        message: 'VPC CNI 1.7.5 is older than 1.12.0; aws-node crashes',
        evidence: [
          { observed: '1.7.5 (image tag)', required: '1.8.0 or newer: the guide asks for it' },
          { observed: '1.7.5 (image tag)', required: '1.12.0 or newer from 1.26 on' },
        ],
      },
      {
        level: 'warn',
        at: 26,
        rule: 'minor-steps',
        resource,
        message: 'VPC CNI 1.7.5 needs 5 updates to reach 1.12.0: 1.8, 1.9, 1.10, 1.11, 1.12',
      },
    ],
  },
  {
    it: 'counts minors as numbers',
    current: '1.25',
    facts: facts([aCni('1.9.3')]),
    tables,
    findingsLike: [
      { level: 'fail', at: 26 },
      { rule: 'minor-steps', message: 'VPC CNI 1.9.3 needs 3 updates to reach 1.12.0: 1.10, 1.11, 1.12' },
    ],
  },
  {
    it: 'goes to 1.7 first from anything older',
    current: '1.25',
    facts: facts([aCni('1.5.7')]),
    tables,
    findingsLike: [
      { level: 'fail' },
      {
        rule: 'minor-steps',
        short: 'needs 6 updates in a row',
        message: 'VPC CNI 1.5.7 needs 6 updates to reach 1.12.0: 1.7, 1.8, 1.9, 1.10, 1.11, 1.12',
      },
    ],
  },
  {
    it: 'warns of the steps to 1.8, too',
    current: '1.21',
    facts: facts([aCni('1.6.3')]),
    tables,
    findingsLike: [
      { level: 'warn', at: 21 },
      { level: 'warn', rule: 'minor-steps', message: 'VPC CNI 1.6.3 needs 2 updates to reach 1.8.0: 1.7, 1.8' },
    ],
  },
  {
    it: 'updates the EKS add-on where one manages the copy',
    current: '1.25',
    facts: facts([aCni('1.11.4', { addon: 'vpc-cni', addonRole: 'arn:aws:iam::111122223333:role/cni' })]),
    tables,
    findingsLike: [
      {
        fix: expect.stringMatching(
          /describe-addon-versions --region eu-west-1 --addon-name vpc-cni[\s\S]*--kubernetes-version 1\.25[\s\S]*update-addon --region eu-west-1 --cluster-name prod --addon-name vpc-cni[\s\S]*v1\.12\.x-eksbuild\.y --resolve-conflicts PRESERVE \\\n {2}--service-account-role-arn arn:aws:iam::111122223333:role\/cni --query/,
        ) as string,
      },
    ],
  },
  ...managerRows(
    'the add-on',
    /[^]*The EKS add-on manages this copy; list its versions and use the newest of 1\.12[.:] /,
  ).map(({ who, tags, fix }) => ({
    it: `says first where the EKS add-on is managed: ${who}`,
    current: '1.25',
    facts: facts([aCni('1.11.4', { addon: 'vpc-cni', addonTags: tags })]),
    tables,
    findingsLike: [{ fix }],
  })),
  {
    it: 'names the add-on where its DaemonSet was not seen',
    current: '1.26',
    facts: facts([
      aCni('1.11.4', { kind: 'EKS add-on', name: 'vpc-cni', image: '', addon: 'vpc-cni', versionSource: 'EKS add-on' }),
    ]),
    tables,
    findingsLike: [{ level: 'fail', at: 26, resource: { kind: 'EKS add-on', name: 'vpc-cni' } }],
  },
  {
    it: 'takes the images of the manifest from the registry of the running image',
    current: '1.26',
    facts: facts([aCni('1.11.4')]),
    tables,
    findingsLike: [
      {
        fix: expect.stringMatching(
          /curl -fsSL https:\S+\/v1\.12\.PATCH\/config\/master\/aws-k8s-cni\.yaml \| \\\n {2}sed s\/602401143452\.dkr\.ecr\.us-west-2\.amazonaws\.com\/602401143452\.dkr\.ecr\.eu-west-1\.amazonaws\.com\/ > aws-k8s-cni\.yaml[\s\S]*kubectl apply -f aws-k8s-cni\.yaml/,
        ) as string,
      },
    ],
  },
  {
    it: 'takes account and DNS suffix of another partition from the running image, too',
    current: '1.26',
    facts: facts([
      aCni('1.11.4', { image: '918309763551.dkr.ecr.cn-north-1.amazonaws.com.cn/amazon-k8s-cni:v1.11.4' }),
    ]),
    tables,
    cluster: { partition: 'aws-cn', region: 'cn-north-1' },
    findingsLike: [{ fix: expect.stringContaining('/918309763551.dkr.ecr.cn-north-1.amazonaws.com.cn/ >') as string }],
  },
  {
    it: 'saves what the manifest overwrites, lists it, and names what it turns off, before it is applied',
    current: '1.26',
    facts: facts([aCni('1.11.3')]),
    tables,
    findingsLike: [
      {
        fix: expect.stringMatching(
          /get daemonset aws-node -o yaml > aws-k8s-cni-old\.yaml\n[^`]*get configmap amazon-vpc-cni --ignore-not-found -o yaml > amazon-vpc-cni-old\.yaml\n[^`]*kubectl diff -f aws-k8s-cni\.yaml\n```\n[^]*enable-windows-ipam[^]*--enable-network-policy[^]*tolerations, node selectors[^]*Only then apply it:\n```sh\nkubectl apply -f/,
        ) as string,
      },
    ],
  },
  {
    it: 'applies no manifest over a copy with another name: it would start a second one',
    current: '1.26',
    facts: facts([aCni('1.11.4', { name: 'cni' })]),
    tables,
    findingsLike: [
      { fix: expect.stringMatching(/^(?![^]*kubectl apply)[^]*starts a second copy on every node/) as string },
    ],
  },
  ...[
    'mirror.example/amazon-k8s-cni:v1.11.4',
    '111122223333.dkr.ecr.eu-west-1.amazonaws.com/amazon-k8s-cni:v1.11.4',
  ].map((image) => ({
    it: `applies no manifest where the image comes from a mirror: ${image}`,
    current: '1.26',
    facts: facts([aCni('1.11.4', { image })]),
    tables,
    findingsLike: [{ fix: expect.not.stringMatching(/kubectl apply|curl/) as string }],
  })),
  {
    it: 'says that the image comes from a mirror',
    current: '1.26',
    facts: facts([aCni('1.11.4', { image: 'mirror.example/amazon-k8s-cni-arm64:v1.11.4' })]),
    tables,
    findingsLike: [{ fix: expect.stringContaining('from a mirror (mirror.example') as string }],
  },
  {
    it: 'updates the Helm release by its own name',
    current: '1.26',
    facts: facts([
      aCni('1.11.4', { owner: { release: 'aws-vpc-cni', releaseNamespace: 'kube-system', managedBy: 'Helm' } }),
    ]),
    tables,
    findingsLike: [{ fix: expect.stringContaining('helm upgrade aws-vpc-cni eks/aws-vpc-cni') as string }],
  },
  {
    it: 'does not know about a copy whose version cannot be read',
    facts: facts([aCni(null)]),
    tables,
    findingsLike: [
      {
        level: 'unknown',
        rule: 'version-not-readable',
        resource,
        message:
          'cannot read the version of the VPC CNI from image 602401143452.dkr.ecr.eu-west-1.amazonaws.com/amazon-k8s-cni:vmain-eksbuild.1',
      },
    ],
  },
  {
    it: 'judges each copy',
    current: '1.26',
    facts: facts([aCni('1.18.1'), aCni('1.11.4', { name: 'aws-node-windows' }), aCni(null, { namespace: 'net' })]),
    tables,
    findingsLike: [
      { level: 'fail', resource: { ...resource, name: 'aws-node-windows' } },
      { level: 'unknown', resource: { ...resource, namespace: 'net' } },
    ],
  },
  {
    it: 'judges own copies beside Auto Mode',
    current: '1.29',
    facts: facts([aCni('1.11.4')]),
    tables,
    cluster: { autoMode: true },
    findingsLike: [{ level: 'fail' }],
  },
  {
    it: 'skips Auto Mode without a copy',
    facts: facts([]),
    cluster: { autoMode: true },
    skip: 'EKS Auto Mode has its own network plugin',
  },
  {
    it: 'skips a DaemonSet that no node runs, and names the other network plugin',
    facts: facts([aCni('1.7.5', { matchesNoNode: true })], {
      daemonSets: [
        aWorkload({
          kind: 'DaemonSet',
          namespace: 'kube-system',
          name: 'cilium',
          containers: [{ name: 'agent', image: 'registry.example/cilium/cilium:v1.18.4@sha256:0a' }],
        }),
      ],
    }),
    skip: 'no node runs the VPC CNI: its DaemonSet matches no node; Cilium runs in this cluster',
  },
  {
    it: 'skips a DaemonSet that no node runs where no other network plugin is known',
    facts: facts([aCni(null, { matchesNoNode: true })], { daemonSets: [aWorkload()] }),
    skip: 'no node runs the VPC CNI: its DaemonSet matches no node',
  },
  {
    it: 'judges the copy that nodes run beside one that none runs',
    current: '1.25',
    facts: facts([aCni('1.7.5', { name: 'parked', matchesNoNode: true }), aCni('1.11.4')]),
    findingsLike: [{ level: 'fail', resource }],
  },
  { it: 'skips a cluster with another CNI', facts: facts([]), skip: 'no VPC CNI runs in this cluster' },
  {
    it: 'skips the idle DaemonSet of a cluster with nothing but Fargate',
    facts: facts([aCni('1.7.5')], { nodes: fargateNodes }),
    tables,
    skip: 'only Fargate nodes, which run no VPC CNI',
  },
  ...[
    {
      what: 'node groups at zero',
      more: { nodes: fargateNodes, nodegroups: [aNodegroup('idle', { desiredSize: 0 })] },
    },
    {
      what: 'an Auto Scaling group at zero',
      more: {
        nodes: fargateNodes,
        autoScalingGroups: [{ name: 'batch', nodegroup: null, maxSize: 5, mixedInstances: null }],
      },
    },
    { what: 'Karpenter on Fargate', more: { nodes: fargateNodes, apiGroups: ['karpenter.sh'] } },
    { what: 'EC2 nodes beside Fargate', more: { nodes: [...fargateNodes, aNode('a', 'v1.33.1')] } },
    { what: 'no node at all', more: { nodes: [] } },
  ].map(({ what, more }) => ({
    it: `judges where there is ${what}`,
    facts: facts([aCni('1.11.4')], more),
    tables,
    findingsLike: [{ level: 'fail' as const, at: 33 }],
  })),
  {
    it: 'judges without knowing the nodes',
    facts: { vpcCni: [aCni('1.11.4')] },
    tables,
    findingsLike: [{ level: 'fail' }],
  },
  {
    it: 'says that the guide recommends the latest minor version, and names it',
    current: '1.24',
    facts: facts([aCni('1.7.10')]),
    findingsLike: [
      {
        level: 'warn',
        at: 24,
        message:
          'VPC CNI 1.7.10 is older than 1.8.0; older releases do not reload their service account token, and the EKS user guide recommends the latest minor version before any update',
        fix: expect.stringMatching(
          /^Update to the newest patch of 1\.8, then to a newer minor version, one at a time: the user guide recommends the latest one \(1\.23 or newer\)\./,
        ) as string,
      },
    ],
  },
  {
    it: 'names the latest minor version behind the steps to the floor, too',
    current: '1.34',
    facts: facts([aCni('1.14.2')]),
    findingsLike: [
      {
        fix: expect.stringMatching(
          /^Update to the newest patch of 1\.15, then 1\.16, then 1\.17: [^(]*recommends the latest minor version \(1\.23 or newer\)\./,
        ) as string,
      },
      { rule: 'minor-steps' },
    ],
  },
  {
    it: 'fails at the known floors beyond the end of the table',
    current: '1.25',
    target: '1.99',
    facts: facts([aCni('1.11.4')]),
    findingsLike: [{ level: 'fail', at: 26 }, { rule: 'minor-steps' }],
  },
  {
    it: 'holds with the rows as shipped',
    current: '1.25',
    facts: facts([aCni('1.11.4')]),
    findingsLike: [{ level: 'fail', at: 26 }],
  },
]);
