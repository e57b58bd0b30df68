import { isDeepStrictEqual } from 'node:util';
import { namedUnjudged } from '../judge/check-tables.ts';
import type { Result } from '../judge/result.ts';
import { toStatus } from '../judge/verdict.ts';
import { isDay } from '../syntax/dates.ts';
import { parseMinor } from '../syntax/versions.ts';
import { planSteps } from '../judge/plan/karpenter.ts';
import { minorsBetween } from '../judge/plan/target.ts';
import { clusterNamed } from './cluster-named.ts';
import { buildVerdicts, noPolicy } from './conclusions.ts';
import type { Report } from './schema.ts';

/**
 * Describes how a report was shortened or edited after the scan: removing a result must not make a check pass.
 * @returns undefined if the results are complete and consistent
 */
export function findSignOfEditing(report: Report): string | undefined {
  const { results } = report;
  const repeated = firstRepeated(results.map(({ id }) => id));
  if (repeated !== undefined) return `it has two results of ${repeated}`;
  return (
    damagedCluster(report) ??
    damagedSelection(report) ??
    results.map(damagedResult).find((damage) => damage !== undefined) ??
    damagedFindings(results)
  );
}

/** Checks the ARN against the cluster's partition, Region, account and name. */
function damagedCluster({ cluster }: Report): string | undefined {
  if (cluster === null) return undefined;
  const { arn, partition, region, account, name } = cluster;
  return arn === `arn:${partition}:eks:${region}:${account}:cluster/${name}`
    ? undefined
    : `${arn} is not the ARN of its cluster`;
}

function damagedSelection({ results, selection: { selected, total } }: Report): string | undefined {
  if (results.length !== total) return `it has ${results.length} of ${total} results`;
  if (results.length === 0) return 'it has no results';
  const chosen = results.filter(({ skipped }) => skipped !== 'not-selected').length;
  return chosen === selected ? undefined : `${chosen} results are of selected checks, not ${selected}`;
}

function damagedResult({ id, status, skipped, findings }: Result): string | undefined {
  if (status !== (skipped === null ? toStatus(findings) : 'skip') || (status === 'skip' && findings.length > 0))
    return `the status of ${id} is ${status}, which does not match its findings`;
  const other = findings.find(({ check }) => check !== id);
  if (other !== undefined) return `a finding of ${id} names the check ${other.check}`;
  const undated = findings.find(({ accepted }) => accepted !== null && !isDay(accepted.until));
  return undated === undefined ? undefined : `the acceptance of ${undated.fingerprint} has no last day`;
}

function damagedFindings(results: readonly Result[]): string | undefined {
  const repeated = firstRepeated(results.flatMap(({ findings }) => findings.map(({ fingerprint }) => fingerprint)));
  if (repeated !== undefined) return `it has two findings ${repeated}`;
  const named = namedUnjudged(results);
  const other = results.find(({ id, skipped }) => skipped === 'table-ended' && !named.has(id));
  return other === undefined ? undefined : `${other.id} is skipped because a table ends, which no finding says`;
}

function firstRepeated(texts: readonly string[]): string | undefined {
  const seen = new Set<string>();
  return texts.find((text) => seen.size === seen.add(text).size);
}

/**
 * Finds a part of the report that differs from what this version derives from the report's targets and results.
 * @param report one in which {@link findSignOfEditing} finds nothing
 * @returns the name of the property; undefined if no part differs
 */
export function findWrongConclusion(report: Report): string | undefined {
  const { results, gate } = report;
  const steps = report.steps.map(({ component, from, to }) => ({ component, from, to }));
  if (!isDeepStrictEqual(steps, plannedSteps(report))) return 'steps';
  const own = buildVerdicts({
    results,
    steps,
    gate: { ...gate, required: gate.unmetRequirements },
    policy: noPolicy,
    about: report,
  });
  const pairs: readonly (readonly [string, unknown, unknown])[] = [
    ['now', report.now, own.now],
    ['steps', report.steps, own.steps],
    ['summary', report.summary, own.summary],
    ['verdict', report.verdict, own.verdict],
    ['gate.result', gate.result, own.gate.result],
    ['exitCode', report.exitCode, own.exitCode],
  ];
  return pairs.find(([, reported, drawn]) => !isDeepStrictEqual(reported, drawn))?.[0];
}

/** Plans the path from the running versions to the targets again, as this version does. */
function plannedSteps(report: Report): ReturnType<typeof planSteps> {
  const [current = 0, target = 0] = [clusterNamed(report).version, report.target].map(parseMinor);
  const serving = report.karpenter.find((controller) => controller.target !== null);
  return planSteps(minorsBetween(current, target), serving ?? { version: null, target: null });
}
