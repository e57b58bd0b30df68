import type { Evidence } from '../../../src/check.ts';
import type { Facts, NodeFact } from '../../../src/facts/facts.ts';
import { emptyNodegroups } from '../../../src/for-checks/node-owners.ts';

type Nodegroup = Facts['nodegroups'][number];

/** Operating systems and services that include the device plugin. */
type Service = 'Bottlerocket' | 'EKS Auto Mode';

/** Nodes and node groups with GPUs, grouped by what provides their device plugin. */
export interface GpuCompute {
  /** Nodes and node groups that need a DaemonSet. */
  own: readonly Evidence[];
  /** What includes the plugin for the other nodes and node groups. */
  served: readonly Service[];
}

/** Groups nodes with GPUs, and empty node groups that would launch such nodes. */
export function groupGpusByProvider(nodes: Facts['nodes'], nodegroups: Facts['nodegroups']): GpuCompute {
  const gpuNodes = nodes.filter(isGpuNode);
  const groups = emptyNodegroups(gpuNodes, nodegroups).filter(isGpuGroup);
  const services = [...gpuNodes.map(findPluginService), ...groups.map(serviceOfGroup)];
  return {
    own: [
      ...gpuNodes.filter((node) => findPluginService(node) === undefined).map(gpuEvidence),
      ...groups.filter((group) => serviceOfGroup(group) === undefined).map(groupEvidence),
    ],
    served: [...new Set(services.filter((service) => service !== undefined))],
  };
}

/** Nodes that report GPUs although neither their operating system nor a service includes the plugin. */
export function nodesShowingGpus(nodes: Facts['nodes']): NodeFact[] {
  return nodes.filter((node) => node.nvidiaGpus > 0 && findPluginService(node) === undefined);
}

/** Evidence of a node's instance type and the number of GPUs that it reports. */
export function gpuEvidence({ name, nvidiaGpus, instanceType }: NodeFact): Evidence {
  const gpus = nvidiaGpus > 0 ? `nvidia.com/gpu ${nvidiaGpus}` : 'no nvidia.com/gpu reported';
  return {
    observed: instanceType === null ? gpus : `${instanceType}, ${gpus}`,
    resource: `Node ${name}`,
    fact: 'nodes',
  };
}

function groupEvidence({ name, amiType, instanceTypes }: Nodegroup): Evidence {
  const observed = [...(amiType === null ? [] : [amiType]), ...instanceTypes, 'no GPU node'].join(', ');
  return { observed, resource: `NodeGroup ${name}`, fact: 'nodegroups' };
}

/** Families p, g and gr have NVIDIA GPUs; g4ad has AMD's. Source: the EC2 user guide on accelerated instances. */
function isGpuType(instanceType: string): boolean {
  return /^(p\d|gr?\d(?!ad))[a-z0-9-]*\./.test(instanceType);
}

function isGpuNode({ nvidiaGpus, instanceType }: NodeFact): boolean {
  return nvidiaGpus > 0 || (instanceType !== null && isGpuType(instanceType));
}

function isGpuGroup({ amiType, instanceTypes }: Nodegroup): boolean {
  return /_GPU$|NVIDIA/.test(amiType ?? '') || instanceTypes.some(isGpuType);
}

function findPluginService({ computeType, osImage }: NodeFact): Service | undefined {
  if (computeType === 'auto') return 'EKS Auto Mode';
  return osImage.startsWith('Bottlerocket') ? 'Bottlerocket' : undefined;
}

function serviceOfGroup({ amiType }: Nodegroup): Service | undefined {
  return amiType?.startsWith('BOTTLEROCKET_') === true ? 'Bottlerocket' : undefined;
}
