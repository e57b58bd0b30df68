import { expect, it } from 'vitest';
import check from '../../../checks/nodes/amazon-linux-2/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { loadTable, type Tables } from '../../../src/tables/tables.ts';
import { aKarpenter, aNode, aNodegroup, checkCases, type Case } from '../cases.ts';
import { anEmptyGroup, unknownImageGroups } from './empty-groups.ts';
import { aLaunchTemplate, aVersion, ofTemplate } from './launches.ts';
import { aNodeClass, aNodePool, aNodeTemplate, aProvisioner, aTerm } from '../karpenter/objects.ts';
import { customImageRows, emptyTwin, withTwin } from './custom-images.ts';
import { listUnready } from '../../../src/for-checks/workload-readiness.ts';
import { applierRows, managerRows } from '../managers.ts';

const source = 'https://example.com/al2';
const tables: Partial<Tables> = {
  'amazon-linux-2': [
    { rowKind: 'last-kubernetes', kubernetes: 32, source },
    { rowKind: 'ends', what: 'EKS support of its images', date: '2025-11-26', source },
    { rowKind: 'ends', what: 'support of the operating system', date: '2026-06-30', source },
    { rowKind: 'successor', amiFamily: 'AL2023', karpenter: '0.35.0', source },
  ],
};
const over = 'EKS support of its images ended on 2025-11-26, support of the operating system ended on 2026-06-30';
const required = 'Amazon Linux 2023 or Bottlerocket';
const al2 = { osImage: 'Amazon Linux 2', kernelVersion: '5.10.245-241.978.amzn2.x86_64' };
const blue = { computeType: 'managed' as const, group: 'blue' };
const before = '2025-06-01T12:00:00.000Z';
const nothing = { nodes: [], nodegroups: [] };

/** A Karpenter whose NodePool `general` uses this EC2NodeClass. */
function karpenter(more: Parameters<typeof aNodeClass>[1], nodes: Facts['nodes'] = []): Partial<Facts> {
  return {
    ...nothing,
    nodes,
    karpenterControllers: [aKarpenter()],
    karpenterPools: [aNodePool('general')],
    karpenterNodeClasses: [aNodeClass('default', { ...more })],
  };
}

const amis = (more: Parameters<typeof aTerm>[0]) => ({
  alias: null,
  terms: { subnets: [], securityGroups: [], amis: [aTerm(more)], capacityReservations: [] },
});
const al2Alias = { ...amis({ alias: 'al2@latest' }), alias: 'al2@latest' };
const beta = { apiVersion: 'karpenter.k8s.aws/v1beta1', alias: null, terms: { ...amis({}).terms, amis: [] } };
const general = { kind: 'NodePool', name: 'general' };
const oldGeneral = { kind: 'Provisioner', name: 'general' };
const ofGeneral = { computeType: 'karpenter' as const, group: 'general' };

/** A Karpenter 0.31 whose Provisioner uses this AWSNodeTemplate. */
function alpha(more: Parameters<typeof aNodeTemplate>[1], provisioner: Parameters<typeof aProvisioner>[1] = {}) {
  return {
    ...nothing,
    karpenterControllers: [aKarpenter({ version: '0.31.5' })],
    karpenterPools: [aProvisioner('general', provisioner)],
    karpenterNodeClasses: [aNodeTemplate('default', more)],
  };
}

/** A Karpenter of this version whose NodePool uses an EC2NodeClass of Amazon Linux 2. */
function buildKarpenterFacts(version: string | null): Partial<Facts> {
  return { ...karpenter({ ...beta, amiFamily: 'AL2' }), karpenterControllers: [aKarpenter({ version })] };
}

const otherClass = { group: 'karpenter.k8s.aws', kind: 'EC2NodeClass', name: 'other' };
/** Facts about Karpenters that cannot launch nodes with Amazon Linux 2. */
const otherClasses: [string, Partial<Facts>][] = [
  ['alias al2023@latest', karpenter({})],
  ['alias bottlerocket@latest', karpenter({ ...amis({}), alias: 'bottlerocket@latest' })],
  ['amiFamily AL2023 and no terms', karpenter({ ...beta, amiFamily: 'AL2023' })],
  ['amiFamily Bottlerocket and an image by id', karpenter({ ...amis({ id: 'ami-0a' }), amiFamily: 'Bottlerocket' })],
  [
    'a parameter of Amazon Linux 2023',
    karpenter(
      amis({
        ssmParameter: '/aws/service/eks/optimized-ami/1.32/amazon-linux-2023/x86_64/standard/recommended/image_id',
      }),
    ),
  ],
  [
    'alias al2@latest and no pool',
    { ...karpenter(al2Alias), karpenterPools: [aNodePool('other', { nodeClass: otherClass })] },
  ],
  [
    'alias al2@latest and a pool that is being deleted',
    { ...karpenter(al2Alias), karpenterPools: [aNodePool('general', { terminating: true })] },
  ],
  ['alias al2@latest and no Karpenter', { ...karpenter(al2Alias), karpenterControllers: [] }],
  [
    'amiFamily AL2 in an AWSNodeTemplate that Karpenter 1.8 does not read',
    { ...alpha({}), karpenterControllers: [aKarpenter()] },
  ],
  ['amiFamily Bottlerocket in an AWSNodeTemplate', alpha({ amiFamily: 'Bottlerocket' })],
];

/** Node classes whose AMI selection does not show the operating system. */
const unknownClasses: [string, Partial<Facts>][] = [
  ['id', karpenter(amis({ id: 'ami-0a' }))],
  ['name', karpenter({ ...amis({ name: 'golden-*' }), amiFamily: 'AL2' })],
  ['tag', karpenter({ ...amis({ tags: { team: 'shop' } }), amiFamily: 'Custom' })],
  ['parameter', karpenter({ ...amis({ ssmParameter: '/shop/ami' }), amiFamily: 'Custom' })],
  [
    'selector of an AWSNodeTemplate',
    alpha({ selectors: { subnets: null, securityGroups: null, amis: { team: 'shop' } } }),
  ],
  ['launch template of an AWSNodeTemplate', alpha({ fields: ['spec.launchTemplate'] })],
  [
    'launch template of a Provisioner',
    alpha(
      {},
      {
        nodeClass: null,
        provider: {
          amiFamily: null,
          instanceProfile: null,
          selectors: { subnets: null, securityGroups: null, amis: null },
        },
        fields: ['spec.provider', 'spec.provider.launchTemplate'],
      },
    ),
  ],
  ['a Provisioner that names neither a node class nor a provider', alpha({}, { nodeClass: null })],
];

const groupOfAl2 = (more: Parameters<typeof aNodegroup>[1] = {}) =>
  aNodegroup('blue', { amiType: 'AL2_x86_64', ...more });
/** A node group on Amazon Linux 2 and a load balancer controller; `options` are those of the launch template. */
function withController(
  knowsVpc: boolean | undefined,
  options: { hopLimit: number | null; imds?: 'v1' | 'v2' | null } | undefined,
  replicas = 2,
): Partial<Facts> {
  const controller = {
    kind: 'Deployment',
    namespace: 'kube-system',
    name: 'aws-load-balancer-controller',
    replicas,
    image: 'public.ecr.aws/eks/aws-load-balancer-controller:v2.13.4',
    version: '2.13.4',
    versionSource: 'image tag' as const,
    addon: null,
    generation: '2' as const,
    ...(knowsVpc === undefined ? {} : { knowsVpc }),
  };
  return {
    nodes: [],
    nodegroups: [groupOfAl2(options === undefined ? {} : ofTemplate)],
    loadBalancerControllers: [controller],
    launchTemplates: options === undefined ? [] : [aLaunchTemplate(null, { found: aVersion(options) })],
  };
}
const forced = { level: 'fail' as const, resource: { kind: 'NodeGroup', name: 'blue' } };
const on33 = { tables, current: '1.32', target: '1.33', now: before };

checkCases(check, [
  ...managerRows('the node group', /EKS cannot change the AMI type: create a group with [^]*or the node class\. /).map(
    ({ who, tags, fix }): Case => ({
      it: `says first where a node group with Amazon Linux 2 is managed: ${who}`,
      tables,
      facts: { nodes: [], nodegroups: [aNodegroup('blue', { amiType: 'AL2_x86_64', tags })] },
      findingsLike: [{ level: 'fail', fix }],
    }),
  ),
  ...applierRows('the node class', /In the node class of the pool, [^]*or the node class\. /).map(
    ({ who, owner, fix }): Case => ({
      it: `says where the node class of a pool with Amazon Linux 2 is managed: ${who}`,
      tables,
      facts: karpenter({ alias: 'al2@latest', owner }),
      findingsLike: [{ level: 'fail', fix }],
    }),
  ),
  {
    it: 'warns of a load balancer controller that reads its VPC from instance metadata',
    ...on33,
    facts: withController(false, undefined),
    findingsLike: [
      forced,
      {
        level: 'warn',
        rule: 'instance-metadata',
        resource: { kind: 'Deployment', namespace: 'kube-system', name: 'aws-load-balancer-controller' },
        message:
          'reads the ID of its VPC from instance metadata: on Amazon Linux 2023 with hop limit 1, it cannot and does not start',
        evidence: [
          {
            observed: 'no launch template: hop limit 1 on Amazon Linux 2023',
            required: 'hop limit 2, or an argument that names its VPC',
            resource: 'NodeGroup blue',
          },
        ],
      },
    ],
  },
  ...(
    [
      ['sets neither hop limit nor tokens', { hopLimit: null, imds: null }],
      ['requires tokens without a hop limit', { hopLimit: null, imds: 'v2' }],
      ['sets hop limit 1 without tokens', { hopLimit: 1, imds: null }],
    ] as const
  ).map(([what, options]) => ({
    it: `warns of it where the launch template ${what}`,
    ...on33,
    facts: withController(false, options),
    findingsLike: [forced, { level: 'warn' as const, rule: 'instance-metadata' }],
  })),
  ...(
    [
      ['the launch template sets hop limit 2', withController(false, { hopLimit: 2, imds: 'v2' })],
      ['pods cannot read it today either', withController(false, { hopLimit: 1, imds: 'v2' })],
      ['IMDSv1 stays allowed', withController(false, { hopLimit: null, imds: 'v1' })],
      ['an older inventory does not tell', withController(false, { hopLimit: 1 })],
      ['the controller knows its VPC', withController(true, undefined)],
      ['the arguments of the controller were not read', withController(undefined, undefined)],
      ['the controller is scaled to zero', withController(false, undefined, 0)],
      [
        'the launch template was not read',
        { ...withController(false, { hopLimit: null, imds: null }), launchTemplates: [] },
      ],
    ] satisfies [string, Partial<Facts>][]
  ).map(([what, facts]) => ({
    it: `does not warn of a load balancer controller where ${what}`,
    ...on33,
    facts,
    findingsLike: [forced],
  })),
  {
    it: 'does not warn of a load balancer controller without nodes of Amazon Linux 2',
    ...on33,
    facts: { ...withController(false, undefined), nodegroups: [aNodegroup('blue')] },
    findings: [],
  },
  ...customImageRows(
    ['v1.32.1', {}],
    [
      'v1.32.1',
      al2,
      {
        level: 'fail',
        at: 33,
        message: `its AMI ami-0a is based on Amazon Linux 2: EKS has no Amazon Linux 2 AMI for 1.33, ${over}`,
        evidence: [
          {
            observed: 'Amazon Linux 2, kernel 5.10.245-241.978.amzn2.x86_64',
            required,
            fact: 'nodes',
            resource: 'Node a, which runs AMI ami-0a',
          },
        ],
      },
    ],
    { current: '1.32', tables },
  ),
  {
    it: 'does not know about groups without a node whose AMI runs on a node that does not report its operating system',
    current: '1.32',
    tables,
    facts: { ...withTwin('v1.32.1', { osImage: '', kernelVersion: '6.1.0' }), emptyAutoScalingGroups: emptyTwin },
    findingsLike: [
      {
        level: 'unknown',
        resource: { kind: 'NodeGroup', name: 'idle', note: 'no nodes' },
        message: 'no node that runs its AMI ami-0a reports the operating system',
      },
      { level: 'unknown', resource: { kind: 'NodeGroup', name: 'blue' } },
      { level: 'unknown', resource: { kind: 'AutoScalingGroup', name: 'batch', note: 'no nodes' } },
    ],
  },
  {
    it: 'judges a self-managed group without a node by the nodes of a node group with the same AMI',
    current: '1.32',
    tables,
    facts: {
      ...withTwin('v1.32.1', al2),
      nodegroups: [aNodegroup('blue', { version: null, amiType: 'CUSTOM', releaseVersion: 'ami-0a' })],
      emptyAutoScalingGroups: emptyTwin,
    },
    findingsLike: [
      { resource: { kind: 'NodeGroup', name: 'blue' } },
      { level: 'fail', resource: { kind: 'AutoScalingGroup', name: 'batch', note: 'no nodes' } },
    ],
  },
  ...(
    [
      ['Amazon Linux 2023', 'amazon-eks-node-al2023-x86_64-standard-1.32-v20251103', []],
      ['Bottlerocket', 'bottlerocket-aws-k8s-1.32-x86_64-v1.20.3-5d9ac849', []],
      [
        'Amazon Linux 2',
        'amazon-eks-node-1.32-v20251103',
        [
          {
            level: 'fail',
            at: 33,
            resource: { kind: 'NodeGroup', name: 'blue', note: 'no nodes' },
            message: `its AMI amazon-eks-node-1.32-v20251103 is based on Amazon Linux 2: EKS has no Amazon Linux 2 AMI for 1.33, ${over}`,
            evidence: [{ observed: 'amazon-eks-node-1.32-v20251103', required, fact: 'nodeImages' }],
            fix: expect.stringContaining('--launch-template id=LAUNCH_TEMPLATE_ID,version=TEMPLATE_VERSION') as string,
          },
        ],
      ],
    ] satisfies [string, string, Case['findingsLike']][]
  ).map(([what, name, findingsLike]): Case => ({
    it: `judges an empty group of a custom AMI by the name of its image: ${what}`,
    current: '1.32',
    tables,
    facts: {
      nodes: [],
      nodegroups: [aNodegroup('blue', { version: null, amiType: 'CUSTOM', releaseVersion: 'ami-0a' })],
      nodeImages: [{ id: 'ami-0a', name }],
    },
    findingsLike,
  })),
  {
    it: 'does not know about an empty group of a custom AMI whose image has a name of its own',
    current: '1.32',
    tables,
    facts: {
      nodes: [],
      nodegroups: [aNodegroup('blue', { version: null, amiType: 'CUSTOM', releaseVersion: 'ami-0a' })],
      nodeImages: [{ id: 'ami-0a', name: 'golden-1.33-v20251103' }],
    },
    findingsLike: [{ level: 'unknown' }],
  },
  {
    it: 'fails Amazon Linux 2 in the launch template of a self-managed group without a node (E)',
    current: '1.32',
    tables,
    facts: {
      ...nothing,
      emptyAutoScalingGroups: [anEmptyGroup('batch', { name: 'amazon-eks-gpu-node-1.32-v20251103' })],
    },
    findings: [
      {
        level: 'fail',
        at: 33,
        since: 32,
        resource: { kind: 'AutoScalingGroup', name: 'batch', note: 'no nodes' },
        message: `its AMI amazon-eks-gpu-node-1.32-v20251103 is based on Amazon Linux 2: EKS has no Amazon Linux 2 AMI for 1.33, ${over}`,
        evidence: [{ observed: 'amazon-eks-gpu-node-1.32-v20251103', required, fact: 'emptyAutoScalingGroups' }],
        fix: expect.stringMatching(
          /^Create a launch template version with an Amazon Linux 2023 or Bottlerocket AMI and user data for it \(on Amazon Linux 2023, a `NodeConfig` instead of `bootstrap\.sh`, with `maxPods` where the old one sets `--max-pods`\), and set it in the Auto Scaling group\. [^\n]*$/,
        ) as string,
      },
    ],
  },
  {
    it: 'is silent about a self-managed group without a node and of another image (E)',
    current: '1.32',
    tables,
    facts: {
      ...nothing,
      emptyAutoScalingGroups: [
        anEmptyGroup('batch', { name: 'amazon-eks-node-al2023-x86_64-standard-1.32-v20251103' }),
        anEmptyGroup('burst', { name: 'bottlerocket-aws-k8s-1.32-x86_64-v1.20.3-5d9ac849' }),
      ],
    },
    findings: [],
  },
  {
    it: 'is silent about a self-managed group whose launch template does not exist: it starts no node (E)',
    current: '1.32',
    tables,
    facts: { ...nothing, emptyAutoScalingGroups: [{ name: 'batch', images: [] }] },
    findings: [],
  },
  ...unknownImageGroups.map(({ why, group, says, command }): Case => ({
    it: `does not know the system of a self-managed group without a node: ${why} (E)`,
    current: '1.32',
    tables,
    facts: { ...nothing, emptyAutoScalingGroups: [group] },
    findingsLike: [
      {
        level: 'unknown',
        rule: 'custom-ami-without-nodes',
        resource: { kind: 'AutoScalingGroup', name: 'batch', note: 'no nodes' },
        message: `${says}, and no node shows its operating system and kubelet`,
        remedy: 'show-image:AutoScalingGroup/batch',
        fix: expect.stringContaining(command) as string,
      },
    ],
  })),
  {
    it: 'fails from 1.33 on where a node class takes al2@latest and no node runs yet',
    current: '1.32',
    tables,
    facts: karpenter(al2Alias),
    findings: [
      {
        level: 'fail',
        at: 33,
        since: 32,
        resource: general,
        message: `EC2NodeClass default has alias al2@latest: EKS has no Amazon Linux 2 AMI for 1.33, ${over}`,
        evidence: [
          { observed: 'alias al2@latest', required, fact: 'karpenterNodeClasses', resource: 'EC2NodeClass default' },
        ],
        fix: expect.stringMatching(
          /`alias: al2023@latest`(?![\s\S]*delete node)[\s\S]*kubectl get nodepool general /,
        ) as string,
      },
    ],
  },
  {
    it: 'is silent about al2@latest on a path that ends at 1.32 while Amazon Linux 2 is supported',
    current: '1.31',
    now: before,
    tables,
    facts: karpenter(al2Alias),
    findings: [],
  },
  ...(
    [
      ['amiFamily AL2', karpenter({ ...beta, amiFamily: 'AL2' }), 'EC2NodeClass default has amiFamily AL2', general],
      [
        'a parameter of Amazon Linux 2',
        karpenter(amis({ ssmParameter: '/aws/service/eks/optimized-ami/1.32/amazon-linux-2/recommended/image_id' })),
        'EC2NodeClass default has a parameter of Amazon Linux 2',
        general,
      ],
      ['amiFamily AL2 in an AWSNodeTemplate', alpha({}), 'AWSNodeTemplate default has amiFamily AL2', oldGeneral],
      [
        'no family in an AWSNodeTemplate',
        alpha({ amiFamily: null }),
        'AWSNodeTemplate default has no amiFamily, which is AL2',
        oldGeneral,
      ],
      [
        'no family in a Provisioner that says of EC2 by itself',
        alpha(
          { amiFamily: 'Bottlerocket' },
          {
            nodeClass: null,
            provider: {
              amiFamily: null,
              instanceProfile: null,
              selectors: { subnets: null, securityGroups: null, amis: null },
            },
          },
        ),
        'Provisioner general has no amiFamily, which is AL2',
        oldGeneral,
      ],
    ] satisfies [string, Partial<Facts>, string, typeof general][]
  ).map(([what, facts, says, resource]): Case => ({
    it: `fails ${what} without a node`,
    current: '1.32',
    tables,
    facts,
    findingsLike: [{ level: 'fail', at: 33, resource, message: expect.stringContaining(`${says}: EKS`) as string }],
  })),
  ...(
    [
      [
        '0.30.0',
        { ...alpha({}), karpenterControllers: [aKarpenter({ version: '0.30.0' })] },
        /^Amazon Linux 2023 needs Karpenter 0\.35\.0 or newer, but 0\.30\.0 is running: update Karpenter first, then set `amiFamily: AL2023`[^]*Or set `amiFamily: Bottlerocket` now[^]*kubectl get provisioner general /,
      ],
      [
        '0.32.10',
        buildKarpenterFacts('0.32.10'),
        /^Amazon Linux 2023 needs Karpenter 0\.35\.0 or newer, but 0\.32\.10 is running[^]*kubectl get nodepool general /,
      ],
      ['0.34.11', buildKarpenterFacts('0.34.11'), /^Amazon Linux 2023 needs Karpenter 0\.35\.0 or newer/],
      ['0.35.0', buildKarpenterFacts('0.35.0'), /^In the node class of the pool, set `amiFamily: AL2023`, and convert/],
      ['0.37.7', buildKarpenterFacts('0.37.7'), /^In the node class of the pool, set `amiFamily: AL2023`, and convert/],
      [
        '1.0.0',
        buildKarpenterFacts('1.0.0'),
        /^In the node class of the pool, set `amiSelectorTerms` to `alias: al2023@latest`, and convert/,
      ],
      [
        'of an unknown version',
        buildKarpenterFacts(null),
        /`alias: al2023@latest` \(before Karpenter 1\.0: `amiFamily: AL2023`, which needs 0\.35\.0 or newer\)/,
      ],
    ] satisfies [string, Partial<Facts>, RegExp][]
  ).map(([version, facts, fix]): Case => ({
    it: `asks Karpenter ${version} only for a family that it knows`,
    current: '1.32',
    tables,
    facts,
    findingsLike: [{ level: 'fail', fix: expect.stringMatching(fix) as string }],
  })),
  {
    it: 'reports a family that it does not know as unknown, also beside nodes with another operating system',
    current: '1.32',
    tables,
    facts: {
      ...alpha({ amiFamily: 'Flatcar' }),
      nodes: [aNode('a', 'v1.32.1', { ...ofGeneral, ofProvisioner: true })],
    },
    findingsLike: [
      {
        level: 'unknown',
        message: 'AWSNodeTemplate default has amiFamily Flatcar: the AMIs of its next nodes are unknown',
      },
    ],
  },
  {
    it: 'names the Provisioner of nodes that run, and looks at it',
    current: '1.32',
    tables,
    facts: { ...alpha({}), nodes: [aNode('a', 'v1.32.1', { ...al2, ...ofGeneral, ofProvisioner: true })] },
    findingsLike: [
      {
        level: 'fail',
        resource: oldGeneral,
        message: expect.stringContaining('runs Amazon Linux 2: ') as string,
        fix: expect.stringMatching(
          /Drift, if it is on, replaces the nodes; or delete[^]*kubectl get provisioner general [^]*\nkubectl delete node a\n/,
        ) as string,
      },
    ],
  },
  {
    it: 'names a NodePool beside the Provisioner of the same name that it replaces',
    current: '1.32',
    tables,
    facts: {
      ...buildKarpenterFacts('0.32.10'),
      nodes: [aNode('a', 'v1.32.1', { ...al2, ...ofGeneral, ofProvisioner: true })],
    },
    findingsLike: [{ resource: oldGeneral }, { resource: general }],
  },
  {
    it: 'says once that a pool has nodes of Amazon Linux 2 and a node class for more',
    current: '1.32',
    tables,
    facts: karpenter(al2Alias, [aNode('a', 'v1.32.1', { ...al2, ...ofGeneral })]),
    findingsLike: [
      { level: 'fail', resource: general, message: expect.stringContaining('runs Amazon Linux 2: ') as string },
    ],
  },
  ...otherClasses.map(([what, facts]): Case => ({
    it: `is silent about a node class with ${what}`,
    current: '1.32',
    tables,
    facts,
    findings: [],
  })),
  ...unknownClasses.map(([what, facts]): Case => ({
    it: `does not know about images by ${what} without a node`,
    current: '1.32',
    tables,
    facts,
    findingsLike: [
      { level: 'unknown', rule: 'custom-ami-without-nodes', resource: { name: 'general', note: 'no nodes' } as never },
    ],
  })),
  {
    it: 'does not know the next nodes of a Provisioner that names neither a node class nor a provider, whatever runs',
    current: '1.32',
    tables,
    facts: { ...alpha({}, { nodeClass: null }), nodes: [aNode('a', 'v1.32.1', ofGeneral)] },
    findingsLike: [
      {
        level: 'unknown',
        message: 'Provisioner general has no node class: the AMIs of its next nodes are unknown',
        resource: { kind: 'Provisioner', name: 'general' },
      },
    ],
  },
  {
    it: 'judges images by id by the nodes that run',
    current: '1.32',
    tables,
    facts: karpenter(amis({ id: 'ami-0a' }), [aNode('a', 'v1.32.1', ofGeneral)]),
    findings: [],
  },
  {
    it: 'is silent about a virtual kubelet, which tells no system and no runtime',
    tables,
    facts: {
      nodes: [
        aNode('virtual-a', 'v1.15.2-vk', {
          computeType: 'virtual',
          osImage: '',
          kernelVersion: '',
          containerRuntimeVersion: '',
        }),
      ],
      nodegroups: [],
    },
    findings: [],
  },
  { it: 'is silent without nodes', tables, facts: nothing, findings: [] },
  {
    it: 'is silent about Amazon Linux 2023, whose name begins the same, and others',
    tables,
    facts: {
      nodes: [
        aNode('a', 'v1.33.1', { ...blue, osImage: 'Amazon Linux 2023.9.20251014' }),
        aNode('b', 'v1.33.1', { osImage: 'Amazon Linux 2023' }),
        aNode('c', 'v1.33.1', { osImage: 'Bottlerocket OS 1.48.0 (aws-k8s-1.33)', kernelVersion: '6.12.46' }),
        aNode('d', 'v1.33.1', { osImage: 'Ubuntu 22.04.5 LTS', kernelVersion: '6.8.0-1040-aws' }),
      ],
      nodegroups: [aNodegroup('blue')],
    },
    findings: [],
  },
  {
    it: 'is silent up to 1.32 while Amazon Linux 2 is supported',
    current: '1.31',
    now: before,
    tables,
    facts: { nodes: [aNode('a', 'v1.31.1', al2)], nodegroups: [aNodegroup('blue', { amiType: 'AL2_x86_64' })] },
    findings: [],
  },
  {
    it: 'leaves a subnet that no longer exists out of the command, and says so',
    current: '1.32',
    tables,
    facts: {
      nodes: [],
      nodegroups: [aNodegroup('blue', { amiType: 'AL2_x86_64' })],
      subnets: [
        {
          id: 'subnet-0a',
          availabilityZone: 'eu-west-1a',
          availabilityZoneId: 'euw1-az1',
          vpcId: 'vpc-0a1',
          state: 'available',
          availableIpAddressCount: 100,
          cidrBlock: '10.0.0.0/24',
          outpostArn: null,
        },
      ],
    },
    findingsLike: [
      {
        fix: expect.stringMatching(
          /The command omits subnet-0b, which was not found\.[\s\S]* --subnets subnet-0a \\\n/,
        ) as string,
      },
    ],
  },
  {
    it: 'fails a node group at 1.33, and warns of it from today on',
    current: '1.32',
    tables,
    facts: {
      nodes: [aNode('a', 'v1.32.1', { ...blue, ...al2 })],
      nodegroups: [aNodegroup('blue', { amiType: 'AL2_x86_64' })],
    },
    findings: [
      {
        level: 'fail',
        at: 33,
        since: 32,
        resource: { kind: 'NodeGroup', name: 'blue' },
        message: `AMI type AL2_x86_64: EKS has no Amazon Linux 2 AMI for 1.33, ${over}`,
        evidence: [
          { observed: 'AL2_x86_64', required, fact: 'nodegroups' },
          {
            observed: 'Amazon Linux 2, kernel 5.10.245-241.978.amzn2.x86_64',
            required,
            fact: 'nodes',
            resource: 'Node a',
          },
        ],
        fix: expect.stringContaining(
          [
            'aws eks create-nodegroup --region eu-west-1 --cluster-name prod --nodegroup-name blue-al2023 \\',
            '  --ami-type AL2023_x86_64_STANDARD --node-role arn:aws:iam::111122223333:role/prod-node \\',
            '  --subnets subnet-0a subnet-0b \\',
            '  --instance-types m6i.large \\',
            '  --scaling-config minSize=1,maxSize=6,desiredSize=3 &&',
            'aws eks wait nodegroup-active --region eu-west-1 --cluster-name prod --nodegroup-name blue-al2023 &&',
            'kubectl wait --for=condition=Ready nodes -l eks.amazonaws.com/nodegroup=blue-al2023 --timeout=15m',
            '```',
            'Continue only if the new nodes are ready. The drain deletes the data in emptyDir volumes, and waits for PodDisruptionBudgets:',
            '```sh',
            'kubectl drain -l eks.amazonaws.com/nodegroup=blue --ignore-daemonsets --delete-emptydir-data &&',
            listUnready.text,
            '```',
            'The last command lists the workloads that have fewer ready pods than wanted. Delete `blue` only after the drain has completed and none is listed that was ready before:',
            '```sh',
            'aws eks delete-nodegroup --region eu-west-1 --cluster-name prod --nodegroup-name blue',
          ].join('\n'),
        ),
      },
    ],
  },
  {
    it: 'omits subnets without room for the new nodes and their pods from the command',
    current: '1.32',
    tables,
    facts: {
      ...nothing,
      nodegroups: [aNodegroup('blue', { amiType: 'AL2_x86_64' })],
      vpcSubnets: [
        { id: 'subnet-0a', cidrs: ['10.0.0.0/24'], free: 200 },
        { id: 'subnet-0b', cidrs: ['10.0.1.0/24'], free: 4 },
        { id: 'subnet-0c', cidrs: ['10.0.2.0/24'], free: 1 },
      ],
    },
    findingsLike: [
      {
        fix: expect.stringMatching(
          /omits subnet-0b, without enough free addresses for new nodes and their pods \(free now: subnet-0b 4\)[^]* --subnets subnet-0a \\\n/,
        ) as string,
      },
    ],
  },
  {
    it: 'names the free addresses of the subnets in the command, the fewest first',
    current: '1.32',
    tables,
    facts: {
      ...nothing,
      nodegroups: [aNodegroup('blue', { amiType: 'AL2_x86_64', desiredSize: 1 })],
      vpcSubnets: [
        { id: 'subnet-0a', cidrs: ['10.0.0.0/24'], free: 200 },
        { id: 'subnet-0b', cidrs: ['10.0.1.0/24'], free: 24 },
      ],
    },
    findingsLike: [
      {
        fix: expect.stringContaining(
          'that do not have enough free addresses for the new nodes and their pods (free now: subnet-0b 24, subnet-0a 200), or free addresses there first',
        ),
      },
    ],
  },
  {
    it: 'has a placeholder where no subnet of the group has room',
    current: '1.32',
    tables,
    facts: {
      ...nothing,
      nodegroups: [aNodegroup('blue', { amiType: 'AL2_x86_64' })],
      vpcSubnets: [
        { id: 'subnet-0a', cidrs: ['10.0.0.0/24'], free: 2 },
        { id: 'subnet-0b', cidrs: ['10.0.1.0/24'], free: 4 },
      ],
    },
    findingsLike: [
      {
        fix: expect.stringMatching(
          /Replace SUBNET_IDS with subnets in the VPC of the cluster that have about 20 free addresses for each of 3 new nodes: those of the old group have too few \(subnet-0a 2, subnet-0b 4\)[^]* --subnets SUBNET_IDS \\\n/,
        ) as string,
      },
    ],
  },
  {
    it: 'creates and deletes a group of eksctl with eksctl, without its labels',
    current: '1.32',
    tables,
    facts: {
      nodes: [aNode('a', 'v1.32.1', { ...blue, ...al2 })],
      nodegroups: [
        aNodegroup('blue', {
          amiType: 'AL2_x86_64',
          labels: { 'alpha.eksctl.io/nodegroup-name': 'blue', 'alpha.eksctl.io/cluster-name': 'prod', team: 'shop' },
          launchTemplate: true,
          capacityType: 'SPOT',
        }),
      ],
    },
    findingsLike: [
      {
        fix: expect.stringMatching(
          new RegExp(
            [
              'eksctl manages the group[^]*',
              'eksctl create nodegroup --region eu-west-1 --cluster prod --name blue-al2023 \\\\',
              '  --managed --node-ami-family AmazonLinux2023 \\\\',
              '  --subnet-ids subnet-0a,subnet-0b \\\\',
              '  --instance-types m6i.large \\\\',
              '  --spot \\\\',
              '  --nodes 3 --nodes-min 1 --nodes-max 6 \\\\',
              '  --node-labels team=shop &&\nkubectl wait [^]*',
              'eksctl delete nodegroup --region eu-west-1 --cluster prod --name blue',
            ].join('\n'),
          ),
        ) as string,
      },
    ],
  },
  {
    it: 'names no free addresses of subnets without a number',
    current: '1.32',
    tables,
    facts: {
      ...nothing,
      nodegroups: [aNodegroup('blue', { amiType: 'AL2_x86_64' })],
      vpcSubnets: [{ id: 'subnet-0a', cidrs: ['10.0.0.0/24'] }],
    },
    findingsLike: [
      { fix: expect.stringContaining('free addresses for the new nodes and their pods, or free addresses there') },
    ],
  },
  {
    it: 'gives the new group the labels, the taints, the disk and the SSH access of the old one',
    current: '1.32',
    tables,
    facts: {
      nodes: [aNode('a', 'v1.32.1', { ...blue, ...al2 })],
      nodegroups: [
        aNodegroup('blue', {
          amiType: 'AL2_x86_64',
          labels: { team: 'shop', 'example.com/tier': 'batch' },
          taints: [
            { key: 'dedicated', value: 'gpu', effect: 'NO_SCHEDULE' },
            { key: 'spot', value: null, effect: 'NO_EXECUTE' },
          ],
          diskSize: 100,
          remoteAccess: { sshKey: 'ops', securityGroupIds: ['sg-0a'] },
        }),
      ],
    },
    findingsLike: [
      {
        fix: expect.stringContaining(
          [
            '  --scaling-config minSize=1,maxSize=6,desiredSize=3 \\',
            '  --labels team=shop,example.com/tier=batch \\',
            '  --taints key=dedicated,value=gpu,effect=NO_SCHEDULE key=spot,effect=NO_EXECUTE \\',
            '  --disk-size 100 \\',
            '  --remote-access ec2SshKey=ops,sourceSecurityGroups=sg-0a &&\n',
          ].join('\n'),
        ),
      },
    ],
  },
  ...(
    [
      ['AL2_x86_64', 'm5.large', 'AL2023_x86_64_STANDARD'],
      ['AL2_ARM_64', 'm7g.large', 'AL2023_ARM_64_STANDARD'],
      ['AL2_x86_64_GPU', 'g5.xlarge', 'AL2023_x86_64_NVIDIA'],
      ['AL2_x86_64_GPU', 'inf1.xlarge', 'AL2023_x86_64_NEURON'],
    ] as const
  ).map(([amiType, type, successor]): Case => ({
    it: `keeps the variant of ${amiType} for a group of ${type}`,
    current: '1.32',
    tables,
    facts: { nodes: [], nodegroups: [aNodegroup('blue', { amiType, instanceTypes: [type] })] },
    findingsLike: [
      {
        fix: expect.stringMatching(
          new RegExp(`^(?![^]*INSTANCE_TYPES)[^]* --ami-type ${successor} [^]*--instance-types ${type} `),
        ) as string,
      },
    ],
  })),
  {
    it: 'finds the AMI type by the nodes where the launch template names the instance type',
    current: '1.32',
    tables,
    facts: {
      nodes: [aNode('a', 'v1.32.1', { ...blue, ...al2, instanceType: 'inf1.xlarge' })],
      nodegroups: [aNodegroup('blue', { amiType: 'AL2_x86_64_GPU', instanceTypes: [], launchTemplate: true })],
    },
    findingsLike: [{ fix: expect.stringContaining('--ami-type AL2023_x86_64_NEURON ') }],
  },
  {
    it: 'has a placeholder for the AMI type where nothing shows the instance type',
    current: '1.32',
    tables,
    facts: {
      nodes: [],
      nodegroups: [aNodegroup('blue', { amiType: 'AL2_x86_64_GPU', instanceTypes: [], launchTemplate: true })],
    },
    findingsLike: [
      {
        fix: expect.stringMatching(
          /`AMI_TYPE` depends on the instance type in the launch template[^]*--ami-type AMI_TYPE /,
        ) as string,
      },
    ],
  },
  {
    it: 'has a placeholder for the AMI type of a group with NVIDIA and Neuron instances',
    current: '1.32',
    tables,
    facts: {
      nodes: [],
      nodegroups: [aNodegroup('blue', { amiType: 'AL2_x86_64_GPU', instanceTypes: ['g5.xlarge', 'inf2.xlarge'] })],
    },
    findingsLike: [
      { fix: expect.stringMatching(/create a group for each `AMI_TYPE`[^]*--ami-type AMI_TYPE /) as string },
    ],
  },
  ...(
    [
      ['AL2_ARM_64', 'a1.xlarge', 'Amazon Linux 2023 does not support A1 instances'],
      ['AL2_x86_64_GPU', 'p2.xlarge', 'EKS does not support P2 instances'],
      ['AL2_x86_64_GPU', 'g3.8xlarge', 'EKS does not list G2 and G3 instances'],
    ] as const
  ).map(([amiType, type, reason]): Case => ({
    it: `creates no group of ${type} with Amazon Linux 2023, and says why`,
    current: '1.32',
    tables,
    facts: { nodes: [], nodegroups: [aNodegroup('blue', { amiType, instanceTypes: [type] })] },
    findingsLike: [
      {
        fix: expect.stringMatching(
          new RegExp(`${reason}[^]*replace \`INSTANCE_TYPES\`[^]*--instance-types INSTANCE_TYPES `),
        ) as string,
      },
    ],
  })),
  {
    it: 'leaves out the instance types that Amazon Linux 2023 does not support, and keeps the others',
    current: '1.32',
    tables,
    facts: {
      nodes: [],
      nodegroups: [aNodegroup('blue', { amiType: 'AL2_ARM_64', instanceTypes: ['a1.xlarge', 'm6g.large'] })],
    },
    findingsLike: [
      {
        fix: expect.stringMatching(
          /does not support A1 instances: the command leaves out a1\.xlarge\.[^]*--instance-types m6g\.large /,
        ) as string,
      },
    ],
  },
  {
    it: 'names the launch template where it has the type that Amazon Linux 2023 does not support',
    current: '1.32',
    tables,
    facts: {
      nodes: [aNode('a', 'v1.32.1', { ...blue, ...al2, instanceType: 'a1.xlarge' })],
      nodegroups: [aNodegroup('blue', { amiType: 'AL2_ARM_64', instanceTypes: [], launchTemplate: true })],
    },
    findingsLike: [
      {
        fix: expect.stringContaining('does not support A1 instances: name other instance types in its launch template'),
      },
    ],
  },
  {
    it: 'sets no disk size and no SSH access beside a launch template',
    current: '1.32',
    tables,
    facts: {
      nodes: [],
      nodegroups: [
        aNodegroup('blue', {
          amiType: 'AL2_x86_64',
          launchTemplate: true,
          diskSize: 100,
          remoteAccess: { sshKey: 'deploy', securityGroupIds: [] },
        }),
      ],
    },
    findingsLike: [{ fix: expect.not.stringMatching(/--disk-size|--remote-access/) as string }],
  },
  {
    it: 'says that two groups share a Capacity Block',
    current: '1.32',
    tables,
    facts: {
      nodes: [],
      nodegroups: [
        aNodegroup('blue', {
          amiType: 'AL2_x86_64_GPU',
          capacityType: 'CAPACITY_BLOCK',
          instanceTypes: ['p5.48xlarge'],
        }),
      ],
    },
    findingsLike: [{ fix: expect.stringContaining('Both groups share the Capacity Block') }],
  },
  {
    it: 'names the image with the same variant for a self-managed node with GPUs',
    current: '1.32',
    tables,
    facts: { nodes: [aNode('a', 'v1.32.1', { ...al2, instanceType: 'g5.xlarge' })], nodegroups: [] },
    findingsLike: [{ fix: expect.stringContaining('/1.32/amazon-linux-2023/x86_64/nvidia/recommended/image_id') }],
  },
  {
    it: 'names the standard image for a self-managed node without an accelerator',
    current: '1.32',
    tables,
    facts: { nodes: [aNode('a', 'v1.32.1', al2)], nodegroups: [] },
    findingsLike: [{ fix: expect.stringContaining('/1.32/amazon-linux-2023/x86_64/standard/recommended/image_id') }],
  },
  {
    it: 'recommends for a local cluster on AWS Outposts only what runs there',
    cluster: { outpost: true },
    current: '1.32',
    tables,
    facts: { nodes: [aNode('a', 'v1.32.1', al2)], nodegroups: [] },
    findingsLike: [
      {
        evidence: [expect.objectContaining({ required: 'Amazon Linux 2023' })],
        fix: expect.not.stringMatching(/Bottlerocket|Pod Identity/) as string,
      },
    ],
  },
  {
    it: 'says which instance types of a pool Amazon Linux 2023 does not support',
    current: '1.32',
    tables,
    facts: karpenter(al2Alias, [aNode('a', 'v1.32.1', { ...ofGeneral, ...al2, instanceType: 'a1.xlarge' })]),
    findingsLike: [
      { fix: expect.stringContaining('A1 instances: choose other types in the requirements of the NodePool.') },
    ],
  },
  {
    it: 'waits for no node and drains none where the group has none',
    current: '1.32',
    tables,
    facts: { nodes: [], nodegroups: [aNodegroup('blue', { amiType: 'AL2_x86_64', minSize: 0, desiredSize: 0 })] },
    findingsLike: [{ fix: expect.not.stringMatching(/kubectl (drain|wait)/) as string }],
  },
  {
    it: 'says that labels and taints were not read, in an inventory of before they were',
    current: '1.32',
    tables,
    facts: {
      nodes: [],
      nodegroups: [aNodegroup('blue', { amiType: 'AL2_x86_64', labels: undefined, taints: undefined })],
    },
    findingsLike: [
      { fix: expect.stringContaining("The command omits the group's labels and taints, the group's tags") },
    ],
  },
  {
    it: 'fails it without a word about today while Amazon Linux 2 is supported',
    current: '1.31',
    target: '1.33',
    now: before,
    tables,
    facts: { nodes: [], nodegroups: [aNodegroup('blue', { amiType: 'AL2_x86_64' })] },
    findings: [
      {
        level: 'fail',
        at: 33,
        resource: { kind: 'NodeGroup', name: 'blue' },
        message: 'AMI type AL2_x86_64: EKS has no Amazon Linux 2 AMI for 1.33',
        evidence: [{ observed: 'AL2_x86_64', required, fact: 'nodegroups' }],
        fix: expect.stringContaining('EKS cannot change the AMI type'),
      },
    ],
  },
  ...[true, false].map((launchTemplate) => ({
    it: `says the ways around the hop limit, and how user data changes ${launchTemplate ? 'once' : 'only in a launch template'}`,
    current: '1.32',
    tables,
    facts: { nodes: [], nodegroups: [aNodegroup('blue', { amiType: 'AL2_x86_64', launchTemplate })] },
    findings: expect.toSatisfy(
      ([finding]: { fix: string }[]) =>
        /Pod Identity[^`]*`HttpPutResponseHopLimit` to 2/.test(finding?.fix ?? '') &&
        finding?.fix.split('NodeConfig').length === (launchTemplate ? 2 : 1),
    ) as [],
  })),
  {
    it: 'says that images ended, not yet the operating system',
    current: '1.31',
    now: '2026-06-30T12:00:00.000Z',
    tables,
    facts: { nodes: [aNode('a', 'v1.31.1', al2)], nodegroups: [] },
    findingsLike: [{ level: 'warn', message: 'runs Amazon Linux 2: EKS support of its images ended on 2025-11-26' }],
  },
  {
    it: 'only warns where the path ends at 1.32',
    current: '1.31',
    tables,
    facts: { nodes: [], nodegroups: [aNodegroup('blue', { amiType: 'AL2_ARM_64' })] },
    findings: [
      {
        level: 'warn',
        resource: { kind: 'NodeGroup', name: 'blue' },
        short: 'support of Amazon Linux 2 ended',
        message: `AMI type AL2_ARM_64: ${over}`,
        evidence: [{ observed: 'AL2_ARM_64', required, fact: 'nodegroups' }],
        fix: expect.stringContaining('--ami-type AL2023_ARM_64_STANDARD'),
      },
    ],
  },
  {
    it: 'fails today under a control plane of 1.33',
    tables,
    facts: { nodes: [aNode('a', 'v1.32.1', al2)], nodegroups: [] },
    findingsLike: [{ level: 'fail', at: 33, resource: { kind: 'Node', name: 'a' } }],
  },
  ...(
    [
      [['p4d.24xlarge'], 'AL2023_x86_64_NVIDIA'],
      [['inf2.xlarge'], 'AL2023_x86_64_NEURON'],
      [['trn1.2xlarge'], 'AL2023_x86_64_NEURON'],
      [[], 'AMI_TYPE'],
    ] as const
  ).map(([instanceTypes, successor]): Case => ({
    it: `takes AL2_x86_64_GPU on ${instanceTypes[0] ?? "the launch template's type"} to ${successor}`,
    tables,
    facts: {
      nodes: [],
      nodegroups: [aNodegroup('gpu', { amiType: 'AL2_x86_64_GPU', instanceTypes: [...instanceTypes] })],
    },
    findingsLike: [{ fix: expect.stringContaining(`--ami-type ${successor} `) }],
  })),
  {
    it: 'asks for a new version of the launch template, keeps Spot, and names what EKS did not tell',
    tables,
    facts: {
      nodes: [],
      nodegroups: [
        aNodegroup('spot', {
          amiType: 'AL2_x86_64',
          capacityType: 'SPOT',
          launchTemplate: true,
          nodeRole: null,
          subnetIds: [],
          instanceTypes: [],
          minSize: null,
          maxSize: null,
          desiredSize: null,
        }),
      ],
    },
    findingsLike: [
      {
        fix: expect.stringContaining(
          [
            '--node-role NODE_ROLE_ARN \\',
            '  --subnets SUBNET_IDS \\',
            '  --capacity-type SPOT \\',
            '  --launch-template id=LAUNCH_TEMPLATE_ID,version=TEMPLATE_VERSION &&\n',
          ].join('\n'),
        ),
      },
    ],
  },
  {
    it: 'judges a custom AMI by what its nodes report',
    tables,
    facts: {
      nodes: [aNode('a', 'v1.32.1', { ...blue, ...al2 }), aNode('b', 'v1.32.1', { ...blue, ...al2 })],
      nodegroups: [aNodegroup('blue', { amiType: 'CUSTOM', version: null })],
    },
    findingsLike: [
      {
        level: 'fail',
        resource: { kind: 'NodeGroup', name: 'blue' },
        message: `runs Amazon Linux 2: EKS has no Amazon Linux 2 AMI for 1.33, ${over}`,
        fix: expect.stringContaining(
          '--nodegroup-name blue --launch-template id=LAUNCH_TEMPLATE_ID,version=TEMPLATE_VERSION',
        ),
      },
    ],
  },
  {
    it: 'is silent about a custom AMI on another operating system',
    tables,
    facts: { nodes: [aNode('a', 'v1.33.1', blue)], nodegroups: [aNodegroup('blue', { amiType: 'CUSTOM' })] },
    findings: [],
  },
  {
    it: 'does not know about an empty group with a custom AMI',
    tables,
    facts: { nodes: [], nodegroups: [aNodegroup('blue', { amiType: 'CUSTOM', minSize: 3 })], nodeImages: [] },
    findings: [
      {
        level: 'unknown',
        rule: 'custom-ami-without-nodes',
        resource: { kind: 'NodeGroup', name: 'blue', note: 'no nodes' },
        message: 'EKS does not report its AMI, and no node shows its operating system, kubelet and container runtime',
        fix: expect.stringMatching(
          /--scaling-config minSize=3,maxSize=6,desiredSize=3 --query[^]*read its launch template/,
        ) as string,
      },
    ],
  },
  {
    it: 'leaves what nodes would tell to the missing fact',
    tables,
    facts: { nodegroups: [aNodegroup('blue', { amiType: 'CUSTOM' }), aNodegroup('old', { amiType: 'AL2_x86_64' })] },
    findingsLike: [{ level: 'fail', resource: { kind: 'NodeGroup', name: 'old' } }],
  },
  {
    it: 'judges managed nodes by their operating system where AWS is not seen',
    tables,
    facts: { nodes: [aNode('a', 'v1.32.1', { ...blue, ...al2 })] },
    findingsLike: [{ level: 'fail', resource: { kind: 'NodeGroup', name: 'blue' } }],
  },
  {
    it: 'tells it by the kernel where the image has a name of its own',
    tables,
    facts: { nodes: [aNode('a', 'v1.32.1', { ...al2, osImage: 'Hardened Linux 7' })], nodegroups: [] },
    findingsLike: [{ level: 'fail', message: `runs Amazon Linux 2: EKS has no Amazon Linux 2 AMI for 1.33, ${over}` }],
  },
  ...['Amazon Linux release 2 (Karoo)', 'Amazon Linux', 'Amazon Linux (hardened)'].map((osImage) => ({
    it: `tells it by the kernel under the name ${osImage}`,
    tables,
    facts: { nodes: [aNode('a', 'v1.32.1', { ...al2, osImage })], nodegroups: [] },
    findingsLike: [{ level: 'fail' as const, resource: { kind: 'Node', name: 'a' } }],
  })),
  {
    it: 'does not know about a node that tells no operating system',
    tables,
    facts: { nodes: [aNode('a', 'v1.33.1', { osImage: '', kernelVersion: '' })], nodegroups: [] },
    findingsLike: [{ level: 'unknown', resource: { kind: 'Node', name: 'a' } }],
  },
  {
    it: "names the node class's alias for nodes of Karpenter",
    tables,
    facts: {
      nodes: [aNode('a', 'v1.32.1', { ...al2, computeType: 'karpenter', group: 'general' })],
      nodegroups: [],
    },
    findingsLike: [
      {
        level: 'fail',
        resource: { kind: 'NodePool', name: 'general' },
        fix: expect.stringContaining('`alias: al2023@latest`'),
      },
    ],
  },
  {
    it: 'leaves Fargate and Auto Mode to AWS, under either name of the operating system',
    tables,
    facts: {
      nodes: [
        aNode('fargate-ip-10-0-1-9', 'v1.33.1', { ...al2, computeType: 'fargate' }),
        aNode('fargate-ip-10-0-1-8', 'v1.33.1', { ...al2, osImage: 'Amazon Linux 2023', computeType: 'fargate' }),
        aNode('i-0', 'v1.33.1', { ...al2, computeType: 'auto', group: 'system' }),
      ],
      nodegroups: [],
    },
    findings: [],
  },
  {
    it: 'only warns of a hybrid node, which gets no image from EKS',
    tables,
    facts: { nodes: [aNode('mi-0', 'v1.32.1', { ...al2, computeType: 'hybrid' })], nodegroups: [] },
    findingsLike: [{ level: 'warn', message: `runs Amazon Linux 2: ${over}` }],
  },
]);

it('takes the first Karpenter with AL2023 from where karpenter/crds has it', () => {
  const marker = loadTable('karpenter-crds').rows.find((row) => row.rowKind === 'marker' && row.enum === 'AL2023');
  const [successor] = loadTable('amazon-linux-2').rows.filter(({ rowKind }) => rowKind === 'successor');
  expect(successor).toMatchObject({ amiFamily: 'AL2023', karpenter: marker?.from });
});
