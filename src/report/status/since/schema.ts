import * as z from 'zod/mini';
import { open } from '../../../judge/plan/open-enum.ts';
import { minor } from '../../../judge/plan/step.ts';
import { count } from '../../../judge/result.ts';
import { taskKinds } from '../../plan/plan-schema.ts';
import { notCompared, same, worse } from './worse-schema.ts';

const moment = z.iso.datetime();

/** The states of a task, in the order of the status. */
export const taskStates = ['worse', 'half', 'running', 'unseen', 'open', 'over', 'done'] as const;

/** The states of a condition. */
export const conditionStates = ['holds', 'half', 'open', 'unseen', 'by-eye'] as const;

const taskStatus = z.object({
  /** Its number in the plan. */
  number: count,
  /** Its ID in the plan. */
  id: z.string(),
  /** What it does. */
  kind: open(taskKinds),
  /** Its title in the plan. */
  title: z.string(),
  /**
   * `done`: every condition holds. `over`: it lowered something for the time of other tasks, and these are done. `running`:
   * its update, or a rollout of its pods, runs. `half`: a part of it is done. `worse`: it is done, but workloads have fewer ready pods than before.
   * `unseen`: a condition was not seen. `open`: anything else.
   */
  state: open(taskStates),
  /** False for tasks that no condition can show as done: holds, scans, what a person or another computer has to check. */
  counts: z.boolean(),
  /** The number of a task that has to be done before it and is not; null if there is none. */
  after: z.nullable(count),
  /** Why it has this state; null if there is nothing to say. */
  text: z.nullable(z.string()),
  /** Its conditions, in the order of the plan. */
  conditions: z.array(
    z.object({
      /** The condition, as the plan has it. */
      text: z.string(),
      /** `by-eye`: a person has to look. */
      state: open(conditionStates),
      /** What was seen, or why it was not seen; null if it holds. */
      why: z.nullable(z.string()),
    }),
  ),
});

/** A plan compared with the cluster. */
export const since = z.object({
  /** The plan. */
  plan: z.object({
    /** When its facts were taken, ISO 8601. */
    scannedAt: moment,
    /** The version to which it leads. */
    target: minor,
    /** Whether it updates the control plane or rolls it back. */
    direction: open(['update', 'rollback']),
    /** True if another build of eks-preflight made it. */
    isOtherBuild: z.boolean(),
  }),
  /** Its tasks, in order. */
  tasks: z.array(taskStatus),
  /** What is worse than when the plan was made. */
  worse,
  /** How much is as it was when the plan was made. */
  same,
  /** What was not compared. */
  unseen: notCompared,
});

/** A plan compared with the cluster. */
export type Since = z.infer<typeof since>;
/** A task of a plan, and whether it is done. */
export type TaskStatus = Since['tasks'][number];
export type TaskState = TaskStatus['state'];
export type ConditionState = TaskStatus['conditions'][number]['state'];
