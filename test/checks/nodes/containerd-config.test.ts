import check from '../../../checks/nodes/containerd-config/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { aNode, aNodegroup, aWorkload, checkCases } from '../cases.ts';
import { aNodeClass, aNodePool } from '../karpenter/objects.ts';
import { aBoot, aLaunchTemplate, ofTemplate } from './launches.ts';

type Workload = Facts['daemonSets'][number];

const one = (name: string, more: Partial<Facts['nodes'][number]> = {}) =>
  aNode(name, 'v1.32.9-eks-113cf36', {
    computeType: 'managed',
    group: 'gpu',
    containerRuntimeVersion: 'containerd://1.7.27',
    instanceType: 'g5.xlarge',
    ...more,
  });
const gpu = aNodegroup('gpu', { amiType: 'AL2023_x86_64_NVIDIA', version: '1.32', releaseVersion: '1.32.9-20250920' });

function aDaemonSet(image: string, path?: string): Workload {
  return aWorkload({
    kind: 'DaemonSet',
    namespace: 'tools',
    name: 'agent',
    replicas: null,
    containers: [{ name: 'main', image }],
    hostPaths: path === undefined ? [] : [{ volume: 'conf', path }],
  });
}

const toolkit = (tag: string) => aDaemonSet(`nvcr.io/nvidia/k8s/container-toolkit:${tag}`, '/etc/containerd');
const cluster = { nodes: [one('a')], nodegroups: [gpu], nodeImages: [] };
const path = { current: '1.32', target: '1.33' };
const resource = { kind: 'DaemonSet', namespace: 'tools', name: 'agent' };

const v1 = aBoot({ containerdV1: true });
const withData = (boot: Parameters<typeof aLaunchTemplate>[0], more: Partial<Facts> = {}): Partial<Facts> => ({
  ...cluster,
  daemonSets: [],
  nodegroups: [{ ...gpu, ...ofTemplate }],
  launchTemplates: [aLaunchTemplate(boot)],
  ...more,
});

checkCases(check, [
  {
    it: 'warns of user data that configures containerd 1',
    ...path,
    facts: withData(v1),
    findingsLike: [
      {
        level: 'warn',
        at: 33,
        rule: 'user-data',
        resource: { kind: 'LaunchTemplate', name: 'lt-0a', note: 'version 2' },
        message:
          'configures the CRI plugin of containerd 1, whose settings containerd 2 reads under other names: new nodes of node group gpu run without them, such as registry mirrors',
      },
    ],
  },
  {
    it: 'warns of it for a node group without nodes',
    ...path,
    facts: withData(v1, { nodes: [] }),
    findingsLike: [{ level: 'warn', rule: 'user-data' }],
  },
  {
    it: 'warns of the user data of a node class',
    ...path,
    facts: withData(null, {
      nodes: [one('a', { computeType: 'karpenter', group: 'default' })],
      nodegroups: [],
      karpenterPools: [aNodePool('default')],
      karpenterNodeClasses: [aNodeClass('default', { boot: v1 })],
    }),
    findingsLike: [{ level: 'warn', rule: 'user-data', resource: { kind: 'EC2NodeClass', name: 'default' } }],
  },
  {
    it: 'is silent about user data that does not configure it',
    ...path,
    facts: withData(aBoot({ containerdV1: false })),
    findings: [],
  },
  {
    it: 'is silent about such user data where the nodes run containerd 2 already',
    ...path,
    facts: withData(v1, { nodes: [one('a', { containerRuntimeVersion: 'containerd://2.1.4' })] }),
    findings: [],
  },
  {
    it: 'does not know about user data that was not read',
    ...path,
    facts: withData(aBoot({ unread: true })),
    findingsLike: [{ level: 'unknown', rule: 'user-data-not-read', remedy: 'read-user-data:LaunchTemplate/lt-0a' }],
  },
  {
    it: 'does not know about user data of an older inventory',
    ...path,
    facts: withData(aBoot()),
    findingsLike: [{ level: 'unknown', rule: 'user-data-not-read' }],
  },
  {
    it: 'warns of a release of the NVIDIA Container Toolkit that exits on containerd 2',
    ...path,
    facts: { ...cluster, daemonSets: [toolkit('v1.14.6-centos7')] },
    findings: [
      {
        level: 'warn',
        at: 33,
        rule: 'editor',
        resource,
        message:
          'the NVIDIA Container Toolkit 1.14.6 exits (unsupported config version: 3), so nodes offer no GPUs; the update of the nodes brings containerd 2 (NodeGroup gpu)',
        evidence: [
          {
            observed: 'nvcr.io/nvidia/k8s/container-toolkit:v1.14.6-centos7',
            required: '1.17.4 or later',
            fact: 'daemonSets',
          },
        ],
        fix: 'Before you update the nodes to 1.33, update the NVIDIA Container Toolkit to 1.17.4 or later. If the NVIDIA GPU Operator runs it, remove the value toolkit.version, or update the operator. Where a chart, a manifest or a module defines it, set 1.17.4 or later there first. Then:\n```sh\nkubectl -n tools get daemonset agent -o yaml\n```',
        links: ['https://github.com/NVIDIA/gpu-operator/issues/2060'],
      },
    ],
  },
  {
    it: 'is silent about a release that supports containerd 2',
    ...path,
    facts: { ...cluster, daemonSets: [toolkit('v1.17.4-ubi8')] },
    findings: [],
  },
  {
    it: 'is silent where the nodes run containerd 2 already',
    ...path,
    facts: {
      nodes: [one('a', { containerRuntimeVersion: 'containerd://2.1.5' })],
      nodegroups: [{ ...gpu, releaseVersion: '1.32.9-20260110' }],
      nodeImages: [],
      daemonSets: [toolkit('v1.14.6')],
    },
    findings: [],
  },
  {
    it: 'is silent on Bottlerocket, whose configuration no pod writes',
    ...path,
    facts: {
      nodes: [one('a', { osImage: 'Bottlerocket OS 1.50.0 (aws-k8s-1.32)' })],
      nodegroups: [{ ...gpu, amiType: 'BOTTLEROCKET_x86_64_NVIDIA' }],
      nodeImages: [],
      daemonSets: [toolkit('v1.14.6')],
    },
    findings: [],
  },
  {
    it: 'is silent where the versions of the path keep containerd 1: a custom AMI up to 1.35',
    ...path,
    facts: {
      nodes: [one('a')],
      nodegroups: [aNodegroup('gpu', { amiType: 'CUSTOM', version: null, releaseVersion: null })],
      nodeImages: [],
      daemonSets: [toolkit('v1.14.6')],
    },
    findings: [],
  },
  {
    it: 'warns for a custom AMI and for hybrid nodes where EKS requires containerd 2',
    current: '1.34',
    target: '1.36',
    facts: {
      nodes: [one('a', { nvidiaGpus: 1 }), one('b', { computeType: 'hybrid', group: null, instanceType: null })],
      nodegroups: [aNodegroup('gpu', { amiType: 'CUSTOM', version: null, releaseVersion: null })],
      nodeImages: [],
      daemonSets: [toolkit('v1.16.2')],
    },
    findingsLike: [{ level: 'warn', at: 36 }],
  },
  {
    it: 'is silent about the toolkit where only nodes without GPUs leave containerd 1',
    ...path,
    facts: {
      nodes: [one('a', { instanceType: 'm6i.large' })],
      nodegroups: [aNodegroup('gpu', { amiType: 'AL2023_x86_64_STANDARD' })],
      nodeImages: [],
      daemonSets: [toolkit('v1.14.6')],
    },
    findings: [],
  },
  {
    it: 'judges a node group without nodes by the release of its AMI',
    ...path,
    facts: { nodes: [], nodegroups: [gpu], nodeImages: [], daemonSets: [toolkit('v1.14.6')] },
    findingsLike: [{ level: 'warn', at: 33 }],
  },
  {
    it: 'warns without an update of the version: the newest AMI of 1.32 brings containerd 2',
    current: '1.32',
    target: '1.32',
    facts: { ...cluster, daemonSets: [toolkit('v1.14.6')] },
    findingsLike: [{ level: 'warn', rule: 'editor' }],
  },
  {
    it: 'is unknown for an image without a version',
    ...path,
    facts: { ...cluster, daemonSets: [toolkit('stable')] },
    findingsLike: [{ level: 'unknown', rule: 'version-not-readable' }],
  },
  {
    it: 'warns of Spegel, whose mirrors containerd 2 bypasses, in any release',
    ...path,
    facts: { ...cluster, daemonSets: [aDaemonSet('ghcr.io/spegel-org/spegel:v0.6.0')] },
    findingsLike: [
      {
        level: 'warn',
        rule: 'editor',
        message:
          'Spegel 0.6.0 is bypassed: containerd 2.1 and later pull images without its mirrors if config_path names two folders, as in EKS AMIs (reported once); the update of the nodes brings containerd 2 (NodeGroup gpu)',
        fix: 'Before you update the nodes to 1.33: Set use_local_image_pull = true for the plugin io.containerd.cri.v1.images in the containerd configuration of the nodes (NodeConfig).',
      },
    ],
  },
  {
    it: 'warns of another DaemonSet that mounts the configuration, and says that it may not write there',
    ...path,
    facts: { ...cluster, daemonSets: [aDaemonSet('quay.io/kata-containers/kata-deploy:3.2.0', '/etc/containerd/')] },
    findingsLike: [
      {
        level: 'warn',
        rule: 'mount',
        message:
          'mounts /etc/containerd/, and the update of the nodes brings containerd 2 (NodeGroup gpu): if it writes the configuration there, it must support version 3',
      },
    ],
  },
  {
    it: 'is silent about mounts beside the configuration, and about images that only end like a known one',
    ...path,
    facts: {
      ...cluster,
      daemonSets: [
        aDaemonSet('mirror.example/my-container-toolkit:v1.0.0', '/etc/containerd.d'),
        aDaemonSet('mirror.example/agent:v1', '/run/containerd/containerd.sock'),
      ],
    },
    findings: [],
  },
]);
