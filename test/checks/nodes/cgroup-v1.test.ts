import { expect } from 'vitest';
import check from '../../../checks/nodes/cgroup-v1/check.ts';
import type { Facts, NodeFact } from '../../../src/facts/facts.ts';
import type { BootSettings } from '../../../src/facts/launch-templates.ts';
import { aNode, aNodegroup, checkCases, type Case } from '../cases.ts';
import { aNodeClass, aNodePool, aTerm } from '../karpenter/objects.ts';
import { behindTerraform, besideTerraform, byTerraform, argoSays, byArgo } from '../managers.ts';
import { aBoot, aLaunchTemplate, aScalingGroup, ofTemplate } from './launches.ts';

const to35 = { current: '1.34' };
const focal = { osImage: 'Ubuntu 20.04.6 LTS', kernelVersion: '5.15.0-1084-aws' };
const blue = { computeType: 'managed' as const, group: 'blue' };
const v1 = aBoot({ cgroupV1: true });
const accepting = { failCgroupV1: false };
const onV1 = 'runs Ubuntu 20.04.6 LTS, which uses cgroup v1 by default';
const custom = { version: null, amiType: 'CUSTOM', releaseVersion: 'ami-0a' };

/** A managed group with one node, and with this user data. */
function managed(node: Partial<NodeFact>, boot: BootSettings | null = null, kubelet = 'v1.34.2'): Partial<Facts> {
  return {
    nodes: [aNode('a', kubelet, { ...blue, ...node })],
    nodegroups: [aNodegroup('blue', { ...custom, ...ofTemplate })],
    nodeImages: [],
    launchTemplates: [aLaunchTemplate(boot)],
  };
}

/** A managed group without nodes. */
function empty(group: Parameters<typeof aNodegroup>[1], boot: BootSettings | null = null): Partial<Facts> {
  return { ...managed({}, boot), nodes: [], nodegroups: [aNodegroup('blue', { ...ofTemplate, ...group })] };
}

function pool(nodeClass: Parameters<typeof aNodeClass>[1]): Partial<Facts> {
  const karpenterNodeClasses = [aNodeClass('default', { boot: null, ...nodeClass })];
  return { nodes: [], karpenterPools: [aNodePool('default')], karpenterNodeClasses };
}

/** One node of an operating system; only the level is compared, `undefined`: no finding. */
function system(osImage: string, level: 'fail' | 'unknown' | undefined): Case {
  const facts = managed({ osImage, kernelVersion: '5.14.0' });
  const it = `${level ?? 'nothing'} for ${osImage}`;
  return level === undefined ? { it, ...to35, facts, findings: [] } : { it, ...to35, facts, findingsLike: [{ level }] };
}

checkCases(check, [
  {
    it: 'says where Terraform sets the launch template of a group with cgroup v1',
    ...to35,
    facts: { ...managed(focal), nodegroups: [aNodegroup('blue', { ...custom, ...ofTemplate, tags: byTerraform })] },
    findingsLike: [{ level: 'fail', fix: besideTerraform('the node group', 'launch_template.version') }],
  },
  {
    it: 'says where Terraform defines the user data that chooses cgroup v1',
    ...to35,
    facts: { ...managed({}, v1), nodegroups: [aNodegroup('blue', { ...custom, ...ofTemplate, tags: byTerraform })] },
    findingsLike: [{ level: 'fail', fix: behindTerraform('the node group', 'aws_launch_template') }],
  },
  {
    it: 'says where the node class of a pool with cgroup v1 is managed',
    ...to35,
    facts: {
      ...pool({ owner: byArgo }),
      nodes: [aNode('a', 'v1.34.2', { computeType: 'karpenter', group: 'default', ...focal })],
    },
    findingsLike: [{ level: 'fail', fix: argoSays('the node class') }],
  },
  {
    it: 'fails where the operating system of a managed group uses cgroup v1',
    ...to35,
    facts: managed(focal),
    findings: [
      {
        level: 'fail',
        at: 35,
        rule: 'cgroup-v1',
        short: 'kubelet does not start with cgroup v1',
        resource: { kind: 'NodeGroup', name: 'blue' },
        message: `${onV1}: the kubelet of 1.35 does not start`,
        evidence: [{ observed: 'Ubuntu 20.04.6 LTS', required: 'cgroup v2', fact: 'nodes', resource: 'Node a' }],
        fix: `Build the AMI for 1.35 with cgroup v2, and set it in a new version of the launch template. A newer release of the operating system uses cgroup v2 by default, or the kernel parameter \`systemd.unified_cgroup_hierarchy=1\` chooses it. Or move the pods to nodes with Amazon Linux 2023 or Bottlerocket. As a stopgap, set \`failCgroupV1: false\` in the configuration of the kubelet; Kubernetes removes this setting in a later version. To see the cgroup version of a node (1 or 2; kubelet 1.31 and newer):
\`\`\`sh
kubectl get --raw /api/v1/nodes/a/proxy/metrics | grep ^kubelet_cgroup_version
\`\`\``,
      },
    ],
  },
  { it: 'is silent up to 1.34', current: '1.33', facts: managed(focal), findings: [] },
  {
    it: 'fails at 1.35 on a longer path, and today for a group that is behind',
    current: '1.35',
    target: '1.37',
    facts: managed(focal),
    findingsLike: [{ level: 'fail', at: 35 }],
  },
  {
    it: 'is silent about a kubelet that runs with cgroup v1, or without',
    current: '1.35',
    facts: managed(focal, null, 'v1.35.1'),
    findings: [],
  },
  {
    it: 'warns where user data sets failCgroupV1 to false',
    ...to35,
    facts: managed(focal, aBoot(accepting)),
    findingsLike: [
      { level: 'warn', at: 35, message: `${onV1}: the kubelet of 1.35 only starts because failCgroupV1 is false` },
    ],
  },
  {
    it: 'is silent where user data chooses cgroup v2',
    ...to35,
    facts: managed(focal, aBoot({ cgroupV1: false })),
    findings: [],
  },
  {
    it: 'does not know what user data chooses that was not read',
    ...to35,
    facts: managed(focal, aBoot({ unread: true })),
    findingsLike: [{ level: 'unknown', at: 35, remedy: 'read-user-data:LaunchTemplate/lt-0a' }],
  },
  {
    it: 'does not know what user data changes if its launch template was not described',
    ...to35,
    facts: { ...managed(focal), launchTemplates: [] },
    findingsLike: [
      {
        level: 'unknown',
        at: 35,
        message: `${onV1}; unknown whether user data changes this, or sets failCgroupV1`,
      },
    ],
  },
  {
    it: 'fails for a self-managed node outside Auto Scaling groups, and does not know one of a launch configuration',
    ...to35,
    facts: {
      nodes: [aNode('a', 'v1.34.2', focal), aNode('b', 'v1.34.2', { ...focal, instanceId: 'i-0a' })],
      autoScalingGroups: [aScalingGroup('gpu', { launches: [{ template: null, version: null, imageId: null }] })],
    },
    findingsLike: [
      { level: 'fail', resource: { kind: 'Node', name: 'a' } },
      {
        level: 'unknown',
        resource: { kind: 'AutoScalingGroup', name: 'gpu' },
        remedy: 'read-user-data:AutoScalingGroup/gpu',
      },
    ],
  },
  {
    it: 'needs no user data of a group whose launch template has no default version',
    ...to35,
    facts: {
      nodes: [aNode('a', 'v1.34.2', { ...focal, instanceId: 'i-0a' })],
      autoScalingGroups: [aScalingGroup('gpu', { launches: [{ template: 'lt-0a', version: null, imageId: null }] })],
      launchTemplates: [aLaunchTemplate(null, { version: '$Default', found: null })],
    },
    findingsLike: [{ level: 'fail', resource: { kind: 'Node', name: 'a' } }],
  },
  {
    it: 'reports nodes of one group with two releases of one system once',
    ...to35,
    facts: {
      ...managed(focal),
      nodes: [
        aNode('a', 'v1.34.2', { ...blue, ...focal }),
        aNode('b', 'v1.34.2', { ...blue, ...focal, osImage: 'Ubuntu 20.04.5 LTS' }),
      ],
    },
    findingsLike: [{ level: 'fail', message: `${onV1}: the kubelet of 1.35 does not start` }],
  },
  {
    it: 'fails where user data chooses cgroup v1 on Amazon Linux 2023',
    ...to35,
    facts: managed({}, v1),
    findingsLike: [
      {
        level: 'fail',
        at: 35,
        resource: { kind: 'NodeGroup', name: 'blue' },
        message: 'user data of launch template lt-0a, version 2, chooses cgroup v1: the kubelet of 1.35 does not start',
        evidence: [
          {
            observed: 'systemd.unified_cgroup_hierarchy=0',
            required: 'cgroup v2',
            fact: 'launchTemplates',
            resource: 'launch template lt-0a, version 2',
          },
        ],
        fix: expect.stringContaining('Remove `systemd.unified_cgroup_hierarchy=0` from it.') as string,
      },
    ],
  },
  {
    it: 'reports user data once that two groups share and that was not read',
    ...to35,
    facts: {
      ...managed({}, aBoot({ unread: true })),
      nodes: [aNode('a', 'v1.34.2', blue), aNode('b', 'v1.34.2', { ...blue, group: 'green' })],
      nodegroups: [aNodegroup('blue', ofTemplate), aNodegroup('green', ofTemplate)],
    },
    findingsLike: [{ level: 'unknown', rule: 'user-data-not-read' }],
  },
  {
    it: 'warns for Bottlerocket with cgroup v1, whose kubelet accepts it',
    ...to35,
    facts: managed({ osImage: 'Bottlerocket OS 1.49.0 (aws-k8s-1.34)' }, v1),
    findingsLike: [{ level: 'warn', at: 35 }],
  },
  {
    it: 'fails for Bottlerocket whose settings refuse cgroup v1',
    ...to35,
    facts: managed({ osImage: 'Bottlerocket OS 1.49.0 (aws-k8s-1.34)' }, { ...v1, failCgroupV1: true }),
    findingsLike: [{ level: 'fail', at: 35 }],
  },
  {
    it: 'leaves Amazon Linux 2 to nodes/amazon-linux-2, even under another name',
    ...to35,
    facts: {
      ...managed({ osImage: 'Amazon Linux 2', kernelVersion: '5.10.245-245.983.amzn2.x86_64' }),
      nodes: [
        aNode('a', 'v1.34.2', { ...blue, osImage: 'Amazon Linux 2' }),
        aNode('b', 'v1.34.2', { ...blue, osImage: 'Golden 7', kernelVersion: '5.10.245-245.983.amzn2.x86_64' }),
      ],
    },
    findings: [],
  },
  {
    it: 'fails for Amazon Linux 2 if nodes/amazon-linux-2 is not selected',
    ...to35,
    selected: ['nodes/cgroup-v1'],
    facts: managed({ osImage: 'Amazon Linux 2' }),
    findingsLike: [{ level: 'fail', at: 35 }],
  },
  {
    it: 'fails for a hybrid node, on Amazon Linux 2 as well',
    ...to35,
    facts: {
      nodes: [
        aNode('mi-0a', 'v1.34.2', {
          computeType: 'hybrid',
          instanceId: null,
          osImage: 'Red Hat Enterprise Linux 8.10 (Ootpa)',
        }),
        aNode('mi-0b', 'v1.34.2', { computeType: 'hybrid', instanceId: null, osImage: 'Amazon Linux 2' }),
      ],
    },
    findingsLike: ['mi-0a', 'mi-0b'].map((name) => ({
      level: 'fail' as const,
      resource: { kind: 'Node', name },
      fix: expect.stringContaining('Boot the machine with cgroup v2 before you upgrade it to 1.35') as string,
    })),
  },
  {
    it: 'does not judge Windows, Fargate, EKS Auto Mode and virtual kubelets',
    ...to35,
    facts: {
      nodes: [
        aNode('a', 'v1.34.2', { ...blue, osImage: 'Windows Server 2022 Datacenter' }),
        aNode('b', 'v1.34.2', { computeType: 'fargate', osImage: 'Amazon Linux 2' }),
        aNode('c', 'v1.34.2', { computeType: 'auto', osImage: 'Bottlerocket (EKS Auto)' }),
        aNode('d', 'v1.14.3', { computeType: 'virtual', osImage: '' }),
      ],
    },
    findings: [],
  },
  {
    it: 'does not know the default of an operating system that is not in the table',
    ...to35,
    facts: managed({ osImage: 'Talos (v1.11.2)' }),
    findings: [
      {
        level: 'unknown',
        at: 35,
        rule: 'system-not-known',
        resource: { kind: 'NodeGroup', name: 'blue' },
        message: 'runs Talos (v1.11.2), whose default cgroup version is unknown',
        evidence: [{ observed: 'Talos (v1.11.2)', required: 'cgroup v2', fact: 'nodes', resource: 'Node a' }],
        fix: 'If a node has cgroup v1, start the nodes with cgroup v2 before you update them to 1.35. To see the cgroup version of a node (1 or 2; kubelet 1.31 and newer):\n```sh\nkubectl get --raw /api/v1/nodes/a/proxy/metrics | grep ^kubelet_cgroup_version\n```',
      },
    ],
  },
  {
    it: 'makes one entry of all groups with one such system',
    ...to35,
    facts: {
      nodes: [
        aNode('a', 'v1.34.2', { ...blue, osImage: 'Talos (v1.11.2)' }),
        aNode('b', 'v1.34.2', { ...blue, group: 'green', osImage: 'Talos (v1.11.2)' }),
      ],
    },
    findingsLike: ['blue', 'green'].map(() => ({ remedy: 'show-cgroup-version:Talos (v1.11.2)' })),
  },
  {
    it: 'does not know a node that reports no operating system',
    ...to35,
    facts: managed({ osImage: '', kernelVersion: '6.1.0' }),
    findingsLike: [{ level: 'unknown', message: 'the node does not report its operating system' }],
  },
  ...(
    [
      ['Ubuntu 20.04.6 LTS', 'fail'],
      ['Ubuntu 21.04', 'fail'],
      ['Ubuntu 21.10', undefined],
      ['Ubuntu 22.04.5 LTS', undefined],
      ['Debian GNU/Linux 10 (buster)', 'fail'],
      ['Debian GNU/Linux 12 (bookworm)', undefined],
      ['Red Hat Enterprise Linux 8.10 (Ootpa)', 'fail'],
      ['Red Hat Enterprise Linux Server 7.9 (Maipo)', 'fail'],
      ['Red Hat Enterprise Linux 9.4 (Plow)', undefined],
      ['Red Hat Enterprise Linux CoreOS 417.94', 'unknown'],
      ['CentOS Linux 7 (Core)', 'fail'],
      ['CentOS Stream 9', undefined],
      ['Rocky Linux 8.10 (Green Obsidian)', 'fail'],
      ['AlmaLinux 9.4 (Seafoam Ocelot)', undefined],
      ['Oracle Linux Server 8.10', 'fail'],
      ['SUSE Linux Enterprise Server 15 SP5', 'fail'],
      ['SUSE Linux Enterprise Server 15 SP7', 'unknown'],
      ['SUSE Linux Enterprise Server 16.0', undefined],
      ['Flatcar Container Linux by Kinvolk 2905.2.6 (Oklo)', 'fail'],
      ['Flatcar Container Linux by Kinvolk 3815.2.0 (Oklo)', undefined],
      ['Amazon Linux 2023.9.20251014', undefined],
      ['Bottlerocket OS 1.49.0 (aws-k8s-1.34)', undefined],
      ['Ubuntu Core', 'unknown'],
    ] as const
  ).map(([osImage, level]) => system(osImage, level)),
  {
    it: 'judges a self-managed group by the user data of its Auto Scaling group',
    ...to35,
    facts: {
      nodes: [aNode('a', 'v1.34.2', { instanceId: 'i-0a' })],
      autoScalingGroups: [aScalingGroup('gpu')],
      launchTemplates: [aLaunchTemplate(v1)],
    },
    findingsLike: [{ level: 'fail', resource: { kind: 'Node', name: 'a' } }],
  },
  {
    it: 'judges an empty group by its AMI type: Amazon Linux 2023 with cgroup v1 in its user data',
    ...to35,
    facts: empty({}, v1),
    findingsLike: [{ level: 'fail', resource: { kind: 'NodeGroup', name: 'blue', note: 'no nodes' } }],
  },
  {
    it: 'leaves empty groups with Amazon Linux 2, and does not judge those of Windows or of 1.35',
    ...to35,
    current: '1.35',
    facts: {
      ...empty({}),
      nodegroups: [
        aNodegroup('old', { amiType: 'AL2_x86_64', version: '1.32' }),
        aNodegroup('windows', { amiType: 'WINDOWS_CORE_2022_x86_64', version: '1.34' }),
        aNodegroup('new', { ...ofTemplate, version: '1.35' }),
        aNodegroup('gone', { ...ofTemplate, ...custom, status: 'DELETING' }),
      ],
      launchTemplates: [aLaunchTemplate(v1)],
    },
    findings: [],
  },
  {
    it: 'does not know an empty group with an AMI that no node shows',
    ...to35,
    facts: empty(custom),
    findingsLike: [{ level: 'unknown', at: 35, remedy: 'show-image:ami-0a' }],
  },
  {
    it: 'judges an empty group by the nodes of another group with its AMI',
    ...to35,
    facts: {
      ...managed(focal),
      nodegroups: [aNodegroup('blue', { ...custom, ...ofTemplate }), aNodegroup('idle', { ...custom, ...ofTemplate })],
    },
    findingsLike: [
      { level: 'fail', resource: { kind: 'NodeGroup', name: 'blue' } },
      { level: 'fail', resource: { kind: 'NodeGroup', name: 'idle', note: 'no nodes' } },
    ],
  },
  {
    it: 'does not know a self-managed group without nodes whose AMI has a name of its own',
    ...to35,
    facts: {
      nodes: [],
      emptyAutoScalingGroups: [
        {
          name: 'gpu',
          images: [{ template: 'lt-0a', version: '2', imageId: 'ami-0a', isParameter: false, name: null }],
        },
      ],
    },
    findingsLike: [{ level: 'unknown', remedy: 'show-image:AutoScalingGroup/gpu' }],
  },
  {
    it: 'judges a self-managed group without nodes by the name of its AMI',
    ...to35,
    facts: {
      nodes: [],
      autoScalingGroups: [aScalingGroup('gpu')],
      launchTemplates: [aLaunchTemplate(v1)],
      emptyAutoScalingGroups: [
        {
          name: 'gpu',
          images: [
            {
              template: 'lt-0a',
              version: '2',
              imageId: 'ami-0a',
              isParameter: false,
              name: 'amazon-eks-node-al2023-x86_64-standard-1.34-v20251103',
            },
          ],
        },
      ],
    },
    findingsLike: [{ level: 'fail', resource: { kind: 'AutoScalingGroup', name: 'gpu', note: 'no nodes' } }],
  },
  {
    it: 'fails for a pool without nodes whose user data chooses cgroup v1',
    ...to35,
    facts: pool({ boot: v1 }),
    findingsLike: [
      {
        level: 'fail',
        at: 35,
        resource: { kind: 'NodePool', name: 'default', note: 'no nodes' },
        message: 'user data of EC2NodeClass default chooses cgroup v1: the kubelet of 1.35 does not start',
      },
    ],
  },
  { it: 'is silent about a pool without nodes that selects an EKS AMI', ...to35, facts: pool({}), findings: [] },
  {
    it: 'does not know a pool without nodes that selects AMIs by id',
    ...to35,
    facts: pool({
      alias: null,
      amiFamily: 'Custom',
      terms: { ...aNodeClass('x').terms, amis: [aTerm({ id: 'ami-0a' })] },
    }),
    findingsLike: [{ level: 'unknown', at: 35, remedy: 'show-image:NodePool/default' }],
  },
]);
