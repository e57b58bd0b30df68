import * as z from 'zod/mini';

/** The JSON report. This schema is the contract with pipelines; it is published as `schemas/report.schema.json`. */

const level = z.enum(['fail', 'warn', 'unknown']);
const blocks = z.enum(['control-plane', 'nodes', 'workloads', 'delivery', 'karpenter']);
const step = z.object({ component: z.enum(['kubernetes', 'karpenter']), version: z.string() });
const counts = { fail: z.number(), unknown: z.number(), warn: z.number() };
const verdict = z.enum(['ready', 'blocked', 'incomplete']);

const finding = z.object({
  /** Hash of check id, rule and resource identity; never of message or numbers. */
  fingerprint: z.string(),
  rule: z.nullable(z.string()),
  level,
  blocks,
  phase: z.enum(['before', 'after']),
  /** The first step at the finding's level; null = now. */
  at: z.nullable(step),
  /** The first version at which it warns, where that is earlier. */
  since: z.nullable(step),
  resource: z.object({
    text: z.string(),
    kind: z.string(),
    name: z.string(),
    namespace: z.optional(z.string()),
    apiVersion: z.optional(z.string()),
    arn: z.optional(z.string()),
  }),
  message: z.string(),
  evidence: z.array(
    z.object({
      observed: z.string(),
      required: z.nullable(z.string()),
      resource: z.nullable(z.string()),
      fact: z.nullable(z.string()),
      source: z.enum(['live', 'inventory', 'table']),
    }),
  ),
  /** Markdown. */
  fix: z.string(),
  /** The commands of the fix, in its order; each can be pasted into a POSIX shell. */
  commands: z.array(z.string()),
  links: z.array(z.string()),
  accepted: z.nullable(z.object({ reason: z.string(), owner: z.nullable(z.string()), until: z.nullable(z.string()) })),
});

const missing = z.object({
  fact: z.string(),
  /** The kind of the reason: denied, unreachable, time-out, truncated, unreadable, not-offered, inconsistent, stale, absent, not-asked. */
  reason: z.string(),
  message: z.string(),
  permission: z.nullable(z.string()),
  hint: z.nullable(z.string()),
});

const result = z.object({
  id: z.string(),
  title: z.string(),
  category: z.string(),
  severity: z.enum(['fail', 'warn']),
  status: z.enum(['pass', 'warn', 'fail', 'unknown', 'skip', 'accepted']),
  /** Why skipped. */
  reason: z.nullable(z.string()),
  why: z.string(),
  docs: z.string(),
  links: z.array(z.string()),
  tables: z.array(z.object({ name: z.string(), knownThrough: z.nullable(z.string()) })),
  findings: z.array(finding),
  missing: z.array(missing),
});

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
  /** `flag`, `next-offered` (EKS offers a newer version), `assumed` (offers could not be read), `current` (nothing newer is offered). */
  targetSource: z.enum(['flag', 'next-offered', 'assumed', 'current']),
  karpenter: z.array(
    z.object({
      namespace: z.string(),
      version: z.nullable(z.string()),
      versionSource: z.nullable(z.string()),
      target: z.nullable(z.string()),
      targetSource: z.nullable(z.string()),
    }),
  ),
  /** Findings of today's state. */
  now: z.object(counts),
  /** The path; each finding is counted once, at its first step. */
  steps: z.array(
    z.object({ component: z.enum(['kubernetes', 'karpenter']), from: z.string(), to: z.string(), verdict, ...counts }),
  ),
  verdict,
  gate: z.object({
    failOn: z.array(z.enum(['fail', 'warn', 'unknown', 'not-covered', 'never'])),
    scope: z.enum(['all', 'control-plane']),
    horizon: z.enum(['path', 'next']),
    /** Checks that `--require` asked for and that were not judged. */
    unmetRequirements: z.array(z.string()),
    /** Topics that no check covers and that count, with `--fail-on not-covered`; else empty. */
    notCovered: z.array(z.string()),
    result: verdict,
  }),
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
  /** Checks judged or skipped for a reason of the cluster, of all there are. */
  selection: z.object({ selected: z.number(), total: z.number() }),
  summary: z.object({
    results: z.object({ pass: z.number(), ...counts, skip: z.number(), accepted: z.number() }),
    findings: z.object({ ...counts, accepted: z.number() }),
  }),
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
export type Result = Report['results'][number];
export type ReportedFinding = Result['findings'][number];
export type Verdict = Report['verdict'];
export type MissingFact = Result['missing'][number];
