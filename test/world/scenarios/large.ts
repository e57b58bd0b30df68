import { aManagedGroup, healthyWorld } from '../healthy.ts';
import { aBudgetObject, aNamespaceObject, aNodeObject, aPodObject, aWorkloadObject } from '../manifests.ts';
import type { World } from '../world.ts';

type Json = Record<string, unknown>;

const docker = [{ name: 'docker', hostPath: { path: '/var/run/docker.sock' } }];
const zones = ['a', 'b', 'c'] as const;
const groups = ['web', 'batch', 'data'] as const;
const namespaces = ['shop', 'billing', 'search', 'ml', 'ops'] as const;

const many = <Item>(count: number, make: (index: number) => Item): Item[] =>
  Array.from({ length: count }, (_, i) => make(i));
const cyclic = <Item>(items: readonly Item[], index: number): Item => {
  const item = items[index % items.length];
  if (item === undefined) throw new Error('no items');
  return item;
};
const nodeName = (index: number) => `ip-10-0-${Math.floor(index / 100)}-${index % 100}.eu-west-1.compute.internal`;
const kubelet = { now: 'v1.33.5-eks-113cf36', old: 'v1.30.14-eks-113cf36' };

/** A node of a managed group, by its number. */
function groupNode(index: number): Json {
  const labels = { 'eks.amazonaws.com/nodegroup': cyclic(groups, index) };
  return aNodeObject(nodeName(index), { kubelet: kubelet.now, labels, zone: `eu-west-1${cyclic(zones, index)}` });
}

/** A workload of two pods on nodes of managed groups, with its related objects. */
function workload(path: string, index: number, ...more: readonly Json[]): Json[] {
  const [, name = path] = path.split('/');
  const owner = { kind: 'ReplicaSet', name: `${name}-5d9c7b6f4`, hash: '5d9c7b6f4' };
  const pods = [0, 1].map((n) => aPodObject(`${path}-5d9c7b6f4-${n}`, nodeName((index * 2 + n) % 160), owner));
  return [aWorkloadObject('Deployment', path), ...pods, ...more];
}

const place = (name: string, index: number) => `${cyclic(namespaces, index)}/${name}-${index}`;

function closed(path: string): Json {
  return aBudgetObject(path, { maxUnavailable: 0 }, { desiredHealthy: 2, disruptionsAllowed: 0 });
}

/**
 * A large cluster with many problems: 200 nodes (160 in managed groups, 6 at 1.30 in the group `legacy`, 34
 * self-managed and one minor behind), 51 PodDisruptionBudgets that block evictions, 51 workloads without one, 26
 * DaemonSets that mount Docker's socket.
 */
export function largeWorld(): World {
  const world = healthyWorld();
  const nodegroups = Object.fromEntries(groups.map((name) => [name, aManagedGroup(name)]));
  const old = { 'eks.amazonaws.com/nodegroup': 'legacy' };
  return {
    ...world,
    aws: {
      ...world.aws,
      nodegroups: {
        ...nodegroups,
        legacy: aManagedGroup('legacy', { version: '1.30', releaseVersion: '1.30.14-20250920' }),
      },
      autoScalingGroups: [],
      pageSize: 100,
    },
    kube: {
      ...world.kube,
      objects: [
        ...world.kube.objects,
        ...namespaces.filter((name) => name !== 'shop').map((name) => aNamespaceObject(name)),
        ...many(157, groupNode),
        ...many(6, (n) => aNodeObject(nodeName(300 + n), { kubelet: kubelet.old, labels: old })),
        ...many(34, (n) => aNodeObject(nodeName(400 + n), { kubelet: 'v1.32.9-eks-113cf36' })),
        ...many(51, (n) => workload(place('closed', n), n, closed(place('closed', n)))).flat(),
        ...many(51, (n) => workload(place('free', n), n)).flat(),
        ...many(26, (n) => aWorkloadObject('DaemonSet', place('agent', n), { volumes: docker })),
      ],
      pageSize: 500,
    },
  };
}
