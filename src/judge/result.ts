import * as z from 'zod/mini';
import { open, orOther } from './plan/open-enum.ts';
import { components, step } from './plan/step.ts';
import { valuesOf } from './verdict-values.ts';

/** The rank of a finding's level; 0 is the worst. */
export function levelRank({ level: own }: Pick<ReportedFinding, 'level'>): number {
  return valuesOf.level.indexOf(own);
}

/** `fail`: a blocker. `warn`: a warning. `unknown`: data was not seen or cannot be judged, so the check cannot pass. */
export const level = open(valuesOf.level);
/** What the problem stops: the update of the control plane, nodes, running workloads, future deployments, Karpenter. */
export const blocks = open(valuesOf.blocks);
/** A number of things; 0 or more. */
export const count = z.int().check(z.nonnegative());
export const counts = {
  /** Of level `fail`. */
  fail: count,
  /** Of level `unknown`. */
  unknown: count,
  /** Warnings of phase before. */
  warn: count,
  /** Warnings of phase after: tasks that follow the update. The gate never counts them. */
  after: count,
};

/** The name, in a finding, of all tables of Karpenter that end before a version. */
export const karpenterTables = 'karpenter';

/** The ID of a check: `nodes/kubelet-skew`. */
export const checkId = z.string().check(z.regex(/^[A-Za-z0-9-]{1,100}\/[A-Za-z0-9-]{1,100}$/));

/**
 * What was not seen, in a finding of the engine. Reporters use it to fold many such findings into one. `fact`: a fact
 * that was not read, or only in part. `table`: changes that a table does not cover.
 */
const unseen = orOther(
  z.discriminatedUnion('kind', [
    z.object({
      /** A fact that was not read, or only in part. */
      kind: z.literal('fact'),
      /** The name of the fact. */
      fact: z.string(),
      /** The missing part (`node group blue`); null: the whole fact, or several facts for the same reason. */
      part: z.nullable(z.string()),
      /** Why it was not read; the same text for everything with the same reason. */
      reason: z.string(),
      /** The kind of the reason, as `missing` has it: `unreachable`, `time-out`. */
      cause: z.optional(z.string()),
      /** The permission that was missing; null if permissions are not the cause. */
      permission: z.nullable(z.string()),
      /** The worst level that it can hide; if omitted, the severity of the check. */
      hides: z.optional(z.literal('warn')),
    }),
    z.object({
      /** Changes that a table does not cover. */
      kind: z.literal('table'),
      /** The name of the table; `karpenter`: the tables of Karpenter. */
      table: z.string(),
      /** The component whose versions the table lists. */
      component: open(components),
      /** The last version that the table covers. */
      knownThrough: z.string(),
      /** The version whose changes are unknown: the minor, for Karpenter, too. */
      version: z.string(),
      /** True if the table goes further than this version, but does not list it. */
      lacksRelease: z.boolean(),
      /** The checks that lack it, if the finding is for several. */
      checks: z.optional(z.array(checkId)),
    }),
  ]),
  ['fact', 'table'],
);

/** 16 hexadecimal digits. */
export const fingerprint = z.string().check(z.regex(/^[0-9a-f]{16}$/));

/** One problem of one resource. */
export const finding = z.object({
  /**
   * 16 hexadecimal digits, unique within the report; the same in every report of the cluster for the same check, rule
   * and resource. The first eight are a short form for people.
   */
  fingerprint,
  /** The id of the check that found it. */
  check: checkId,
  /** The rule of the check, if it has several; `missing:<fact>` and `table:<name>` for what was not seen. */
  rule: z.nullable(z.string()),
  level,
  blocks,
  /** When the fix belongs; a warning of phase after counts as `after`, never as `warn`. */
  phase: open(valuesOf.phase),
  /** The first step at which the finding has its level; null: now. */
  at: z.nullable(step),
  /** The first version at which the finding is a warning, if that is earlier than `at`; otherwise null. */
  since: z.nullable(step),
  /** The object that the finding is about: the group or pool for nodes, the controller for pods. */
  resource: z.object({
    /** As text for people: `Deployment shop/cart`, `Subnet subnet-0abc (eu-west-1a)`. */
    text: z.string(),
    /** The kind, of Kubernetes or of AWS: `Deployment`, `NodeGroup`, `Role`. */
    kind: z.string(),
    /** The name, or the ID of an AWS resource. */
    name: z.string(),
    /** The namespace of a namespaced object. */
    namespace: z.optional(z.string()),
    /** The API version that the object was read at. */
    apiVersion: z.optional(z.string()),
    /** The ARN of an AWS resource, if it has one. */
    arn: z.optional(z.string()),
  }),
  /** What is wrong, in one line, with the values seen. */
  message: z.string(),
  /** The problem in at most 40 characters, without names; longer in checks of plug-ins. Missing in older reports. */
  short: z.optional(z.string()),
  /** What to do, in a few words without names; missing for what does not fail and belongs before the update. */
  task: z.optional(z.string()),
  /** The one action that fixes findings of several checks, such as `update-nodegroup:blue`; null if there is none. */
  remedy: z.nullable(z.string()),
  /** Set if the engine made the finding because data was not seen; null for a check's own finding. */
  unseen: z.nullable(unseen),
  /** What was seen, and what is required. */
  evidence: z.array(
    z.object({
      /** What was seen. */
      observed: z.string(),
      /** What is required; null if the message says it. */
      required: z.nullable(z.string()),
      /** The object seen, if it is not the resource of the finding: a node of a group. */
      resource: z.nullable(z.string()),
      /** The fact in which it was seen. */
      fact: z.nullable(z.string()),
      /** `live`: an API. `inventory`: a saved inventory. `table`: a table of this version. */
      source: open(['live', 'inventory', 'table']),
    }),
  ),
  /** The groups of nodes whose drain it stops: `node group general`. Missing if it stops none. */
  groups: z.optional(z.array(z.string())),
  /** The managed node group that the fix creates instead of the resource; missing if it creates none. */
  creates: z.optional(z.string()),
  /** What to do, in Markdown. */
  fix: z.string(),
  /** The commands of the fix, in order; you can paste each into a POSIX shell. */
  commands: z.array(z.string()),
  /** The tools that manage what the fix changes, such as `Terraform` or `Argo CD`. Missing if none was seen. */
  managers: z.optional(z.array(z.string())),
  /** What reverts the fix, a task for after the update; missing if the fix is permanent. */
  undo: z.optional(
    z.object({
      /** What to do, in Markdown. */
      fix: z.string(),
      /** Its commands, in order; you can paste each into a POSIX shell. */
      commands: z.array(z.string()),
    }),
  ),
  /** The place of the fact in a file; null if it comes from a cluster. */
  location: z.nullable(
    z.object({
      /** The path of the file. */
      file: z.string(),
      /** The line, counted from 1. */
      line: count,
    }),
  ),
  /** Sources about this finding; the sources of the check are in its result. */
  links: z.array(z.string()),
  /** Why it does not count, who accepted it, and until when; null: it counts. */
  accepted: z.nullable(
    z.object({
      /** Why it is accepted. */
      reason: z.string(),
      /** Who accepted it. */
      owner: z.string(),
      /** The last day on which it is accepted (UTC). */
      until: z.string(),
    }),
  ),
  /**
   * How the finding compares with `gate.baseline`. The gate counts a `known` finding only if its level is `unknown` and
   * `failOn` includes `unknown`. Null without a baseline.
   */
  baseline: z.nullable(open(valuesOf.baseline)),
});

const missing = z.object({
  /** The name of the fact. */
  fact: z.string(),
  /** denied, unreachable, time-out, truncated, unreadable, not-offered, inconsistent, stale, absent, not-asked. */
  reason: z.string(),
  /** What happened, in one sentence. */
  message: z.string(),
  /** The permission that would have shown it; null if permissions are not the cause. */
  permission: z.nullable(z.string()),
  /** What may help; null if unknown. */
  hint: z.nullable(z.string()),
});

export const result = z.object({
  /** The id of the check: `nodes/kubelet-skew`. */
  id: checkId,
  /** What a finding of it means, in a few words. */
  title: z.string(),
  /** The area: the first part of the id. */
  category: z.string().check(z.regex(/^[A-Za-z0-9-]{1,100}$/)),
  /** The worst level that the check may report. */
  severity: open(valuesOf.severity),
  /** What its failures may stop: data that was not seen counts for all of it. Missing in older reports: everything. */
  mayBlock: z.optional(z.array(blocks)),
  /**
   * The worst of its findings: `fail`, `unknown`, `warn`; `pass` without findings, `skip` if it was not judged,
   * `accepted` if all findings are accepted.
   */
  status: open(valuesOf.status),
  /** Why it was skipped, or, if the check says so, what the result is based on: how much was judged. Otherwise null. */
  reason: z.nullable(z.string()),
  /**
   * The kind of reason: it does not apply to this cluster, its facts need `--with`, it was not selected, or its tables
   * end before a version of the path, which a finding of another check says.
   */
  skipped: z.nullable(open(valuesOf.skipped)),
  /** Why it matters, in Markdown. */
  why: z.string(),
  /** The address of its documentation. */
  docs: z.string(),
  /** Official sources. */
  links: z.array(z.string()),
  /** The tables that it reads. */
  tables: z.array(
    z.object({
      /** The name of the table. */
      name: z.string(),
      /** The last versions that it covers, as text for people; null: it does not end. */
      knownThrough: z.nullable(z.string()),
    }),
  ),
  /** What it found, the worst level first, then by resource. */
  findings: z.array(finding),
  /** The facts, or parts of facts, that it could not use. */
  missing: z.array(missing),
});

/** The result of judging one check: its status, its findings, and the facts that were missing. */
export type Result = z.infer<typeof result>;
/** One finding of a result, as every format of the report shows it. */
export type ReportedFinding = Result['findings'][number];
/** A fact that was not seen, or changes of a version that a table does not cover. */
export type UnseenThing = z.infer<typeof unseen>;
/** A fact, or a part of one, that a check lacked, and why. */
export type MissingFact = Result['missing'][number];
