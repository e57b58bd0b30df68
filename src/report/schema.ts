import * as z from 'zod/mini';
import { acceptanceNotes } from '../judge/policy.ts';
import { gate, verdict } from '../judge/verdict.ts';
import { count, counts, result } from '../judge/result.ts';
import { open } from '../judge/plan/open-enum.ts';
import { areValidVersions, components, controller, minor, targetSource, version } from '../judge/plan/step.ts';
import { cluster } from './cluster-schema.ts';
import { apiUsage } from './api-usage-schema.ts';
import { factCoverage } from './coverage-schema.ts';
import { drained } from './drain-schema.ts';
import { rollback } from './rollback-schema.ts';
import { answer, entry } from './entry-schema.ts';
import { figures } from './figures-schema.ts';
import { plan } from './plan/plan-schema.ts';
import { plugin } from './plugin-schema.ts';

/** The JSON report. Pipelines depend on this schema; it is published as `schemas/report.schema.json`. */
export const reportSchema = z.object({
  /** The version of this schema: it changes when a property is removed or changes its meaning. */
  schemaVersion: z.literal(1),
  /** The program that wrote the report. */
  tool: z.object({
    /** Always `eks-preflight`. */
    name: z.literal('eks-preflight'),
    /** Its version. */
    version: z.string(),
    /** The build: a digest of the version and of its built-in checks. Missing in older reports. */
    build: z.optional(z.string().check(z.regex(/^[0-9a-f]{16}$/))),
  }),
  /** When the facts were taken, ISO 8601. */
  scannedAt: z.iso.datetime(),
  /** The time for which the facts are judged: `scannedAt`, unless `--as-of` names another. */
  judgedAt: z.iso.datetime(),
  /** `live`: a scan. `inventory`: a saved inventory. */
  source: open(['live', 'inventory']),
  /** The cluster; null if none was scanned. */
  cluster: z.nullable(cluster),
  /** The last version of the path; the version of the cluster if only its current state is judged. */
  target: minor,
  targetSource,
  /** The Karpenter controllers of the cluster; empty: none is installed, or none was seen. */
  karpenter: z.array(controller),
  /** How many findings apply today, by level. */
  now: z.object(counts),
  /** The path; each finding is counted once, at its first step. */
  steps: z
    .array(
      z
        .object({
          /** The component that the step updates. */
          component: open(components),
          /** The version before the step. */
          from: version,
          /** The version after it. */
          to: version,
          /** The verdict over the path up to the end of this step. */
          verdict,
          ...counts,
        })
        .check(z.refine(({ component, from, to }) => areValidVersions(component, [from, to]))),
    )
    // More steps than any path has. Limited because judging takes time for each pair of a step and a finding.
    .check(z.maxLength(100)),
  /**
   * The worst of all findings that are not accepted: `blocked`, `incomplete`, else `ready`; `partial` instead of
   * `ready` if checks that could fail were not selected (`--only`, `--skip`). The options of the gate do not change it.
   */
  verdict,
  /** The answer to each question about the path; missing in older reports. */
  answers: z.optional(z.array(answer)),
  gate,
  /** The exit code of the gate: 0 ready or partial, 1 blocked, 2 incomplete; always 0 with `--fail-on never`. */
  exitCode: count,
  /**
   * The findings as all formats show them, grouped by a common fix: blockers, unknowns, then warnings; within each, the
   * most severe impact first.
   */
  entries: z.array(entry),
  /** Teams of the namespaces in findings, from the label in `--team-label`; missing if no such namespace has a team. */
  teams: z.optional(
    z.array(
      z.object({
        /** The namespace. */
        namespace: z.string(),
        /** The value of its label. */
        team: z.string(),
      }),
    ),
  ),
  /**
   * The groups of nodes that the update replaces, those that an entry stops first; empty if no step replaces nodes.
   * Missing if the nodes were not read, if readiness is not judged, and in older reports.
   */
  drain: z.optional(z.array(drained)),
  /**
   * Whether EKS can roll back the control plane by one minor version now. Missing if its check was not selected or lacked
   * the updates of the cluster, and in older reports.
   */
  rollback: z.optional(rollback),
  /**
   * Everything to do from today to the target, in order, whether or not something blocks it today. Null if readiness is
   * not judged (`partial`), or if EKS offers no rollback. Missing in older reports.
   */
  plan: z.optional(z.nullable(plan)),
  /** The plug-ins whose checks are in the report; missing if none were named. */
  plugins: z.optional(z.array(plugin)),
  /** The config file, and its options that select the cluster or exclude findings; null if no file was read. */
  configuration: z.nullable(
    z.object({
      /** The path of the file. */
      file: z.string(),
      /** True if `--config` names it, false if it was found in the working directory. */
      named: z.boolean(),
      /** `cluster`, `region`: the keys by which the file selects the cluster. */
      locates: z.array(z.string()),
      /** The options in the file that exclude findings from the verdict or the gate. */
      relaxed: z.array(
        z.object({
          /** The name of the option. */
          option: z.string(),
          /** Its value. */
          value: z.string(),
        }),
      ),
    }),
  ),
  /** Acceptances of the config file that do not apply; those that apply are at their findings. */
  acceptances: acceptanceNotes,
  /** The number of selected checks, and of all checks. */
  selection: z.object({
    /** Checks that were selected. */
    selected: count,
    /** All checks. */
    total: count,
  }),
  /** Counts of results and of findings. */
  summary: z.object({
    /** Results by status. */
    results: z.object({
      /** Checks that passed. */
      pass: count,
      ...counts,
      /** Checks that were skipped. */
      skip: count,
      /** Checks whose findings are all accepted. */
      accepted: count,
    }),
    /** Findings by level. */
    findings: z.object({
      ...counts,
      /** Findings that are accepted, at any level. */
      accepted: count,
    }),
  }),
  /** Topics that no check of this version covers. */
  notJudged: z.array(z.string()),
  /** One result of each check, by id. */
  results: z.array(result),
  /** The tables that the checks read. */
  tables: z.array(
    z.object({
      /** The name of the table. */
      name: z.string(),
      /** The last versions that it covers; null: it does not end. */
      knownThrough: z.nullable(
        z.object({
          /** The last minor version of Kubernetes. */
          kubernetes: z.optional(z.string()),
          /** The last minor version of Karpenter. */
          karpenter: z.optional(z.string()),
        }),
      ),
      /** True if the table ends before the target: later changes are unknown. */
      ended: z.boolean(),
      /** The day on which its sources were last read; missing in older reports, and if the table cannot become old. */
      read: z.optional(z.string()),
    }),
  ),
  /** Numbers about the cluster; missing in older reports. */
  figures: z.optional(figures),
  /** What was read. */
  coverage: z.object({
    /** The facts by name. */
    facts: z.record(z.string(), factCoverage),
  }),
  /** The API requests of the live scan; missing for a saved inventory, and in older reports. */
  apiUsage: z.optional(apiUsage),
});

/** The output of `--format json` if the scan could not run (exit code 3). */
export const errorReportSchema = z.object({
  /** The version of this schema. */
  schemaVersion: z.literal(1),
  /** Why there is no report. */
  error: z.object({
    /** The kind of the reason, such as `usage`, `denied`, `unreachable` or `crash`. */
    code: z.string(),
    /** What happened, in one sentence. */
    message: z.string(),
    /** How to fix the problem. */
    hint: z.optional(z.string()),
    /** Commands to run instead: if no cluster is specified, one for each cluster that was found. */
    commands: z.optional(z.array(z.string())),
  }),
});

export type Report = z.infer<typeof reportSchema>;
