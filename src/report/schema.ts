import * as z from 'zod/mini';
import { acceptanceNotes, gate } from '../judge/gate-schema.ts';
import { blocks, counts, level, result, verdict } from '../judge/result.ts';
import { open } from '../plan/open-enum.ts';
import { components, controller, step, targetSource } from '../plan/step.ts';
import { cluster } from './cluster-schema.ts';

/** The JSON report. This schema is the contract with pipelines; it is published as `schemas/report.schema.json`. */
export const reportSchema = z.object({
  /** The version of this schema: it changes when a property is removed or changes its meaning. */
  schemaVersion: z.literal(1),
  /** What wrote the report. */
  tool: z.object({
    /** Always `eks-preflight`. */
    name: z.literal('eks-preflight'),
    /** Its version. */
    version: z.string(),
  }),
  /** When the facts were taken, ISO 8601. */
  scannedAt: z.string(),
  /** The date for which they are judged: `scannedAt`, unless `--as-of` names another. */
  judgedAt: z.string(),
  /** `live`: a scan. `inventory`: a saved inventory. */
  source: open(['live', 'inventory']),
  /** The cluster; null where none was scanned. */
  cluster: z.nullable(cluster),
  /** The last version of the path; equal to the cluster's where only its state is judged. */
  target: z.string(),
  targetSource,
  /** The Karpenter controllers of the cluster; empty: none is installed, or none was seen. */
  karpenter: z.array(controller),
  /** Findings of today's state. */
  now: z.object(counts),
  /** The path; each finding is counted once, at its first step. */
  steps: z.array(
    z.object({
      /** What moves. */
      component: open(components),
      /** The version before the step. */
      from: z.string(),
      /** The version after it. */
      to: z.string(),
      /** The verdict over the path up to the end of this step. */
      verdict,
      ...counts,
    }),
  ),
  /** The worst of all findings that are not accepted: `ready`, `blocked` or `incomplete`. No option changes it. */
  verdict,
  gate,
  /** The exit code of the scan: 0 ready, 1 blocked, 2 incomplete. */
  exitCode: z.number(),
  /** How to take the first step, where nothing stands in its way; null where something does, or there is no step. */
  update: z.nullable(
    z.object({
      /** What moves. */
      component: open(components),
      /** The version after the step. */
      version: z.string(),
      /** What to do, in Markdown. */
      fix: z.string(),
      /** The commands of it, in order; each can be pasted into a POSIX shell. */
      commands: z.array(z.string()),
    }),
  ),
  /**
   * What people read: findings with one common fix, made once for all formats. Blockers, what is unknown, then warnings; of
   * each what stops the most first.
   */
  entries: z.array(
    z.object({
      /** Counts from 1, through all levels. */
      number: z.number(),
      /** The worst of its findings. */
      level,
      /** What it stops. */
      blocks,
      /** The first step at its level; null = now. */
      at: z.nullable(step),
      /** One line. */
      title: z.string(),
      /** The action that fixes findings of several checks, such as `update-nodegroup:blue`; null where they are of one check. */
      remedy: z.nullable(z.string()),
      /** The checks that found it. */
      checks: z.array(z.string()),
      /** Of its findings, the worst first. */
      fingerprints: z.array(z.string()),
    }),
  ),
  /** What follows the update, in order: the nodes, and what findings of phase after ask for. It blocks nothing. */
  after: z.array(
    z.object({
      /** The step that it follows; null: no step has to precede it. */
      at: z.nullable(step),
      /** `nodes`, or the id of the check that found it. */
      topic: z.string(),
      /** What it concerns; a resource of null: none was seen. */
      items: z.array(
        z.object({
          /** The object, for reading. */
          resource: z.nullable(z.string()),
          /** What is to be done about it. */
          message: z.string(),
        }),
      ),
      /** Fingerprints of the findings that say it; empty for what every update brings with it. */
      findings: z.array(z.string()),
      /** What to do, in Markdown. */
      fix: z.string(),
      /** The commands of it, in order; each can be pasted into a POSIX shell. */
      commands: z.array(z.string()),
    }),
  ),
  /** The config file that was read, null where there was none; what it changes is in force, nothing else outranks it. */
  configuration: z.nullable(
    z.object({
      /** The path of the file. */
      file: z.string(),
      /** Named by `--config`; false: only found in the working directory. */
      named: z.boolean(),
      /** `cluster`, `region`: the file says which cluster is judged. */
      locates: z.array(z.string()),
      /** The options that take something out of the verdict or the gate, as the file sets them. */
      relaxed: z.array(
        z.object({
          /** The name of the option. */
          option: z.string(),
          /** Its value. */
          value: z.string(),
        }),
      ),
    }),
  ),
  /** Acceptances of the config file that do not do what they say; those that hold stand at their findings. */
  acceptances: acceptanceNotes,
  /** Checks judged or skipped for a reason of the cluster, of all there are. */
  selection: z.object({
    /** Checks that were selected. */
    selected: z.number(),
    /** Checks that there are. */
    total: z.number(),
  }),
  /** Counts of results and of findings. */
  summary: z.object({
    /** Results by status. */
    results: z.object({
      /** Checks that passed. */
      pass: z.number(),
      ...counts,
      /** Checks that were skipped. */
      skip: z.number(),
      /** Checks whose findings are all accepted. */
      accepted: z.number(),
    }),
    /** Findings by level. */
    findings: z.object({
      ...counts,
      /** Findings that are accepted, whatever their level. */
      accepted: z.number(),
    }),
  }),
  /** Topics that no check of this version covers. */
  notJudged: z.array(z.string()),
  /** One result of each check, by id. */
  results: z.array(result),
  /** The tables that the checks read. */
  tables: z.array(
    z.object({
      /** The name of the table. */
      name: z.string(),
      /** The last versions that it covers; null: it does not end. */
      knownThrough: z.nullable(
        z.object({
          /** The last minor version of Kubernetes. */
          kubernetes: z.optional(z.string()),
          /** The last minor version of Karpenter. */
          karpenter: z.optional(z.string()),
        }),
      ),
      /** It ends before the target: its changes from there on are unknown. */
      ended: z.boolean(),
    }),
  ),
  /** What was read. */
  coverage: z.object({
    /** The facts by name. */
    facts: z.record(
      z.string(),
      z.object({
        /** It was read, in full or with gaps. */
        ok: z.boolean(),
        /** How many objects a list holds. */
        count: z.optional(z.number()),
        /** Parts of it that were not read, each with the reason. */
        gaps: z.optional(z.array(z.string())),
        /** The list changed while it was read. */
        inconsistent: z.optional(z.boolean()),
        /** Why its source calls it old. */
        stale: z.optional(z.string()),
        /** Why it was not read. */
        reason: z.optional(z.string()),
        /** The permission that would have shown it. */
        permission: z.optional(z.string()),
      }),
    ),
  }),
});

/** What `--format json` prints where the scan could not run (exit code 3). */
export const errorReportSchema = z.object({
  /** The version of this schema. */
  schemaVersion: z.literal(1),
  /** Why there is no report. */
  error: z.object({
    /** The kind of the reason: `usage`, `denied`, `unreachable`, `crash`. */
    code: z.string(),
    /** What happened, in one sentence. */
    message: z.string(),
    /** What helps. */
    hint: z.optional(z.string()),
  }),
});

export type Report = z.infer<typeof reportSchema>;
