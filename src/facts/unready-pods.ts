import * as z from 'zod/mini';
import { name, prose, publicText } from './marks.ts';
import { kind, moment, waitingReason } from './public-texts.ts';

/** Labels that name the group of a node: a managed node group, one of eksctl, a NodePool of Karpenter. */
export const groupLabels = [
  'eks.amazonaws.com/nodegroup',
  'alpha.eksctl.io/nodegroup-name',
  'karpenter.sh/nodepool',
] as const;

// The collector projects API objects by hand, since there may be thousands; this schema describes what is kept.
/** Pods that are not ready, have not finished and are not being deleted. */
export const unreadyPods = z.array(
  z.object({
    namespace: name('ns'),
    name: name('app'),
    /** Its controller; the Deployment instead of its ReplicaSet. Null if it has none. */
    workload: z.nullable(z.object({ kind: kind(), name: name('app') })),
    /**
     * The reason why a container waits, such as `CrashLoopBackOff`; that of an init container comes first. Otherwise
     * `Pending` in the phase Pending, and `NotReady` in the others.
     */
    state: waitingReason(),
    /** When it became not ready; the time of its creation if it has no condition Ready. Null if that is unreadable. */
    since: z.nullable(moment()),
    /** Why no node fits, in the words of the scheduler. Omitted if the condition PodScheduled is not False. */
    message: z.exactOptional(prose()),
    /**
     * Labels that name a group, with the values that its `nodeSelector` or required node affinity allows. Omitted if
     * there are none, or if it has a node.
     */
    groupLabels: z.exactOptional(
      z.array(
        z.object({
          label: publicText(groupLabels),
          values: z.array(name('group')),
          /** The node affinity names the label. Omitted if the `nodeSelector` does. */
          inAffinity: z.exactOptional(z.literal(true)),
        }),
      ),
    ),
  }),
);
/** One pod that is not ready. */
export type UnreadyPod = z.infer<typeof unreadyPods>[number];
