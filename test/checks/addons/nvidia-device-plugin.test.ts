import { expect } from 'vitest';
import check from '../../../checks/addons/nvidia-device-plugin/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { aComponent, aNode, aNodegroup, checkCases, type Case } from '../cases.ts';
import { ownerRows } from '../owners.ts';

type Plugin = Facts['nvidiaDevicePlugins'][number];

const plain = aNode('a', 'v1.33.5');
const gpu = aNode('g', 'v1.33.5', { instanceType: 'g5.xlarge', nvidiaGpus: 1 });
const bottlerocket = { ...gpu, osImage: 'Bottlerocket OS 1.49.0 (aws-k8s-1.33-nvidia)' };
const auto = { ...gpu, computeType: 'auto', group: 'gpu' } as const;

function aPlugin(more: Partial<Plugin> = {}): Plugin {
  const image = 'nvcr.io/nvidia/k8s-device-plugin:v0.14.5';
  const name = 'nvidia-device-plugin-daemonset';
  return {
    ...aComponent({ kind: 'DaemonSet', name, replicas: null, image, version: '0.14.5' }),
    operator: false,
    ...more,
  };
}

function facts(nodes: Facts['nodes'], plugins: Plugin[] = [], nodegroups: Facts['nodegroups'] = []): Case['facts'] {
  return { nodes, nodegroups, nvidiaDevicePlugins: plugins };
}

const operated = aPlugin({ namespace: 'gpu-operator', operator: true });
const resource = { kind: 'DaemonSet', namespace: 'kube-system', name: 'nvidia-device-plugin-daemonset' };
const newest = { observed: '0.14.5', required: 'the newest release', fact: 'nvidiaDevicePlugins' } as const;
const message = 'NVIDIA device plugin 0.14.5 runs on GPU nodes and keeps its version: update it after the nodes';

checkCases(check, [
  {
    it: 'skips a DaemonSet that matches none of the GPU nodes',
    facts: facts([plain, gpu], [aPlugin({ matchesNoNode: true })]),
    skip: 'no GPU node runs the NVIDIA device plugin: its DaemonSet matches none, and another plugin reports the GPUs',
  },
  { it: 'is silent without a GPU', facts: facts([plain], [], [aNodegroup('blue')]), findings: [] },
  { it: 'is silent without a GPU, with a plugin', facts: facts([plain], [aPlugin()]), findings: [] },
  {
    it: 'warns of a DaemonSet of your own beside GPU nodes',
    facts: facts([plain, gpu], [aPlugin()]),
    findings: [
      {
        level: 'warn',
        at: 34,
        resource,
        message,
        evidence: [newest, { observed: 'g5.xlarge, nvidia.com/gpu 1', resource: 'Node g', fact: 'nodes' }],
        fix: expect.stringContaining('kubectl -n kube-system rollout status daemonset/nvidia'),
      },
    ],
  },
  {
    it: 'tells the version that runs apart from the newest release',
    facts: facts([gpu], [aPlugin({ version: '0.9.0' })]),
    findingsLike: [
      {
        fix: expect.stringContaining('update the DaemonSet from 0.9.0 to the newest release of the plugin.'),
      },
    ],
  },
  {
    it: 'sees GPU nodes that show no GPU by their type',
    facts: facts([{ ...gpu, nvidiaGpus: 0 }], [aPlugin()]),
    findingsLike: [
      { evidence: [newest, { observed: 'g5.xlarge, no nvidia.com/gpu reported', resource: 'Node g', fact: 'nodes' }] },
    ],
  },
  {
    it: 'sees node groups at zero by AMI type or instance type',
    facts: facts(
      [plain],
      [aPlugin()],
      [
        aNodegroup('old', { amiType: 'AL2_x86_64_GPU' }),
        aNodegroup('new', { amiType: 'AL2023_x86_64_NVIDIA', instanceTypes: ['p5.48xlarge'] }),
        aNodegroup('custom', { amiType: 'CUSTOM', instanceTypes: ['gr6.4xlarge'] }),
        aNodegroup('plain', { instanceTypes: ['m6g.large'] }),
        aNodegroup('amd', { instanceTypes: ['g4ad.xlarge'] }),
        aNodegroup('rocket', { amiType: 'BOTTLEROCKET_x86_64_NVIDIA' }),
      ],
    ),
    findingsLike: [
      {
        evidence: [
          newest,
          expect.objectContaining({ resource: 'NodeGroup old' }),
          expect.objectContaining({ observed: 'AL2023_x86_64_NVIDIA, p5.48xlarge, no GPU node' }),
          expect.objectContaining({ resource: 'NodeGroup custom' }),
        ],
      },
    ],
  },
  { it: 'is silent where no update is planned', target: '1.33', facts: facts([gpu], [aPlugin()]), findings: [] },
  {
    it: 'judges the DaemonSet of your own beside that of the GPU Operator',
    facts: facts([gpu], [operated, aPlugin()]),
    findingsLike: [{ resource, message }],
  },
  {
    it: 'judges every copy, and does not guess at an unreadable version',
    facts: facts(
      [gpu, bottlerocket],
      [aPlugin({ version: null, image: 'mirror/k8s-device-plugin:latest' }), aPlugin()],
    ),
    findingsLike: [{ level: 'unknown', rule: 'version-not-readable' }, { level: 'warn' }],
  },
  {
    it: 'does not know what shows the GPUs where no plugin is recognised',
    facts: facts([gpu]),
    findings: [
      {
        level: 'unknown',
        rule: 'no-plugin-recognised',
        resource: { kind: 'DaemonSet', name: 'NVIDIA device plugin' },
        message: '1 node reports nvidia.com/gpu, but no DaemonSet is recognized as the device plugin',
        evidence: [{ observed: 'g5.xlarge, nvidia.com/gpu 1', resource: 'Node g', fact: 'nodes' }],
        fix: expect.stringContaining('kubectl get daemonsets'),
      },
    ],
  },
  {
    it: 'is silent where GPUs are not shown and no plugin runs: there is nothing to update',
    facts: facts([{ ...gpu, nvidiaGpus: 0 }]),
    findings: [],
  },
  {
    it: 'does not apply where the GPU Operator made the plugin',
    facts: facts([gpu], [operated]),
    skip: 'the GPU Operator updates its device plugin itself',
  },
  {
    it: 'does not apply where Bottlerocket has the GPUs',
    facts: facts([plain, bottlerocket]),
    skip: 'Bottlerocket brings its own device plugin',
  },
  {
    it: 'does not apply where Auto Mode and Bottlerocket have the GPUs',
    facts: facts([plain, auto], [], [aNodegroup('rocket', { amiType: 'BOTTLEROCKET_ARM_64_NVIDIA' })]),
    skip: 'EKS Auto Mode and Bottlerocket bring their own device plugin',
  },
  {
    it: 'sets only the image of a plugin with another name, container and registry',
    facts: facts(
      [gpu],
      [
        aPlugin({
          namespace: 'gpu',
          name: 'dp',
          container: 'plugin',
          image: 'mirror.example/k8s-device-plugin:v0.14.5',
        }),
      ],
    ),
    findingsLike: [
      {
        fix: expect.stringMatching(
          /^(?![^]*kubectl apply)[^]*get daemonset dp -o yaml > \S+\nkubectl -n gpu set image daemonset\/dp plugin=mirror\.example\/k8s-device-plugin:vX\.X\.X/,
        ) as string,
      },
    ],
  },
  ...ownerRows({
    chart: {
      release: 'nvdp',
      says: /helm upgrade nvdp nvdp\/nvidia-device-plugin \\\n {2}--version CHART_VERSION --namespace infra/,
    },
    nobody:
      /set the newest release of the plugin there first\. Set only the image[^]*set image daemonset\/nvidia-device-plugin-daemonset nvidia-device-plugin-ctr=nvcr\.io\/nvidia\/k8s-device-plugin:vX/,
  }).map(({ who, more, fix }) => ({
    it: `tells the owner of the DaemonSet: ${who}`,
    facts: facts([gpu], [aPlugin(more)]),
    findingsLike: [{ fix }],
  })),
]);
