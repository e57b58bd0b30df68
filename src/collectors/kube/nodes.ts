import * as z from 'zod/mini';
import { defineCollector } from '../../collect.ts';
import type { NodeFact } from '../../facts.ts';
import { listAll } from './list.ts';

const labels = z.optional(z.record(z.string(), z.string()));
const nodeObject = z.object({
  metadata: z.object({ name: z.string(), labels }),
  status: z.object({
    nodeInfo: z.object({ kubeletVersion: z.string(), containerRuntimeVersion: z.string(), osImage: z.string() }),
  }),
});

export const nodes = defineCollector('nodes', {
  permissions: [{ apiGroup: '', resource: 'nodes', verb: 'list' }],
  async collect({ kube }) {
    return listAll(await kube(), { apiGroup: '', versions: ['v1'], resource: 'nodes', project });
  },
});

function project(raw: unknown): NodeFact {
  const { metadata, status } = nodeObject.parse(raw);
  const nodeLabels = metadata.labels ?? {};
  return {
    name: metadata.name,
    ...ownerOf(metadata.name, nodeLabels),
    kubeletVersion: status.nodeInfo.kubeletVersion,
    containerRuntimeVersion: status.nodeInfo.containerRuntimeVersion,
    osImage: status.nodeInfo.osImage,
    zone: nodeLabels['topology.kubernetes.io/zone'] ?? null,
    instanceType: nodeLabels['node.kubernetes.io/instance-type'] ?? null,
  };
}

/** Auto Mode's nodes carry NodePool labels too, so the compute type is asked first. */
function ownerOf(name: string, label: Record<string, string>): Pick<NodeFact, 'computeType' | 'group'> {
  const pool = label['karpenter.sh/nodepool'] ?? label['karpenter.sh/provisioner-name'] ?? null;
  const computeType = label['eks.amazonaws.com/compute-type'];
  if (computeType === 'auto') return { computeType: 'auto', group: pool };
  if (computeType === 'fargate' || name.startsWith('fargate-')) return { computeType: 'fargate', group: null };
  if (computeType === 'hybrid') return { computeType: 'hybrid', group: null };
  const nodegroup = label['eks.amazonaws.com/nodegroup'];
  if (nodegroup !== undefined) return { computeType: 'managed', group: nodegroup };
  if (pool !== null) return { computeType: 'karpenter', group: pool };
  return { computeType: 'self-managed', group: label['alpha.eksctl.io/nodegroup-name'] ?? null };
}
