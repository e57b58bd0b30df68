import * as z from 'zod/mini';
import { step } from '../plan/step.ts';

/** The output of judging: a check's findings and status, and the gate. The report's schema is composed of these. */

const level = z.enum(['fail', 'warn', 'unknown']);
const blocks = z.enum(['control-plane', 'nodes', 'workloads', 'delivery', 'karpenter']);
export const counts = {
  fail: z.number(),
  unknown: z.number(),
  /** Warnings of phase before. */
  warn: z.number(),
  /** Warnings of phase after: what follows the update. The gate never counts them. */
  after: z.number(),
};
export const verdict = z.enum(['ready', 'blocked', 'incomplete']);

/**
 * What was not seen, if the engine reports it and not a check, so that reporters can fold many findings into one.
 * `fact`: a fact that was not read, or only in part. `table`: changes that a table does not cover.
 */
const unseen = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('fact'),
    fact: z.string(),
    /** The missing part (`node group blue`); null: everything, or what many facts lack for the same reason. */
    part: z.nullable(z.string()),
    /** Why, in the same words for everything that the same reason makes unreadable. */
    reason: z.string(),
    /** What would have shown it; null if permissions are not the cause. */
    permission: z.nullable(z.string()),
  }),
  z.object({
    kind: z.literal('table'),
    table: z.string(),
    component: z.enum(['kubernetes', 'karpenter']),
    /** The last version that the table covers. */
    knownThrough: z.string(),
    /** The version whose changes are unknown. */
    version: z.string(),
    /** The table goes further, and lacks this very release. */
    lacksRelease: z.boolean(),
  }),
]);

const finding = z.object({
  /** Hash of check ID, rule and resource identity; never of message or numbers. */
  fingerprint: z.string(),
  /** The id of the check that found it. */
  check: z.string(),
  rule: z.nullable(z.string()),
  level,
  blocks,
  /** When the fix belongs; a warning of phase after counts as `after`, never as `warn`. */
  phase: z.enum(['before', 'after']),
  /** The first step at the finding's level; null = now. */
  at: z.nullable(step),
  /** The first version at which it warns, if that is earlier. */
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
  /** What one action mends, across checks, such as `update-nodegroup:blue`; null where no other check names it. */
  remedy: z.nullable(z.string()),
  /** Set if the engine made the finding because of what was not seen; null for a check's own finding. */
  unseen: z.nullable(unseen),
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
  /** Where the fact is written; null where it comes from a cluster and not from a file. */
  location: z.nullable(z.object({ file: z.string(), line: z.number() })),
  links: z.array(z.string()),
  /** Why it does not count, and who answers for that until the end of which day (UTC); null: it counts. */
  accepted: z.nullable(z.object({ reason: z.string(), owner: z.string(), until: z.string() })),
  /** How it compares with `gate.baseline`; the gate does not count what is `known`. Null where there is no baseline. */
  baseline: z.nullable(z.enum(['new', 'worse', 'known'])),
});

const missing = z.object({
  fact: z.string(),
  /**
   * The kind of the reason: denied, unreachable, time-out, truncated, unreadable, not-offered, inconsistent, stale,
   * absent, not-asked.
   */
  reason: z.string(),
  message: z.string(),
  permission: z.nullable(z.string()),
  hint: z.nullable(z.string()),
});

export const result = z.object({
  id: z.string(),
  title: z.string(),
  category: z.string(),
  severity: z.enum(['fail', 'warn']),
  status: z.enum(['pass', 'warn', 'fail', 'unknown', 'skip', 'accepted']),
  /** Why skipped. */
  reason: z.nullable(z.string()),
  /** The kind of reason: it does not apply to this cluster, its facts need `--with`, or it was not selected. */
  skipped: z.nullable(z.enum(['not-applicable', 'not-asked', 'not-selected'])),
  why: z.string(),
  docs: z.string(),
  links: z.array(z.string()),
  tables: z.array(z.object({ name: z.string(), knownThrough: z.nullable(z.string()) })),
  findings: z.array(finding),
  missing: z.array(missing),
});

export const gate = z.object({
  failOn: z.array(z.enum(['fail', 'warn', 'unknown', 'not-covered', 'never'])),
  scope: z.enum(['all', 'control-plane']),
  horizon: z.enum(['path', 'next']),
  /** Checks that `--require` names but that were not judged. */
  unmetRequirements: z.array(z.string()),
  /** Topics without a check, which count with `--fail-on not-covered`; otherwise empty. */
  notCovered: z.array(z.string()),
  /** The report whose findings the gate does not count again; null where `--baseline` names none. */
  baseline: z.nullable(
    z.object({
      /** The file, as `--baseline` names it. */
      report: z.string(),
      scannedAt: z.string(),
      /** Findings that count in the verdict: warnings of phase after and what is accepted are left out. */
      counts: z.object({ new: z.number(), worse: z.number(), known: z.number() }),
      /** How the baseline was taken, where that differs from this scan: another target, selection or grants. */
      differs: z.array(z.string()),
    }),
  ),
  result: verdict,
});

const acceptance = z.object({
  /** Where it is written: `entry 3 of accept in ci.yaml`. */
  entry: z.string(),
  id: z.nullable(z.string()),
  check: z.nullable(z.string()),
  /** As the entry has it: `Kind namespace/name`, or a glob of it. */
  resource: z.nullable(z.string()),
  owner: z.string(),
  until: z.string(),
  /** The findings concerned, which count. */
  fingerprints: z.array(z.string()),
});

/** Acceptances of the config file that do not do what they say. */
export const acceptanceNotes = z.object({
  /** Over: their findings count again. */
  expired: z.array(acceptance),
  /** Made for a lower level or a later step, or globs that meet an unknown: these findings count. */
  exceeded: z.array(acceptance),
  /** The check was judged, and found no such thing. */
  unmatched: z.array(acceptance),
});

/** What judging one check came to: its status, its findings, and the facts that were missing. */
export type Result = z.infer<typeof result>;
/** One finding of a result, as every format of the report tells it. */
export type ReportedFinding = Result['findings'][number];
/** A fact, or the changes of a version, that was not seen. */
export type UnseenThing = z.infer<typeof unseen>;
/** What a cluster, a step or the gate comes to. */
export type Verdict = z.infer<typeof verdict>;
/** A fact, or a part of one, that a check did without, and why. */
export type MissingFact = Result['missing'][number];
/** Acceptances that do not do what they say. */
export type AcceptanceNotes = z.infer<typeof acceptanceNotes>;
/** What the options let count, and what it comes to: the exit code follows it. */
export type Gate = z.infer<typeof gate>;
