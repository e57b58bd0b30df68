import * as z from 'zod/mini';
import { open } from '../../judge/plan/open-enum.ts';
import { count } from '../../judge/result.ts';

/** The parts of the health of a cluster. */
export const healthParts = ['workloads', 'pods', 'budgets', 'addons', 'backends', 'groups'] as const;

/** What is healthy in a cluster at one time, to compare with later. Names are as kubectl writes them. */
export const health = z.object({
  /** Deployments, StatefulSets and DaemonSets that want pods. */
  workloads: z.array(
    z.object({
      /** The workload: `deploy/shop/cart`. */
      workload: z.string(),
      /** How many pods it wants. */
      wanted: count,
      /** How many of its pods are ready. */
      ready: count,
    }),
  ),
  /** Pods that are not ready, by workload and state; without those that have only started to wait. */
  pods: z.array(
    z.object({
      /** The workload: `deploy/shop/cart`; a pod without a controller: `pod/shop/debug`. */
      workload: z.string(),
      /** Why a container waits, such as `CrashLoopBackOff`; otherwise `Pending` or `NotReady`. */
      state: z.string(),
      /** How many pods. */
      pods: count,
    }),
  ),
  /** PodDisruptionBudgets. */
  budgets: z.array(
    z.object({
      /** The budget: `pdb/shop/cart`. */
      budget: z.string(),
      /** How many disruptions it allows. */
      allows: count,
    }),
  ),
  /** EKS add-ons. */
  addons: z.array(
    z.object({
      /** The name of the add-on. */
      name: z.string(),
      /** Its version. */
      version: z.string(),
      /** Its status as EKS names it: `ACTIVE`. */
      status: z.string(),
    }),
  ),
  /** The Services in the cluster that answer for webhooks and aggregated APIs. */
  backends: z.array(
    z.object({
      /** What the API server calls: `validatingwebhookconfiguration/policies`, `apiservice/v1beta1.metrics.k8s.io`. */
      object: z.string(),
      /** The Service: `svc/kube-system/metrics-server`. */
      service: z.string(),
      /** A webhook: each port that is called has a ready endpoint. An aggregated API: it is available. */
      isReady: z.boolean(),
    }),
  ),
  /** The groups of nodes; without nodes that are being removed, or that joined and are not Ready yet. */
  groups: z.array(
    z.object({
      /** The group: `node group general`, `NodePool default`. */
      group: z.string(),
      /** How many nodes it has. */
      nodes: count,
      /** How many of them are Ready. */
      ready: count,
    }),
  ),
  /** What was not seen: the parts above do not show it. */
  unseen: z.array(
    z.object({
      /** The part above that lacks it. */
      part: open(healthParts),
      /** What it is: `ready pods of workloads`. */
      what: z.string(),
      /** Why it was not seen. */
      reason: z.string(),
      /** The permission that would have shown it; null if none is missing. */
      permission: z.nullable(z.string()),
    }),
  ),
});

/** What is healthy in a cluster at one time. */
export type Health = z.infer<typeof health>;
