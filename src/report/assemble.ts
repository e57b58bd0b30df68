import { firstBeyond, findUnreachedTarget, type KarpenterPath } from '../karpenter/path.ts';
import type { FactName, Facts } from '../facts/facts.ts';
import type { KarpenterPlan } from '../judge/plan/karpenter.ts';
import { setFields } from '../syntax/set-fields.ts';
import type { Plan } from '../judge/plan/target.ts';
import type { Reading, Readings } from '../facts/reading.ts';
import type { ReportedFinding, Result } from '../judge/result.ts';
import { afterUpdate } from './after.ts';
import { buildConclusions, type Policy, type Premises } from './conclusions.ts';
import { buildDrain } from './drain.ts';
import { buildRollback } from './rollback.ts';
import { buildFigures } from './figures.ts';
import { buildUpdate } from './first-step.ts';
import type { Report } from './schema.ts';
import { loadTable, type LoadedTable, type TableName } from '../tables/tables.ts';
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

/** Puts the report together. Pure: the same input always gives the same report, byte for byte. */
export function assembleReport(input: ReportInput): Report {
  const results = input.results.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const { controllers: karpenter, path, steps } = input.karpenter;
  const about = {
    judgedAt: input.judgedAt,
    cluster: toReportCluster(input.cluster, input.readings, input.tags),
    target: format(input.plan.target),
    karpenter,
    coverage: { facts: buildCoverage(input.readings) },
  };
  const conclusions = buildConclusions({ results, steps, gate: input.gate, policy: input.policy, about });
  const parts = optionalParts(input, conclusions);
  const { now, steps: reportedSteps, verdict, answers, gate, exitCode, entries, acceptances, summary } = conclusions;
  return {
    schemaVersion: 1,
    tool: { name: 'eks-preflight', version: input.version, build: input.build },
    scannedAt: input.scannedAt,
    judgedAt: about.judgedAt,
    source: input.source,
    cluster: about.cluster,
    target: about.target,
    targetSource: input.plan.targetSource,
    karpenter,
    now,
    steps: reportedSteps,
    verdict,
    ...setFields({ answers }),
    gate,
    exitCode,
    update: buildUpdate(input, { ...conclusions, rollback: parts.rollback }),
    entries,
    ...parts,
    after: afterUpdate({ ...input, steps, verdict }, counting(conclusions.results), entries.length),
    configuration: input.configuration,
    acceptances,
    selection: { selected: input.selected, total: results.length },
    summary,
    notJudged: [...input.notCovered],
    results: conclusions.results,
    tables: usedTables(input, results, path),
    figures: buildFigures(input.cluster, input.readings, input.plan),
    coverage: about.coverage,
    ...setFields({ apiUsage: input.apiUsage }),
  };
}

function optionalParts(
  { readings, plan, judgedAt, plugins }: ReportInput,
  conclusions: ReturnType<typeof buildConclusions>,
) {
  const here = { ...plan, now: judgedAt, verdict: conclusions.verdict };
  return setFields({
    rollback: buildRollback(conclusions.results, readings, here),
    teams: findTeams(conclusions.results, namespacesOf(readings)),
    drain: buildDrain({ ...conclusions, readings, path: plan }),
    plugins,
  });
}

function namespacesOf({ namespaces }: Readings): Facts['namespaces'] {
  return namespaces?.ok === true ? namespaces.value : [];
}

function counting(results: readonly Result[]): ReportedFinding[] {
  return results.flatMap(({ findings }) => findings).filter(({ accepted }) => accepted === null);
}

function toReportCluster(cluster: Facts['cluster'], readings: Readings, more: ReportInput['tags']): Report['cluster'] {
  const { name, region, account, partition, arn, version, platformVersion } = cluster;
  const offers = readings.clusterVersions?.ok === true ? readings.clusterVersions.value.versions : [];
  const own = offers.find((row) => row.version === version && (row.clusterType === 'eks') !== cluster.outpost);
  return {
    name,
    region,
    account,
    partition,
    arn,
    version,
    platformVersion,
    ...setFields({ tags: more === undefined ? cluster.tags : { ...cluster.tags, ...more } }),
    kind: {
      autoMode: cluster.autoMode,
      fargateOnly: fargateOnly(readings),
      hybrid: cluster.hybrid,
      outpost: cluster.outpost,
      authMode: cluster.authenticationMode,
      ipFamily: cluster.ipFamily,
    },
    support: {
      policy: cluster.supportPolicy,
      standardUntil: own?.endOfStandardSupport ?? null,
      extendedUntil: own?.endOfExtendedSupport ?? null,
    },
  };
}

function fargateOnly({ nodes, nodegroups }: Readings): boolean | null {
  if (nodes?.ok !== true || nodegroups?.ok !== true) return null;
  const virtual = nodes.value.filter(({ computeType }) => computeType === 'fargate').length;
  return virtual > 0 && virtual === nodes.value.length && nodegroups.value.length === 0;
}

function usedTables(
  { plan, table = loadTable }: Pick<ReportInput, 'plan' | 'table'>,
  results: readonly Result[],
  karpenter: KarpenterPath,
): Report['tables'] {
  const used = new Set(
    results.flatMap(({ skipped, tables }) => (skipped === 'not-selected' ? [] : tables.map(({ name }) => name))),
  );
  // `used` holds table names from checks, so the cast is safe.
  return [...used].sort().map((name) => tableState(name, table(name as TableName), plan.target, karpenter));
}

function tableState(
  name: string,
  {
    knownThrough,
    karpenterKnownThrough: karpenter,
    read,
  }: Pick<LoadedTable<TableName>, 'knownThrough' | 'karpenterKnownThrough' | 'read'>,
  target: number,
  path: KarpenterPath,
): Report['tables'][number] {
  const ends = setFields({
    kubernetes: knownThrough === undefined ? undefined : format(knownThrough),
    karpenter,
  });
  return {
    name,
    knownThrough: Object.keys(ends).length === 0 ? null : ends,
    ended: (knownThrough !== undefined && target > knownThrough) || isBeyond(path, karpenter),
    ...setFields({ read }),
  };
}

function isBeyond(path: KarpenterPath, knownThrough: string | undefined): boolean {
  if (knownThrough === undefined) return false;
  return firstBeyond(knownThrough, path.versions) !== undefined || findUnreachedTarget(path) !== undefined;
}

function buildCoverage(readings: Readings): Report['coverage']['facts'] {
  const entries = Object.entries(readings) as [FactName, Reading<unknown>][];
  return Object.fromEntries(entries.map(([name, reading]) => [name, toFactCoverage(reading)]));
}

function toFactCoverage(reading: Reading<unknown>): Report['coverage']['facts'][string] {
  if (!reading.ok) {
    const { message, permission } = reading.reason;
    return setFields({ ok: false, reason: message, permission });
  }
  const { value, gaps, inconsistent, stale } = reading;
  return setFields({
    ok: true,
    count: Array.isArray(value) ? value.length : undefined,
    gaps: gaps?.map(({ what, reason }) => `${what}: ${reason.message}`),
    inconsistent: inconsistent === true ? inconsistent : undefined,
    stale,
  });
}

/** The teams of the namespaces in findings; undefined if none of these namespaces has a team. */
function findTeams(results: readonly Result[], namespaces: Facts['namespaces']): Report['teams'] {
  const named = new Set(results.flatMap(({ findings }) => findings.map(({ resource }) => resource.namespace)));
  const teams = namespaces.flatMap(({ name, team }) =>
    team !== undefined && named.has(name) ? [{ namespace: name, team }] : [],
  );
  return teams.length === 0 ? undefined : teams;
}
