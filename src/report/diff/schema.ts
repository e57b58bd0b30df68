import * as z from 'zod/mini';
import { finding } from '../../judge/result.ts';
import { verdict } from '../../judge/verdict.ts';

const side = z.object({
  /** The file, as the command line names it. */
  file: z.string(),
  /** When its facts were taken, ISO 8601. */
  scannedAt: z.string(),
  /** The last version of its path. */
  target: z.string(),
  verdict,
});

/** What `diff --format json` prints. It is published as `schemas/diff.schema.json`. */
export const diffSchema = z.object({
  /** The version of this schema: it changes when a property is removed or changes its meaning. */
  schemaVersion: z.literal(1),
  /** The cluster of both reports. */
  cluster: z.object({
    /** The name of the cluster; `manifests` if none was scanned. */
    name: z.string(),
    /** The ARN of the cluster; empty if none was scanned. */
    arn: z.string(),
  }),
  /** The earlier report. */
  old: side,
  /** The later report. */
  new: side,
  /** What is different. A finding that the later report accepts is only in `accepted`. */
  changes: z.object({
    /** Findings that the earlier report does not have, or accepts. */
    new: z.array(finding),
    /** Findings at a higher level or an earlier step than in the earlier report. */
    worse: z.array(
      z.object({
        /** The finding of the later report. */
        finding,
        /** The same finding in the earlier report. */
        before: finding,
      }),
    ),
    /** Findings of the earlier report that the later one looked for and did not find. */
    fixed: z.array(finding),
    /** Findings of the earlier report that the later one could not look for. */
    noLongerSeen: z.array(
      z.object({
        /** The finding of the earlier report. */
        finding,
        /** Why the later report could not look for it. */
        reason: z.string(),
      }),
    ),
    /** Findings that the later report accepts, and the earlier one does not have or does not accept. */
    accepted: z.array(finding),
    /** How the earlier report was taken, if that differs: `target 1.34`, `1 of 2 checks`. */
    differs: z.array(z.string()),
  }),
});

/** The difference of two reports, for programs. */
export type DiffReport = z.infer<typeof diffSchema>;
