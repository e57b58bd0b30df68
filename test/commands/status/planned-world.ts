import { healthyAt, managedNodes } from '../../world/healthy-at.ts';
import { aBudgetObject, aNodeObject, aPodObject, aWorkloadObject } from '../../world/manifests.ts';
import type { World } from '../../world/world.ts';

/** A cluster of which a plan is made at 12:00, and that is updated from 1.33 to 1.34 afterwards. */

type Json = Record<string, unknown>;

/** The clock of a command: a time of 2026-11-20. Nothing waits. */
export const at = (time: string) => ({ now: () => new Date(`2026-11-20T${time}:00Z`), pause: () => Promise.resolve() });

const cart = { kind: 'ReplicaSet', name: 'cart-5d9c7b6f4', hash: '5d9c7b6f4' };
/** The pods of shop/cart; the first one with another status. */
export const cartPods = (status: Json = {}): Json[] =>
  [0, 1].map((index) => {
    const pod = aPodObject(`shop/cart-5d9c7b6f4-${index}`, managedNodes[index] ?? '', cart);
    return index === 0 ? { ...pod, status: { ...(pod['status'] as Json), ...status } } : pod;
  });
/** The budget of shop/cart, which allows no disruption, and one. */
export const closed = aBudgetObject(
  'shop/cart',
  { selector: { matchLabels: { app: 'cart' } }, maxUnavailable: 0 },
  { currentHealthy: 2, desiredHealthy: 2, expectedPods: 2, disruptionsAllowed: 0, observedGeneration: 1 },
);
export const open = aBudgetObject(
  'shop/cart',
  { selector: { matchLabels: { app: 'cart' } }, maxUnavailable: 1 },
  { currentHealthy: 2, desiredHealthy: 1, expectedPods: 2, disruptionsAllowed: 1, observedGeneration: 1 },
);

/** What differs in the cluster at a moment. */
export interface Moment {
  /** The version of the control plane. */
  patch?: string;
  /** The kubelets of the three nodes. */
  kubelets?: readonly string[];
  budget?: Json;
  ready?: number;
  replicas?: number;
  /** What differs in the status of the Deployment. */
  rollout?: Json;
  pods?: readonly Json[];
  aws?: Partial<World['aws']>;
  deny?: readonly string[];
}

/** The versions before and after the update. */
export const [before, after] = ['1.33.5', '1.34.1'];

/** The cluster at a moment: three nodes of `general`, a Deployment with two pods, and its budget. */
export function worldAt({
  patch = after,
  kubelets,
  budget = closed,
  ready = 2,
  replicas = 2,
  rollout,
  pods,
  aws,
  deny = [],
}: Moment): World {
  const world = healthyAt(patch);
  const versions = kubelets ?? [patch, patch, patch];
  const isOwn = ({ kind, metadata }: Json) =>
    (metadata as { name: string }).name.startsWith('cart') || kind === 'Node' || kind === 'PodDisruptionBudget';
  const nodes = managedNodes.map((name, index) =>
    aNodeObject(name, {
      kubelet: `v${versions[index] ?? patch}-eks-113cf36`,
      labels: { 'eks.amazonaws.com/nodegroup': 'general' },
      zone: `eu-west-1${'abc'[index]}`,
    }),
  );
  const workload = aWorkloadObject('Deployment', 'shop/cart', { replicas });
  const status = {
    ...(workload['status'] as Json | undefined),
    replicas,
    updatedReplicas: replicas,
    readyReplicas: ready,
    availableReplicas: ready,
    ...rollout,
  };
  const kept = world.kube.objects.filter(
    (one) => !isOwn(one) || (one['kind'] === 'PodDisruptionBudget' && !JSON.stringify(one).includes('"cart"')),
  );
  return {
    ...world,
    deny: [...(world.deny ?? []), ...deny],
    aws: { ...world.aws, ...aws },
    kube: {
      ...world.kube,
      objects: [...kept, ...nodes, { ...workload, status }, ...(pods ?? cartPods()), budget],
    },
  };
}
