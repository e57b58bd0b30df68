import { expect } from 'vitest';
import check from '../../../checks/nodes/container-runtime/check.ts';
import type { Facts, NodeFact } from '../../../src/facts/facts.ts';
import type { Tables } from '../../../src/tables/tables.ts';
import { aKarpenter, aNode, aNodegroup, checkCases, type Case } from '../cases.ts';
import { aNodeClass, aNodePool, aNodeTemplate, aProvisioner } from '../karpenter/objects.ts';
import { customImageRows, withTwin } from './custom-images.ts';
import { updatedGroup } from '../printed-updates.ts';

const source = 'https://example.com/runtimes';
const refused = { rowKind: 'refused' as const, warnFrom: null, source };
const image = { rowKind: 'image' as const, release: null, runtime: 'containerd' as const, source };
const tables: Partial<Tables> = {
  'container-runtimes': [
    { ...refused, runtime: 'containerd', below: '2.0.0', from: 36, warnFrom: 35, reason: 'EKS wants 2 on 1.36' },
    { ...refused, runtime: 'docker', below: null, from: 24, reason: 'no dockershim in 1.24' },
    { ...refused, runtime: 'containerd', below: '1.6.0', from: 26, reason: 'only CRI v1 in 1.26' },
    { ...image, family: 'AL2', kubernetes: 0, runtime: 'docker', version: null },
    { ...image, family: 'AL2', kubernetes: 24, version: '1.6.0' },
    { ...image, family: 'AL2023', kubernetes: 0, version: '1.7.0' },
    { ...image, family: 'AL2023', kubernetes: 32, release: '20251217', version: '2.1.0' },
    { ...image, family: 'AL2023', kubernetes: 33, release: '20251016', version: '2.1.0' },
    { ...image, family: 'AL2023', kubernetes: 34, version: '2.1.0' },
    { ...image, family: 'BOTTLEROCKET', kubernetes: 26, version: '1.6.0' },
    { ...image, family: 'BOTTLEROCKET', kubernetes: 31, release: '1.69.0', version: '2.3.0' },
    { ...image, family: 'BOTTLEROCKET', kubernetes: 33, version: '2.0.0' },
  ],
};

const docker = { containerRuntimeVersion: 'docker://20.10.23', osImage: 'Amazon Linux 2' };
const old = { containerRuntimeVersion: 'containerd://1.7.29' };
const windows = { containerRuntimeVersion: 'containerd://1.7.28', osImage: 'Windows Server 2022 Datacenter' };
const blue = { computeType: 'managed' as const, group: 'blue' };
const nodegroups = [aNodegroup('blue')];

const ofProvider = {
  amiFamily: null,
  instanceProfile: null,
  selectors: { subnets: null, securityGroups: null, amis: null },
};

/** A Provisioner `general` that uses this AWSNodeTemplate. */
function alphaPool(
  more: Parameters<typeof aNodeTemplate>[1],
  provisioner: Parameters<typeof aProvisioner>[1] = {},
): Partial<Facts> {
  return {
    karpenterPools: [aProvisioner('general', provisioner)],
    karpenterNodeClasses: [aNodeTemplate('default', more)],
  };
}

/** A NodePool `general` that uses this EC2NodeClass. */
function betaPool(more: Parameters<typeof aNodeClass>[1]): Partial<Facts> {
  return { karpenterPools: [aNodePool('general')], karpenterNodeClasses: [aNodeClass('default', more)] };
}

/** One node at an update from 1.35 to 1.36; only the version and the fix of the finding are compared. */
function fixCase(
  it: string,
  node: Partial<NodeFact>,
  nodegroup: Parameters<typeof aNodegroup>[1],
  fix: unknown,
  at = 36,
): Case {
  return {
    it,
    current: '1.35',
    tables,
    facts: {
      nodes: [aNode('a', 'v1.32.9-eks-113cf36', { ...old, ...node })],
      nodegroups: [aNodegroup('blue', nodegroup)],
    },
    findingsLike: [{ at, fix: fix as string }],
  };
}

checkCases(check, [
  ...customImageRows(
    ['v1.34.1', {}],
    [
      'v1.34.1',
      old,
      {
        level: 'fail',
        at: 36,
        message: 'its AMI ami-0a includes containerd older than 2.0.0: EKS wants 2 on 1.36',
        evidence: [
          {
            observed: 'containerd://1.7.29',
            required: 'containerd 2.0.0 or later',
            fact: 'nodes',
            resource: 'Node a, which runs AMI ami-0a',
          },
        ],
      },
    ],
    { current: '1.35', tables },
  ),
  {
    it: 'does not take the runtime of another group where user data may choose it',
    current: '1.23',
    tables,
    facts: withTwin('v1.23.1', { containerRuntimeVersion: 'containerd://1.6.6' }),
    findingsLike: [{ level: 'unknown', resource: { kind: 'NodeGroup', name: 'idle', note: 'no nodes' } }],
  },
  ...(
    [
      ['containerd 2', 'amazon-eks-node-al2023-x86_64-standard-1.34-v20251217', []],
      [
        'containerd 1.x',
        'amazon-eks-node-al2023-x86_64-standard-1.32-v20251103',
        [
          {
            level: 'fail',
            at: 36,
            resource: { kind: 'NodeGroup', name: 'blue', note: 'no nodes' },
            message:
              'its AMI amazon-eks-node-al2023-x86_64-standard-1.32-v20251103 includes containerd older than 2.0.0: EKS wants 2 on 1.36',
          },
        ],
      ],
      ['a runtime that user data may have switched', 'amazon-eks-node-1.23-v20230513', [{ level: 'unknown' }]],
    ] satisfies [string, string, Case['findingsLike']][]
  ).map(([what, name, findingsLike]): Case => ({
    it: `judges an empty group of a custom AMI by the name of its image: ${what}`,
    current: '1.35',
    tables,
    facts: {
      nodes: [],
      nodegroups: [
        aNodegroup('blue', { version: null, amiType: 'CUSTOM', releaseVersion: 'ami-0a', launchTemplate: true }),
      ],
      nodeImages: [{ id: 'ami-0a', name }],
    },
    findingsLike,
  })),
  {
    it: 'does not know about an empty group of a custom AMI whose image has a name of its own',
    current: '1.35',
    tables,
    facts: {
      nodes: [],
      nodegroups: [
        aNodegroup('blue', { version: null, amiType: 'CUSTOM', releaseVersion: 'ami-0a', launchTemplate: true }),
      ],
      nodeImages: [{ id: 'ami-0a', name: 'golden-1.33-v20251103' }],
    },
    findingsLike: [{ level: 'unknown' }],
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
  { it: 'is silent without nodes', tables, facts: { nodes: [], nodegroups: [] }, findings: [] },
  {
    it: 'is silent about containerd 2 on every version',
    current: '1.34',
    target: '1.37',
    tables,
    facts: { nodes: [aNode('a', 'v1.34.1'), aNode('b', 'v1.34.1', blue)], nodegroups },
    findings: [],
  },
  {
    it: 'knows that 1.37 refuses no further runtime',
    current: '1.36',
    facts: { nodes: [aNode('a', 'v1.36.1', { containerRuntimeVersion: 'containerd://2.0.5' })], nodegroups },
    findings: [],
  },
  {
    it: 'is silent about containerd 1.7 on a path that ends before 1.35',
    tables,
    facts: { nodes: [aNode('a', 'v1.33.1', old)], nodegroups: [] },
    findings: [],
  },
  {
    it: 'warns of Docker at 1.24 in a group that its own update cures after the control plane, as one finding',
    current: '1.23',
    tables,
    facts: {
      nodes: [aNode('a', 'v1.23.17', { ...blue, ...docker }), aNode('b', 'v1.22.1', { ...blue, ...docker })],
      nodegroups: [aNodegroup('blue', { version: '1.23', amiType: 'AL2_x86_64' })],
    },
    findings: [
      {
        level: 'warn',
        phase: 'after',
        at: 24,
        rule: 'docker-any',
        resource: { kind: 'NodeGroup', name: 'blue' },
        short: 'runs docker, not containerd',
        message: 'runs docker 20.10.23: no dockershim in 1.24',
        evidence: [
          { observed: 'docker://20.10.23', required: 'containerd', fact: 'nodes', resource: 'Node a' },
          { observed: 'docker://20.10.23', required: 'containerd', fact: 'nodes', resource: 'Node b' },
        ],
        fix: expect.stringContaining(
          'include containerd from 1.24 on: update the group to that version once the control plane is there.',
        ),
        links: [source],
      },
    ],
  },
  {
    it: 'asks for the update before where the control plane is already there',
    current: '1.24',
    tables,
    facts: {
      nodes: [aNode('a', 'v1.23.17', { ...blue, ...docker })],
      nodegroups: [aNodegroup('blue', { version: '1.23', amiType: 'AL2_x86_64' })],
    },
    findings: [
      {
        level: 'warn',
        at: 24,
        rule: 'docker-any',
        resource: { kind: 'NodeGroup', name: 'blue' },
        short: 'runs docker, not containerd',
        message: 'runs docker 20.10.23: no dockershim in 1.24',
        evidence: [{ observed: 'docker://20.10.23', required: 'containerd', fact: 'nodes', resource: 'Node a' }],
        fix: expect.stringContaining('include containerd from 1.24 on: update the group to that version.\n'),
        links: [source],
      },
    ],
  },
  {
    it: 'fails Docker today under a control plane of 1.24, whose new nodes cannot run it',
    current: '1.24',
    tables,
    facts: { nodes: [aNode('a', 'v1.23.17', docker)], nodegroups: [] },
    findingsLike: [{ level: 'fail', at: 24, resource: { kind: 'Node', name: 'a' } }],
  },
  {
    it: 'does not know about Docker under a kubelet of 1.24, where an adapter stands between them',
    tables,
    facts: { nodes: [aNode('a', 'v1.30.1', docker)], nodegroups: [] },
    findings: [
      {
        level: 'unknown',
        rule: 'runtime-not-known',
        resource: { kind: 'Node', name: 'a' },
        message: 'docker under kubelet v1.30.1 runs behind an adapter (cri-dockerd), whose compatibility is unknown',
        evidence: [
          {
            observed: 'docker://20.10.23',
            required: 'a known containerd version',
            fact: 'nodes',
          },
        ],
        fix: expect.stringContaining('the documentation of the runtime'),
      },
    ],
  },
  {
    it: 'fails containerd below 1.6 at 1.26, and names no later row',
    current: '1.24',
    target: '1.36',
    tables,
    facts: { nodes: [aNode('a', 'v1.24.1', { containerRuntimeVersion: 'containerd://1.5.13' })], nodegroups: [] },
    findingsLike: [{ level: 'fail', at: 26, message: 'runs containerd 1.5.13: only CRI v1 in 1.26' }],
  },
  {
    it: 'lets containerd 1.6.0 pass at 1.26',
    current: '1.25',
    tables,
    facts: { nodes: [aNode('a', 'v1.25.1', { containerRuntimeVersion: 'containerd://1.6.0' })], nodegroups: [] },
    findings: [],
  },
  {
    it: 'warns of containerd 1.x at 1.35',
    current: '1.34',
    tables,
    facts: { nodes: [aNode('a', 'v1.32.1', old)], nodegroups: [] },
    findingsLike: [{ level: 'warn', at: 35, message: 'runs containerd 1.7.29: EKS wants 2 on 1.36' }],
  },
  {
    it: 'fails containerd 1.x at 1.36, and speaks from 1.35 on',
    current: '1.34',
    target: '1.36',
    tables,
    facts: { nodes: [aNode('a', 'v1.33.1', old)], nodegroups: [] },
    findingsLike: [{ level: 'fail', at: 36, since: 35 }],
  },
  {
    it: 'names each version that a group runs',
    current: '1.35',
    tables,
    facts: {
      nodes: [
        aNode('a', 'v1.33.1', { ...blue, containerRuntimeVersion: 'containerd://1.7.29' }),
        aNode('b', 'v1.33.1', { ...blue, containerRuntimeVersion: 'containerd://1.7.27+bottlerocket' }),
        aNode('c', 'v1.33.1', blue),
      ],
      nodegroups,
    },
    findingsLike: [{ message: 'runs containerd 1.7.27+bottlerocket, containerd 1.7.29: EKS wants 2 on 1.36' }],
  },
  {
    it: 'leaves the nodes of Fargate and Auto Mode to AWS, by label and by name',
    current: '1.35',
    tables,
    facts: {
      nodes: [
        aNode('fargate-ip-10-0-1-9', 'v1.33.1', { ...old, computeType: 'fargate' }),
        aNode('i-0', 'v1.33.1', { ...old, computeType: 'auto', group: 'general-purpose' }),
      ],
      nodegroups: [],
    },
    findings: [],
  },
  ...(
    [
      ['cri-o://1.31.2', 'runs cri-o: which kubelets accept it is unknown'],
      ['containerd://unknown', 'cannot read the version of containerd'],
      ['containerd', 'cannot read the container runtime: containerd'],
      ['', 'cannot read the container runtime: not reported'],
    ] as const
  ).map(([containerRuntimeVersion, message]): Case => ({
    it: `does not know about ${containerRuntimeVersion || 'no runtime at all'}`,
    tables,
    facts: { nodes: [aNode('a', 'v1.33.1', { containerRuntimeVersion })], nodegroups: [] },
    findingsLike: [{ level: 'unknown', message }],
  })),
  ...(
    [
      ['AL2023_x86_64_STANDARD', '1.32', '1.32.9-20250920', { level: 'warn', at: 35 }],
      ['AL2023_x86_64_STANDARD', '1.32', '1.32.9-20251217', undefined],
      ['AL2023_ARM_64_STANDARD', '1.33', '1.33.5-20251016', undefined],
      ['AL2023_ARM_64_STANDARD', '1.33', '1.33.5-20251002', { level: 'warn', at: 35 }],
      ['AL2023_x86_64_NVIDIA', '1.34', '1.34.1-20250915', undefined],
      ['AL2023_x86_64_NVIDIA', '1.33', null, { level: 'unknown' }],
      ['AL2_x86_64', '1.32', '1.32.9-20251112', { level: 'fail', at: 36 }],
      ['BOTTLEROCKET_x86_64', '1.32', '1.61.0-0a1b2c3d', { level: 'warn', at: 35 }],
      ['BOTTLEROCKET_x86_64', '1.31', '1.61.0-0a1b2c3d', { level: 'warn', at: 35 }],
      ['BOTTLEROCKET_x86_64', '1.31', '1.69.0-0a1b2c3d', undefined],
      ['BOTTLEROCKET_x86_64', '1.31', '1.100.0-0a1b2c3d', undefined],
      ['BOTTLEROCKET_ARM_64', '1.33', '1.61.0-0a1b2c3d', undefined],
      ['WINDOWS_CORE_2022_x86_64', '1.33', '1.33-2025.10.14', { level: 'unknown' }],
      ['CUSTOM', null, 'ami-0a1b', { level: 'unknown' }],
      ['CUSTOM', '1.36', 'ami-0a1b', undefined],
    ] as const
  ).map(([amiType, version, releaseVersion, finding]): Case => ({
    it: `judges an empty group by its image: ${amiType} ${releaseVersion} of ${version}`,
    current: '1.35',
    tables,
    facts: { nodes: [], nodegroups: [aNodegroup('idle', { amiType, version, releaseVersion })], nodeImages: [] },
    findingsLike:
      finding === undefined ? [] : [{ ...finding, resource: { kind: 'NodeGroup', name: 'idle', note: 'no nodes' } }],
  })),
  {
    it: 'shows the image of an empty group as its evidence',
    current: '1.35',
    tables,
    facts: {
      nodes: [],
      nodegroups: [aNodegroup('idle', { amiType: 'AL2_ARM_64', version: '1.32', releaseVersion: '1.32.9-20251112' })],
    },
    findingsLike: [
      {
        message: 'its AMI 1.32.9-20251112 includes containerd older than 2.0.0: EKS wants 2 on 1.36',
        evidence: [
          {
            observed: 'AL2_ARM_64, release 1.32.9-20251112',
            required: 'containerd 2.0.0 or later',
            fact: 'nodegroups',
          },
        ],
        fix: expect.stringContaining('No Amazon Linux 2 AMI includes containerd 2.0.0 or later'),
      },
    ],
  },
  ...(
    [
      ['1.33', '1.33-2026.01.22', [{ level: 'warn', at: 35 }]],
      ['1.34', '1.34-2025.09.13', []],
      ['1.23', '1.23-2023.09.12', [{ level: 'unknown' }]],
    ] as const
  ).map(([version, releaseVersion, findingsLike]): Case => ({
    it: `knows the images of Windows from the table as it is shipped: ${releaseVersion}`,
    current: '1.35',
    facts: {
      nodes: [],
      nodegroups: [aNodegroup('idle', { amiType: 'WINDOWS_CORE_2022_x86_64', version, releaseVersion })],
    },
    findingsLike,
  })),
  {
    it: 'only warns of Windows nodes whose own update brings containerd 2',
    current: '1.33',
    target: '1.36',
    facts: {
      nodes: [aNode('a', 'v1.33.5', { ...blue, ...windows })],
      nodegroups: [aNodegroup('blue', { amiType: 'WINDOWS_CORE_2022_x86_64', version: '1.33' })],
    },
    findingsLike: [
      {
        level: 'warn',
        at: 35,
        fix: expect.stringContaining('--nodegroup-name blue --kubernetes-version 1.34 --query'),
      },
    ],
  },
  {
    it: 'names the image of 1.34 for a self-managed node of Windows',
    current: '1.33',
    target: '1.36',
    facts: { nodes: [aNode('a', 'v1.33.5', windows)], nodegroups: [] },
    findingsLike: [
      {
        level: 'fail',
        at: 36,
        fix: expect.stringContaining('Windows_Server-2022-English-EDITION-EKS_Optimized-1.34/image_id'),
      },
    ],
  },
  {
    it: 'asks nothing of an empty group on a path that changes nothing for it',
    tables,
    facts: { nodes: [], nodegroups: [aNodegroup('idle', { amiType: 'WINDOWS_CORE_2022_x86_64' })] },
    findings: [],
  },
  ...[true, false].map((launchTemplate): Case => ({
    it: `${launchTemplate ? 'does not know' : 'knows'} the runtime of an empty group of 1.23 ${launchTemplate ? 'with' : 'without'} user data of its own`,
    current: '1.23',
    tables,
    facts: {
      nodes: [],
      nodegroups: [
        aNodegroup('idle', {
          amiType: 'AL2_x86_64',
          version: '1.23',
          releaseVersion: '1.23.17-20230513',
          launchTemplate,
        }),
      ],
    },
    findingsLike: [launchTemplate ? { level: 'unknown' } : { level: 'warn', at: 24 }],
  })),
  fixCase(
    'updates a group of Amazon Linux 2023 to the newest image of its own version',
    blue,
    { version: '1.32' },
    'Update the group to the newest AMI of its own version: the AMIs for 1.32 include containerd 2.0.0 or later, from release 20251217 on.\n```sh\n' +
      updatedGroup('blue', '--kubernetes-version 1.32') +
      '\n```',
    35,
  ),
  fixCase(
    'names the newest release of Bottlerocket for its own version',
    blue,
    { version: '1.32', amiType: 'BOTTLEROCKET_x86_64' },
    expect.stringContaining('--kubernetes-version 1.32 --query'),
    35,
  ),
  fixCase(
    'gives a group with a custom AMI a launch template version',
    blue,
    { version: null, amiType: 'CUSTOM' },
    expect.stringContaining(
      '--nodegroup-name blue --launch-template id=LAUNCH_TEMPLATE_ID,version=TEMPLATE_VERSION --query',
    ),
  ),
  fixCase(
    'sends a group of Amazon Linux 2 to a new one',
    blue,
    { amiType: 'AL2_x86_64' },
    expect.stringContaining('create a node group with an Amazon Linux 2023'),
  ),
  fixCase(
    'points to the lists of images for Windows',
    blue,
    { amiType: 'WINDOWS_CORE_2022_x86_64' },
    expect.stringContaining('the AMI version lists'),
  ),
  fixCase(
    'names the image parameter for a self-managed node',
    {},
    {},
    expect.stringContaining('/optimized-ami/1.32/amazon-linux-2023/x86_64/standard/recommended/image_id'),
  ),
  fixCase(
    'moves a self-managed node of Amazon Linux 2 to 2023',
    { osImage: 'Amazon Linux 2' },
    {},
    expect.stringContaining('/optimized-ami/1.32/amazon-linux-2023/x86_64/standard/recommended/image_id'),
  ),
  fixCase(
    'names the newest AMI of Bottlerocket for a self-managed node',
    { osImage: 'Bottlerocket OS 1.61.0 (aws-k8s-1.32)' },
    {},
    expect.stringContaining('The newest EKS AMI for 1.32:'),
  ),
  fixCase(
    'names no image for an operating system that is not from EKS',
    { osImage: 'Ubuntu 22.04.5 LTS' },
    {},
    expect.not.stringContaining('ssm get-parameter'),
  ),
  ...(
    [
      ['docker', '1.23', '1.23', alphaPool({}), [{ level: 'warn', phase: 'after', at: 24 }]],
      ['docker, with no family', '1.23', '1.23', alphaPool({ amiFamily: null }), [{ level: 'warn', phase: 'after' }]],
      [
        'docker, of a Provisioner that says of EC2 by itself',
        '1.23',
        '1.23',
        alphaPool({}, { nodeClass: null, provider: ofProvider }),
        [{ level: 'warn', phase: 'after' }],
      ],
      ['docker under a control plane that is there', '1.24', '1.23', alphaPool({}), [{ level: 'warn', at: 24 }]],
      [
        'docker, with images that a selector names',
        '1.23',
        '1.23',
        alphaPool({ selectors: { subnets: null, securityGroups: null, amis: { team: 'shop' } } }),
        [{ level: 'fail', at: 24 }],
      ],
      [
        'docker, with a launch template',
        '1.23',
        '1.23',
        alphaPool({ fields: ['spec.launchTemplate'] }),
        [{ level: 'fail', at: 24 }],
      ],
      [
        'docker, set in the Provisioner',
        '1.23',
        '1.23',
        alphaPool({}, { fields: ['spec.kubeletConfiguration', 'spec.kubeletConfiguration.containerRuntime'] }),
        [
          {
            level: 'fail',
            at: 24,
            fix: expect.stringMatching(/^Remove `spec\.kubeletConfiguration\.containerRuntime`/),
          },
        ],
      ],
      [
        'docker, with images of a family that has no rows',
        '1.23',
        '1.23',
        alphaPool({ amiFamily: 'Ubuntu' }),
        [{ level: 'fail', at: 24 }],
      ],
      [
        'docker, and no pool of that name',
        '1.23',
        '1.23',
        { ...alphaPool({}), karpenterPools: [] },
        [{ level: 'fail' }],
      ],
      [
        'docker, and pools that were not read',
        '1.23',
        '1.23',
        { ...alphaPool({}), karpenterPools: [], karpenterPoolKinds: [] },
        [
          {
            level: 'unknown',
            message:
              'runs docker 20.10.23: no dockershim in 1.24; unknown whether the AMI of new nodes includes a newer one',
          },
        ],
      ],
      [
        'docker, and node classes that were not read',
        '1.23',
        '1.23',
        { ...alphaPool({}), karpenterNodeClasses: [], karpenterNodeClassKinds: ['EC2NodeClass'] },
        [{ level: 'unknown' }],
      ],
      ['containerd 1.x and an alias @latest', '1.35', '1.34', betaPool({}), [{ level: 'warn', at: 36 }]],
      [
        'containerd 1.x and an alias of a release',
        '1.35',
        '1.34',
        betaPool({ alias: 'al2023@v20250920' }),
        [{ level: 'fail', at: 36 }],
      ],
      [
        'containerd 1.x and Amazon Linux 2, which has nothing newer',
        '1.35',
        '1.32',
        betaPool({ alias: 'al2@latest' }),
        [{ level: 'fail', at: 36 }],
      ],
    ] satisfies [string, string, string, Partial<Facts>, Case['findingsLike']][]
  ).map(([what, current, kubelet, facts, findingsLike]): Case => ({
    it: `judges nodes of Karpenter by what its new nodes use: ${what}`,
    current,
    tables: { 'container-runtimes': tables['container-runtimes']?.map((row) => ({ ...row, warnFrom: null })) as never },
    facts: {
      nodegroups: [],
      nodes: [
        aNode('a', `v${kubelet}.9`, {
          ...(current === '1.35' ? old : { ...docker, ofProvisioner: true }),
          computeType: 'karpenter',
          group: 'general',
        }),
      ],
      ...facts,
    },
    findingsLike,
  })),
  ...(
    [
      [
        '0.27.6',
        alphaPool({}),
        /^The node class needs no change: it selects the newest AMI for the version of the control plane, and those for 1\.24 include containerd\. Update the control plane to 1\.24 first\. Drift, if it is on, replaces/,
      ],
      [
        '0.29.2',
        alphaPool({ selectors: { subnets: null, securityGroups: null, amis: { team: 'shop' } } }),
        /^Change the node class to select an AMI with containerd: without an AMI selector, Karpenter selects the newest EKS AMI of `amiFamily` for the version of the control plane\. Drift, if it is on/,
      ],
    ] satisfies [string, Partial<Facts>, RegExp][]
  ).map(([version, facts, fix]): Case => ({
    it: `names no alias where Karpenter ${version} has none`,
    current: '1.23',
    tables,
    facts: {
      nodegroups: [],
      nodes: [aNode('a', 'v1.23.9', { ...docker, ofProvisioner: true, computeType: 'karpenter', group: 'general' })],
      ...facts,
      karpenterControllers: [aKarpenter({ version })],
    },
    findingsLike: [{ fix: expect.stringMatching(fix) as string }],
  })),
  {
    it: 'lets Karpenter replace its nodes',
    current: '1.35',
    tables,
    facts: {
      nodegroups: [],
      nodes: [aNode('a', 'v1.32.9-eks-113cf36', { ...old, computeType: 'karpenter', group: 'general' })],
      ...betaPool({ alias: 'al2023@v20250920' }),
    },
    findingsLike: [{ level: 'fail', fix: expect.stringContaining('`al2023@v20251217` or later') as string }],
  },
  fixCase(
    'updates containerd on a hybrid node itself',
    { computeType: 'hybrid', osImage: 'Ubuntu 24.04.3 LTS' },
    {},
    expect.stringContaining('kubectl drain a --ignore-daemonsets'),
  ),
  {
    it: 'gives a self-managed node of Docker the image of 1.24',
    current: '1.23',
    tables,
    facts: { nodes: [aNode('a', 'v1.23.17', docker)], nodegroups: [] },
    findingsLike: [{ fix: expect.stringContaining('/optimized-ami/1.24/amazon-linux-2/recommended/image_id') }],
  },
]);
