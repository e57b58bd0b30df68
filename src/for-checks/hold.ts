import type { Facts } from '../facts/facts.ts';
import type { Advice } from '../syntax/advice.ts';
import type { Minor } from '../syntax/versions.ts';
import type { Here } from './budget-fix.ts';

/** What can keep a pod on a node that is drained, or its replacement from running. */
export const holdCauses = [
  'budget',
  'budgets',
  'webhook',
  'finalizer',
  'grace',
  'not-stopped',
  'do-not-disrupt',
  'returns',
  'bare',
  'no-node',
  'not-ready',
  'volume',
] as const;
export type HoldCause = (typeof holdCauses)[number];

type Pod = Facts['pods'][number];

/** Why a pod is still on its node, as far as one look shows. */
export interface Hold {
  cause: HoldCause;
  pod: Pod;
  /** What holds it, as kubectl names it: `pdb/shop/cart`; null if that is the pod itself. */
  by: string | null;
  /** The end of a sentence that begins with the pod: `cannot be evicted: ...`. */
  text: string;
  /**
   * `holds`: the pod does not leave, or not in time, without a change. `settling`: it may leave by itself soon. `note`: it
   * may be able to leave.
   */
  force: 'holds' | 'settling' | 'note';
  /** What to change; undefined: nothing, or only to wait. */
  fix?: Advice | undefined;
  /** How to restore what the fix changes. */
  undo?: Advice | undefined;
}

/** The facts that show what holds pods. A missing one was not read: its causes are then not seen. */
export interface HoldFacts extends Pick<Facts, 'pods' | 'nodes'> {
  waitingPods?: Facts['waitingPods'] | undefined;
  drainTraits?: Facts['drainTraits'] | undefined;
  podDisruptionBudgets?: Facts['podDisruptionBudgets'] | undefined;
  budgetedPods?: Facts['budgetedPods'] | undefined;
  admissionWebhooks?: Facts['admissionWebhooks'] | undefined;
  webhookServices?: Facts['webhookServices'] | undefined;
}

/** What the facts are judged with. */
export interface HoldContext extends Here {
  /** The version of the API server. */
  version: Minor;
  /** ISO 8601. */
  now: string;
}

/** How long a state that usually ends by itself may last before it counts as held, in minutes. */
export const settlingMinutes = 5;
/**
 * How long a managed node group waits for the pods of a node, in minutes. Source:
 * https://docs.aws.amazon.com/eks/latest/userguide/managed-node-update-behavior.html
 */
export const managedLimitMinutes = 15;
