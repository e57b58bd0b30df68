import type { AnyCheck } from '../check.ts';
import { agedReadings, agedReason, judgedAt, parseAsOf } from '../as-of.ts';
import { assembleReport } from '../assemble.ts';
import { parseTimeout } from '../deadline.ts';
import { judge, notSelected } from '../engine.ts';
import type { Facts } from '../facts.ts';
import type { Inventory } from '../inventory.ts';
import type { Io } from '../io.ts';
import { matchIds } from '../glob.ts';
import { parseKarpenterTarget, planKarpenter } from '../karpenter-plan.ts';
import { notJudged } from '../not-judged.ts';
import type { ScanOptions } from '../options.ts';
import { parseTarget, planPath } from '../plan.ts';
import { parseGrants } from '../optional-facts.ts';
import { printableData } from '../printable.ts';
import type { Readings } from '../reading.ts';
import { SourceError, usageError, type Reason } from '../reason.ts';
import type { Report } from '../report.ts';
import type { FailOn } from '../verdict.ts';
import { deliver, parseOutputs, refuseUnwritable, wantsColor } from './outputs.ts';

/** The checks that the options choose. */
export interface Selection {
  ids: ReadonlySet<string>;
  required: readonly string[];
  failOn: FailOn;
}

/**
 * Chooses the checks, and refuses whatever else of the options is wrong.
 * @throws SourceError (`usage`)
 */
export function select(checks: readonly AnyCheck[], options: ScanOptions): Selection {
  const all = checks.map(({ id }) => id);
  const only = options.only === undefined ? new Set(all) : matchIds(options.only, all, '--only');
  const skipped = matchIds(options.skip ?? [], all, '--skip');
  const required = matchIds(options.require ?? [], all, '--require');
  const ids = new Set(all.filter((id) => only.has(id) && !skipped.has(id)));
  if (ids.size === 0) throw usageError('--only and --skip together leave no check');
  refuseBadValues(options);
  return { ids, required: [...required], failOn: parseFailOn(options.failOn ?? []) };
}

/**
 * Reads everything of the options that can be wrong but the names of checks, before a single call is made.
 * @throws SourceError (`usage`)
 */
export function refuseBadValues(options: ScanOptions): void {
  const outputs = parseOutputs(options.output ?? []).map(({ file }) => file);
  refuseUnwritable([...outputs, ...(options.saveInventory === undefined ? [] : [options.saveInventory])]);
  if (options.target !== undefined && options.target !== 'current') parseTarget(options.target);
  if (options.karpenterTarget !== undefined) parseKarpenterTarget(options.karpenterTarget);
  parseGrants(options.with ?? []);
  if (options.timeout !== undefined) parseTimeout(options.timeout);
  parseFailOn(options.failOn ?? []);
}

/**
 * Refuses options of `scan` that mean nothing without another one.
 * @throws SourceError (`usage`)
 */
export function refuseHalfOptions({ asOf, inventory, redact, saveInventory }: ScanOptions): void {
  if (redact === true && saveInventory === undefined) {
    throw usageError(
      '--redact needs --save-inventory: a report is not redacted',
      'Save the facts redacted, and judge these: `eks-preflight scan --inventory FILE`.',
    );
  }
  if (asOf === undefined) return;
  if (inventory === undefined) throw usageError('--as-of needs --inventory', 'A live cluster is judged as of now.');
  if (asOf !== 'now') parseAsOf(asOf);
}

function parseFailOn(levels: readonly string[]): FailOn {
  const known = ['fail', 'warn', 'unknown', 'never'] as const;
  const chosen = levels.map((level) => {
    const match = known.find((name) => name === level);
    if (match === undefined) throw usageError(`--fail-on ${level} is no level`, `There are ${known.join(', ')}.`);
    return match;
  });
  if (chosen.includes('never')) {
    if (chosen.length > 1) throw usageError('--fail-on never excludes the other levels');
    return ['never'];
  }
  return [...new Set<FailOn[number]>(['fail', ...chosen])];
}

/**
 * Judges an inventory: the same for a live scan, a saved one and the demo.
 * @throws SourceError where the cluster itself was not read, or the target cannot be
 */
export function judgeInventory(
  checks: readonly AnyCheck[],
  { takenAt, readings: taken }: Inventory,
  options: ScanOptions,
  selection: Selection,
  source: Report['source'],
  { version, now }: Pick<Io, 'version' | 'now'>,
): Report {
  const judged = judgedAt(options.asOf, takenAt, now());
  const aged = agedReason(takenAt, judged);
  const readings = aged === undefined ? taken : agedReadings(taken, aged);
  const cluster = clusterOf(readings, options);
  const plan = planPath(cluster, readings.clusterVersions, options.target);
  const { current, target, versions } = plan;
  const karpenter = planKarpenter(readings.karpenterControllers, cluster.name, versions, options.karpenterTarget);
  const where = { cluster, current, target, versions, karpenter: karpenter.path };
  const world = { readings, context: { ...where, now: judged, selected: selection.ids }, source, aged };
  const results = checks.map((check) =>
    selection.ids.has(check.id) ? judge(check, world) : notSelected(check, world),
  );
  const report = assembleReport({
    version,
    scannedAt: takenAt,
    judgedAt: judged,
    source,
    cluster,
    readings,
    plan,
    karpenter,
    results,
    selected: selection.ids.size,
    notJudged,
    gate: {
      failOn: selection.failOn,
      scope: options.scope ?? 'all',
      horizon: options.horizon ?? 'path',
      required: selection.required,
    },
  });
  return printableData(report);
}

/** @throws SourceError where the inventory does not hold the cluster, or another one */
function clusterOf({ cluster }: Readings, options: ScanOptions): Facts['cluster'] {
  if (cluster === undefined) throw usageError('the inventory does not hold the cluster');
  if (!cluster.ok) throw new SourceError(cluster.reason as Reason);
  if (options.cluster !== undefined && options.cluster !== cluster.value.name) {
    throw usageError(`the inventory is of cluster ${cluster.value.name}, not of ${options.cluster}`);
  }
  return cluster.value;
}

/** Prints and writes a report. Its exit code comes back. */
export async function finish(report: Report, options: ScanOptions, io: Io): Promise<number> {
  const layout = { columns: io.columns, color: wantsColor(io, options.color), all: options.all ?? false };
  await deliver(report, options.format ?? 'text', parseOutputs(options.output ?? []), layout, io);
  return report.exitCode;
}
