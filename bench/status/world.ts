import { aManagedGroup } from '../../test/world/healthy.ts';
import { aBudgetObject, aWorkloadObject } from '../../test/world/manifests.ts';
import { aGroupUpdate, aRolledNode, rollWorld } from '../../test/world/roll-world.ts';
import type { World } from '../../test/world/world.ts';
import { aBenchPod, benchNodeName } from '../pods/pod.ts';

type Json = Record<string, unknown>;

const nodeCount = 1000;
const deploymentCount = 3000;
const budgetCount = 500;
const volumeCount = 1000;
/** Of so many pods, one is Pending: placed and not yet started, or on no node. */
const podsPerPending = 1500;

/** The pods of each look, in the order of the API server, which then has little to sort for each page. */
export function rollingPods(count: number): readonly Json[] {
  return Array.from({ length: count }, (_, index) => aPod(index)).toSorted(byKey);
}

/**
 * A cluster of 1,000 nodes with these pods while EKS updates its node group `general`, of which `leaving` old nodes are
 * cordoned; without such nodes, no update runs. Lists have pages of 500 objects, like those of a real API server.
 * @param nodes how many there are, if not 1,000
 */
export function rollingWorld(pods: readonly Json[], leaving: number, nodes = nodeCount): World {
  const world = rollWorld([], leaving === 0 ? idle() : {});
  const kept = world.kube.objects.filter(({ kind }) => kind !== 'Node');
  const objects = [
    ...kept,
    ...Array.from({ length: nodes }, (_, index) => aNode(index, leaving)),
    ...pods,
    ...Array.from({ length: deploymentCount }, (_, index) => aWorkloadObject('Deployment', formatPath(index))),
    ...Array.from({ length: budgetCount }, (_, index) => aBudgetObject(formatPath(index))),
    ...Array.from({ length: volumeCount }, (_, index) => aVolume(index)).flat(),
  ];
  return { ...world, aws: { ...world.aws, pageSize: 100 }, kube: { ...world.kube, pageSize: 500, objects } };
}

function idle(): Partial<World['aws']> {
  const update = aGroupUpdate('general', { status: 'Successful' });
  return {
    nodegroups: { general: aManagedGroup('general', { version: '1.34' }) },
    updates: { [String(update['id'])]: update },
  };
}

/** The old nodes come first, then as many new ones; the others belong to a node group that is not updated. */
function aNode(index: number, leaving: number): Json {
  const group = index < 2 * leaving ? {} : { 'eks.amazonaws.com/nodegroup': leaving === 0 ? 'general' : 'system' };
  const node = aRolledNode('0-0', index < leaving ? 'cordoned' : 'new', group) as { metadata: Json; spec: Json };
  const name = benchNodeName(index);
  return {
    ...node,
    metadata: { ...node.metadata, name },
    spec: { ...node.spec, providerID: `aws:///eu-west-1a/i-0${name}` },
  };
}

function aPod(index: number): Json {
  const pod = aBenchPod(index, nodeCount) as { metadata: Json; spec: Json & { volumes: Json[] }; status: Json };
  if (index % podsPerPending !== 0) return { ...pod, apiVersion: 'v1', kind: 'Pod' };
  const { nodeName, ...unplaced } = pod.spec;
  const isPlaced = (index / podsPerPending) % 2 === 0;
  const claim = { name: 'data', persistentVolumeClaim: { claimName: `data-${index / podsPerPending}` } };
  const spec = { ...unplaced, volumes: [...unplaced.volumes, claim], ...(isPlaced ? { nodeName } : {}) };
  return { ...pod, apiVersion: 'v1', kind: 'Pod', spec, status: { phase: 'Pending', conditions: [] } };
}

/** A volume that is attached to a node. */
function aVolume(index: number): Json[] {
  const name = `pvc-${index}`;
  return [
    {
      apiVersion: 'v1',
      kind: 'PersistentVolume',
      metadata: { name },
      spec: {
        csi: { driver: 'ebs.csi.aws.com', volumeHandle: `vol-${index}` },
        claimRef: { namespace: 'shop', name: `data-${index}` },
      },
      status: { phase: 'Bound' },
    },
    {
      apiVersion: 'storage.k8s.io/v1',
      kind: 'VolumeAttachment',
      metadata: { name: `csi-${index}` },
      spec: {
        attacher: 'ebs.csi.aws.com',
        nodeName: benchNodeName(index % nodeCount),
        source: { persistentVolumeName: name },
      },
      status: { attached: true },
    },
  ];
}

function formatPath(index: number): string {
  return `team-${index % 60}/svc-${index}`;
}

function byKey(one: Json, other: Json): number {
  return formatKey(one) < formatKey(other) ? -1 : 1;
}

function formatKey({ metadata }: Json): string {
  const { namespace, name } = metadata as { namespace: string; name: string };
  return `${namespace}/${name}`;
}
