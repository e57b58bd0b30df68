import * as z from 'zod/mini';
import { name, publicText } from './marks.ts';
import { moment } from './public-texts.ts';

/** Labels that only some nodes of a group have, and that its new nodes do not have. */
export const nodeBoundLabels = [
  'kubernetes.io/hostname',
  'eks.amazonaws.com/nodegroup-image',
  'eks.amazonaws.com/sourceLaunchTemplateVersion',
] as const;

// The collector projects API objects by hand, since there may be thousands; this schema describes what is kept.
/**
 * Pods with a trait that matters when their node is drained: each trait is omitted if a pod lacks it, and a pod without
 * any is omitted. Not the pods of DaemonSets, static pods and finished pods: a drain ignores them.
 */
export const drainTraits = z.array(
  z.object({
    namespace: name('ns'),
    name: name('app'),
    /** It tolerates every NoSchedule taint, so it can return to a cordoned node. */
    toleratesEveryTaint: z.exactOptional(z.literal(true)),
    /** `terminationGracePeriodSeconds`, if it is above 30, the default. */
    graceSeconds: z.exactOptional(z.number()),
    /** The annotation karpenter.sh/do-not-disrupt: `true`, or a duration. */
    doNotDisrupt: z.exactOptional(publicText(['true'], /^(?:\d{1,9}(?:\.\d{1,9})?(?:h|ms|m|s|us|ns)){1,6}$/)),
    /** Names of its PersistentVolumeClaims. */
    claims: z.exactOptional(z.array(name('app'))),
    /** Names of emptyDir volumes on disk, of a pod of a StatefulSet. Without those for temporary files, by their names. */
    emptyDirs: z.exactOptional(z.array(name('app'))),
    /** Host ports of its containers. */
    hostPorts: z.exactOptional(z.array(z.number())),
    /** Topology keys of required anti-affinity that selects pods with its own labels. */
    apartBy: z.exactOptional(z.array(name('label'))),
    /** Topology keys of spread constraints with `whenUnsatisfiable: DoNotSchedule`. */
    spreadBy: z.exactOptional(z.array(name('label'))),
    /** The labels of {@link nodeBoundLabels} that its node must have. */
    boundTo: z.exactOptional(z.array(publicText(nodeBoundLabels))),
    /** When it became not ready: a moment. Omitted if it is ready, or never was. */
    notReadySince: z.exactOptional(moment()),
    /** A container waits in CrashLoopBackOff. */
    crashLoop: z.exactOptional(z.literal(true)),
  }),
);
/** The traits of one pod. */
export type DrainTraits = z.infer<typeof drainTraits>[number];
