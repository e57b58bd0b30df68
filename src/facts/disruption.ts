import * as z from 'zod/mini';
import { name, prose, publicText } from './marks.ts';
import { amountText, kind, operator } from './public-texts.ts';
import { objectOwner } from './owner.ts';

/** A number of pods or a percentage: `1`, `50%`. */
const amount = z.union([z.number(), amountText()]);

/** policy/v1 PodDisruptionBudgets (v1beta1 where that is all that is served). */
export const podDisruptionBudgets = z.array(
  z.object({
    namespace: name('ns'),
    name: name('app'),
    /** Null: it matches no pod (none is set, or `{}` in v1beta1). */
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
    /** IfHealthyBudget (what null means, too) or AlwaysAllow. */
    unhealthyPodEvictionPolicy: z.nullable(publicText(['IfHealthyBudget', 'AlwaysAllow'])),
    /** The object that it belongs to: an operator's custom resource. */
    owner: z.nullable(z.object({ apiGroup: name('host'), kind: kind(), name: name('app') })),
    generation: z.number(),
    status: z.object({
      /** Below the generation: the rest of the status describes an earlier budget. 0: not processed by its controller yet. */
      observedGeneration: z.number(),
      currentHealthy: z.number(),
      desiredHealthy: z.number(),
      expectedPods: z.number(),
      disruptionsAllowed: z.number(),
      /** The message of the condition DisruptionAllowed if its reason is SyncFailed. */
      syncFailure: z.nullable(prose()),
    }),
  }),
);

/** Each budget with the names of the pods that its selector matches, whatever their phase; labels themselves are not kept. */
export const budgetedPods = z.array(
  z.object({
    namespace: name('ns'),
    name: name('app'),
    pods: z.array(name('app')),
    /** One of the pods mounts a PersistentVolumeClaim. Left out: it was not looked for. */
    claims: z.optional(z.boolean()),
  }),
);

/** Each Deployment and StatefulSet with the names of the budgets that match its pod template. */
export const budgetedWorkloads = z.array(
  z.object({
    kind: kind(),
    namespace: name('ns'),
    name: name('app'),
    replicas: z.number(),
    budgets: z.array(name('app')),
    /** Left out: no label or annotation names one. */
    owner: z.optional(objectOwner),
  }),
);
