import * as z from 'zod/mini';
import { blocks, level } from '../../judge/result.ts';
import { verdict } from '../../judge/verdict.ts';
import { open } from '../../judge/plan/open-enum.ts';
import { step } from '../../judge/plan/step.ts';

export const messageKinds = ['first', 'changed', 'unchanged', 'could-not-scan', 'state-lost'] as const;
const changeKinds = ['new', 'worse', 'fixed', 'no-longer-seen'] as const;

/** One change. Its texts come from the report, and thus from objects of the cluster: treat them as untrusted. */
export const change = z.object({
  kind: open(changeKinds),
  /** The worst level of its findings; if they are fixed, the worst level that they had. */
  level,
  /** What the worst of its findings stops. */
  blocks,
  /** The first step at which that finding has this level; null: now. */
  at: z.nullable(step),
  /** One line: the title of the entry. */
  title: z.string(),
  /** The number of its entry in the report; null if the report does not have it. */
  number: z.nullable(z.number()),
  /** The checks that found it. */
  checks: z.array(z.string()),
  /** The fingerprints of its findings. */
  fingerprints: z.array(z.string()),
  /** Why this scan could not look for the finding; null if the scan found it, or if the finding is fixed. */
  reason: z.nullable(z.string()),
});

/** Findings that changed for one reason outside of the cluster, summarized in one line. */
export const storm = z.object({
  /** `tool`: another version of eks-preflight; `target`: another target; `selection`: other checks or grants. */
  cause: open(['tool', 'target', 'selection']),
  /** The reason: `eks-preflight 0.2.0 (before: 0.1.0)`, `target 1.35 (before: 1.34)`. */
  text: z.string(),
  /** How many findings are new, or are no longer looked for, for this reason; 0 if the reason changed no finding. */
  findings: z.number(),
});

/** The cluster. Every property but the name can be null if the scan could not run. */
export const messageCluster = z.object({
  name: z.string(),
  region: z.nullable(z.string()),
  account: z.nullable(z.string()),
  arn: z.nullable(z.string()),
  version: z.nullable(z.string()),
});

/** Numbers of blockers, unknowns and warnings. */
export const levelCounts = z.object({ fail: z.number(), unknown: z.number(), warn: z.number() });

/** Set once when 90 days of support are left, once at 60 days and once at 30 days; otherwise null. */
export const supportEnd = z.nullable(
  z.object({
    kind: open(['standard', 'extended']),
    /** The last day of support, `2027-07-29`. */
    until: z.string(),
    /** Days left; 0 if support ends today or has ended. */
    days: z.number(),
  }),
);

/** Set once for each rollback window, when at most two full days of it are left. */
export const rollbackEnd = z.optional(
  z.object({
    /** Whether EKS can roll back now; false: blocked; null: unknown. */
    open: z.nullable(z.boolean()),
    /** The version after the rollback. */
    to: z.string(),
    /** When the window ends, ISO 8601: a lower bound. A date if the support of the version ends before. */
    until: z.string(),
    /** Full days left; 0: less than a day. */
    days: z.number(),
  }),
);

/** What a scheduled scan sends; published as `schemas/message.schema.json`. */
export const messageSchema = z.object({
  /** The version of this schema. */
  schemaVersion: z.literal(1),
  /** 32 hexadecimal digits; the same if the message is repeated. */
  id: z.string(),
  kind: open(messageKinds),
  tool: z.object({
    /** Always `eks-preflight`. */
    name: z.literal('eks-preflight'),
    /** Its version. */
    version: z.string(),
  }),
  cluster: messageCluster,
  /** When the cluster was scanned, or when the scan failed; ISO 8601. */
  scannedAt: z.string(),
  /** The time of the earlier scan that this scan is compared with; null if there is none. */
  comparedTo: z.nullable(z.string()),
  /** The upgrade target; null if the scan could not run. */
  target: z.nullable(z.string()),
  /** The verdict of the report; null if the scan could not run. */
  verdict: z.nullable(verdict),
  /** The earlier verdict, if it changed; otherwise null. */
  verdictBefore: z.nullable(verdict),
  /** The numbers of selected checks and of all checks; set only if not all were selected. */
  selection: z.optional(z.object({ selected: z.number(), total: z.number() })),
  /** The exit code of the gate; 3 if the scan could not run. */
  exitCode: z.number(),
  /** The earlier exit code, if it changed. */
  exitCodeBefore: z.optional(z.number()),
  /** Numbers of entries: findings with one common fix count once. */
  counts: z.object({
    new: z.number(),
    worse: z.number(),
    fixed: z.number(),
    noLongerSeen: z.number(),
    /** Blockers, unknowns and warnings that this scan found. */
    open: levelCounts,
    /** Set if entries of earlier scans could not be looked for: they are still open, but `open` does not count them. */
    notSeen: z.optional(levelCounts),
  }),
  /**
   * What changed: new and worse findings, then those that are no longer seen, then fixed ones, each by level. For
   * `first` and `state-lost`, all open findings.
   */
  changes: z.array(change),
  /** How many of the last changes are omitted because the message would be too large; set only then. */
  changesOmitted: z.optional(z.number()),
  /** Findings that changed for a reason outside of the cluster: one element for each reason. */
  storms: z.array(storm),
  support: supportEnd,
  rollback: rollbackEnd,
  /** Why there is no report; null if there is one. */
  error: z.nullable(
    z.object({
      code: z.string(),
      message: z.string(),
      hint: z.nullable(z.string()),
      /** When the last successful scan ran; null if none is known. */
      lastSuccess: z.nullable(z.string()),
    }),
  ),
  /** Since when scans could not run, if the previous scan could not run. */
  couldNotScanSince: z.optional(z.string()),
  /** The time of the last scan, set if it is over an hour in the future: the clock of one of the machines is wrong. */
  stateAhead: z.optional(z.string()),
  /** Why the state could not be read; null if it was read, or does not exist. */
  stateError: z.nullable(z.string()),
  /** The URL of the HTML report of this scan; null without `--report-url`, or if the scan could not run. */
  link: z.nullable(z.string()),
});
export type Message = z.infer<typeof messageSchema>;
export type Change = z.infer<typeof change>;
