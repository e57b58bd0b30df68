import * as z from 'zod/mini';
import { name } from './marks.ts';

// The collector projects API objects by hand, since there may be thousands; this schema describes what is kept.
/**
 * Deployments, StatefulSets and DaemonSets that want pods, with the number of ready pods that their controller counted.
 * Omits a workload that its controller has not reported on yet.
 */
export const workloadPods = z.array(
  z.object({
    kind: z.enum(['Deployment', 'StatefulSet', 'DaemonSet']),
    namespace: name('ns'),
    name: name('app'),
    /** `spec.replicas`; of a DaemonSet, the number of nodes that should run its pod. Above 0. */
    wanted: z.number(),
    /** `status.readyReplicas`; of a DaemonSet, `status.numberReady`. */
    ready: z.number(),
    /**
     * Its rollout is in progress: its controller has not seen the newest spec, or not every pod is of the newest template.
     * Omitted if neither holds, and for old pods that the strategy OnDelete or a partition keeps.
     */
    rolling: z.exactOptional(z.literal(true)),
  }),
);
/** How many pods one workload wants, and how many are ready. */
export type WorkloadPods = z.infer<typeof workloadPods>[number];
