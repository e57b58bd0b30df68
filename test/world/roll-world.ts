import { aDescribedCluster, aManagedGroup, healthyWorld } from './healthy.ts';
import { karpenterKinds } from './karpenter-crds.ts';
import { aBudgetObject, aNodeObject, aPodObject, aWorkloadObject } from './manifests.ts';
import type { World } from './world.ts';

type Json = Record<string, unknown>;

/** The clock of the worlds is 2026-11-20 12:00 UTC: the update began 12 minutes ago, the cordon is 9 minutes old. */
export const began = '2026-11-20T11:48:00Z';
export const cordoned = '2026-11-20T11:51:00Z';

const region = 'eu-west-1.compute.internal';
/** The name of a node by its address: `1-17`. */
export const nodeAt = (address: string): string => `ip-10-0-${address}.${region}`;
const inSeconds = (iso: string): number => Date.parse(iso) / 1000;

/** A node of a group, as it is before the update, while it is drained, or after it. */
export function aRolledNode(address: string, kind: 'old' | 'cordoned' | 'new', labels: Json = {}): Json {
  const kubelet = kind === 'new' ? 'v1.34.2-eks-113cf36' : 'v1.33.5-eks-113cf36';
  const own = { 'eks.amazonaws.com/nodegroup': 'general', ...labels } as Record<string, string>;
  const node = aNodeObject(nodeAt(address), { kubelet, labels: own, cordoned: kind === 'cordoned' });
  const taint = { key: 'node.kubernetes.io/unschedulable', effect: 'NoSchedule', timeAdded: cordoned };
  return {
    ...node,
    metadata: {
      ...(node['metadata'] as Json),
      creationTimestamp: kind === 'new' ? '2026-11-20T11:49:00Z' : '2026-11-01T08:00:00Z',
    },
    spec: { ...(node['spec'] as Json), ...(kind === 'cordoned' ? { taints: [taint] } : {}) },
  };
}

/** A pod of the Deployment shop/cart, with other fields of its metadata, spec and status. */
export function aCartPod(
  name: string,
  node: string | undefined,
  more: { metadata?: Json; spec?: Json; status?: Json } = {},
): Json {
  const owner = { kind: 'ReplicaSet', name: 'cart-5d9c7b6f4', hash: '5d9c7b6f4' };
  const pod = aPodObject(`shop/${name}`, node ?? '', owner);
  const { nodeName: _nodeName, ...spec } = pod['spec'] as Json;
  return {
    ...pod,
    metadata: { ...(pod['metadata'] as Json), ...more.metadata },
    spec: { ...spec, ...(node === undefined ? {} : { nodeName: node }), ...more.spec },
    status: { ...(pod['status'] as Json), ...more.status },
  };
}

/** A budget of shop/cart. */
export function aCartBudget(spec: Json, status: Json, path = 'shop/cart'): Json {
  return aBudgetObject(path, { selector: { matchLabels: { app: 'cart' } }, ...spec }, status);
}

/** An update of a node group as DescribeUpdate returns it. */
export function aGroupUpdate(group: string, more: Json = {}): Json {
  const id = `8a1c22f0-5555-4444-8888-${group.padEnd(12, '0').slice(0, 12)}`;
  return {
    id,
    of: `nodegroup/${group}`,
    status: 'InProgress',
    type: 'VersionUpdate',
    params: [
      { type: 'Version', value: '1.34' },
      { type: 'ReleaseVersion', value: '1.34.2-20261101' },
    ],
    createdAt: inSeconds(began),
    errors: [],
    ...more,
  };
}

/** The nodes of the group `general` in the middle of its update. */
export const rolledNodes: readonly Json[] = [
  aRolledNode('1-17', 'cordoned'),
  aRolledNode('2-17', 'cordoned'),
  aRolledNode('70-11', 'new'),
  aRolledNode('81-4', 'new'),
];

/**
 * The healthy cluster at 1.34 while EKS updates its node group `general`: two old nodes, both cordoned, and two new ones.
 * @param objects its nodes and pods, and what is in the cluster besides
 */
export function rollWorld(objects: readonly Json[] = rolledNodes, aws: Partial<World['aws']> = {}): World {
  const world = healthyWorld();
  const update = aGroupUpdate('general');
  const kept = world.kube.objects.filter(
    ({ kind, metadata }) =>
      !['Node', 'Pod', 'PodDisruptionBudget'].includes(String(kind)) && (metadata as { name?: string }).name !== 'cart',
  );
  return {
    ...world,
    aws: {
      ...world.aws,
      clusters: { prod: aDescribedCluster('prod', '1.34') },
      nodegroups: {
        ...Object.fromEntries(
          ['idle', 'system'].map((name) => [name, { ...world.aws.nodegroups[name], version: '1.34' }]),
        ),
        general: aManagedGroup('general', { status: 'UPDATING', updateConfig: { maxUnavailable: 1 } }),
      },
      updates: {
        ...world.aws.updates,
        'update-d': {
          ...world.aws.updates['update-c'],
          id: 'update-d',
          params: [{ type: 'Version', value: '1.34' }],
          createdAt: inSeconds('2026-11-19T20:31:00Z'),
        },
        [String(update['id'])]: update,
      },
      ...aws,
    },
    kube: {
      ...world.kube,
      version: 'v1.34.1-eks-3025e55',
      served: objects.some(({ kind }) => kind === 'NodeClaim') ? karpenterKinds('1.8.8') : [],
      objects: [...kept, aWorkloadObject('Deployment', 'shop/cart'), ...objects],
    },
  };
}
