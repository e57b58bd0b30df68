import { expect } from 'vitest';
import { groupNodesByOwner } from '../../../src/for-checks/node-owners.ts';
import { unwrap } from '../../../src/syntax/markdown.ts';
import { replaceFix } from '../../../src/for-checks/node-replacement.ts';
import check from '../../../checks/nodes/version-behind.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { loadTable } from '../../../src/tables/tables.ts';
import { aCluster, aNode, aNodegroup, checkCases, type Case } from '../cases.ts';
import { customImageRows } from './custom-images.ts';
import { managerRows } from '../managers.ts';

const none = { nodegroups: [], fargateWorkloads: [] };

const imageTables = {
  'amazon-linux-2': loadTable('amazon-linux-2').rows,
  'ami-variants': loadTable('ami-variants').rows,
};

/** The fix for the first owner of these nodes. */
function fixFor(facts: Pick<Facts, 'nodes'> & Partial<Facts>, to = 33): string {
  const [owner] = groupNodesByOwner(facts.nodes, facts.nodegroups ?? [], facts.fargateWorkloads ?? []).owned;
  if (owner === undefined) throw new Error('no owner');
  return unwrap(replaceFix(owner, aCluster, to, imageTables).text);
}

function managed(name: string, kubeletVersion: string, group = 'blue') {
  return aNode(name, kubeletVersion, { computeType: 'managed', group });
}

const selfManaged = aNode('a', 'v1.32.9-eks-113cf36');
const updateBlue =
  'aws eks update-nodegroup-version --region eu-west-1 --cluster-name prod \\\n  --nodegroup-name blue';

checkCases(check, [
  ...managerRows('the node group', /Update the node group; EKS uses the newest AMI of its AMI type\. /).map(
    ({ who, tags, fix }): Case => ({
      it: `says first where a node group behind is managed: ${who}`,
      facts: {
        nodes: [managed('a', 'v1.32.1')],
        nodegroups: [aNodegroup('blue', { tags })],
        fargateWorkloads: [],
      },
      findingsLike: [{ level: 'warn', fix }],
    }),
  ),
  ...customImageRows(
    ['v1.33.1', {}],
    [
      'v1.32.1',
      {},
      {
        level: 'warn',
        at: 34,
        evidence: [{ observed: 'v1.32.1', required: '1.33', fact: 'nodes', resource: 'Node a, which runs AMI ami-0a' }],
      },
    ],
    {},
  ),
  ...(
    [
      ['at the version', 'amazon-eks-node-al2023-x86_64-standard-1.33-v20251103', []],
      ['behind', 'amazon-eks-gpu-node-1.32-v20251103', [{ level: 'warn', at: 34 }]],
    ] satisfies [string, string, Case['findingsLike']][]
  ).map(([what, name, findingsLike]): Case => ({
    it: `judges an empty group of a custom AMI by the name of its image: ${what}`,
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
    facts: {
      nodes: [],
      nodegroups: [aNodegroup('blue', { version: null, amiType: 'CUSTOM', releaseVersion: 'ami-0a' })],
      nodeImages: [{ id: 'ami-0a', name: 'golden-1.33-v20251103' }],
      fargateWorkloads: [],
    },
    findingsLike: [{ level: 'unknown' }],
  },
  {
    it: 'is silent about a virtual kubelet, whose version is that of a library',
    facts: {
      nodes: [aNode('virtual-a', 'v1.15.2-vk', { computeType: 'virtual' })],
      nodegroups: [],
      fargateWorkloads: [],
    },
    findings: [],
  },
  { it: 'is silent without nodes', facts: { nodes: [], ...none }, findings: [] },
  {
    it: "is silent about nodes at the control plane's version, on a path of several updates too",
    target: '1.36',
    facts: {
      nodes: [managed('a', 'v1.33.1'), aNode('b', 'v1.33.4')],
      nodegroups: [aNodegroup('blue')],
      fargateWorkloads: [],
    },
    findings: [],
  },
  {
    it: 'leaves a kubelet newer than the control plane to nodes/kubelet-skew',
    facts: { nodes: [aNode('a', 'v1.34.1')], ...none },
    findings: [],
  },
  {
    it: 'warns of a node group behind, with its nodes as evidence',
    facts: {
      nodes: [managed('a', 'v1.32.1'), managed('b', 'v1.32.1'), managed('c', 'v1.33.1')],
      nodegroups: [aNodegroup('blue')],
      fargateWorkloads: [],
    },
    findings: [
      {
        level: 'warn',
        at: 34,
        resource: { kind: 'NodeGroup', name: 'blue' },
        short: 'kubelet older than the control plane',
        message: 'kubelet 1.32 is behind control plane 1.33: EKS may reject the update',
        evidence: [
          { observed: 'v1.32.1', required: '1.33', fact: 'nodes', resource: 'Node a' },
          { observed: 'v1.32.1', required: '1.33', fact: 'nodes', resource: 'Node b' },
        ],
        fix: expect.stringContaining(`${updateBlue} --kubernetes-version 1.33 --query update.id`),
      },
    ],
  },
  {
    it: 'asks to update the nodes now, after the control plane, where no update is planned',
    target: '1.33',
    facts: {
      nodes: [managed('a', 'v1.32.1'), aNode('b', 'v1.32.1')],
      nodegroups: [aNodegroup('blue')],
      fargateWorkloads: [],
    },
    findingsLike: [
      {
        level: 'warn',
        at: 33,
        phase: 'after',
        message: 'kubelet 1.32 is behind control plane 1.33: update the nodes now',
        fix: expect.stringContaining(`${updateBlue} --kubernetes-version 1.33 --query update.id`),
      },
      { phase: 'after', message: 'kubelet 1.32 is behind control plane 1.33: update the nodes now' },
    ],
  },
  {
    it: 'warns of each version that a node group still runs',
    facts: {
      nodes: [managed('a', 'v1.32.1'), managed('b', 'v1.31.1')],
      nodegroups: [aNodegroup('blue')],
      fargateWorkloads: [],
    },
    findingsLike: [
      { message: 'kubelet 1.32 is behind control plane 1.33: EKS may reject the update' },
      { message: 'kubelet 1.31 is behind control plane 1.33: EKS may reject the update' },
    ],
  },
  {
    it: 'warns of a node group without nodes by its own version',
    facts: { nodes: [], nodegroups: [aNodegroup('blue', { version: '1.32', desiredSize: 0 })], fargateWorkloads: [] },
    findingsLike: [
      {
        level: 'warn',
        at: 34,
        resource: { kind: 'NodeGroup', name: 'blue', note: 'no nodes' },
        evidence: [{ observed: '1.32', required: '1.33', fact: 'nodegroups' }],
      },
    ],
  },
  {
    it: 'does not know about an empty group of a custom AMI without a version',
    facts: {
      nodes: [],
      nodegroups: [aNodegroup('blue', { version: null, amiType: 'CUSTOM' })],
      nodeImages: [],
      fargateWorkloads: [],
    },
    findings: [
      {
        level: 'unknown',
        resource: { kind: 'NodeGroup', name: 'blue', note: 'no nodes' },
        message: 'EKS does not report its AMI, and no node shows its operating system, kubelet and container runtime',
        fix: expect.stringContaining('read its launch template') as string,
      },
    ],
  },
  {
    it: 'does not know about a version that is none',
    facts: { nodes: [aNode('a', 'dev')], ...none },
    findings: [
      {
        level: 'unknown',
        resource: { kind: 'Node', name: 'a' },
        message: 'cannot read the kubelet version: dev',
        fix: "Find the Kubernetes version that the node's AMI was built for, and compare it with the control plane (1.33).",
      },
    ],
  },
  {
    it: 'gives a group with a custom AMI a launch template version, never a Kubernetes version',
    facts: {
      nodes: [managed('a', 'v1.32.1')],
      nodegroups: [aNodegroup('blue', { version: null, amiType: 'CUSTOM', launchTemplate: true })],
      fargateWorkloads: [],
    },
    findingsLike: [
      {
        fix: expect.stringContaining(
          `${updateBlue} --launch-template id=LAUNCH_TEMPLATE_ID,version=TEMPLATE_VERSION --query update.id`,
        ),
      },
    ],
  },
  ...(
    [
      ['id', 'lt-0a1b2c3d', 'id=lt-0a1b2c3d,version=TEMPLATE_VERSION'],
      ['name', 'workers', 'name=workers,version=TEMPLATE_VERSION'],
    ] as const
  ).map(([what, template, option]) => ({
    it: `names the launch template of such a group by its ${what}`,
    facts: {
      nodes: [managed('a', 'v1.32.1')],
      nodegroups: [
        aNodegroup('blue', {
          version: null,
          amiType: 'CUSTOM',
          launchTemplate: true,
          template: { template, version: '3' },
        }),
      ],
      fargateWorkloads: [],
    },
    findingsLike: [
      { fix: expect.stringContaining(`${updateBlue} --launch-template ${option} --query update.id`) as never },
    ],
  })),
  ...['AL2_x86_64', 'AL2_ARM_64', 'AL2_x86_64_GPU'].map((amiType): Case => ({
    it: `moves a group of ${amiType} to a new group from 1.33 on`,
    facts: { nodes: [managed('a', 'v1.32.1')], nodegroups: [aNodegroup('blue', { amiType })], fargateWorkloads: [] },
    findingsLike: [{ fix: expect.stringContaining('EKS has no Amazon Linux 2 AMI for 1.33') }],
  })),
  ...['AL2023_ARM_64_STANDARD', 'BOTTLEROCKET_x86_64_NVIDIA', 'WINDOWS_CORE_2022_x86_64'].map((amiType): Case => ({
    it: `updates a group of ${amiType} in place`,
    facts: { nodes: [managed('a', 'v1.32.1')], nodegroups: [aNodegroup('blue', { amiType })], fargateWorkloads: [] },
    findingsLike: [{ fix: expect.stringContaining(`${updateBlue} --kubernetes-version 1.33 --query update.id`) }],
  })),
  {
    it: 'updates a group of Amazon Linux 2 in place up to 1.32',
    current: '1.32',
    facts: {
      nodes: [managed('a', 'v1.31.1')],
      nodegroups: [aNodegroup('blue', { amiType: 'AL2_x86_64' })],
      fargateWorkloads: [],
    },
    findingsLike: [{ at: 33, fix: expect.stringContaining('--kubernetes-version 1.32') }],
  },
  {
    it: 'names both ways for a group whose AMI type is not known',
    facts: { nodes: [managed('a', 'v1.32.1', 'gone')], ...none },
    findingsLike: [{ fix: expect.stringContaining('A group with a custom AMI needs') }],
  },
  {
    it: 'only advises for self-managed nodes, node by node',
    facts: { nodes: [selfManaged], ...none },
    findings: [
      {
        level: 'warn',
        at: 34,
        resource: { kind: 'Node', name: 'a' },
        short: 'kubelet older than the control plane',
        message: 'kubelet 1.32 is behind control plane 1.33: EKS recommends the same version before an update',
        evidence: [{ observed: 'v1.32.9-eks-113cf36', required: '1.33', fact: 'nodes' }],
        fix: fixFor({ nodes: [selfManaged] }),
      },
    ],
  },
  ...(
    [
      [
        'Amazon Linux 2023.9.20251014',
        '/aws/service/eks/optimized-ami/1.33/amazon-linux-2023/x86_64/standard/recommended/image_id',
      ],
      ['Amazon Linux 2', '/aws/service/eks/optimized-ami/1.33/amazon-linux-2023/x86_64/standard/recommended/image_id'],
      ['Bottlerocket OS 1.48.0 (aws-k8s-1.32)', '/aws/service/bottlerocket/aws-k8s-1.33/x86_64/latest/image_id'],
      [
        'Windows Server 2022 Datacenter',
        '/aws/service/ami-windows-latest/Windows_Server-2022-English-EDITION-EKS_Optimized-1.33/image_id',
      ],
    ] as const
  ).map(([osImage, parameter]): Case => ({
    it: `names the image of EKS for a self-managed node of ${osImage}`,
    facts: { nodes: [aNode('a', 'v1.32.1', { osImage })], ...none },
    findingsLike: [{ fix: expect.stringContaining(`--name ${parameter}\n`) }],
  })),
  ...(
    [
      ['NVIDIA GPUs', { instanceType: 'g6.2xlarge' }, 'optimized-ami/1.33/amazon-linux-2023/x86_64/nvidia/'],
      ['GPUs that its device plugin reports', { nvidiaGpus: 1 }, 'optimized-ami/1.33/amazon-linux-2023/x86_64/nvidia/'],
      ['a Graviton GPU', { instanceType: 'g5g.xlarge' }, 'optimized-ami/1.33/amazon-linux-2023/arm64/nvidia/'],
      ['AMD GPUs, which need no variant', { instanceType: 'g4ad.xlarge' }, 'amazon-linux-2023/x86_64/standard/'],
      ['Neuron devices', { instanceType: 'trn1.2xlarge' }, 'optimized-ami/1.33/amazon-linux-2023/x86_64/neuron/'],
      ['Graviton', { instanceType: 'c7gn.large' }, 'optimized-ami/1.33/amazon-linux-2023/arm64/standard/'],
      ['GPUs on Amazon Linux 2', { osImage: 'Amazon Linux 2', instanceType: 'g5.xlarge' }, '2023/x86_64/nvidia/'],
      [
        'Bottlerocket with NVIDIA drivers',
        { osImage: 'Bottlerocket OS 1.48.0 (aws-k8s-1.32-nvidia)', instanceType: 'g6.2xlarge' },
        '/bottlerocket/aws-k8s-1.33-nvidia/x86_64/latest/',
      ],
      [
        'Bottlerocket with FIPS on Graviton',
        { osImage: 'Bottlerocket OS 1.48.0 (aws-k8s-1.32-fips)', instanceType: 'm7g.large' },
        '/bottlerocket/aws-k8s-1.33-fips/arm64/latest/',
      ],
      [
        'Windows Server 2019, whose edition no node reports',
        { osImage: 'Windows Server 2019 Datacenter', kernelVersion: '10.0.17763.6293' },
        'Windows_Server-2019-English-EDITION-EKS_Optimized-1.33/',
      ],
    ] as const
  ).map(([what, node, parameter]): Case => ({
    it: `keeps the variant of the image for a self-managed node with ${what}`,
    facts: {
      nodes: [aNode('a', 'v1.32.1', { kernelVersion: '6.12.46', osImage: 'Amazon Linux 2023.9.20251014', ...node })],
      ...none,
    },
    findingsLike: [{ fix: expect.stringContaining(parameter) }],
  })),
  {
    it: 'names each image for a group with several variants',
    facts: {
      nodes: [
        aNode('a', 'v1.32.1', { group: 'mixed', osImage: 'Amazon Linux 2023', instanceType: 'm6i.large' }),
        aNode('b', 'v1.32.1', { group: 'mixed', osImage: 'Amazon Linux 2023', instanceType: 'g6.2xlarge' }),
      ],
      ...none,
    },
    findingsLike: [
      {
        fix: expect.stringMatching(
          /The EKS AMI of each variant of the nodes \(for `g6\.2xlarge`[^]*\/standard\/[^]*\/nvidia\//,
        ) as string,
      },
    ],
  },
  ...(
    [
      ['a1.large', 'Amazon Linux 2023 does not support A1 instances'],
      ['p2.xlarge', 'EKS does not support P2 instances'],
      ['g3.8xlarge', 'EKS does not list G2 and G3 instances for its NVIDIA AMIs'],
    ] as const
  ).map(([instanceType, reason]): Case => ({
    it: `names no image where no AMI is for ${instanceType}, and why`,
    facts: { nodes: [aNode('a', 'v1.32.1', { osImage: 'Amazon Linux 2', instanceType })], ...none },
    findingsLike: [
      {
        fix: expect.stringMatching(
          new RegExp(`^(?![^]*ssm get-parameter)[^]*${reason}[^]*use another instance type or a custom AMI`),
        ) as string,
      },
    ],
  })),
  {
    it: 'says what to change for Graviton where a node does not show its architecture',
    facts: {
      nodes: [
        aNode('a', 'v1.32.1', {
          osImage: 'Bottlerocket OS 1.48.0 (aws-k8s-1.32)',
          kernelVersion: '6.12.46',
          instanceType: null,
        }),
      ],
      ...none,
    },
    findingsLike: [{ fix: expect.stringContaining('The EKS AMI (for Graviton, `arm64` instead of `x86_64`):') }],
  },
  {
    it: 'names no image for a release of Windows that EKS has no AMI of',
    facts: { nodes: [aNode('a', 'v1.32.1', { osImage: 'Windows Server 2016 Datacenter' })], ...none },
    findingsLike: [{ fix: expect.stringContaining('EKS has no AMI with Windows Server 2016 Datacenter') }],
  },
  {
    it: 'names the image of Amazon Linux 2 while there is one',
    current: '1.32',
    facts: { nodes: [aNode('a', 'v1.31.1', { osImage: 'Amazon Linux 2' })], ...none },
    findingsLike: [{ fix: expect.stringContaining('/1.32/amazon-linux-2/recommended/image_id') }],
  },
  {
    it: 'names the accelerated image of Amazon Linux 2 while there is one',
    current: '1.32',
    facts: { nodes: [aNode('a', 'v1.31.1', { osImage: 'Amazon Linux 2', instanceType: 'inf2.xlarge' })], ...none },
    findingsLike: [{ fix: expect.stringContaining('/1.32/amazon-linux-2-gpu/recommended/image_id') }],
  },
  {
    it: 'names no image for a system that EKS has none of',
    facts: { nodes: [aNode('a', 'v1.32.1', { osImage: 'Ubuntu 22.04.5 LTS' })], ...none },
    findingsLike: [{ fix: expect.not.stringContaining('ssm get-parameter') }],
  },
  {
    it: 'only advises for the nodes of Karpenter, by NodePool',
    facts: { nodes: [aNode('a', 'v1.32.1', { computeType: 'karpenter', group: 'general' })], ...none },
    findingsLike: [
      {
        resource: { kind: 'NodePool', name: 'general' },
        message: 'kubelet 1.32 is behind control plane 1.33: EKS recommends the same version before an update',
        fix: expect.stringContaining('kubectl delete node a'),
      },
    ],
  },
  {
    it: 'is silent about Auto Mode nodes one minor behind: EKS replaces them by itself',
    cluster: { autoMode: true },
    facts: { nodes: [aNode('a', 'v1.32.1', { computeType: 'auto', group: 'general-purpose' })], ...none },
    findings: [],
  },
  {
    it: 'warns of Auto Mode nodes two minors behind',
    cluster: { autoMode: true },
    facts: { nodes: [aNode('a', 'v1.31.1', { computeType: 'auto', group: 'general-purpose' })], ...none },
    findingsLike: [
      {
        level: 'warn',
        resource: { kind: 'NodePool', name: 'general-purpose', note: 'EKS Auto Mode' },
        message: 'kubelet 1.31 is behind control plane 1.33: something prevents EKS from replacing the nodes',
        fix: expect.stringContaining('karpenter.sh/do-not-disrupt'),
      },
    ],
  },
  {
    it: 'gives hybrid nodes their own way, drained first',
    cluster: { hybrid: true },
    facts: { nodes: [aNode('mi-0a1', 'v1.32.1', { computeType: 'hybrid' })], ...none },
    findingsLike: [
      {
        resource: { kind: 'Node', name: 'mi-0a1' },
        message: 'kubelet 1.32 is behind control plane 1.33: EKS recommends the same version before an update',
        fix: expect.stringMatching(/kubectl drain mi-0a1[^]*sudo nodeadm upgrade 1\.33[^]*kubectl uncordon mi-0a1/),
      },
    ],
  },
  {
    it: 'warns of a Fargate workload once, however many virtual nodes it has',
    facts: {
      nodes: ['x', 'y'].map((name) => aNode(`fargate-${name}`, 'v1.32.14', { computeType: 'fargate' })),
      nodegroups: [],
      fargateWorkloads: [{ kind: 'StatefulSet', namespace: 'shop', name: 'db', nodes: ['fargate-x', 'fargate-y'] }],
    },
    findingsLike: [
      {
        level: 'warn',
        resource: { kind: 'StatefulSet', namespace: 'shop', name: 'db', note: 'on Fargate' },
        message: 'kubelet 1.32 is behind control plane 1.33: EKS may reject the update',
        evidence: ['fargate-x', 'fargate-y'].map((name) => ({
          observed: 'v1.32.14',
          required: '1.33',
          fact: 'nodes',
          resource: `Node ${name}`,
        })),
        fix: expect.stringContaining('kubectl -n shop rollout restart statefulset/db'),
      },
    ],
  },
  ...(
    [
      ['Pod', 'kubectl -n shop delete pod job'],
      ['Job', 'kubectl -n shop delete pods --field-selector spec.nodeName=fargate-x'],
    ] as const
  ).map(([kind, command]): Case => ({
    it: `deletes the pods of a ${kind} on Fargate`,
    facts: {
      nodes: [aNode('fargate-x', 'v1.32.14', { computeType: 'fargate' })],
      nodegroups: [],
      fargateWorkloads: [{ kind, namespace: 'shop', name: 'job', nodes: ['fargate-x'] }],
    },
    findingsLike: [{ fix: expect.stringContaining(command) }],
  })),
  {
    it: 'names the virtual node where its pod is not known',
    facts: { nodes: [aNode('fargate-x', 'v1.32.14', { computeType: 'fargate' })], ...none },
    findingsLike: [
      {
        resource: { kind: 'Node', name: 'fargate-x' },
        fix: expect.stringContaining('kubectl get pods --all-namespaces --field-selector spec.nodeName=fargate-x'),
      },
    ],
  },
  ...(
    [
      ['1.32', '1.36', 'Do this now. '],
      ['1.32', '1.35', 'Do this now. '],
      ['1.30', '1.36', ''],
      ['1.32', '1.34', ''],
    ] as const
  ).map(([kubelet, target, when]): Case => ({
    it: `asks for nodes of ${kubelet} now on the way to ${target}, as EKS may reject the next update`,
    target,
    facts: { nodes: [managed('a', `v${kubelet}.1`)], nodegroups: [aNodegroup('blue')], fargateWorkloads: [] },
    findingsLike: [
      {
        at: 34,
        remedy: 'update-nodegroup:blue',
        fix: `${when}${fixFor({ nodes: [managed('a', `v${kubelet}.1`)], nodegroups: [aNodegroup('blue')] })}`,
      },
    ],
  })),
  {
    it: 'speaks of today where no update is planned',
    target: '1.33',
    facts: { nodes: [selfManaged], ...none },
    findingsLike: [{ level: 'warn', at: 33 }],
  },
]);
