import * as z from 'zod/mini';
import { blocks, level, verdict } from '../judge/result.ts';
import { open } from '../plan/open-enum.ts';
import { step } from '../plan/step.ts';

/** What a scheduled scan keeps between runs. It is read as untrusted input: every text and list has a limit. */

const text = (longest: number) => z.string().check(z.maxLength(longest));
const list = <Item extends z.ZodMiniType>(item: Item, most: number) => z.array(item).check(z.maxLength(most));
const moment = z.iso.datetime();
const version = text(64);

/** Far more than any report has. */
export const mostFindings = 200_000;
/** The longest text that is kept of a report; what is longer is cut. */
export const longestText = 1_000;
const mostChecks = 10_000;
/** Targets that can be behind; `--deliver` takes no more either. */
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
  /** What is wrong; of what was not seen, the title of the entry. */
  message: text(longestText),
  level,
  blocks,
  /** The first step at its level; null: now. */
  at: z.nullable(step),
  /** The first version at which it warned, if that was earlier. */
  since: z.nullable(step),
  /** Set if something was not seen: the name of the fact, or empty for a table. */
  missing: z.nullable(text(longestText)),
  /** The entry that it was part of: the fingerprint of its first finding. */
  entry: text(64),
  /** The scan that found it first, and the last one that found it. */
  firstSeen: moment,
  lastSeen: moment,
  /** Why the last scan could not look for it; null: it found it. */
  notSeen: z.nullable(text(longestText)),
});

/** What people were told: the outcome of one scan, on top of what earlier scans left open. */
export const told = z.object({
  /** The scan; null: none could run yet. */
  scan: z.nullable(
    z.object({
      /** When its facts were taken. */
      at: moment,
      /** The version of eks-preflight. */
      tool: version,
      target: version,
      /** The targets of Karpenter's controllers; null where none runs. */
      karpenterTargets: z.nullable(list(version, 100)),
      verdict,
      exitCode: z.number(),
      /** The ids of all checks of that version. */
      checks: list(text(longestText), mostChecks),
      /** Of these, the ones that were not selected, or that wait for a grant. */
      unjudged: list(text(longestText), mostChecks),
      /** Grants of `--with` that were not given. */
      unasked: list(text(64), 100),
    }),
  ),
  findings: list(known, mostFindings),
  /** The support that ends next, and the last of 90, 60 and 30 days that was told; null: none yet. */
  support: z.nullable(z.object({ kind: open(['standard', 'extended']), until: text(64), days: z.number() })),
  /** Since when scans cannot run, and when that was told last; null: the last one could. */
  trouble: z.nullable(z.object({ since: moment, toldAt: moment })),
});

/** `state.json` of one cluster; published as `schemas/state.schema.json`. */
export const stateSchema = z.object({
  /** The version of this schema: a state of a newer one is neither read nor replaced. */
  schemaVersion: z.literal(1),
  /** The cluster, the same as in its path. */
  cluster: z.object({ account: text(64), region: text(64), name: text(200) }),
  /** When it was written. */
  updatedAt: moment,
  /** What all targets were told, but those that are behind. */
  told,
  /** Targets whose last delivery failed, and what these were told last; null: nothing. */
  behind: list(z.object({ target: text(longestText), told: z.nullable(told) }), mostTargets),
});

export type Known = z.infer<typeof known>;
export type Told = z.infer<typeof told>;
export type State = z.infer<typeof stateSchema>;
export type ClusterPlace = State['cluster'];
