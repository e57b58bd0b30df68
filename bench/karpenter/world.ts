import { karpenterMatrixWorld } from '../../test/world/karpenter-matrix-world.ts';
import { aClaimObject } from '../../test/world/karpenter-pools.ts';
import { aNodeObject } from '../../test/world/manifests.ts';
import type { World } from '../../test/world/world.ts';
import { aBenchPod, benchNodeName } from '../pods/pod.ts';

type Json = Record<string, unknown>;

/**
 * The healthy Karpenter cluster with `nodes` Karpenter nodes, each with its NodeClaim, and `pods` pods, some with
 * Karpenter's keys. Lists have pages of 500 objects, like those of a real API server.
 */
export function karpenterWorld(nodes: number, pods: number): World {
  const world = karpenterMatrixWorld();
  const objects = [
    ...world.kube.objects,
    ...Array.from({ length: nodes }, (_, index) => aKarpenterNode(index)),
    ...Array.from({ length: nodes }, (_, index) => aRunningClaim(index)),
    ...Array.from({ length: pods }, (_, index) => aPod(index, nodes)),
  ];
  return {
    ...world,
    aws: { ...world.aws, pageSize: 100 },
    kube: { ...world.kube, pageSize: 500, objects },
  };
}

const instanceType = 'm6i.2xlarge';

/** Labels that Karpenter sets on each of its nodes. */
function buildKarpenterLabels(index: number): Record<string, string> {
  const instance = Object.entries({
    category: 'm',
    cpu: '8',
    'cpu-manufacturer': 'intel',
    family: 'm6i',
    generation: '6',
    hypervisor: 'nitro',
    memory: '32768',
    'network-bandwidth': '12500',
    size: '2xlarge',
  }).map(([name, value]) => [`karpenter.k8s.aws/instance-${name}`, value]);
  return {
    ...Object.fromEntries(instance),
    'karpenter.sh/nodepool': index % 10 === 0 ? 'own-images' : 'default',
    'karpenter.sh/capacity-type': 'on-demand',
    'karpenter.sh/registered': 'true',
    'karpenter.sh/initialized': 'true',
    'kubernetes.io/arch': 'amd64',
    'kubernetes.io/os': 'linux',
    'node.kubernetes.io/instance-type': instanceType,
  };
}

function aKarpenterNode(index: number): Json {
  const kubelet = 'v1.33.5-eks-113cf36';
  const node = aNodeObject(benchNodeName(index), { kubelet, labels: buildKarpenterLabels(index) }) as {
    metadata: Json;
  };
  const annotations = {
    'karpenter.k8s.aws/ec2nodeclass-hash': '4012513481623584108',
    'karpenter.sh/nodepool-hash': '12028663807258658692',
  };
  return { ...node, metadata: { ...node.metadata, annotations } };
}

const conditions = ['Launched', 'Registered', 'Initialized', 'Consolidatable', 'Ready'];

/** A NodeClaim as the API server stores it, about 5 kB of JSON. */
function aRunningClaim(index: number): Json {
  const claim = aClaimObject('NodeClaim', `claim-${index}`, 'default') as { metadata: Json; spec: Json };
  const requirements = Object.entries(buildKarpenterLabels(index)).map(([key, value]) => ({
    key,
    operator: 'In',
    values: [value],
  }));
  const resources = { cpu: '7910m', memory: '29317Mi', pods: '58', 'ephemeral-storage': '17Gi' };
  return {
    ...claim,
    metadata: { ...claim.metadata, labels: buildKarpenterLabels(index), finalizers: ['karpenter.sh/termination'] },
    spec: { ...claim.spec, expireAfter: '720h', requirements, resources: { requests: resources } },
    status: {
      allocatable: resources,
      capacity: resources,
      conditions: conditions.map((type) => ({
        type,
        status: 'True',
        reason: type,
        message: '',
        lastTransitionTime: '2026-10-01T08:01:00Z',
        observedGeneration: 1,
      })),
      imageID: 'ami-0a1b2c3d4e5f60001',
      nodeName: benchNodeName(index),
      providerID: `aws:///eu-west-1a/i-0${benchNodeName(index)}`,
    },
  };
}

/** Every tenth pod requires on-demand instances, every hundredth must not be disrupted, all are spread over zones. */
function aPod(index: number, nodes: number): Json {
  const pod = aBenchPod(index, nodes) as { metadata: { annotations: Json }; spec: Json };
  const annotations = {
    ...pod.metadata.annotations,
    ...(index % 100 === 0 ? { 'karpenter.sh/do-not-disrupt': 'true' } : {}),
  };
  const nodeSelector = index % 10 === 0 ? { nodeSelector: { 'karpenter.sh/capacity-type': 'on-demand' } } : {};
  const spread = { maxSkew: 1, topologyKey: 'topology.kubernetes.io/zone', whenUnsatisfiable: 'ScheduleAnyway' };
  const spec = { ...pod.spec, ...nodeSelector, topologySpreadConstraints: [spread] };
  return { ...pod, apiVersion: 'v1', kind: 'Pod', metadata: { ...pod.metadata, annotations }, spec };
}
