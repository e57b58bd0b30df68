import type { AnyCheck } from '../check.ts';
import { agedReadings, agedReason, judgedAt } from '../inventory/as-of.ts';
import { assembleReport } from '../report/assemble.ts';
import { judge, notSelected } from '../judge/engine.ts';
import type { Facts } from '../facts/facts.ts';
import type { Inventory } from '../inventory/inventory.ts';
import type { Io } from './io.ts';
import { matchIds } from './options/check-globs.ts';
import { planKarpenter } from '../plan/karpenter.ts';
import { notJudged } from '../subjects/not-covered.ts';
import type { ScanOptions } from './options/options.ts';
import type { Settings } from './options/settings.ts';
import { planPath } from '../plan/target.ts';
import { printableData } from '../languages/printable.ts';
import type { Readings } from '../facts/reading.ts';
import { SourceError, usageError } from '../facts/reason.ts';
import type { Report } from '../report/schema.ts';
import type { FailOn } from '../judge/verdict.ts';
import { deliver, parseOutputs, wantsColor } from './outputs.ts';
import { parseFailOn } from './options/values.ts';

/** The checks that the options choose. */
export interface Selection {
  ids: ReadonlySet<string>;
  required: readonly string[];
  failOn: FailOn;
  /** Topics that no check covers, of those that the options choose. */
  notCovered: readonly string[];
}

/**
 * Chooses the checks.
 * @throws SourceError (`usage`) where a glob matches nothing, or no check is left
 */
export function select(checks: readonly AnyCheck[], options: ScanOptions): Selection {
  const all = checks.map(({ id }) => id);
  const named = [...all, ...notJudged];
  const only = options.only === undefined ? new Set(named) : matchIds(options.only, named, '--only');
  const skipped = matchIds(options.skip ?? [], named, '--skip');
  const required = (options.require ?? []).flatMap((glob) => requiredBy(glob, all));
  const isChosen = (id: string): boolean => only.has(id) && !skipped.has(id);
  const ids = new Set(all.filter(isChosen));
  const notCovered = notJudged.filter(isChosen);
  if (ids.size === 0) throw noCheckLeft(notCovered);
  return { ids, required: [...new Set(required)], failOn: parseFailOn(options.failOn ?? []), notCovered };
}

/** A glob asks for the checks there are; one that only topics without a check match cannot be met. */
function requiredBy(glob: string, all: readonly string[]): string[] {
  const matched = [...matchIds([glob], [...all, ...notJudged], '--require')];
  const judged = matched.filter((id) => all.includes(id));
  return judged.length > 0 ? judged : matched;
}

function noCheckLeft(topics: readonly string[]): SourceError {
  if (topics.length === 0) return usageError('--only and --skip together select no checks');
  return usageError(`no check for ${topics.join(', ')}: not covered by this version`);
}

/**
 * Judges an inventory: the same for a live scan, a saved one and the demo.
 * @throws SourceError where the cluster itself was not read, or the target cannot be
 */
export function judgeInventory(
  checks: readonly AnyCheck[],
  { takenAt, readings: taken }: Inventory,
  options: Settings,
  selection: Selection,
  source: Report['source'],
  { version, now }: Pick<Io, 'version' | 'now'>,
): Report {
  const judged = judgedAt(options.asOf, takenAt, now());
  const aged = agedReason(takenAt, judged);
  const readings = aged === undefined ? taken : agedReadings(taken, aged);
  const cluster = clusterOf(readings, options, source === 'live' ? 'what was read' : 'the inventory');
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
    configuration: options.configuration ?? null,
    gate: {
      failOn: selection.failOn,
      notCovered: selection.notCovered,
      scope: options.scope ?? 'all',
      horizon: options.horizon ?? 'path',
      required: selection.required,
    },
  });
  return printableData(report);
}

/**
 * @param origin what holds the readings, for an error
 * @throws SourceError where the cluster was not read, or is another one than was named
 */
export function clusterOf(
  { cluster }: Readings,
  { cluster: name, account, region }: Settings,
  origin: string,
): Facts['cluster'] {
  if (cluster === undefined) throw usageError(`${origin} does not hold the cluster`);
  if (!cluster.ok) throw new SourceError(cluster.reason);
  const read = cluster.value;
  if (name !== undefined && name !== '' && name !== read.name) {
    throw usageError(`${origin} is of cluster ${read.name}, not of ${name}`);
  }
  const place = `cluster ${read.name} in account ${read.account}, Region ${read.region}`;
  if (region !== undefined && region !== '' && region !== read.region) {
    throw usageError(`${origin} is of ${place}, not Region ${region}`);
  }
  if (account !== undefined && account !== read.account) {
    throw usageError(
      `${origin} is of ${place}, not account ${account}`,
      'A live scan needs credentials for that account (--profile, --role-arn).',
    );
  }
  return read;
}

/** Prints and writes a report. Its exit code comes back. */
export async function finish(report: Report, options: ScanOptions, io: Io): Promise<number> {
  const layout = { columns: io.columns, color: wantsColor(io, options.color), all: options.all ?? false };
  await deliver(report, options.format ?? 'text', parseOutputs(options.output ?? []), layout, io);
  return report.exitCode;
}
