import * as z from 'zod/mini';
import { blocks, level } from '../../judge/result.ts';
import { verdict } from '../../judge/verdict.ts';
import { open } from '../../judge/plan/open-enum.ts';
import { step } from '../../judge/plan/step.ts';

/** What a scheduled scan keeps between runs. It is read as untrusted input: strings and lists have limits. */

const text = (longest: number) => z.string().check(z.maxLength(longest));
const list = <Item extends z.ZodMiniType>(item: Item, most: number) => z.array(item).check(z.maxLength(most));
const moment = z.iso.datetime();
const version = text(64);

/** More findings than any report has. */
export const mostFindings = 200_000;
/** The maximum length of most strings; longer strings of a report are cut. */
export const longestText = 1_000;
const mostChecks = 10_000;
/** The maximum number of targets, also for `--deliver`. */
export const mostTargets = 64;

/** A finding that is open: the last report has it, or could not look for it. */
export const known = z.object({
  /** 16 hexadecimal digits. */
  fingerprint: z.string().check(z.regex(/^[\da-f]{16}$/)),
  check: text(longestText),
  /** The resource by kind, namespace and name. */
  resource: text(longestText),
  /** The resource as reports show it. */
  text: text(longestText),
  /** What is wrong; for unseen data, a title with the cause. */
  message: text(longestText),
  level,
  blocks,
  /** The first step at which it has this level; null: now. */
  at: z.nullable(step),
  /** The first step at which it was a warning, if that is an earlier step. */
  since: z.nullable(step),
  /** For a finding about unseen data, the fact that was not read, or an empty string for a table; otherwise null. */
  missing: z.nullable(text(longestText)),
  /** The entry that contained it: the fingerprint of the first finding of that entry. */
  entry: text(64),
  /** Set if a scan of a rollback found it. */
  rollback: z.optional(z.literal(true)),
  /** When a scan first found it. */
  firstSeen: moment,
  /** When a scan last found it. */
  lastSeen: moment,
  /** Why the last scan could not look for it; null if it found it. */
  notSeen: z.nullable(text(longestText)),
});

/** What was reported last: one scan, and all findings that were open after it. */
export const told = z.object({
  /** The scan; null if none could run yet. */
  scan: z.nullable(
    z.object({
      /** When it ran. */
      at: moment,
      /** The version of eks-preflight. */
      tool: version,
      /** The upgrade target. */
      target: version,
      /** Set if it judged a rollback. */
      rollback: z.optional(z.literal(true)),
      /** The targets of the Karpenter controllers; null if there are none, or they were not read. */
      karpenterTargets: z.nullable(list(version, 100)),
      verdict,
      exitCode: z.number(),
      /** The IDs of all checks of that version. */
      checks: list(text(longestText), mostChecks),
      /** How many checks were selected; missing in older states. */
      selected: z.optional(z.number()),
      /** The checks that were not selected, or that need a grant of `--with` that was not requested. */
      unjudged: list(text(longestText), mostChecks),
      /** Grants of `--with` that were not requested. */
      unasked: list(text(64), 100),
    }),
  ),
  /** The open findings. */
  findings: list(known, mostFindings),
  /** The support that ends next, and which of 90, 60 and 30 days was reported last; null if none was. */
  support: z.nullable(z.object({ kind: open(['standard', 'extended']), until: text(64), days: z.number() })),
  /** The rollback window whose end was reported last; missing if none was, and in older states. */
  rollback: z.optional(z.object({ to: text(64), until: text(64) })),
  /** Since when scans cannot run, and when this was last reported; null if the last scan could run. */
  trouble: z.nullable(z.object({ since: moment, toldAt: moment })),
});

/** `state.json` of one cluster; published as `schemas/state.schema.json`. */
export const stateSchema = z.object({
  /** The version of this schema. A state with a newer version is neither read nor replaced. */
  schemaVersion: z.literal(1),
  /** The cluster, the same as in its path. */
  cluster: z.object({ account: text(64), region: text(64), name: text(200) }),
  /** When the state was written. */
  updatedAt: moment,
  /**
   * When a scan last had other open findings or levels, or another verdict or target, than the scan before it; the first
   * scan counts. Missing in states of older versions, until a scan differs from the one before it.
   */
  changedAt: z.optional(moment),
  /** What all destinations have received, except those in `behind`. */
  told,
  /** Destinations that lack the last content, each with what it received last; null if it received nothing. */
  behind: list(z.object({ target: text(longestText), told: z.nullable(told) }), mostTargets),
  /** The destinations of messages that runs of the last 30 days named, and when each was last named. */
  destinations: list(z.object({ name: text(longestText), namedAt: moment }), mostTargets),
});

export type Known = z.infer<typeof known>;
export type NotifiedContent = z.infer<typeof told>;
export type State = z.infer<typeof stateSchema>;
export type ClusterPlace = State['cluster'];
