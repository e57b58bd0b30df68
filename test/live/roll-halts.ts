import { aConfigurationObject, aServedService, aWebhookObject, aWebhookRule } from '../world/api-extensions.ts';
import { aBudgetObject, aPodObject, aWorkloadObject } from '../world/manifests.ts';
import { aStorageClassObject, aVolumeObject } from '../world/software-manifests.ts';
import { podPath, type Answer } from './budget-cluster.ts';
import { addNodes, type Roll } from './roll.ts';
import { hasCondition, hasEnded, say, type Habits, type RolledPod, type Seen } from './roll-cluster.ts';
import type { Manifest } from './seed.ts';

/** What halts a roll: how it is made, and how it is freed. */
export interface Halt {
  cause: string;
  /** Nodes of the group before the update, and the new ones. */
  old: readonly string[];
  fresh: readonly string[];
  /** How many pods fit on each new node. */
  room?: number;
  /** What runs on the old nodes: as many pods. */
  objects: readonly Manifest[];
  pods: number;
  habits?: Habits;
  /** Changes an object before the update begins. */
  prepare?(roll: Roll, seen: Seen): Promise<unknown>;
  /** True once the update stands still. */
  isHeld(roll: Roll, seen: Seen): boolean;
  free(roll: Roll, seen: Seen): Promise<unknown>;
}

type Json = Record<string, unknown>;

const nodeName = (subnet: number, host: number): string => `ip-10-0-${subnet}-${host}.eu-west-1.compute.internal`;
const namespace = '/namespaces/shop';
const webhooks = '/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations';
const driver = 'ebs.csi.aws.com';

const budget: Halt = {
  cause: 'budget',
  ...nodesIn(1),
  objects: [aWorkload('Deployment', 'cart'), aBudget('cart', 0)],
  pods: 2,
  isHeld: ({ answers }) => isRefused(answers, 429),
  free: ({ cluster: { live } }) =>
    say(live, 'PATCH', `/apis/policy/v1${namespace}/poddisruptionbudgets/cart`, { spec: { maxUnavailable: 1 } }),
};

const finalizer: Halt = {
  cause: 'finalizer',
  ...nodesIn(2),
  objects: [aWorkload('Deployment', 'billing'), aBudget('billing', 1)],
  pods: 2,
  prepare: ({ cluster: { live }, old }, { pods }) => {
    const [pod] = pods.filter(({ spec, metadata }) => spec.nodeName === old[0] && metadata.namespace === 'shop');
    if (pod === undefined) throw new Error('no pod runs on the first old node');
    return say(live, 'PATCH', podPath(pod), { metadata: { finalizers: ['example.com/ledger'] } });
  },
  isHeld: (_roll, { pods }) => pods.some((pod) => isTerminating(pod) && hasEnded(pod)) && countReady(pods) === 2,
  free: async ({ cluster: { live } }, { pods }) => {
    for (const pod of pods.filter(isTerminating))
      await say(live, 'PATCH', podPath(pod), { metadata: { finalizers: null } });
  },
};

const bare: Halt = {
  cause: 'bare',
  ...nodesIn(3),
  objects: [unplaced(aPodObject('shop/debug', ''))],
  pods: 1,
  isHeld: () => true, // EKS evicts it as the others
  free: async () => {},
};

const volume: Halt = {
  cause: 'volume',
  ...nodesIn(4),
  objects: [
    aStorageClassObject('gp3') as Manifest,
    ...[0, 1, 2].map(aVolume),
    aWorkload('StatefulSet', 'orders', { replicas: 3, ...aClaimTemplate() }),
    aBudget('orders', 1),
  ],
  pods: 3,
  habits: { keepsVolumes: true },
  isHeld: ({ answers }, { pods }) =>
    pods.some((pod) => pod.spec.nodeName !== undefined && hasCondition(pod, 'Ready', 'False')) &&
    isRefused(answers, 429),
  free: async (roll) => (roll.habits = {}),
};

const grace: Halt = {
  cause: 'grace',
  ...nodesIn(5),
  objects: [aWorkload('Deployment', 'batch', {}, { terminationGracePeriodSeconds: 3600 }), aBudget('batch', 1)],
  pods: 2,
  habits: { runsOn: () => true },
  isHeld: (_roll, { pods }) => pods.some(isTerminating) && countReady(pods.filter((pod) => !isTerminating(pod))) === 2,
  free: async (roll) => (roll.habits = {}),
};

const full: Halt = {
  cause: 'no-node',
  ...nodesIn(6),
  room: 2, // the pods of the node itself
  objects: [aWorkload('Deployment', 'search'), aBudget('search', 1)],
  pods: 2,
  isHeld: ({ answers }, { pods }) =>
    pods.some((pod) => hasCondition(pod, 'PodScheduled', 'False')) && isRefused(answers, 429),
  free: ({ cluster }) => addNodes(cluster, [nodeName(6, 90)], 'new'),
};

const webhook: Halt = {
  cause: 'webhook',
  ...nodesIn(7),
  objects: [
    aWorkload('Deployment', 'checkout'),
    aBudget('checkout', 1),
    ...(aServedService('shop/guard', 0) as Manifest[]),
    aConfigurationObject('Validating', 'guard', [
      aWebhookObject('evictions.guard.example.com', {
        calls: 'shop/guard',
        rules: [aWebhookRule('', ['pods/eviction'], ['CREATE'])],
        more: { timeoutSeconds: 1 },
      }),
    ]) as Manifest,
  ],
  pods: 2,
  isHeld: ({ answers }) => isRefused(answers, 500),
  free: ({ cluster: { live } }) => say(live, 'DELETE', `${webhooks}/guard`),
};

/** In the order in which they are played. */
export const halts: readonly Halt[] = [budget, finalizer, bare, grace, full, webhook, volume];

function nodesIn(subnet: number): Pick<Halt, 'old' | 'fresh'> {
  return {
    old: [17, 18].map((host) => nodeName(subnet, host)),
    fresh: [70, 81].map((host) => nodeName(subnet, host)),
  };
}

/** A workload as its author writes it: the real controllers do the rest. */
function aWorkload(kind: 'Deployment' | 'StatefulSet', name: string, more: Json = {}, podSpec: Json = {}): Manifest {
  const { status: _theControllers, ...object } = aWorkloadObject(kind, `shop/${name}`);
  const spec = object['spec'] as { template: { spec: Json } };
  const template = { ...spec.template, spec: { ...spec.template.spec, ...podSpec } };
  const parallel = kind === 'StatefulSet' ? { podManagementPolicy: 'Parallel' } : {};
  return { ...(object as Manifest), spec: { ...spec, template, ...parallel, ...more } };
}

function aBudget(name: string, maxUnavailable: number): Manifest {
  const { status: _theControllers, ...object } = aBudgetObject(`shop/${name}`, { maxUnavailable });
  return object as Manifest;
}

function aClaimTemplate(): Json {
  const spec = {
    accessModes: ['ReadWriteOnce'],
    storageClassName: 'gp3',
    resources: { requests: { storage: '20Gi' } },
  };
  return { volumeClaimTemplates: [{ metadata: { name: 'data' }, spec }] };
}

/** The volume of a pod of the StatefulSet; the real controller binds it to the claim. */
function aVolume(at: number): Manifest {
  const { status: _theControllers, ...object } = aVolumeObject(`pvc-${at}`, {
    driver,
    claim: `shop/data-orders-${at}`,
  });
  const csi = { driver, volumeHandle: `vol-0a1b2c3d4e5f6000${at}`, fsType: 'ext4' };
  return { ...(object as Manifest), spec: { ...(object['spec'] as Json), csi } };
}

function unplaced({ status: _theKubelets, spec, ...pod }: Json): Manifest {
  return { ...(pod as Manifest), spec: { ...(spec as Json), nodeName: undefined } };
}

/** Whether the eviction API answered this about a pod. */
function isRefused(answers: ReadonlyMap<string, Answer>, status: number): boolean {
  return [...answers.values()].includes(status);
}

function isTerminating({ metadata }: RolledPod): boolean {
  return metadata.deletionTimestamp !== undefined;
}

/** Ready pods that an update moves. */
export function countReady(pods: readonly RolledPod[]): number {
  return pods.filter((pod) => pod.metadata.namespace === 'shop' && hasCondition(pod, 'Ready')).length;
}
