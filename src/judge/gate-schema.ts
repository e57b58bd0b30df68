import * as z from 'zod/mini';
import { open } from './plan/open-enum.ts';
import { count, verdict } from './result.ts';

/** What the gate counts, and the acceptances that it does not follow. The report's schema is composed of these. */

export const gate = z.object({
  /** Levels that cause exit code 1 or 2; always includes `fail`, except with `never`. */
  failOn: z.array(open(['fail', 'warn', 'unknown', 'not-covered', 'never'])),
  /** Whether only findings that stop the control plane update count. */
  scope: open(['all', 'control-plane']),
  /** Whether the whole path counts, or only now and the first step. */
  horizon: open(['path', 'next']),
  /** Checks that `--require` names but that were not judged. */
  unmetRequirements: z.array(z.string()),
  /** Topics without a check, which count with `--fail-on not-covered`; otherwise empty. */
  notCovered: z.array(z.string()),
  /** The report whose findings the gate does not count again; null without `--baseline`. */
  baseline: z.nullable(
    z.object({
      /** The file, as `--baseline` names it. */
      report: z.string(),
      /** When its facts were taken, ISO 8601. */
      scannedAt: z.string(),
      /** Findings that count in the verdict: warnings of phase after and what is accepted are left out. */
      counts: z.object({
        /** Findings that the baseline does not have. */
        new: count,
        /** Findings at a worse level, or an earlier step, than in the baseline. */
        worse: count,
        /** Findings that the baseline has. */
        known: count,
        /** The unknowns among those that the baseline has: what they hide was not seen then, either. */
        knownUnknown: count,
      }),
      /** How the baseline differs from this scan: another target, other plug-ins, checks or grants. */
      differs: z.array(z.string()),
    }),
  ),
  /** The verdict over the findings that count; with `--fail-on warn`, `partial` also if a check that can only warn was not selected. */
  result: verdict,
});

const acceptance = z.object({
  /** Where it is written: `entry 3 of accept in ci.yaml`. */
  entry: z.string(),
  /** The fingerprint that it names; null if it names a check and a resource. */
  id: z.nullable(z.string()),
  /** The check that it names; null if it names a fingerprint. */
  check: z.nullable(z.string()),
  /** As written in the entry: `Kind namespace/name`, or a glob for it. */
  resource: z.nullable(z.string()),
  /** Who accepted it. */
  owner: z.string(),
  /** The last day on which it applies (UTC). */
  until: z.string(),
  /** The findings concerned, which count. */
  fingerprints: z.array(z.string()),
});

/** Acceptances of the config file that do not do what they say. */
export const acceptanceNotes = z.object({
  /** Expired: their findings count again. */
  expired: z.array(acceptance),
  /** For a lower level or a later step than the finding has, or globs that match an unknown: these findings count. */
  exceeded: z.array(acceptance),
  /** The check was judged and has no such finding. */
  unmatched: z.array(acceptance),
});

/** Acceptances that do not do what they say. */
export type AcceptanceNotes = z.infer<typeof acceptanceNotes>;
/** What the options let count, and what it comes to: the exit code follows it. */
export type Gate = z.infer<typeof gate>;
