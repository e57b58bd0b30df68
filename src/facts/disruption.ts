import * as z from 'zod/mini';
import { name, prose, publicText } from './marks.ts';
import { amountText, kind, moment, operator } from './public-texts.ts';
import { controllingObject, objectOwner } from './owner.ts';

/** A number of pods or a percentage: `1`, `50%`. */
const amount = z.union([z.number(), amountText()]);

/** policy/v1 PodDisruptionBudgets (v1beta1 if the API server does not serve v1). */
export const podDisruptionBudgets = z.array(
  z.object({
    namespace: name('ns'),
    name: name('app'),
    /** Null: it matches no pods (no selector, or `{}` in v1beta1). */
    selector: z.nullable(
      z.object({
        matchLabels: z.record(name('label'), name('label')),
        matchExpressions: z.array(
          z.object({ key: name('label'), operator: operator(), values: z.array(name('label')) }),
        ),
      }),
    ),
    minAvailable: z.nullable(amount),
    maxUnavailable: z.nullable(amount),
    /** Null means IfHealthyBudget. */
    unhealthyPodEvictionPolicy: z.nullable(publicText(['IfHealthyBudget', 'AlwaysAllow'])),
    /** Its owner, such as the custom resource of an operator. */
    owner: z.nullable(controllingObject),
    /**
     * Who applies it. Omitted if it has neither Helm's release annotation nor a label or annotation of Argo CD or Flux, and
     * in older inventories.
     */
    appliedBy: z.exactOptional(objectOwner),
    generation: z.number(),
    status: z.object({
      /** Below `generation`: the status describes an earlier spec. 0: the controller has not set a status yet. */
      observedGeneration: z.number(),
      currentHealthy: z.number(),
      desiredHealthy: z.number(),
      expectedPods: z.number(),
      disruptionsAllowed: z.number(),
      /** The message of the condition DisruptionAllowed if its reason is SyncFailed. */
      syncFailure: z.nullable(prose()),
      /** Since when the condition DisruptionAllowed is False. Omitted if it is not, and in older inventories. */
      closedSince: z.exactOptional(moment()),
    }),
  }),
);

/** Each budget with the names of the pods that its selector matches, in any phase. Labels are not kept. */
export const budgetedPods = z.array(
  z.object({
    namespace: name('ns'),
    name: name('app'),
    pods: z.array(name('app')),
    /** One of the pods mounts a PersistentVolumeClaim. Omitted if this was not checked. */
    claims: z.optional(z.boolean()),
  }),
);

/** Each Deployment and StatefulSet with the names of the budgets that match its pod template or one of its pods. */
export const budgetedWorkloads = z.array(
  z.object({
    kind: kind(),
    namespace: name('ns'),
    name: name('app'),
    replicas: z.number(),
    budgets: z.array(name('app')),
    /** Omitted if the workload has neither Helm's release annotation nor a label or annotation of Argo CD or Flux. */
    owner: z.optional(objectOwner),
  }),
);
