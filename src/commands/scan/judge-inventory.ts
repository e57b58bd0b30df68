import type { AnyCheck } from '../../check.ts';
import { agedReadings, agedReason, endOfReading, judgedAt } from '../../inventory/as-of.ts';
import type { Collectors } from '../../collectors/collect.ts';
import type { Inventory } from '../../inventory/inventory.ts';
import { refuseContradicting } from '../../judge/compare-readings.ts';
import { removeFutureMoments } from '../../judge/past-moments.ts';
import { foldUnreadMinors } from '../../judge/unread-minors.ts';
import { endedResult, judge, notSelected, type JudgeInput } from '../../judge/engine.ts';
import type { Result } from '../../judge/result.ts';
import { printableData } from '../../syntax/printable.ts';
import { planKarpenter } from '../../judge/plan/karpenter.ts';
import { planPath, planRollback } from '../../judge/plan/target.ts';
import { assembleReport } from '../../report/assemble.ts';
import type { Policy } from '../../report/conclusions.ts';
import type { Report } from '../../report/schema.ts';
import { setFields } from '../../syntax/set-fields.ts';
import { notCovered } from '../../for-checks/not-covered.ts';
import { refuseOtherCluster } from '../baseline.ts';
import type { Io } from '../io.ts';
import { judgeInSlices } from './judge-in-slices.ts';
import { isRedactedFor, unlessRedacted } from './redacted-checks.ts';
import { requireCluster } from '../require-cluster.ts';
import type { Settings } from '../options/settings.ts';
import { buildDigest, type Chosen } from '../select-checks.ts';

/**
 * What an inventory is judged with: the checks, which of them were chosen, and the options for target, date and gate.
 */
export interface Judging extends Pick<Chosen, 'checks' | 'selection' | 'plugins'> {
  options: Settings;
  source: Report['source'];
  io: Pick<Io, 'version' | 'now'>;
  /** The report that `--baseline` names. */
  baseline?: Policy['baseline'] | undefined;
  /** The collectors of the facts: with them, the report includes a grant for missing permissions. */
  collectors?: Collectors;
  /** The API requests of a live scan. */
  apiUsage?: Report['apiUsage'];
  /** The milliseconds that a live scan has left. */
  left?: (() => number) | undefined;
}

/**
 * Judges an inventory, in the same way for a live scan, a saved inventory and the demo.
 * @throws ScanError if the cluster itself was not read, or the target is invalid
 */
export async function judgeInventory(inventory: Inventory, judging: Judging): Promise<Report> {
  const prepared = prepareInput(inventory, judging);
  const { input } = prepared;
  const byPlugins = await judgeByPlugins(inventory, prepared, judging);
  const known = new Map(byPlugins.map((result) => [result.id, result]));
  const isChosen = (check: AnyCheck): boolean => judging.selection.ids.has(check.id);
  const results = await judgeInSlices(judging.checks, {
    judge: (check) => known.get(check.id) ?? judgeOne(check, inventory, prepared, judging),
    end: (check, hasStarted) =>
      known.get(check.id) ?? (isChosen(check) ? endedResult(check, input, hasStarted) : notSelected(check, input)),
    left: judging.left,
  });
  return addMissingGrant(buildReport(inventory, prepared, judging, results), judging);
}

/** Like {@link judgeInventory}, but without plug-ins, time limits and a grant for missing permissions. */
export function judgeByOwnChecks(inventory: Inventory, judging: Omit<Judging, 'plugins'>): Report {
  const prepared = prepareInput(inventory, judging);
  const results = judging.checks.map((check) => judgeOne(check, inventory, prepared, judging));
  return buildReport(inventory, prepared, judging, results);
}

function judgeOne(check: AnyCheck, inventory: Inventory, { input }: Prepared, { selection }: Judging): Result {
  return selection.ids.has(check.id) ? judge(unlessRedacted(check, inventory), input) : notSelected(check, input);
}

/** The input of the checks, and what the report shows about it. */
function prepareInput(
  { takenAt, readUntil, readings: taken }: Inventory,
  { selection, plugins, options, source, baseline, io: { now } }: Judging,
) {
  const judged = judgedAt(options.asOf, takenAt, now());
  const aged = agedReason(takenAt, judged);
  const compared = refuseContradicting(removeFutureMoments(taken, endOfReading({ takenAt, readUntil })));
  const readings = aged === undefined ? compared : agedReadings(compared, aged);
  const cluster = requireCluster(readings, options, source === 'live' ? 'what was read' : 'the inventory');
  const isRollback = options.rollback === true;
  const plan = isRollback ? planRollback(cluster) : planPath(cluster, readings.clusterVersions, options.target);
  const { current, target, versions } = plan;
  const karpenterTarget = isRollback ? 'current' : options.karpenterTarget;
  const karpenter = planKarpenter(readings.karpenterControllers, cluster.name, versions, karpenterTarget);
  refuseOtherCluster(baseline, cluster.arn);
  const { thresholds, ...policy } = selection.policy;
  const where = { cluster, current, target, versions, karpenter: karpenter.path, steps: karpenter.steps };
  const input: JudgeInput = {
    readings,
    context: { ...where, now: judged, selected: selection.ids },
    source,
    aged,
    thresholds,
    ...setFields({ table: plugins?.table }),
  };
  return { judged, plan, karpenter, cluster, policy, input };
}

type Prepared = ReturnType<typeof prepareInput>;

/** The results of the checks of plug-ins, except those that may look for names that redaction replaced. */
async function judgeByPlugins(
  inventory: Inventory,
  { input }: Prepared,
  { checks, selection, plugins }: Judging,
): Promise<readonly Result[]> {
  const judged = checks.filter((check) => selection.ids.has(check.id) && !isRedactedFor(check, inventory));
  return plugins?.judge(judged, input) ?? [];
}

function buildReport(
  inventory: Inventory,
  { judged, plan, karpenter, cluster, policy, input }: Prepared,
  { checks, selection, plugins, options, source, baseline, apiUsage, io: { version } }: Judging,
  results: readonly Result[],
): Report {
  const report = assembleReport({
    version,
    build: buildDigest(version, checks),
    scannedAt: inventory.takenAt,
    judgedAt: judged,
    source,
    cluster,
    readings: input.readings,
    plan,
    karpenter,
    results: foldUnreadMinors(results),
    ...setFields({ table: input.table, tags: options.tags }),
    selected: selection.ids.size,
    notCovered,
    ...setFields({ plugins: plugins?.loaded.map(({ name, module }) => ({ name, module })) }),
    configuration: options.configuration ?? null,
    gate: {
      failOn: selection.failOn,
      notCovered: selection.notCovered,
      scope: options.scope ?? 'all',
      horizon: options.horizon ?? 'path',
      required: selection.required,
    },
    policy: { ...policy, baseline },
    ...setFields({ apiUsage }),
  });
  return printableData(report);
}

/** A scan that lacks no permission does not load the texts of policies and manifests. */
async function addMissingGrant(report: Report, { collectors }: Judging): Promise<Report> {
  const isMissing = report.results.some(({ missing }) => missing.some(({ permission }) => permission !== null));
  if (collectors === undefined || !isMissing) return report;
  const { withGrant } = await import('./missing-grant.ts');
  return withGrant(report, collectors);
}
