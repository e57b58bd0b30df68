import * as z from 'zod/mini';
import { open } from '../../judge/plan/open-enum.ts';
import { step, version } from '../../judge/plan/step.ts';
import { checkId, count, fingerprint } from '../../judge/result.ts';

/** What a task does. */
export const taskKinds = [
  'see',
  'fix',
  'add-on',
  'karpenter',
  'scan',
  'control-plane',
  'hold',
  'lower',
  'nodes',
  'restore',
  'software',
] as const;

/** What begins with a task, or waits for one. */
export const taskAreas = ['control-plane', 'karpenter', 'nodes', 'workloads'] as const;

/** What shows that a task is done. */
export const conditionKinds = [
  'finding',
  'version',
  'workload',
  'health',
  'update',
  'gone',
  'budget',
  'paused',
  'value',
  'seen',
] as const;

const commands = z.array(z.string());

/** A state that shows that a task is done, and the commands that print it. */
const condition = z.object({
  /**
   * `finding`: a scan judges the checks and no longer reports the findings. `version`: an object is at the version. `workload`:
   * all its pods are ready. `health`: no workload has fewer ready pods than when the plan was made. `update`: the update of
   * EKS is `Successful`. `gone`: an object no longer exists. `budget`: a PodDisruptionBudget allows a disruption. `paused`:
   * the budgets of NodePools allow no disruption. `value`: objects have the values that they had before. `seen`: a person looks at
   * it.
   */
  kind: open(conditionKinds),
  /** The state, in a sentence without its period. */
  text: z.string(),
  /** Commands that print it. `UPDATE_ID` is the ID that the command of the task prints. */
  commands,
  /** For `finding`: the checks that must be judged. */
  checks: z.optional(z.array(checkId)),
  /** The object, as `KIND/NAMESPACE/NAME` or `KIND/NAME`; for nodes, `nodes/KIND/GROUP`. */
  object: z.optional(z.string()),
  /** For `version`, of nodes without a group: their names. */
  nodes: z.optional(z.array(z.string())),
  /** For `paused`: the NodePools. */
  objects: z.optional(z.array(z.string())),
  /** For `value`: the objects. */
  values: z.optional(
    z.array(
      z.object({
        /** The object, as `KIND/NAMESPACE/NAME` or `KIND/NAME`. */
        object: z.string(),
        /** What it must have, as JSON: the fields of a PodDisruptionBudget that limit evictions, or the budgets of a NodePool. */
        value: z.string(),
      }),
    ),
  ),
  /** For `version`. */
  version: z.optional(z.string()),
  /** For `workload`: how many pods were ready when the plan was made, and how many it has. */
  pods: z.optional(z.object({ ready: count, all: count })),
});

/** What happens to nodes and pods while a task runs. */
const disturbance = z.object({
  /** How many nodes are drained; 0: none. */
  nodes: count,
  /** How many Fargate pods are recreated; 0: none. */
  pods: count,
  /** Details, each in a sentence. */
  text: z.array(z.string()),
});

/** What manages the object that a task changes, and where to change it permanently. */
const managed = z.object({
  /** What manages the object, with its stack, release or repository if known; or `manager not seen`. */
  by: z.string(),
  /** What shows the manager, or why none is seen, in Markdown. */
  source: z.string(),
  /** Where to make the change permanently, in Markdown; missing if that is unknown. */
  where: z.optional(z.string()),
  /** The commands in `where`, in order. */
  commands,
  /** True if the commands of the task bypass the manager: they are only for an object that nothing else manages. */
  bypassed: z.boolean(),
});

/** One task. */
export const task = z.object({
  /** Counted from 1 through the whole plan. */
  number: count,
  /** `KIND:NAME` or `KIND:NAME:VERSION`; the same in every plan that has this task. */
  id: z.string(),
  /** What it does. */
  kind: open(taskKinds),
  /** What to do, in one line. */
  title: z.string(),
  /** The heading under which the plan lists it. */
  section: z.string(),
  /** The step after which the task is due; null: it can be done today. */
  at: z.nullable(step),
  /** The fingerprints of the findings that it closes. */
  closes: z.array(fingerprint),
  /** The IDs of tasks that must be done before. */
  needs: z.array(z.string()),
  /** False if other tasks have to be done before. */
  ready: z.boolean(),
  /** What waits for this task. */
  stops: z.array(open(taskAreas)),
  /** True if the task only shows whether something stops these. */
  unknown: z.boolean(),
  /** The version of the object before the task; null if the task changes no version, or if it is unknown. */
  from: z.nullable(z.string()),
  /** The version after it; null if the task changes no version. */
  to: z.nullable(z.string()),
  /** Who does it: the tool that manages the object if one is known, or else the program of the first command. */
  by: z.string(),
  /** What manages the object that the task changes; missing if it changes no object that something could manage. */
  managed: z.optional(managed),
  /** How to do it. */
  how: z.object({
    /** What to do, in Markdown. */
    text: z.string(),
    /** Its commands, in order; you can paste each into a POSIX shell. */
    commands,
  }),
  /** For an update of the control plane: the command that begins it and does not wait for it. */
  begins: z.optional(z.string()),
  /** All must be true when the task is done. */
  done: z.array(condition),
  /** What happens to nodes and pods; null: nothing. */
  disturbs: z.nullable(disturbance),
  /** The room for the new nodes that a task starts, each in a sentence; missing if that is unknown. */
  room: z.optional(z.array(z.string())),
  /** What must end the task at once, in Markdown. */
  stopIf: z.optional(z.string()),
  /** What else to know, each in a sentence. */
  notes: z.array(z.string()),
  /** How to undo the task; missing if that is impossible or needless. */
  undo: z.optional(
    z.object({
      /** What to do, in Markdown. */
      text: z.string(),
      /** Its commands, in order. */
      commands,
    }),
  ),
  /** ISO 8601: after this time, the task is no longer possible. */
  until: z.optional(z.string()),
});

/** The plan: everything to do from today to the target, in order, whether or not something blocks it today. */
export const plan = z.object({
  /** Whether the control plane is updated or rolled back. */
  direction: open(['update', 'rollback']),
  /** The tasks, in order. */
  tasks: z.array(task),
  /** Placeholders in commands: what to replace them with, and in which tasks they are. */
  fillIn: z.array(
    z.object({
      /** The placeholder: `AMI_ID`. */
      name: z.string(),
      /** What replaces it. */
      meaning: z.string(),
      /** The numbers of the tasks. */
      tasks: z.array(count),
    }),
  ),
  /** What to know before the first task, each in a sentence. */
  notes: z.array(z.string()),
  /** The end of standard support of the target; null if unknown. */
  supportedUntil: z.nullable(z.string()),
  /** Versions of the control plane on the path, the current one first. */
  versions: z.array(version),
});
