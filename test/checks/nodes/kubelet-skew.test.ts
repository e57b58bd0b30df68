import { expect } from 'vitest';
import check from '../../../checks/nodes/kubelet-skew.ts';
import { aCluster, aNode, aNodegroup, checkCases, type Case } from '../cases.ts';
import { groupNodesByOwner } from '../../../src/for-checks/node-owners.ts';
import { unwrap } from '../../../src/syntax/markdown.ts';
import { replaceFix } from '../../../src/for-checks/node-replacement.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { anEmptyGroup, unknownImageGroups } from './empty-groups.ts';
import { loadTable } from '../../../src/tables/tables.ts';
import { customImageRows, emptyTwin, withTwin } from './custom-images.ts';
import { managerRows } from '../managers.ts';

const none = { nodegroups: [], fargateWorkloads: [] };
const skew = [
  { kubeletFrom: 0, maxBehind: 2, source: 'https://example.com' },
  { kubeletFrom: 25, maxBehind: 3, source: 'https://example.com' },
];
const tables = { skew };

const imageTables = {
  'amazon-linux-2': loadTable('amazon-linux-2').rows,
  'ami-variants': loadTable('ami-variants').rows,
};

/** Fixes have their own tests; here the fix only has to match the kind of the node. */
function fixFor(node: ReturnType<typeof aNode>, to: number): string {
  const [owner] = groupNodesByOwner([node], [], []).owned;
  if (owner === undefined) throw new Error('no owner');
  return unwrap(replaceFix(owner, aCluster, to, imageTables).text);
}

/** A rollback from 1.34, with the default tables of AMIs. */
const rollback = { current: '1.34', target: '1.33', tables };
const tooNew = { level: 'fail', at: 33, message: 'kubelet 1.34 is too new for control plane 1.33' } as const;

/** What replaces a node that is too new for a rollback: a part of the fix by the kind of the node. */
const replacedBefore: [string, Partial<Facts>, string][] = [
  [
    'a managed node group',
    {
      nodes: [aNode('a', 'v1.34.1', { computeType: 'managed', group: 'blue' })],
      nodegroups: [aNodegroup('blue')],
    },
    'Before you roll back the control plane, replace these nodes with nodes of 1.33. Update the node group; EKS uses the newest AMI of its AMI type.\n```sh\nupdate=$(aws eks update-nodegroup-version --region eu-west-1 --cluster-name prod \\\n  --nodegroup-name blue --kubernetes-version 1.33 --query update.id',
  ],
  [
    'a managed node group with a custom AMI',
    {
      nodes: [aNode('a', 'v1.34.1', { computeType: 'managed', group: 'blue' })],
      nodegroups: [aNodegroup('blue', { version: null, amiType: 'CUSTOM' })],
    },
    "build or choose an AMI for 1.33, set it in a new version of the group's launch template",
  ],
  ['a managed node group without nodes', { nodegroups: [aNodegroup('blue', { version: '1.34' })] }, '1.33'],
  [
    'a self-managed node',
    { nodes: [aNode('a', 'v1.34.1')] },
    'Replace the node with one that has an AMI for 1.33: create a new launch template version',
  ],
  [
    'a NodePool, whose alias follows the control plane',
    { nodes: [aNode('a', 'v1.34.1', { computeType: 'karpenter', group: 'general' })] },
    'In the node class, select an AMI for 1.33 by `id`, `name` or `tags`: an alias, even one with a version, follows the control plane, which is still at 1.34.',
  ],
  [
    'a hybrid node',
    { nodes: [aNode('a', 'v1.34.1', { computeType: 'hybrid' })] },
    'Add a hybrid node of 1.33, with a CNI that supports 1.33, then drain the old one and remove it.\n```sh\nkubectl drain a ',
  ],
  [
    'a workload on Fargate, which a restart would start at the same version',
    {
      nodes: [aNode('x', 'v1.34.1', { computeType: 'fargate' })],
      fargateWorkloads: [{ kind: 'Deployment', namespace: 'shop', name: 'cart', nodes: ['x'] }],
    },
    'note the replicas of the workload, scale it to 0, and scale it up again after the rollback. If you only restart it now, its pods are at 1.34 again.',
  ],
  [
    'a pod on Fargate without a controller',
    {
      nodes: [aNode('x', 'v1.34.1', { computeType: 'fargate' })],
      fargateWorkloads: [{ kind: 'Pod', namespace: 'shop', name: 'once', nodes: ['x'] }],
    },
    'Delete the pod before you roll back the control plane, and create it again afterwards (no controller does).',
  ],
  [
    'a pod on Fargate of an unknown workload',
    { nodes: [aNode('x', 'v1.34.1', { computeType: 'fargate' })] },
    'note the replicas of the workload of each of these pods',
  ],
];

checkCases(check, [
  ...managerRows('the node group', /Update the node group; EKS uses the newest AMI of its AMI type\. /).map(
    ({ who, tags, fix }): Case => ({
      it: `says first where the node group of old kubelets is managed: ${who}`,
      tables,
      facts: {
        nodes: [aNode('a', 'v1.30.5', { computeType: 'managed', group: 'blue' })],
        ...none,
        nodegroups: [aNodegroup('blue', { tags })],
      },
      findingsLike: [{ level: 'fail', fix }],
    }),
  ),
  ...replacedBefore.map(([what, facts, part]): Case => ({
    ...rollback,
    it: `fails a kubelet that is too new for a rollback: ${what}`,
    facts: { nodes: [], ...none, ...facts },
    findingsLike: [{ ...tooNew, short: 'kubelet too new', fix: expect.stringContaining(part) as string }],
  })),
  {
    ...rollback,
    it: 'is silent about kubelets at the version of the rollback, and within its skew',
    facts: { nodes: [aNode('a', 'v1.33.5'), aNode('b', 'v1.31.9')], ...none },
    findings: [],
  },
  {
    ...rollback,
    it: 'is silent about Auto Mode nodes that are too new for a rollback: EKS replaces them first',
    cluster: { autoMode: true },
    facts: { nodes: [aNode('a', 'v1.34.1', { computeType: 'auto', group: 'general-purpose' })], ...none },
    findings: [],
  },
  ...(
    [
      ['is active', 'ACTIVE', 'Before you roll back the control plane, set the node group to 1.33. '],
      ['is being updated', 'UPDATING', 'Wait until the current update of the node group completes. Before you '],
    ] as const
  ).map(([what, status, start]): Case => ({
    ...rollback,
    it: `fails a node group that launches newer nodes than those that run, before a rollback: it ${what}`,
    facts: {
      nodes: [aNode('a', 'v1.33.5', { computeType: 'managed', group: 'blue' })],
      nodegroups: [aNodegroup('blue', { version: '1.34', status })],
      fargateWorkloads: [],
    },
    findings: [
      {
        level: 'fail',
        at: 33,
        resource: { kind: 'NodeGroup', name: 'blue' },
        short: 'new nodes get a newer kubelet',
        message: 'new nodes start with kubelet 1.34, which is too new for control plane 1.33',
        evidence: [{ observed: '1.34', required: '1.30 to 1.33', fact: 'nodegroups' }],
        fix: expect.stringContaining(start) as string,
      },
    ],
  })),
  {
    ...rollback,
    it: 'reads what a node group with a custom AMI launches before a rollback from the name of the AMI',
    facts: {
      nodes: [aNode('a', 'v1.33.5', { computeType: 'managed', group: 'blue' })],
      nodegroups: [aNodegroup('blue', { version: null, amiType: 'CUSTOM', releaseVersion: 'ami-0a' })],
      nodeImages: [{ id: 'ami-0a', name: 'amazon-eks-node-al2023-x86_64-standard-1.34-v20251103' }],
      fargateWorkloads: [],
    },
    findingsLike: [{ level: 'fail', at: 33, short: 'new nodes get a newer kubelet' }],
  },
  {
    ...rollback,
    it: 'reports a node group once if nodes of it are too new as well',
    facts: {
      nodes: [
        aNode('a', 'v1.33.5', { computeType: 'managed', group: 'blue' }),
        aNode('b', 'v1.34.1', { computeType: 'managed', group: 'blue' }),
      ],
      nodegroups: [aNodegroup('blue', { version: '1.34' })],
      fargateWorkloads: [],
    },
    findingsLike: [{ level: 'fail', short: 'kubelet too new' }],
  },
  ...(
    [
      ['at the version of the rollback', { version: '1.33' }],
      ['that is being deleted', { version: '1.34', status: 'DELETING' }],
    ] as const
  ).map(([what, group]): Case => ({
    ...rollback,
    it: `is silent before a rollback about a node group ${what}`,
    facts: {
      nodes: [aNode('a', 'v1.33.5', { computeType: 'managed', group: 'blue' })],
      nodegroups: [aNodegroup('blue', group)],
      fargateWorkloads: [],
    },
    findings: [],
  })),
  {
    it: 'is silent before an update about a node group whose version is newer than its nodes',
    tables,
    facts: {
      nodes: [aNode('a', 'v1.33.5', { computeType: 'managed', group: 'blue' })],
      nodegroups: [aNodegroup('blue', { version: '1.34' })],
      fargateWorkloads: [],
    },
    findings: [],
  },
  {
    ...rollback,
    it: 'is silent about a kubelet that is too old today, and that a rollback makes supported',
    facts: { nodes: [aNode('a', 'v1.30.1')], ...none },
    findings: [],
  },
  {
    ...rollback,
    it: 'fails a kubelet that is too old for the target of a rollback, and asks for its version',
    facts: {
      nodes: [aNode('a', 'v1.29.1', { computeType: 'managed', group: 'blue' })],
      nodegroups: [aNodegroup('blue')],
      fargateWorkloads: [],
    },
    findingsLike: [
      {
        level: 'fail',
        at: 33,
        message: 'kubelet 1.29 is too old for control plane 1.33',
        fix: expect.stringContaining('--kubernetes-version 1.33') as string,
      },
    ],
  },
  {
    ...rollback,
    it: 'does not know whether a version that is none is too new for a rollback',
    facts: { nodes: [aNode('a', 'dev')], ...none },
    findingsLike: [
      { level: 'unknown', fix: expect.stringContaining('compare it with the control plane (1.33)') as string },
    ],
  },
  ...customImageRows(
    ['v1.32.1', {}],
    [
      'v1.30.1',
      {},
      {
        level: 'fail',
        at: 34,
        message: 'kubelet 1.30 is too old for control plane 1.34',
        evidence: [
          { observed: 'v1.30.1', required: '1.31 to 1.34', fact: 'nodes', resource: 'Node a, which runs AMI ami-0a' },
        ],
      },
    ],
    { tables },
  ),
  {
    it: 'judges a self-managed group without a node by the nodes of a node group with the same AMI',
    tables,
    facts: {
      ...withTwin('v1.30.1'),
      nodegroups: [aNodegroup('blue', { version: null, amiType: 'CUSTOM', releaseVersion: 'ami-0a' })],
      emptyAutoScalingGroups: emptyTwin,
    },
    findingsLike: [
      { resource: { kind: 'NodeGroup', name: 'blue' } },
      {
        level: 'fail',
        at: 34,
        resource: { kind: 'AutoScalingGroup', name: 'batch', note: 'no nodes' },
        evidence: [
          { observed: 'v1.30.1', required: '1.31 to 1.34', fact: 'nodes', resource: 'Node a, which runs AMI ami-0a' },
        ],
      },
    ],
  },
  ...(
    [
      ['inside the window', 'amazon-eks-node-al2023-x86_64-standard-1.31-v20251103', []],
      [
        'too old',
        'bottlerocket-aws-k8s-1.30-x86_64-v1.20.3-5d9ac849',
        [
          {
            level: 'fail',
            at: 34,
            resource: { kind: 'NodeGroup', name: 'blue', note: 'no nodes' },
            message: 'kubelet 1.30 is too old for control plane 1.34',
            evidence: [
              {
                observed: 'bottlerocket-aws-k8s-1.30-x86_64-v1.20.3-5d9ac849',
                required: '1.31 to 1.34',
                fact: 'nodeImages',
              },
            ],
            fix: expect.stringContaining('--launch-template id=LAUNCH_TEMPLATE_ID,version=TEMPLATE_VERSION') as string,
          },
        ],
      ],
    ] satisfies [string, string, Case['findingsLike']][]
  ).map(([what, name, findingsLike]): Case => ({
    it: `judges an empty group of a custom AMI by the name of its image: ${what}`,
    tables,
    facts: {
      nodes: [],
      nodegroups: [aNodegroup('blue', { version: null, amiType: 'CUSTOM', releaseVersion: 'ami-0a' })],
      nodeImages: [{ id: 'ami-0a', name }],
      fargateWorkloads: [],
    },
    findingsLike,
  })),
  {
    it: 'does not know about an empty group of a custom AMI whose image has a name of its own',
    tables,
    facts: {
      nodes: [],
      nodegroups: [aNodegroup('blue', { version: null, amiType: 'CUSTOM', releaseVersion: 'ami-0a' })],
      nodeImages: [{ id: 'ami-0a', name: 'golden-1.33-v20251103' }],
      fargateWorkloads: [],
    },
    findingsLike: [{ level: 'unknown' }],
  },
  {
    it: 'fails an old image in the launch template of a self-managed group without a node (E)',
    tables,
    facts: {
      nodes: [],
      ...none,
      emptyAutoScalingGroups: [
        anEmptyGroup('batch', { name: 'amazon-eks-node-al2023-x86_64-standard-1.30-v20250103' }),
      ],
    },
    findings: [
      {
        level: 'fail',
        at: 34,
        resource: { kind: 'AutoScalingGroup', name: 'batch', note: 'no nodes' },
        short: 'kubelet too old',
        message: 'kubelet 1.30 is too old for control plane 1.34',
        evidence: [
          {
            observed: 'amazon-eks-node-al2023-x86_64-standard-1.30-v20250103',
            required: '1.31 to 1.34',
            fact: 'emptyAutoScalingGroups',
          },
        ],
        fix: 'Set an AMI for 1.33 in a new version of the launch template, and set that version in the Auto Scaling group: it has no nodes to replace.',
      },
    ],
  },
  {
    it: 'is silent about a self-managed group without a node whose image is inside the window (E)',
    tables,
    facts: {
      nodes: [],
      ...none,
      emptyAutoScalingGroups: [anEmptyGroup('batch', { name: 'bottlerocket-aws-k8s-1.31-x86_64-v1.20.3-5d9ac849' })],
    },
    findings: [],
  },
  {
    it: 'is silent about a self-managed group whose launch template does not exist: it starts no node (E)',
    tables,
    facts: { nodes: [], ...none, emptyAutoScalingGroups: [{ name: 'batch', images: [] }] },
    findings: [],
  },
  {
    it: 'names each version that the templates of a mixed instances policy have, once (E)',
    tables,
    facts: {
      nodes: [],
      ...none,
      emptyAutoScalingGroups: [
        {
          name: 'batch',
          images: [
            'arm64-node-1.29-v20250103',
            'node-1.30-v20250103',
            'arm64-node-1.30-v20250103',
            'node-1.32-v20250103',
          ]
            .map((name) => `amazon-eks-${name}`)
            .flatMap((name, index) => anEmptyGroup('batch', { template: `lt-0${index}`, name }).images),
        },
      ],
    },
    findingsLike: [
      { level: 'fail', at: 33, message: 'kubelet 1.29 is too old for control plane 1.33' },
      { level: 'fail', at: 34, message: 'kubelet 1.30 is too old for control plane 1.34' },
    ],
  },
  ...unknownImageGroups.map(({ why, group, says, command }): Case => ({
    it: `does not know the version of a self-managed group without a node: ${why} (E)`,
    tables,
    facts: { nodes: [], ...none, emptyAutoScalingGroups: [group] },
    findingsLike: [
      {
        level: 'unknown',
        rule: 'version-not-readable',
        resource: { kind: 'AutoScalingGroup', name: 'batch', note: 'no nodes' },
        message: `${says}, and no node shows its operating system and kubelet`,
        remedy: 'show-image:AutoScalingGroup/batch',
        fix: expect.stringContaining(command) as string,
      },
    ],
  })),
  {
    it: 'names a virtual kubelet and does not judge the version of its library',
    facts: {
      nodes: [
        aNode('virtual-a', 'v1.15.2-vk-azure-aci-v1.4.0', { computeType: 'virtual', osImage: '', kernelVersion: '' }),
      ],
      ...none,
    },
    tables,
    findings: [
      {
        level: 'warn',
        rule: 'virtual-kubelet',
        resource: { kind: 'Node', name: 'virtual-a' },
        message:
          'a virtual kubelet: its version v1.15.2-vk-azure-aci-v1.4.0 is not a kubelet version and is not judged',
        evidence: [{ observed: 'v1.15.2-vk-azure-aci-v1.4.0', fact: 'nodes' }],
        fix: 'Check the documentation of its provider for the Kubernetes versions that it supports.',
      },
    ],
  },
  {
    it: 'still fails a node of the same old version that runs a kubelet',
    facts: { nodes: [aNode('a', 'v1.15.2')], ...none },
    tables,
    findingsLike: [{ level: 'fail', at: 33 }],
  },
  { it: 'is silent without nodes', facts: { nodes: [], ...none }, tables, findings: [] },
  {
    it: 'is silent about a kubelet at the edge of the window',
    facts: { nodes: [aNode('a', 'v1.31.9-eks-113cf36')], ...none },
    tables,
    findings: [],
  },
  {
    it: 'is silent about a 1.25 kubelet on the way to 1.28',
    current: '1.25',
    target: '1.28',
    facts: { nodes: [aNode('a', 'v1.25.16')], ...none },
    tables,
    findings: [],
  },
  {
    it: 'fails a kubelet that falls out of the window at the second step',
    target: '1.35',
    facts: { nodes: [aNode('a', 'v1.31.9-eks-113cf36')], ...none },
    tables,
    findings: [
      {
        level: 'fail',
        at: 35,
        resource: { kind: 'Node', name: 'a' },
        short: 'kubelet too old',
        message: 'kubelet 1.31 is too old for control plane 1.35',
        evidence: [{ observed: 'v1.31.9-eks-113cf36', required: '1.32 to 1.35', fact: 'nodes' }],
        fix: `Do this now. ${fixFor(aNode('a', 'v1.31.9'), 33)}`,
      },
    ],
  },
  {
    it: 'lets a 1.21 kubelet go to 1.23, not to 1.24',
    current: '1.21',
    target: '1.24',
    facts: { nodes: [aNode('a', 'v1.21.14')], ...none },
    tables,
    findingsLike: [
      {
        level: 'fail',
        at: 24,
        message: 'kubelet 1.21 is too old for control plane 1.24',
        evidence: [{ observed: 'v1.21.14', required: '1.22 to 1.24', fact: 'nodes' }],
        fix: `Do this once, when the control plane is at 1.23, before you update it to 1.24, or at each step. ${fixFor(aNode('a', 'v1.21.14'), 23)}`,
      },
    ],
  },
  {
    it: 'asks for the same in the same words as nodes/version-behind',
    target: '1.36',
    facts: {
      nodes: [aNode('a', 'v1.32.1', { computeType: 'managed', group: 'blue' })],
      nodegroups: [aNodegroup('blue')],
      fargateWorkloads: [],
    },
    tables,
    findingsLike: [
      {
        at: 36,
        remedy: 'update-nodegroup:blue',
        fix: expect.stringMatching(/^Do this now\. Update the node group;/) as string,
      },
    ],
  },
  {
    it: 'warns about a kubelet newer than the control plane today, where the update reaches it',
    facts: { nodes: [aNode('a', 'v1.34.1')], ...none },
    tables,
    findings: [
      {
        level: 'warn',
        rule: 'newer-today',
        resource: { kind: 'Node', name: 'a' },
        message: 'kubelet 1.34 is too new for control plane 1.33; the update to 1.34 ends it',
        evidence: [{ observed: 'v1.34.1', required: '1.30 to 1.33', fact: 'nodes' }],
        fix: 'Update the control plane to 1.34: nothing has to be replaced. Kubernetes does not support this combination until then.',
      },
    ],
  },
  {
    it: 'warns where only a later version of the path reaches the kubelet',
    target: '1.36',
    facts: { nodes: [aNode('a', 'v1.35.1')], ...none },
    tables,
    findingsLike: [
      { level: 'warn', message: 'kubelet 1.35 is too new for control plane 1.33; the update to 1.35 ends it' },
    ],
  },
  {
    it: 'fails a kubelet that no version of the path reaches',
    target: '1.35',
    facts: { nodes: [aNode('a', 'v1.36.1')], ...none },
    tables,
    findingsLike: [{ level: 'fail', at: 33, message: 'kubelet 1.36 is too new for control plane 1.33' }],
  },
  {
    it: 'fails a kubelet newer than the control plane where no update is planned',
    target: '1.33',
    facts: { nodes: [aNode('a', 'v1.34.1')], ...none },
    tables,
    findingsLike: [{ level: 'fail', at: 33, message: 'kubelet 1.34 is too new for control plane 1.33' }],
  },
  {
    it: 'still fails at the version for which a kubelet newer than today is too old, and has it replaced before',
    current: '1.31',
    target: '1.36',
    facts: { nodes: [aNode('a', 'v1.32.1')], ...none },
    tables,
    findingsLike: [
      { level: 'warn', rule: 'newer-today' },
      {
        level: 'fail',
        at: 36,
        fix: expect.stringMatching(/^Do this once, when the control plane is at 1\.35/) as string,
      },
    ],
  },
  {
    it: 'judges the state where no update is planned',
    target: '1.33',
    facts: { nodes: [aNode('a', 'v1.29.3')], ...none },
    tables,
    findingsLike: [{ level: 'fail', at: 33, message: 'kubelet 1.29 is too old for control plane 1.33' }],
  },
  {
    it: 'folds the nodes of a node group into one finding with each node as evidence',
    facts: {
      nodes: [
        aNode('a', 'v1.30.1', { computeType: 'managed', group: 'blue' }),
        aNode('b', 'v1.30.1', { computeType: 'managed', group: 'blue' }),
        aNode('c', 'v1.33.1', { computeType: 'managed', group: 'blue' }),
      ],
      nodegroups: [aNodegroup('blue')],
      fargateWorkloads: [],
    },
    tables,
    findingsLike: [
      {
        level: 'fail',
        at: 34,
        resource: { kind: 'NodeGroup', name: 'blue' },
        evidence: [
          { observed: 'v1.30.1', required: '1.31 to 1.34', fact: 'nodes', resource: 'Node a' },
          { observed: 'v1.30.1', required: '1.31 to 1.34', fact: 'nodes', resource: 'Node b' },
        ],
      },
    ],
  },
  {
    it: 'judges a node group without nodes by its own version',
    facts: { nodes: [], nodegroups: [aNodegroup('idle', { version: '1.30', desiredSize: 0 })], fargateWorkloads: [] },
    tables,
    findingsLike: [
      {
        level: 'fail',
        at: 34,
        resource: { kind: 'NodeGroup', name: 'idle', note: 'no nodes' },
        evidence: [{ observed: '1.30', required: '1.31 to 1.34', fact: 'nodegroups' }],
      },
    ],
  },
  {
    it: 'does not know about an empty group of a custom AMI without a version',
    facts: { nodes: [], nodegroups: [aNodegroup('custom', { version: null })], fargateWorkloads: [] },
    tables,
    findings: [
      {
        level: 'unknown',
        rule: 'version-not-readable',
        resource: { kind: 'NodeGroup', name: 'custom', note: 'no nodes' },
        message: 'cannot read the kubelet version: not reported by EKS',
        fix: "Find the Kubernetes version that the AMI in the group's launch template was built for, and compare it with the control plane (1.33).",
      },
    ],
  },
  {
    it: 'does not know about a version that is none',
    facts: { nodes: [aNode('a', 'dev')], ...none },
    tables,
    findings: [
      {
        level: 'unknown',
        rule: 'version-not-readable',
        resource: { kind: 'Node', name: 'a' },
        message: 'cannot read the kubelet version: dev',
        fix: "Find the Kubernetes version that the node's AMI was built for, and compare it with the control plane (1.33).",
      },
    ],
  },
  {
    it: 'names the workload, not the virtual nodes, on Fargate',
    facts: {
      nodes: ['x', 'y'].map((name) => aNode(name, 'v1.30.14', { computeType: 'fargate' })),
      nodegroups: [],
      fargateWorkloads: [{ kind: 'Deployment', namespace: 'shop', name: 'cart', nodes: ['x', 'y'] }],
    },
    tables,
    findingsLike: [
      {
        resource: { kind: 'Deployment', namespace: 'shop', name: 'cart', note: 'on Fargate' },
        fix: expect.stringContaining('rollout restart deployment/cart'),
      },
    ],
  },
  ...(['karpenter', 'auto', 'hybrid'] as const).map((computeType) => ({
    it: `gives ${computeType} nodes their own fix`,
    facts: {
      nodes: [aNode('a', 'v1.30.1', { computeType, group: computeType === 'hybrid' ? null : 'general' })],
      ...none,
    },
    tables,
    findingsLike: [
      {
        level: 'fail' as const,
        fix: fixFor(aNode('a', 'v1.30.1', { computeType, group: computeType === 'hybrid' ? null : 'general' }), 33),
      },
    ],
  })),
]);
