import * as z from 'zod/mini';
import { name } from './marks.ts';
import { nodeTaint } from './pod-templates.ts';

// The collector projects API objects by hand, since there may be thousands; this schema describes what is kept.
/** v1 Nodes: those labels that a pod template names in a node selector or required node affinity, and the taints. */
export const nodeLabels = z.array(
  z.object({
    name: name('node'),
    labels: z.record(name('label'), name('label')),
    /**
     * Who set a label, by the field manager that owns it: a person with kubectl, or software (the kubelet too). Omits labels
     * without a field manager.
     */
    setBy: z.record(name('label'), z.enum(['person', 'software'])),
    /** Without those that Kubernetes and Karpenter set for a time (not ready, unschedulable, under pressure, disrupted). */
    taints: z.array(nodeTaint),
  }),
);
