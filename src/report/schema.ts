import * as z from 'zod/mini';
import { acceptanceNotes, counts, gate, result, verdict } from '../judge/result.ts';
import { controller, step, targetSource } from '../plan/step.ts';

/** The JSON report. This schema is the contract with pipelines; it is published as `schemas/report.schema.json`. */
export const reportSchema = z.object({
  schemaVersion: z.literal(1),
  tool: z.object({ name: z.literal('eks-preflight'), version: z.string() }),
  scannedAt: z.string(),
  judgedAt: z.string(),
  source: z.enum(['live', 'inventory']),
  cluster: z.object({
    name: z.string(),
    region: z.string(),
    account: z.string(),
    partition: z.string(),
    arn: z.string(),
    version: z.string(),
    platformVersion: z.nullable(z.string()),
    kind: z.object({
      autoMode: z.boolean(),
      /** Null where nodes or node groups could not be seen. */
      fargateOnly: z.nullable(z.boolean()),
      hybrid: z.boolean(),
      outpost: z.boolean(),
      authMode: z.nullable(z.string()),
      ipFamily: z.nullable(z.string()),
    }),
    support: z.object({
      policy: z.nullable(z.string()),
      standardUntil: z.nullable(z.string()),
      extendedUntil: z.nullable(z.string()),
    }),
  }),
  /** The last version of the path; equal to the cluster's where only its state is judged. */
  target: z.string(),
  targetSource,
  karpenter: z.array(controller),
  /** Findings of today's state. */
  now: z.object(counts),
  /** The path; each finding is counted once, at its first step. */
  steps: z.array(
    z.object({ component: z.enum(['kubernetes', 'karpenter']), from: z.string(), to: z.string(), verdict, ...counts }),
  ),
  verdict,
  gate,
  exitCode: z.number(),
  /** How to take the first step, where nothing stands in its way; null where something does, or there is no step. */
  update: z.nullable(
    z.object({
      component: z.enum(['kubernetes', 'karpenter']),
      version: z.string(),
      /** Markdown. */
      fix: z.string(),
      /** The commands of it, in order; each can be pasted into a POSIX shell. */
      commands: z.array(z.string()),
    }),
  ),
  /**
   * What people read: findings that one action mends, made once for all formats. Blockers, what is unknown, then warnings; of
   * each what stops the most first.
   */
  entries: z.array(
    z.object({
      /** Counts from 1, through all levels. */
      number: z.number(),
      /** The worst of its findings. */
      level: z.enum(['fail', 'unknown', 'warn']),
      blocks: z.enum(['control-plane', 'nodes', 'workloads', 'delivery', 'karpenter']),
      /** The first step at its level; null = now. */
      at: z.nullable(step),
      /** One line. */
      title: z.string(),
      /** The action that mends findings of several checks, such as `update-nodegroup:blue`; null where they are of one check. */
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
      /** The step that it follows; null: nothing has to come before it. */
      at: z.nullable(step),
      /** `nodes`, or the id of the check that found it. */
      topic: z.string(),
      /** What it concerns; a resource of null: none was seen. */
      items: z.array(z.object({ resource: z.nullable(z.string()), message: z.string() })),
      /** Fingerprints of the findings that say it; empty for what every update brings with it. */
      findings: z.array(z.string()),
      /** Markdown. */
      fix: z.string(),
      /** The commands of it, in order; each can be pasted into a POSIX shell. */
      commands: z.array(z.string()),
    }),
  ),
  /** The config file that was read, null where there was none; what it changes is in force, nothing else outranks it. */
  configuration: z.nullable(
    z.object({
      file: z.string(),
      /** Named by `--config`; false: only found in the working directory. */
      named: z.boolean(),
      /** `cluster`, `region`: the file says which cluster is judged. */
      locates: z.array(z.string()),
      /** The options that take something out of the verdict or the gate, as the file sets them. */
      relaxed: z.array(z.object({ option: z.string(), value: z.string() })),
    }),
  ),
  /** Acceptances of the config file that do not do what they say; those that hold stand at their findings. */
  acceptances: acceptanceNotes,
  /** Checks judged or skipped for a reason of the cluster, of all there are. */
  selection: z.object({ selected: z.number(), total: z.number() }),
  summary: z.object({
    results: z.object({ pass: z.number(), ...counts, skip: z.number(), accepted: z.number() }),
    findings: z.object({ ...counts, accepted: z.number() }),
  }),
  /** Topics that no check of this version covers. */
  notJudged: z.array(z.string()),
  results: z.array(result),
  tables: z.array(
    z.object({
      name: z.string(),
      knownThrough: z.nullable(z.object({ kubernetes: z.optional(z.string()), karpenter: z.optional(z.string()) })),
      ended: z.boolean(),
    }),
  ),
  coverage: z.object({
    facts: z.record(
      z.string(),
      z.object({
        ok: z.boolean(),
        count: z.optional(z.number()),
        gaps: z.optional(z.array(z.string())),
        inconsistent: z.optional(z.boolean()),
        stale: z.optional(z.string()),
        reason: z.optional(z.string()),
        permission: z.optional(z.string()),
      }),
    ),
  }),
});

/** What `--format json` prints where the scan could not run (exit code 3). */
export const errorReportSchema = z.object({
  schemaVersion: z.literal(1),
  error: z.object({ code: z.string(), message: z.string(), hint: z.optional(z.string()) }),
});

export type Report = z.infer<typeof reportSchema>;
