import * as z from 'zod/mini';
import { blocks, level, verdict } from '../judge/result.ts';
import { open } from '../plan/open-enum.ts';
import { step } from '../plan/step.ts';

/** What a message is about. */
export const messageKinds = ['first', 'changed', 'unchanged', 'could-not-scan', 'state-lost'] as const;
/** What happened to a finding, or to all findings that come from one cause. */
export const changeKinds = ['new', 'worse', 'fixed', 'no-longer-seen'] as const;

/** One line of a message. Texts are those of the report; they may come from anybody who can name an object in the cluster. */
export const change = z.object({
  kind: open(changeKinds),
  /** The level of the finding now; of what is fixed, the level it had. */
  level,
  /** What it stops. */
  blocks,
  /** The first step at its level; null: now. */
  at: z.nullable(step),
  /** One line: the title of the entry. */
  title: z.string(),
  /** The number of its entry in the report; null if the report no longer has it. */
  number: z.nullable(z.number()),
  /** The checks that found it. */
  checks: z.array(z.string()),
  /** The fingerprints of its findings. */
  fingerprints: z.array(z.string()),
  /** Why it can no longer be seen; null for other kinds. */
  reason: z.nullable(z.string()),
});

/** Many findings with one cause that is not the cluster's: a line, no storm. */
export const storm = z.object({
  cause: open(['tool', 'target', 'selection']),
  /** `eks-preflight 0.2.0 (before: 0.1.0)`, `target 1.35 (before: 1.34)`. */
  text: z.string(),
  /** Findings that are new, or no longer looked for, because of it. */
  findings: z.number(),
});

/** What a delivery sends; published as `schemas/message.schema.json`. */
export const messageSchema = z.object({
  /** The version of this schema. */
  schemaVersion: z.literal(1),
  /** The same in a repetition of the same message: 32 hexadecimal digits. */
  id: z.string(),
  kind: open(messageKinds),
  tool: z.object({
    /** Always `eks-preflight`. */
    name: z.literal('eks-preflight'),
    /** Its version. */
    version: z.string(),
  }),
  /** The cluster. A scan that could not run may not know its account, and then neither its ARN. */
  cluster: z.object({
    name: z.string(),
    region: z.nullable(z.string()),
    account: z.nullable(z.string()),
    arn: z.nullable(z.string()),
    version: z.nullable(z.string()),
  }),
  /** When the facts were taken, or when the scan could not run; ISO 8601. */
  scannedAt: z.string(),
  /** The run that this one is compared with; null: there is none. */
  comparedTo: z.nullable(z.string()),
  /** Null: no report. */
  target: z.nullable(z.string()),
  verdict: z.nullable(verdict),
  /** The verdict before, if it was another one; null otherwise. */
  verdictBefore: z.nullable(verdict),
  /** The exit code of the gate; 3: the scan could not run. */
  exitCode: z.number(),
  /** The exit code before, if it was another one. */
  exitCodeBefore: z.optional(z.number()),
  /** Entries of the report: findings with one common fix count once. */
  counts: z.object({
    new: z.number(),
    worse: z.number(),
    fixed: z.number(),
    noLongerSeen: z.number(),
    /** Blockers, unknowns and warnings that are open now. */
    open: z.object({ fail: z.number(), unknown: z.number(), warn: z.number() }),
  }),
  /** What changed, the worst first; of `first` and `state-lost`, what is open. All of it: receivers cut, and say so. */
  changes: z.array(change),
  /** Set if the limit of a receiver left out the last ones: how many. */
  changesOmitted: z.optional(z.number()),
  storms: z.array(storm),
  /** Set if 90, 60 or 30 days are left since the last message. */
  support: z.nullable(
    z.object({
      kind: open(['standard', 'extended']),
      /** The last day, `2027-07-29`. */
      until: z.string(),
      /** Days left; 0: it ends today or has ended. */
      days: z.number(),
    }),
  ),
  /** Why there is no report; null if there is one. */
  error: z.nullable(
    z.object({
      code: z.string(),
      message: z.string(),
      hint: z.nullable(z.string()),
      /** The last scan that could run; null: none is known. */
      lastSuccess: z.nullable(z.string()),
    }),
  ),
  /** Since when scans could not run, if the one before this could not. */
  couldNotScanSince: z.optional(z.string()),
  /** Set if the state is of a scan in the future: when that was, by the clock of its machine. One of the clocks is wrong. */
  stateAhead: z.optional(z.string()),
  /** Why the state could not be read; null if it was. */
  stateError: z.nullable(z.string()),
  /** The page of this run; null without `--report-url`, or without a report. */
  link: z.nullable(z.string()),
});
export type Message = z.infer<typeof messageSchema>;
export type Change = z.infer<typeof change>;
