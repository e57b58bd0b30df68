import type { Facts } from '../facts/facts.ts';
import type { KarpenterPlan } from '../judge/plan/karpenter.ts';
import { setFields } from '../syntax/set-fields.ts';
import type { Plan } from '../judge/plan/target.ts';
import type { Readings } from '../facts/reading.ts';
import type { ReportedFinding, Result } from '../judge/result.ts';
import { buildConclusions, type Policy, type Premises } from './conclusions.ts';
import { buildCoverage } from './coverage.ts';
import { buildDrain } from './drain.ts';
import { buildRollback } from './rollback.ts';
import { buildPlan } from './plan/build-plan.ts';
import { buildFigures } from './figures.ts';
import { toReportCluster } from './report-cluster.ts';
import type { Report } from './schema.ts';
import { findTeams } from './teams.ts';
import { usedTables } from './used-tables.ts';
import type { loadTable } from '../tables/tables.ts';
import { format } from '../syntax/versions.ts';

export interface ReportInput {
  version: string;
  /** The digest that `buildDigest` computes from the version and the checks. */
  build: string;
  scannedAt: string;
  judgedAt: string;
  source: Report['source'];
  cluster: Facts['cluster'];
  readings: Readings;
  plan: Plan;
  karpenter: KarpenterPlan;
  results: readonly Result[];
  /** Loads a table that the results name; a scan with plug-ins and tests pass their own. */
  table?: typeof loadTable;
  selected: number;
  /** Tags of the config file, in addition to those of EKS. */
  tags?: Record<string, string>;
  /** Topics that no check of this version covers. */
  notCovered: readonly string[];
  plugins?: Report['plugins'];
  configuration: Report['configuration'];
  gate: Premises['gate'];
  policy: Policy;
  apiUsage?: Report['apiUsage'];
}

/** Puts the report together from its parts. Pure: the same input always gives the same report, byte for byte. */
export function assembleReport(input: ReportInput): Report {
  const { readings, plan: path, karpenter } = input;
  const results = input.results.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const head = buildHead(input);
  const coverage = { facts: buildCoverage(readings) };
  const about = { ...head, coverage };
  const conclusions = buildConclusions({ ...input, results, steps: karpenter.steps, about });
  const table = setFields({ table: input.table });
  return {
    ...head,
    now: conclusions.now,
    steps: conclusions.steps,
    verdict: conclusions.verdict,
    ...setFields({ answers: conclusions.answers }),
    gate: conclusions.gate,
    exitCode: conclusions.exitCode,
    entries: conclusions.entries,
    ...buildFollowing(input, conclusions),
    configuration: input.configuration,
    acceptances: conclusions.acceptances,
    selection: { selected: input.selected, total: results.length },
    summary: conclusions.summary,
    notJudged: [...input.notCovered],
    results: conclusions.results,
    tables: usedTables(results, { ...table, target: path.target, karpenter: karpenter.path }),
    figures: buildFigures(input.cluster, readings, path),
    coverage,
    ...setFields({ apiUsage: input.apiUsage }),
  };
}

/** What the report is about: the program, the times, the cluster and the versions. */
function buildHead(input: ReportInput) {
  return {
    schemaVersion: 1,
    tool: { name: 'eks-preflight', version: input.version, build: input.build },
    scannedAt: input.scannedAt,
    judgedAt: input.judgedAt,
    source: input.source,
    cluster: toReportCluster(input.cluster, input.readings, input.tags),
    target: format(input.plan.target),
    targetSource: input.plan.targetSource,
    karpenter: input.karpenter.controllers,
  } as const;
}

/** What follows from the facts and the conclusions: the rollback, the teams, the drains and the plan. */
function buildFollowing(
  { cluster, readings, plan: path, karpenter, judgedAt, plugins }: ReportInput,
  conclusions: ReturnType<typeof buildConclusions>,
): Pick<Report, 'rollback' | 'teams' | 'drain' | 'plugins' | 'plan'> {
  const { results, verdict } = conclusions;
  const rollback = buildRollback(results, readings, { ...path, now: judgedAt, verdict });
  const drain = buildDrain({ ...conclusions, readings, path });
  const known = { ...conclusions, cluster, readings, path, karpenter, judgedAt, ...setFields({ rollback, drain }) };
  return {
    ...setFields({ rollback, teams: findTeams(results, readings), drain, plugins }),
    plan: buildPlan({ ...known, steps: karpenter.steps, found: counting(results) }),
  };
}

/** The findings that are not accepted. */
function counting(results: readonly Result[]): ReportedFinding[] {
  return results.flatMap(({ findings }) => findings).filter(({ accepted }) => accepted === null);
}
