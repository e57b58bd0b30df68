import * as z from 'zod/mini';
import { computeTypes } from '../facts/nodes.ts';
import { open } from '../judge/plan/open-enum.ts';
import { checkId, count } from '../judge/result.ts';

/** Two numbers that differ if it is not documented which of them applies. */
const range = z.object({
  /** The lower number. */
  from: count,
  /** The higher number. */
  to: count,
});

/** A group of nodes that the update replaces, what the replacement takes, and what stops it. */
export const drained = z.object({
  /** The group: `node group general`, `NodePool default`. */
  group: z.string(),
  /** The name of the node group or the pool; null if it has none: `hybrid nodes`. */
  name: z.nullable(z.string()),
  /** What created the nodes and replaces them. */
  computeType: open(computeTypes),
  /** How many of its nodes are below the target (for a rollback: above it), or of an unknown version. */
  nodes: count,
  /** How many nodes are replaced at a time; null: by hand, or not read. */
  parallel: z.nullable(range),
  /** In how many rounds the nodes are replaced; null: by hand, not read, or none at a time. */
  rounds: z.nullable(range),
  /** For how many minutes a pod can keep its node; null: without limit; missing: not read, or no node is drained. */
  minutes: z.optional(z.nullable(z.number())),
  /**
   * What happens if pods remain. `fails`: EKS fails the update of the node group (PodEvictionFailure). `deletes`: the
   * pods are deleted. `waits`: the drain waits until you remove what stops it. `restarts`: no node is drained, Fargate pods are
   * recreated. Missing: not read.
   */
  outcome: z.optional(open(['fails', 'deletes', 'waits', 'restarts'])),
  /**
   * The numbers of the entries whose fix replaces the group by another one, by hand: EKS cannot update it. Missing: the
   * group is updated.
   */
  replacedBy: z.optional(z.array(count)),
  /** The numbers of the entries that stop the drain. */
  stoppedBy: z.array(count),
  /** The numbers of the entries because of which it is unknown whether anything else stops it. */
  unknown: z.array(count),
  /** Checks of what stops a drain that were not run. */
  notJudged: z.array(checkId),
});
