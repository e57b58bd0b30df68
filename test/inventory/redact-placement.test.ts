import { describe, expect, it } from 'vitest';
import type { Facts } from '../../src/facts/facts.ts';
import type { PodTemplate } from '../../src/facts/pod-templates.ts';
import { listPresentNodes } from '../../src/for-checks/new-nodes/present.ts';
import { isChosenByKarpenter } from '../../src/for-checks/new-nodes/system-labels.ts';
import { matchPlacement } from '../../src/for-checks/placement/match.ts';
import type { Inventory } from '../../src/inventory/inventory.ts';
import { redactInventory } from '../../src/inventory/redact/redact.ts';
import { isTemporaryTaint } from '../../src/syntax/temporary-taints.ts';

/** Which pod fits on which node: the same before and after redaction. */

type Placed = Pick<PodTemplate, 'nodeSelector' | 'terms' | 'tolerations'>;
type NodeLabels = Facts['nodeLabels'];

function redacted(podTemplates: PodTemplate[], nodeLabels: NodeLabels): Pick<Facts, 'podTemplates' | 'nodeLabels'> {
  const readings: Inventory['readings'] = {
    podTemplates: { ok: true, value: podTemplates },
    nodeLabels: { ok: true, value: nodeLabels },
  };
  const after = redactInventory({ takenAt: '2026-11-30T00:00:00Z', readings }).readings;
  if (after.podTemplates?.ok !== true || after.nodeLabels?.ok !== true) throw new Error('not read');
  return { podTemplates: after.podTemplates.value, nodeLabels: after.nodeLabels.value };
}

function aTemplate(placed: Placed): PodTemplate {
  return { kind: 'Deployment', namespace: 'globex-shop', name: 'globex-cart', replicas: 2, running: 2, ...placed };
}

function aNode(labels: Record<string, string>, taints: NodeLabels[number]['taints'] = []): NodeLabels[number] {
  return { name: 'globex-node', labels, setBy: {}, taints };
}

function matches({ podTemplates, nodeLabels }: ReturnType<typeof redacted>): string[][] {
  return podTemplates.map((template) =>
    nodeLabels.flatMap((node) => {
      const nodes = [{ name: node.name }] as unknown as Parameters<typeof listPresentNodes>[0];
      return listPresentNodes(nodes, new Map([[node.name, node]])).map(
        ({ shape }) => matchPlacement(template, shape).is,
      );
    }),
  );
}

const cpu = 'karpenter.k8s.aws/instance-cpu';
const requires = (key: string, operator: string, ...values: string[]): Placed => ({
  terms: [{ labels: [{ key, operator, values }], fields: [] }],
});

const placements: Placed[] = [
  {},
  { nodeSelector: { 'kubernetes.io/arch': 'amd64' } },
  { nodeSelector: { 'globex.io/tier': 'globex-gold' } },
  { nodeSelector: { 'globex.io/tier': 'globex-silver' } },
  requires(cpu, 'Gt', '7'),
  requires(cpu, 'Gt', '8'),
  requires(cpu, 'Lt', '10'),
  requires('globex.io/build', 'Gt', '1764547200000'),
  requires('globex.io/build', 'Lt', '-5'),
  requires('globex.io/tier', 'NotIn', 'globex-gold'),
  requires('globex.io/absent', 'DoesNotExist'),
  { terms: [{ labels: [], fields: [{ key: 'metadata.name', operator: 'NotIn', values: ['globex-old'] }] }] },
  { terms: [{ labels: [], fields: [] }] },
  { tolerations: [{ key: 'globex.io/dedicated', operator: 'Equal', value: 'globex-batch', effect: 'NoSchedule' }] },
  { tolerations: [{ key: 'globex.io/dedicated', operator: 'Equal', value: 'globex-web', effect: 'NoSchedule' }] },
  { tolerations: [{ key: null, operator: 'Exists', value: null, effect: null }] },
];
const nodes = [
  aNode({
    'kubernetes.io/arch': 'amd64',
    'globex.io/tier': 'globex-gold',
    'globex.io/build': '1764547200001',
    [cpu]: '8',
  }),
  aNode({ 'kubernetes.io/arch': 'arm64', [cpu]: '16', 'globex.io/build': '-6' }),
  aNode({}, [{ key: 'globex.io/dedicated', value: 'globex-batch', effect: 'NoSchedule' }]),
];

describe('placements', () => {
  const before = { podTemplates: placements.map(aTemplate), nodeLabels: nodes };
  const after = redacted(before.podTemplates, before.nodeLabels);

  it('match the same nodes after redaction', () => {
    const found = matches(before);
    expect(new Set(found.flat())).toEqual(new Set(['matches', 'misses']));
    expect(matches(after)).toEqual(found);
  });

  it('do not name the owner', () => {
    expect(JSON.stringify(after)).not.toMatch(/globex/i);
  });
});

const systemPairs: Record<string, string> = {
  'kubernetes.io/arch': 'amd64',
  'kubernetes.io/os': 'linux',
  'beta.kubernetes.io/instance-type': 'm5.large',
  'topology.kubernetes.io/zone': 'eu-west-1a',
  'topology.kubernetes.io/region': 'eu-west-1',
  'topology.ebs.csi.aws.com/zone': 'eu-west-1a',
  'failure-domain.beta.kubernetes.io/zone': 'eu-west-1a',
  'node.kubernetes.io/instance-type': 'c7gn.16xlarge',
  'node.kubernetes.io/windows-build': '10.0.20348',
  'eks.amazonaws.com/capacityType': 'ON_DEMAND',
  'eks.amazonaws.com/compute-type': 'auto',
  'eks.amazonaws.com/sourceLaunchTemplateVersion': '3',
  'eks.amazonaws.com/instance-generation': '7',
  'karpenter.sh/nodepool': 'default',
  'karpenter.sh/capacity-type': 'on-demand',
  'karpenter.sh/provisioner-name': 'default',
  'karpenter.k8s.aws/instance-category': 'm',
  'karpenter.k8s.aws/instance-size': '2xlarge',
  'karpenter.k8s.aws/instance-gpu-memory': '16384',
  'karpenter.k8s.aws/instance-accelerator-count': '1',
  'karpenter.k8s.aws/instance-cpu-sustained-clock-speed-mhz': '3600',
  'karpenter.k8s.aws/instance-tenancy': 'default',
};

it('keeps the labels that Kubernetes, EKS and Karpenter set, with values that no owner chose', () => {
  const { podTemplates, nodeLabels } = redacted([aTemplate({ nodeSelector: systemPairs })], [aNode(systemPairs)]);
  expect(podTemplates[0]?.nodeSelector).toEqual(systemPairs);
  expect(nodeLabels[0]?.labels).toEqual(systemPairs);
});

it.each([
  'karpenter.k8s.aws/instance-accelerator-name',
  'karpenter.k8s.aws/instance-gpu-name',
  'eks.amazonaws.com/instance-family',
  'topology.k8s.aws/zone-id',
])('keeps %s a label that Karpenter chooses', (key) => {
  const { podTemplates } = redacted([aTemplate({ nodeSelector: { [key]: 'globex' } })], []);
  expect(Object.keys(podTemplates[0]?.nodeSelector ?? {}).map(isChosenByKarpenter)).toEqual([true]);
});

it.each([
  'node.cilium.io/agent-not-ready',
  'cni.istio.io/not-ready',
  'ebs.csi.aws.com/agent-not-ready',
  's3.csi.aws.com/agent-not-ready',
  'node.cluster.x-k8s.io/uninitialized',
  'ignore-taint.cluster-autoscaler.kubernetes.io/globex',
  'startup-taint.cluster-autoscaler.kubernetes.io/globex',
  'readiness.k8s.io/globex',
])('keeps %s a taint for a time', (key) => {
  const { nodeLabels } = redacted([], [aNode({}, [{ key, value: null, effect: 'NoSchedule' }])]);
  expect(nodeLabels.flatMap(({ taints }) => taints.map((taint) => isTemporaryTaint(taint.key)))).toEqual([true]);
});
