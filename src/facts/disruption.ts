import * as z from 'zod/mini';

/** A number of pods or a percentage: `1`, `50%`. */
const amount = z.union([z.number(), z.string()]);

/** policy/v1 PodDisruptionBudgets (v1beta1 where that is all that is served). */
export const podDisruptionBudgets = z.array(
  z.object({
    namespace: z.string(),
    name: z.string(),
    /** Null: it matches no pod (none is set, or `{}` in v1beta1). */
    selector: z.nullable(
      z.object({
        matchLabels: z.record(z.string(), z.string()),
        matchExpressions: z.array(z.object({ key: z.string(), operator: z.string(), values: z.array(z.string()) })),
      }),
    ),
    minAvailable: z.nullable(amount),
    maxUnavailable: z.nullable(amount),
    /** IfHealthyBudget (what null means, too) or AlwaysAllow. */
    unhealthyPodEvictionPolicy: z.nullable(z.string()),
    /** The object that it belongs to: an operator's custom resource. */
    owner: z.nullable(z.object({ apiGroup: z.string(), kind: z.string(), name: z.string() })),
    generation: z.number(),
    status: z.object({
      /** Below the generation: the rest of the status tells of an earlier budget. 0: nobody has looked at it yet. */
      observedGeneration: z.number(),
      currentHealthy: z.number(),
      desiredHealthy: z.number(),
      expectedPods: z.number(),
      disruptionsAllowed: z.number(),
      /** What the condition DisruptionAllowed says where its reason is SyncFailed. */
      syncFailure: z.nullable(z.string()),
    }),
  }),
);

/** Each budget with the names of the pods that its selector matches, whatever their phase; labels themselves are not kept. */
export const budgetedPods = z.array(z.object({ namespace: z.string(), name: z.string(), pods: z.array(z.string()) }));

/** Each Deployment and StatefulSet with the names of the budgets that match its pod template. */
export const budgetedWorkloads = z.array(
  z.object({
    kind: z.string(),
    namespace: z.string(),
    name: z.string(),
    replicas: z.number(),
    budgets: z.array(z.string()),
  }),
);
