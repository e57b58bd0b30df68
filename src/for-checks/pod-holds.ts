import type { Facts, NodeFact } from '../facts/facts.ts';
import { toBudgetHolds } from './budget-holds.ts';
import { toDeletionHold } from './deletion-holds.ts';
import { isFinished, isLeftByDrain, traitsFinder } from './drained-pods.ts';
import type { Hold, HoldContext, HoldFacts } from './hold.ts';
import { toBareHold, toTraitHolds } from './trait-holds.ts';
import { toWebhookHolds } from './webhook-holds.ts';

type Pod = Facts['pods'][number];

/** A node that is drained, with the pods that a drain evicts. */
export interface LeavingNode {
  node: NodeFact;
  pods: readonly Pod[];
}

/**
 * Whether a drain waits for the pod: it evicts neither pods of DaemonSets nor static pods nor finished pods. A deleted pod
 * has finished, too, while it waits for a finalizer: since 1.27, the kubelet reports its end before it removes it. Source:
 * https://kubernetes.io/docs/concepts/workloads/pods/pod-lifecycle/#pod-phase
 */
export function isDrainedPod(pod: Pod): boolean {
  return !isLeftByDrain(pod) && (pod.terminating || !isFinished(pod));
}

/** What holds each pod of these nodes, by pod; a pod without an entry is not held, as far as the facts show. */
export function findHolds(
  leaving: readonly LeavingNode[],
  facts: HoldFacts,
  context: HoldContext,
): ReadonlyMap<Pod, readonly Hold[]> {
  const findTraits = traitsFinder(facts.drainTraits ?? []);
  const waiting = new Map((facts.waitingPods ?? []).map((one) => [`${one.namespace}/${one.name}`, one]));
  const ofBudgets = toBudgetHolds(facts, context);
  const ofWebhooks = toWebhookHolds(facts);
  return new Map(
    leaving.flatMap(({ node, pods }) =>
      pods.map((pod): [Pod, readonly Hold[]] => {
        const { deletion } = waiting.get(`${pod.namespace}/${pod.name}`) ?? {};
        if (pod.terminating || deletion !== undefined)
          return [pod, deletion === undefined ? [] : [toDeletionHold(pod, deletion, node, context.now)]];
        const evicted = [...(ofBudgets.get(pod) ?? []), ...ofWebhooks(pod)];
        return [pod, [...evicted, ...toTraitHolds(pod, findTraits(pod), node), ...toBareHold(pod, node)]];
      }),
    ),
  );
}
