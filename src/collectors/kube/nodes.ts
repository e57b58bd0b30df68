import { defineCollector } from '../collect.ts';
import type { Joined } from '../for-joins.ts';
import type { NodeFact } from '../../facts/facts.ts';
import { node } from '../../facts/nodes.ts';
import { isMoment } from '../../facts/public-texts.ts';
import { ScanError } from '../../facts/reason.ts';
import type { ReadAgain } from '../../sources/kube/contract.ts';
import { present, presentText } from '../require-field.ts';
import { findLabelSetters } from './label-setters.ts';
import { listLastingTaints } from './lasting-taints.ts';
import { keysOfNode } from './karpenter/karpenter-keys.ts';
import { listJoined } from './list.ts';
import { nodeFields, type NodeRead } from './read-fields.ts';

export const nodes = defineCollector('nodes', {
  permissions: [{ apiGroup: '', resource: 'nodes', verb: 'list' }],
  projected: true,
  async collect({ kube }) {
    const request = { apiGroup: '', versions: ['v1'], resource: 'nodes', project, keepManagedFields: true };
    return listJoined(await kube(), { ...request, protobuf: { message: 'Node', fields: nodeFields } });
  },
});

/** Parses what is kept of a node with the fact's schema. */
function project(raw: unknown, readAgain: ReadAgain): Joined<'nodes'> {
  const read = raw as NodeRead;
  return {
    entry: node.parse(projectNode(raw)),
    keys: keysOfNode(read),
    labels: read.metadata?.labels ?? {},
    setBy: findLabelSetters(read, readAgain),
    taints: listLastingTaints(read.spec?.taints),
  };
}

/** Parsed without a schema, like pods: a schema of whole nodes would take longer than the fact's. */
function projectNode(raw: unknown): NodeFact {
  const { metadata, spec, status } = raw as NodeRead;
  const name = present(metadata?.name, 'metadata.name');
  const labels = metadata?.labels ?? {};
  const info = present(status?.nodeInfo, 'status.nodeInfo');
  return {
    name,
    ...createdAt(metadata?.creationTimestamp),
    ...resolveComputeType(name, labels, info.kubeletVersion),
    kubeletVersion: present(info.kubeletVersion, 'nodeInfo.kubeletVersion'),
    containerRuntimeVersion: present(info.containerRuntimeVersion, 'nodeInfo.containerRuntimeVersion'),
    osImage: present(info.osImage, 'nodeInfo.osImage'),
    kernelVersion: present(info.kernelVersion, 'nodeInfo.kernelVersion'),
    zone: labels['topology.kubernetes.io/zone'] ?? null,
    instanceType: labels['node.kubernetes.io/instance-type'] ?? null,
    ...(isSpot(labels) ? { spot: true } : {}),
    instanceId: /^aws:.*\/(i-[^/]+)$/.exec(spec?.providerID ?? '')?.[1] ?? null,
    ...toConditionFields(status?.conditions ?? []),
    unschedulable: spec?.unschedulable === true,
    ...toTaintFields(spec),
    deletingSince: asText(metadata?.deletionTimestamp),
    nvidiaGpus: parseCount(status?.capacity?.['nvidia.com/gpu'] ?? '0', 'capacity nvidia.com/gpu'),
    ...(metadata?.annotations?.['karpenter.sh/do-not-disrupt'] === 'true' ? { doNotDisrupt: true } : {}),
  };
}

/** Conditions that are a problem if True; Ready is a problem if not True. */
const troubles = new Set(['MemoryPressure', 'DiskPressure', 'PIDPressure', 'NetworkUnavailable']);

type Conditions = NonNullable<NonNullable<NodeRead['status']>['conditions']>;

function toConditionFields(conditions: Conditions): Pick<NodeFact, 'ready' | 'notReadySince' | 'pressures'> {
  const ready = conditions.find(({ type }) => type === 'Ready');
  const isReported = ready?.status === 'True' || ready?.status === 'False';
  return {
    ready: isReported ? ready.status === 'True' : null,
    notReadySince: ready?.status === 'True' ? null : asText(ready?.lastTransitionTime),
    pressures: conditions.flatMap(({ type, status }) => (troubles.has(type) && status === 'True' ? [type] : [])),
  };
}

/** Taints of Karpenter on a node that it empties: since 1.0, and before. */
const disruptedTaints = new Set(['karpenter.sh/disrupted', 'karpenter.sh/disruption']);

function toTaintFields(spec: NodeRead['spec']): Pick<NodeFact, 'cordonedSince' | 'disrupted'> {
  const taints = spec?.taints ?? [];
  const cordon = taints.find(({ key }) => key === 'node.kubernetes.io/unschedulable');
  const since = asText(cordon?.timeAdded);
  const isDisrupted = taints.some(({ key, effect }) => effect === 'NoSchedule' && disruptedTaints.has(key));
  return {
    ...(spec?.unschedulable === true && since !== null && isMoment(since) ? { cordonedSince: since } : {}),
    ...(isDisrupted ? { disrupted: true } : {}),
  };
}

/** Device counts are whole numbers, unlike other quantities of a capacity. */
function parseCount(quantity: unknown, field: string): number {
  const text = presentText(quantity, field);
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new ScanError({ kind: 'unreadable', message: `${field} is not a number` });
}

/** The client's types say Date, but the JSON has strings. */
function asText(moment: unknown): string | null {
  return typeof moment === 'string' ? moment : null;
}

function createdAt(moment: unknown): Pick<NodeFact, 'createdAt'> {
  const text = asText(moment);
  return text === null ? {} : { createdAt: text };
}

/**
 * Whether a node is a Spot instance, by the labels that EKS sets on nodes of node groups, and Karpenter on nodes of its
 * pools.
 */
function isSpot(label: Record<string, string>): boolean {
  const isManaged = label['eks.amazonaws.com/nodegroup'] !== undefined;
  if (isManaged) return label['eks.amazonaws.com/capacityType'] === 'SPOT';
  return poolOf(label) !== null && label['karpenter.sh/capacity-type'] === 'spot';
}

function poolOf(label: Record<string, string>): string | null {
  return label['karpenter.sh/nodepool'] ?? label['karpenter.sh/provisioner-name'] ?? null;
}

/**
 * Whether a node is a virtual kubelet: by the label that the project's own library sets (virtual-kubelet,
 * node/nodeutil/controller.go), else by the version that its program reports: `v1.15.2-vk-azure-aci-v1.4.0`.
 */
function isVirtualKubelet(label: Record<string, string>, kubeletVersion: string): boolean {
  return label['type'] === 'virtual-kubelet' || /^v[\d.]+-vk(?![a-z0-9])/.test(kubeletVersion);
}

/** Auto Mode's nodes also have NodePool labels, so the compute type is checked first. */
function resolveComputeType(
  name: string,
  label: Record<string, string>,
  kubeletVersion: string,
): Pick<NodeFact, 'computeType' | 'group' | 'ofProvisioner'> {
  const pool = poolOf(label);
  const computeType = label['eks.amazonaws.com/compute-type'];
  if (computeType === 'auto') return { computeType: 'auto', group: pool };
  if (computeType === 'fargate' || name.startsWith('fargate-')) return { computeType: 'fargate', group: null };
  if (computeType === 'hybrid') return { computeType: 'hybrid', group: null };
  const nodegroup = label['eks.amazonaws.com/nodegroup'];
  if (nodegroup !== undefined) return { computeType: 'managed', group: nodegroup };
  const isOfNodePool = label['karpenter.sh/nodepool'] !== undefined;
  if (pool !== null) return { computeType: 'karpenter', group: pool, ...(isOfNodePool ? {} : { ofProvisioner: true }) };
  if (isVirtualKubelet(label, kubeletVersion)) return { computeType: 'virtual', group: null };
  return { computeType: 'self-managed', group: label['alpha.eksctl.io/nodegroup-name'] ?? null };
}
