import * as z from 'zod/mini';
import { holdCauses } from '../../for-checks/hold.ts';
import { open } from '../../judge/plan/open-enum.ts';
import { cluster } from '../cluster-schema.ts';
import { action, unseen } from './parts-schema.ts';
import { since } from './since/schema.ts';

/** The states, the worst first. */
export const states = ['stuck', 'failed', 'running', 'unknown', 'idle'] as const;
export type State = (typeof states)[number];

const moment = z.iso.datetime();
const state = open(states);

const update = z.object({
  /** The ID of the update; null if it was not seen. */
  id: z.nullable(z.string()),
  /** The type of the update as EKS names it: `VersionUpdate`. */
  type: z.string(),
  /** Its status as EKS names it: `InProgress`, `Failed`, `Cancelled`, `Successful`. */
  status: z.string(),
  /** When it began, ISO 8601; null if EKS does not report it. */
  since: z.nullable(moment),
  /** The version to which it leads; null if it changes something else. */
  to: z.nullable(z.string()),
  /** The errors of EKS, with what each one means. */
  errors: z.array(
    z.object({
      /** The code of EKS: `PodEvictionFailure`. */
      code: z.string(),
      /** What the code means, and what to do. */
      text: z.string(),
      /** The message of EKS. */
      message: z.string(),
    }),
  ),
});

const node = z.object({
  /** The name of the Node. */
  name: z.string(),
  /** The version of its kubelet: `1.33.5`. */
  version: z.string(),
  /** The update replaces it. */
  isOld: z.boolean(),
  /**
   * `waits`: it is cordoned, and each pod that is left is held or is stopping. `drains`: pods are stopping. `cordoned`: it
   * drains, or waits for its turn. `empty`: no pods are left to evict. `terminating`: its deletion was requested. `Ready`
   * and `NotReady`: nothing drains it.
   */
  state: open(['waits', 'drains', 'cordoned', 'empty', 'terminating', 'Ready', 'NotReady']),
  /** Since when it is cordoned, or else when the Node was created, ISO 8601; null if that was not seen. */
  since: z.nullable(moment),
  /** Pods that a drain evicts: without those of DaemonSets, static and finished pods; null if pods were not read. */
  pods: z.nullable(z.number()),
  /** What holds pods on it: `pdb/shop/cart`. */
  heldBy: z.array(z.string()),
});

const hold = z.object({
  /** The cause. */
  cause: open(holdCauses),
  /** The old nodes. */
  nodes: z.array(z.string()),
  /** The pods, each with its namespace: `shop/cart-5d9c7b6f4-x2x7k`. */
  pods: z.array(z.string()),
  /** What holds them, as kubectl names it: `pdb/shop/cart`; null if that is the pod itself. */
  by: z.nullable(z.string()),
  /** One sentence about the first of the pods. */
  text: z.string(),
  /** The pods do not leave in time without a change. False: they may leave by themselves. */
  isHolding: z.boolean(),
});

const refresh = z.object({
  /** The name of the Auto Scaling group. */
  group: z.string(),
  /** The ID of the instance refresh. */
  id: z.string(),
  /** Its status as Auto Scaling names it. */
  status: z.string(),
  /** When it began, ISO 8601; null if Auto Scaling does not report it. */
  since: z.nullable(moment),
  /** How much of it is complete, in percent; null if Auto Scaling does not report it. */
  percentage: z.nullable(z.number()),
  /** What Auto Scaling says about its status; null if nothing. */
  reason: z.nullable(z.string()),
});

const group = z.object({
  /** What replaces its nodes. */
  kind: open(['managed', 'self-managed', 'karpenter', 'auto', 'fargate', 'hybrid']),
  /** Its name for people: `node group general`. */
  name: z.string(),
  /** The node group, NodePool or Auto Scaling group; null if there is none. */
  group: z.nullable(z.string()),
  /** The state of its update. */
  state,
  /** One sentence about its state. */
  text: z.string(),
  /** The version to which its nodes are updated; null if nothing updates them. */
  to: z.nullable(z.string()),
  /** The update that runs, or else the newest one; null if none was seen. */
  update: z.nullable(update),
  /** The newest instance refresh of its Auto Scaling group; null if none was seen. */
  refresh: z.nullable(refresh),
  /** The health issues that EKS reports. */
  issues: z.array(z.string()),
  /** Its nodes: those that are replaced first. */
  nodes: z.array(node),
  /** What holds pods on its nodes, or keeps their replacements from running. */
  holds: z.array(hold),
  /** Before this time, EKS does not end the update because of the pods that wait, ISO 8601; null: no such limit. */
  notBefore: z.nullable(moment),
  /** What happens next by itself; null if nothing is known to happen. */
  next: z.nullable(z.string()),
  /** What can be done now. */
  actions: z.array(action),
  /** What to do after the update, because an action changed something for its time. */
  later: z.array(action),
  /** What not to do, and why; null if nothing is to be avoided. */
  not: z.nullable(z.string()),
});

const addon = z.object({
  /** The name of the EKS add-on. */
  name: z.string(),
  /** Its version. */
  version: z.string(),
  /** Its status as EKS names it: `ACTIVE`. */
  status: z.string(),
  /** The state of its update. */
  state,
  /** One sentence about its state. */
  text: z.string(),
  /** The update that runs, or else the newest one; null if none was read. */
  update: z.nullable(update),
  /** The health issues that EKS reports. */
  issues: z.array(z.string()),
  /** The pods of its workload; null if they were not read, or if its workload is unknown. */
  pods: z.nullable(
    z.object({
      /** How many pods there should be. */
      wanted: z.number(),
      /** How many are available. */
      available: z.number(),
    }),
  ),
});

/** What `status --format json` prints. It is published as `schemas/status.schema.json`. */
export const statusSchema = z.object({
  /** The version of this schema: it changes when a property is removed or changes its meaning. */
  schemaVersion: z.literal(1),
  /** The program that read the cluster. */
  tool: z.object({
    /** Always `eks-preflight`. */
    name: z.literal('eks-preflight'),
    /** Its version. */
    version: z.string(),
  }),
  /** When the cluster was read, ISO 8601. */
  readAt: moment,
  /** The cluster. */
  cluster,
  /** The worst state of all parts. */
  state,
  /** The worst part in a few words. */
  summary: z.string(),
  /** How the newest update ended; null if none was seen that has ended. */
  last: z.nullable(z.string()),
  /**
   * The exit code. 0: nothing runs, and with a plan all tasks that count are done. 1: stuck, failed or worse. 2: running,
   * open or not seen.
   */
  exitCode: z.number(),
  /** The control plane. */
  controlPlane: z.object({
    /** Its Kubernetes version. */
    version: z.string(),
    /** The status of the cluster as EKS names it: `ACTIVE`. */
    status: z.string(),
    /** The state of its update. */
    state,
    /** One sentence about its state. */
    text: z.string(),
    /** The update that runs, or else the newest one; null if none was seen. */
    update: z.nullable(update),
    /** Whether it can be rolled back, or a rollback cancelled; null if there is nothing to say. */
    rollback: z.nullable(z.string()),
    /** The nodes that must be replaced before a rollback; during one, those that EKS still replaces. */
    tooNew: z.array(z.string()),
  }),
  /** Everything that replaces nodes, the worst first. */
  groups: z.array(group),
  /** The EKS add-ons, the worst first. */
  addons: z.array(addon),
  /** What was not seen. */
  unseen: z.array(unseen),
  /** A plan compared with the cluster; missing without `--since`. */
  since: z.optional(since),
});

/** The status of a cluster. */
export type StatusDocument = z.infer<typeof statusSchema>;
export type StatusGroup = StatusDocument['groups'][number];
export type StatusNode = StatusGroup['nodes'][number];
export type StatusHold = StatusGroup['holds'][number];
export type StatusUpdate = NonNullable<StatusGroup['update']>;
export type StatusAddon = StatusDocument['addons'][number];
