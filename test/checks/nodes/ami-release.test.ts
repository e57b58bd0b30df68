import { expect, it } from 'vitest';
import check from '../../../checks/nodes/ami-release/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { loadTable, type Tables } from '../../../src/tables/tables.ts';
import { aKarpenter, aNode, aNodegroup, checkCases, type Case } from '../cases.ts';
import { aNodeClass, aNodePool } from '../karpenter/objects.ts';
import { updatedGroup } from '../printed-updates.ts';

const source = 'https://example.com/releases';
const defect = {
  rowKind: 'defect' as const,
  families: ['AL2' as const, 'AL2023' as const],
  state: 'known' as const,
  source,
};
const tables: Partial<Tables> = {
  'ami-releases': [
    { rowKind: 'read-through', release: '20260714', source },
    {
      ...defect,
      from: '20260110',
      through: '20260110',
      state: 'recalled',
      defect: 'kernel updates fail',
      goodAgain: '20260120',
    },
    {
      ...defect,
      from: '20260120',
      through: '20260130',
      containerd: '2.2.1',
      defect: 'images do not start',
      goodAgain: '20260201',
    },
    {
      ...defect,
      from: '20260125',
      through: '20260125',
      defect: 'the kubelet stops',
      goodAgain: null,
      confidence: 'unconfirmed',
    },
    {
      ...defect,
      from: '20260210',
      through: '20260210',
      minors: { from: 33, through: 33 },
      defect: 'sandboxes end',
      goodAgain: '20260220',
    },
    { ...defect, from: '20260215', through: '20260215', only: 'nvidia', defect: 'GPUs hang', goodAgain: '20260220' },
    {
      ...defect,
      from: '20260216',
      through: '20260216',
      only: 'arm64',
      defect: 'io_uring hangs',
      goodAgain: '20260220',
      confidence: 'single-source',
    },
    {
      ...defect,
      families: ['AL2'],
      from: '20260217',
      through: '20260217',
      kernel: '5.4.217',
      defect: 'PLEG fails',
      goodAgain: '20260220',
    },
  ],
};

function group(releaseVersion: string, more: Parameters<typeof aNodegroup>[1] = {}): Partial<Facts> {
  return { nodegroups: [aNodegroup('blue', { releaseVersion, ...more })] };
}

function pinned(alias: string, more: Partial<Facts> = {}): Partial<Facts> {
  return {
    nodegroups: [],
    karpenterControllers: [aKarpenter({ version: '1.6.0' })],
    karpenterPools: [aNodePool('general')],
    karpenterNodeClasses: [aNodeClass('default', { alias })],
    ...more,
  };
}

const blue = { kind: 'NodeGroup', name: 'blue' };
const update = `\`\`\`sh\n${updatedGroup('blue', '--kubernetes-version 1.33')}\n\`\`\``;

function silent(text: string, facts: Partial<Facts>, more: Partial<Case> = {}): Case {
  return { it: `is silent about ${text}`, tables, facts, findings: [], ...more };
}

function message(text: string, facts: Partial<Facts>, wanted: string): Case {
  return { it: text, tables, facts, findingsLike: [{ level: 'warn', message: wanted }] };
}

const newer = aNodegroup('green', { releaseVersion: '1.33.5-20260818' });
const notJudged = 'not judged: v20260818, newer than the last release whose defects are known (v20260714)';
const nothingElse: Partial<Facts> = { nodes: [], nodeImages: [], karpenterPools: [], karpenterNodeClasses: [] };
const later = { ...defect, from: '20260930', through: '20260930', defect: 'nodes restart', goodAgain: '20261012' };

function skipped(text: string, facts: Partial<Facts>, skip: string): Case {
  return { it: `is skipped ${text}`, tables, facts, skip };
}

const oldContainerd = { containerRuntimeVersion: 'containerd://2.2.1+unknown' };

checkCases(check, [
  {
    it: 'warns about a group that runs a release with a known defect, and names the first good release',
    tables,
    facts: group('1.33.5-20260128'),
    findings: [
      {
        level: 'warn',
        rule: 'v20260128',
        resource: blue,
        message: 'runs AMI release v20260128: images do not start',
        evidence: [{ observed: 'release v20260128', required: 'v20260201 or later', fact: 'nodegroups' }],
        fix: `Update the group to the newest AMI of its version (v20260201 or later).\n${update}`,
        links: [source],
      },
    ],
  },
  {
    it: 'only warns about a group that runs a recalled release, and skips releases with another defect',
    tables,
    facts: group('1.33.5-20260110', { amiType: 'AL2_x86_64' }),
    findingsLike: [
      {
        level: 'warn',
        message: 'runs AMI release v20260110: AWS recalled it (kernel updates fail)',
        evidence: [{ observed: 'release v20260110', required: 'v20260201 or later', fact: 'nodegroups' }],
      },
    ],
  },
  {
    it: 'names all defects of a release, and no good release if one of them has none',
    tables,
    facts: group('1.33.5-20260125'),
    findingsLike: [
      {
        message: 'runs AMI release v20260125: images do not start; the kubelet stops (reported, not confirmed)',
        evidence: [{ observed: 'release v20260125', required: 'a release without the defect', fact: 'nodegroups' }],
        fix: `Update the group to the newest AMI of its version. No source names a release without the defect: read the issue before you choose one.\n${update}`,
      },
    ],
  },
  {
    it: 'leaves the update of a group that is behind the control plane to nodes/version-behind',
    tables,
    facts: group('1.32.5-20260128', { version: '1.32' }),
    findingsLike: [
      { fix: "The group's update to the version of the control plane replaces the release (v20260201 or later)." },
    ],
  },
  silent('a release without a row', group('1.33.5-20260202')),
  silent('a release newer than the table beside one that is not', {
    nodegroups: [aNodegroup('blue', { releaseVersion: '1.33.5-20260202' }), newer],
    ...nothingElse,
  }),
  skipped('where all releases are newer than the table', { nodegroups: [newer], ...nothingElse }, notJudged),
  skipped(
    'where an alias pins a newer release, and nothing else runs',
    { ...nothingElse, ...pinned('al2023@v20260901'), nodes: [] },
    'not judged: v20260901, newer than the last release whose defects are known (v20260714)',
  ),
  skipped(
    'where all nodes have Bottlerocket',
    {
      nodegroups: [aNodegroup('blue', { amiType: 'BOTTLEROCKET_x86_64', releaseVersion: '1.33.5-20260128' })],
      ...nothingElse,
      nodes: [
        aNode('a', 'v1.33.5', { computeType: 'managed', group: 'blue', ...oldContainerd, kernelVersion: '6.12.46' }),
      ],
    },
    'no node group, pool or node has an EKS AMI with Amazon Linux',
  ),
  skipped(
    'where all nodes have Windows',
    { nodegroups: [aNodegroup('blue', { amiType: 'WINDOWS_CORE_2022_x86_64' })], ...nothingElse },
    'no node group, pool or node has an EKS AMI with Amazon Linux',
  ),
  silent('a newer release where the nodes were not read', { nodegroups: [newer] }),
  {
    it: 'warns about a release newer than the table that has a row',
    tables: { 'ami-releases': [...(tables['ami-releases'] ?? []), later] },
    facts: { ...group('1.33.5-20260930'), ...nothingElse },
    findingsLike: [{ level: 'warn', message: 'runs AMI release v20260930: nodes restart' }],
  },
  silent('the AMI id of a custom AMI that ends like a release', group('ami-0a-20260128', { amiType: 'CUSTOM' })),
  silent('Bottlerocket', group('1.33.5-20260128', { amiType: 'BOTTLEROCKET_x86_64' })),
  silent('a group of unknown release', { nodegroups: [aNodegroup('blue', { releaseVersion: null })] }),
  silent('another minor version', group('1.34.5-20260210', { version: '1.34' })),
  message(
    'warns about the minor version of the row',
    group('1.33.5-20260210'),
    'runs AMI release v20260210: sandboxes end',
  ),
  silent('a defect of GPU AMIs on others', group('1.33.5-20260215')),
  message(
    'warns about GPU AMIs',
    group('1.33.5-20260215', { amiType: 'AL2023_x86_64_NVIDIA' }),
    'runs AMI release v20260215: GPUs hang',
  ),
  silent('a defect of arm64 on x86_64', group('1.33.5-20260216')),
  message(
    'warns about arm64 AMIs',
    group('1.33.5-20260216', { amiType: 'AL2023_ARM_64_STANDARD' }),
    'runs AMI release v20260216: io_uring hangs (reported once)',
  ),
  {
    it: 'reads the release of a custom AMI from the name of an EKS AMI',
    tables,
    facts: {
      ...group('ami-0a', { amiType: 'CUSTOM', version: null }),
      nodeImages: [{ id: 'ami-0a', name: 'amazon-eks-node-al2023-x86_64-standard-1.33-v20260128' }],
    },
    findingsLike: [
      {
        level: 'warn',
        resource: blue,
        evidence: [{ observed: 'release v20260128', required: 'v20260201 or later', fact: 'nodeImages' }],
      },
    ],
  },
  silent('nodes of a group that left the release', {
    ...group('1.33.5-20260202'),
    nodes: [aNode('a', 'v1.33.5', { computeType: 'managed', group: 'blue', ...oldContainerd })],
  }),
  silent('nodes of a custom AMI whose name is that of a good release', {
    ...group('ami-0a', { amiType: 'CUSTOM', version: null }),
    nodeImages: [{ id: 'ami-0a', name: 'amazon-eks-node-al2023-x86_64-standard-1.33-v20260202' }],
    nodes: [aNode('a', 'v1.33.5', { computeType: 'managed', group: 'blue', ...oldContainerd })],
  }),
  message(
    'judges nodes of a custom AMI with another name by what they report',
    {
      ...group('ami-0a', { amiType: 'CUSTOM', version: null }),
      nodeImages: [],
      nodes: [aNode('a', 'v1.33.5', { computeType: 'managed', group: 'blue', ...oldContainerd })],
    },
    'runs containerd 2.2.1: images do not start',
  ),
  silent('a custom AMI of Bottlerocket', {
    ...group('ami-0a', { amiType: 'CUSTOM', version: null }),
    nodeImages: [{ id: 'ami-0a', name: 'bottlerocket-aws-k8s-1.33-x86_64-v1.50.0-0a1b2c3d' }],
  }),
  {
    it: 'fails for an alias that is pinned to a recalled release',
    tables,
    facts: pinned('al2023@v20260110'),
    findings: [
      {
        level: 'fail',
        rule: 'v20260110',
        resource: { kind: 'EC2NodeClass', name: 'default' },
        message: 'pins new nodes to al2023@v20260110: AWS recalled it (kernel updates fail)',
        evidence: [
          { observed: 'alias al2023@v20260110', required: 'v20260201 or later', fact: 'karpenterNodeClasses' },
        ],
        fix: 'Pin a newer release of `al2023` (v20260201 or later) in `amiSelectorTerms`, and test it first: the nodes of the class drift to it.',
        links: [source],
      },
    ],
  },
  message(
    'warns about an alias that is pinned to a release with another defect',
    pinned('al2023@v20260128'),
    'pins new nodes to al2023@v20260128: images do not start',
  ),
  {
    it: 'dates the defect of a pinned alias by the first version whose AMIs have it',
    tables,
    current: '1.32',
    facts: pinned('al2023@v20260210'),
    findingsLike: [{ level: 'warn', at: 33 }],
  },
  silent('an alias of a class that no pool uses', pinned('al2023@v20260110', { karpenterPools: [] })),
  {
    it: 'judges a node group without a release version by what its nodes report',
    tables,
    facts: {
      nodegroups: [aNodegroup('blue', { releaseVersion: null })],
      nodes: [aNode('a', 'v1.33.5', { computeType: 'managed', group: 'blue', ...oldContainerd })],
    },
    findingsLike: [{ level: 'warn', resource: blue }],
  },
  silent(
    'an alias of a class whose only pool is being deleted',
    pinned('al2023@v20260110', { karpenterPools: [aNodePool('general', { terminating: true })] }),
  ),
  silent('the newest AMI of an alias', pinned('al2023@latest')),
  silent('a pinned release of GPU AMIs for a pool without GPUs', pinned('al2023@v20260215')),
  message(
    'judges the GPU AMIs of a pinned alias if a pool of the class has GPUs',
    pinned('al2023@v20260215', {
      nodes: [aNode('a', 'v1.33.5', { computeType: 'karpenter', group: 'general', nvidiaGpus: 1 })],
    }),
    'pins new nodes to al2023@v20260215: GPUs hang',
  ),
  {
    it: 'judges nodes of a pool with the newest AMI by what they report',
    tables,
    facts: pinned('al2023@latest', {
      nodes: [aNode('a', 'v1.33.5', { computeType: 'karpenter', group: 'general', ...oldContainerd })],
    }),
    findings: [
      {
        level: 'warn',
        rule: 'like-v20260120',
        resource: { kind: 'NodePool', name: 'general' },
        message: 'runs containerd 2.2.1: images do not start',
        evidence: [
          {
            observed: 'kernel 6.12.46-66.121.amzn2023.x86_64, containerd://2.2.1+unknown',
            required: 'v20260201 or later',
            fact: 'nodes',
            resource: 'Node a',
          },
        ],
        fix: 'Select a newer AMI (v20260201 or later) in the node class if it does not follow the newest one. Drift replaces the nodes; or delete them one at a time: Karpenter drains and replaces each of them.\n```sh\nkubectl delete node a\n```',
        links: [source],
      },
    ],
  },
  message(
    'judges self-managed nodes by their kernel',
    { nodegroups: [], nodes: [aNode('a', 'v1.23.1', { kernelVersion: '5.4.217-126.408.amzn2.x86_64' })] },
    'runs kernel 5.4.217: PLEG fails',
  ),
  silent('nodes of Ubuntu with that containerd', {
    nodegroups: [],
    nodes: [aNode('a', 'v1.33.5', { ...oldContainerd, kernelVersion: '6.8.0-1021-aws' })],
  }),
  silent('nodes of EKS Auto Mode', {
    nodegroups: [],
    nodes: [aNode('b', 'v1.33.5', { ...oldContainerd, computeType: 'auto', group: 'general' })],
  }),
  silent('nodes of a pool whose alias names a good release', {
    ...pinned('al2023@v20260201'),
    nodes: [aNode('a', 'v1.33.5', { computeType: 'karpenter', group: 'general', ...oldContainerd })],
  }),
]);

it('knows each defective release by a range whose end is before the good release', () => {
  for (const row of loadTable('ami-releases').rows) {
    if (row.rowKind !== 'defect') continue;
    expect(row.from <= row.through, row.from).toBe(true);
    expect(row.goodAgain === null || row.through < row.goodAgain, row.from).toBe(true);
  }
});

it.each<[string, Partial<Facts>, string]>([
  ['through which release the defects are known', group('1.33.5-20260202'), 'known defects through v20260714'],
  [
    'which newer releases are not judged',
    { nodegroups: [aNodegroup('blue', { releaseVersion: '1.33.5-20260202' }), newer] },
    `known defects through v20260714; ${notJudged}`,
  ],
  [
    'that nodes of unknown release show only what they report',
    { nodegroups: [], nodes: [aNode('a', 'v1.33.5')] },
    'known defects through v20260714; nodes of unknown release by kernel and containerd only',
  ],
])('says in a pass %s', (_what, facts, text) => {
  const context = { versions: [33, 34], tables } as unknown as Parameters<NonNullable<typeof check.passedBy>>[1];
  expect(check.passedBy?.({ nodegroups: [], ...facts }, context)).toBe(text);
});
