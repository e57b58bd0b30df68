import * as z from 'zod/mini';
import { name, prose, publicText } from './marks.ts';
import { conditionReason, moment } from './public-texts.ts';

/** Finalizers of Kubernetes; others have the names of controllers. */
const finalizer = () => publicText(['foregroundDeletion', 'orphan', 'batch.kubernetes.io/job-tracking']);

// The collector projects API objects by hand, since there may be thousands; this schema describes what is kept.
/**
 * Pods that are being deleted, that have no node, or that have a node but have not started. Each field is omitted if it
 * does not apply.
 */
export const waitingPods = z.array(
  z.object({
    namespace: name('ns'),
    name: name('app'),
    /** Its deletion was requested. */
    deletion: z.exactOptional(
      z.object({
        /** `metadata.deletionTimestamp`: the time of the request plus the grace period. */
        graceEnds: moment(),
        /** `metadata.deletionGracePeriodSeconds`; null if it is missing. */
        graceSeconds: z.nullable(z.number()),
        /** What must be removed before the API server deletes it. */
        finalizers: z.array(finalizer()),
      }),
    ),
    /** It has no node and has not finished. */
    unplaced: z.exactOptional(
      z.object({
        /** Of the condition PodScheduled, if it is False: `Unschedulable`. Null if the scheduler has not tried yet. */
        reason: z.nullable(conditionReason()),
        /** Why no node fits, in the words of the scheduler. */
        message: z.nullable(prose()),
        /** When the condition became False. */
        since: z.nullable(moment()),
      }),
    ),
    /** It has a node, but its phase is still Pending: its containers have not started. */
    starting: z.exactOptional(z.literal(true)),
    /** The PersistentVolumeClaims of a pod that is `starting`, with those of generic ephemeral volumes. */
    claims: z.exactOptional(z.array(name('app'))),
  }),
);
/** What one pod waits for. */
export type WaitingPod = z.infer<typeof waitingPods>[number];
