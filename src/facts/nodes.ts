import * as z from 'zod/mini';
import { name, publicText } from './marks.ts';
import {
  containerRuntime,
  instanceType,
  kernelVersion,
  kubeletVersion,
  moment,
  osImage,
  place,
} from './public-texts.ts';

/** What creates and replaces a node. `virtual`: a virtual kubelet, a program that only acts as a node. */
export const computeTypes = ['managed', 'self-managed', 'karpenter', 'auto', 'fargate', 'hybrid', 'virtual'] as const;

// The collector projects API objects by hand, since there may be thousands; this schema describes what is kept.
/** v1 Nodes. */
export const node = z.object({
  name: name('node'),
  /** Omitted if the API server returns none. */
  createdAt: z.optional(moment()),
  computeType: z.enum(computeTypes),
  /** The node group, NodePool or Provisioner that created it. */
  group: z.nullable(name('group')),
  /** `group` is a Provisioner: Karpenter 0.32 or an earlier version launched the node. */
  ofProvisioner: z.optional(z.literal(true)),
  kubeletVersion: kubeletVersion(),
  containerRuntimeVersion: containerRuntime(),
  osImage: osImage(),
  kernelVersion: kernelVersion(),
  zone: z.nullable(place()),
  instanceType: z.nullable(instanceType()),
  /** The labels of the node group or of Karpenter mark it as a Spot instance. */
  spot: z.optional(z.literal(true)),
  /** The EC2 instance id in `spec.providerID`; null for other nodes. */
  instanceId: z.nullable(name('id')),
  /** The Ready condition; null if it is Unknown or missing. */
  ready: z.nullable(z.boolean()),
  /** When Ready last changed, if it is not True. */
  notReadySince: z.nullable(moment()),
  /** Conditions that report a problem and are True. */
  pressures: z.array(publicText(['MemoryPressure', 'DiskPressure', 'PIDPressure', 'NetworkUnavailable'])),
  /** Cordoned: `spec.unschedulable`. */
  unschedulable: z.boolean(),
  /**
   * When it was cordoned: `timeAdded` of the taint node.kubernetes.io/unschedulable. Omitted if it is not cordoned, and
   * in older inventories.
   */
  cordonedSince: z.exactOptional(moment()),
  /** Karpenter empties it: it has the taint karpenter.sh/disrupted or karpenter.sh/disruption. */
  disrupted: z.exactOptional(z.literal(true)),
  /** When its deletion was requested (it waits for a finalizer); null if it was not requested. */
  deletingSince: z.nullable(moment()),
  /** Capacity of `nvidia.com/gpu`, which a running device plugin reports; 0 if it is missing. */
  nvidiaGpus: z.number(),
  /** The annotation `karpenter.sh/do-not-disrupt` is `true`. */
  doNotDisrupt: z.optional(z.literal(true)),
});
export const nodes = z.array(node);
