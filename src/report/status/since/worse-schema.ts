import * as z from 'zod/mini';
import { count } from '../../../judge/result.ts';
import { action, unseen } from '../parts-schema.ts';

/** What is worse than when the plan was made. */
export const worse = z.array(
  z.object({
    /** What is worse, as kubectl names it: `deploy/shop/cart`, `addon/coredns`; a group of nodes: `node group general`. */
    object: z.string(),
    /** How it is worse: `1 of 2 ready, was 2 of 2`. */
    text: z.string(),
    /** The state of the pod that waits longest: `Pending`; null if no pod of it waits. */
    state: z.nullable(z.string()),
    /** Since when, ISO 8601; null if that was not seen. */
    since: z.nullable(z.string()),
    /** The number of the task that caused it, or else of the newest one that moved it; null if none is known. */
    task: z.nullable(count),
    /** Why, in sentences; null if no reason was seen. */
    why: z.nullable(z.string()),
    /** What can be done. */
    actions: z.array(action),
  }),
);

const compared = z.object({
  /** How many are not worse. */
  same: count,
  /** How many the plan has, without those that were removed. */
  all: count,
  /** How many no longer exist, or want no pods. That is not worse. */
  removed: count,
});

/** How much is as it was when the plan was made. */
export const same = z.object({
  /** Workloads: as many pods are ready as then, or as many as they want. */
  workloads: compared,
  /** PodDisruptionBudgets: they allow as many disruptions as then. Fewer are not worse by themselves. */
  budgets: compared,
  /** EKS add-ons: not degraded or failed, unless they were then. */
  addons: compared,
  /** Webhooks and aggregated APIs: their Services answer as then. */
  backends: compared,
  /** Groups of nodes: no more nodes are NotReady than then, and none are missing. */
  groups: compared,
});

/** What was not compared. */
export const notCompared = z.array(unseen);

/** One thing that is worse. */
export type Worse = z.infer<typeof worse>[number];
/** How much is as before. */
export type Same = z.infer<typeof same>;
/** How many of one kind are as before. */
export type Compared = Same['workloads'];
/** Something that was not compared. */
export type NotCompared = z.infer<typeof notCompared>[number];
