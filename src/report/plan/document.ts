import * as z from 'zod/mini';
import { open } from '../../judge/plan/open-enum.ts';
import { controller, minor, step, version } from '../../judge/plan/step.ts';
import { count } from '../../judge/result.ts';
import { gate, verdict } from '../../judge/verdict.ts';
import { answer, entry } from '../entry-schema.ts';
import { cluster } from '../cluster-schema.ts';
import { grants } from '../../facts/optional-grants.ts';
import { health } from '../health/schema.ts';
import { rollback } from '../rollback-schema.ts';
import type { Report } from '../schema.ts';
import { plan } from './plan-schema.ts';

const pathStep = z.object({
  /** The component that the step updates. */
  component: step.shape.component,
  /** The version before the step. */
  from: version,
  /** The version after it. */
  to: version,
});

/** What `plan --format json` prints. It is published as `schemas/plan.schema.json`. */
export const planSchema = z.object({
  /** The version of this schema: it changes when a property is removed or changes its meaning. */
  schemaVersion: z.literal(1),
  /** The program that made the plan. */
  tool: z.object({
    /** Always `eks-preflight`. */
    name: z.literal('eks-preflight'),
    /** Its version. */
    version: z.string(),
    /** The build: a digest of the version and of its built-in checks. */
    build: z.optional(z.string()),
  }),
  /** When the facts were taken, ISO 8601. */
  scannedAt: z.iso.datetime(),
  /** The time for which the facts are judged: `scannedAt`, unless `--as-of` named another. */
  judgedAt: z.iso.datetime(),
  /** `live`: a cluster was read. `inventory`: a saved inventory. */
  source: open(['live', 'inventory']),
  /** The cluster; null if only manifests were judged. */
  cluster: z.nullable(cluster),
  /** The last version of the path. */
  target: minor,
  /** The Karpenter controllers of the cluster. */
  karpenter: z.array(controller),
  /** The path: one version of one component each. */
  steps: z.array(pathStep),
  /** The verdict of the report on the state today. */
  verdict,
  /** The answer to each question about the path. */
  answers: z.optional(z.array(answer)),
  gate,
  /** The exit code: 0 ready, 1 blocked, 2 incomplete. */
  exitCode: count,
  /** Whether EKS can roll back the control plane; missing if that was not read. */
  rollback: z.optional(rollback),
  /** What was read of `--with`; missing if nothing was, or if the plan was made from a report. */
  with: z.optional(z.array(open(grants))),
  /** The health of the cluster when the facts were taken; missing if the plan was made from a report. */
  health: z.optional(health),
  /** The entries of the report, whose fingerprints the tasks name in `closes`. */
  entries: z.array(entry),
  /** The tasks, in order. */
  plan,
});

/** A plan with what is needed to show it: an excerpt of a report. */
export type PlanDocument = z.infer<typeof planSchema>;

/** The plan of a report as a document; undefined if the report has no plan. */
export function toPlanDocument(report: Report): PlanDocument | undefined {
  const { plan: found, schemaVersion, tool, scannedAt, judgedAt, source, target, karpenter } = report;
  if (found === undefined || found === null) return undefined;
  const { verdict: judged, answers, gate: gated, exitCode, rollback: window, entries } = report;
  return {
    schemaVersion,
    tool,
    scannedAt,
    judgedAt,
    source,
    cluster: report.cluster,
    target,
    karpenter,
    steps: report.steps.map(({ component, from, to }) => ({ component, from, to })),
    verdict: judged,
    ...(answers === undefined ? {} : { answers }),
    gate: gated,
    exitCode,
    ...(window === undefined ? {} : { rollback: window }),
    entries,
    plan: found,
  };
}
