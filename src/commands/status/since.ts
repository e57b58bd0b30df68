import type { AnyCheck } from '../../check.ts';
import type { Facts, FactName } from '../../facts/facts.ts';
import { findMissingGrantReason, grants, isRequested, parseGrants } from '../../facts/optional-grants.ts';
import type { Readings } from '../../facts/reading.ts';
import type { Inventory } from '../../inventory/inventory.ts';
import { refuseContradicting } from '../../judge/compare-readings.ts';
import { removeFutureMoments } from '../../judge/past-moments.ts';
import type { Result } from '../../judge/result.ts';
import { clusterNamed } from '../../report/cluster-named.ts';
import type { PlanDocument } from '../../report/plan/document.ts';
import { buildStatus } from '../../report/status/build-status.ts';
import { buildSince, seemsWorse, withSince, worseInBoth } from '../../report/status/since/build-since.ts';
import { canBeJudged } from '../../report/status/since/tasks.ts';
import type { Since } from '../../report/status/since/schema.ts';
import type { StatusDocument } from '../../report/status/schema.ts';
import { sh } from '../../syntax/shell.ts';
import { isBelow, parseMinor } from '../../syntax/versions.ts';
import type { Io } from '../io.ts';
import type { Settings } from '../options/settings.ts';
import { healthFacts, sinceFacts, statusFacts } from '../permissions/needed.ts';
import { offerClusters, refuseOtherThan, requireCluster } from '../require-cluster.ts';
import { judgeInventory } from '../scan/judge-inventory.ts';
import { readLive } from '../scan/live.ts';
import { pause } from '../pause.ts';
import { toOwnBuild } from '../read-report.ts';
import { chooseChecks, type Catalog, type Chosen } from '../select-checks.ts';
import { toLook, withEnded, type Kept, type TakeLook } from './look.ts';
import type { SincePlan } from './plan-file.ts';

/** A status with a plan. */
type Compared = StatusDocument & { since: Since };

/** How long the second look waits for pods that start, in milliseconds. */
export const secondLookMs = 30_000;

/**
 * Looks at a live cluster and compares a plan with it. Where something seems worse, looks a second time, 30 seconds later.
 */
export function lookSince(plan: SincePlan): TakeLook {
  return async (settings, loadCatalog, io, kept) => {
    try {
      const chosen = chooseFor(plan.document, await loadCatalog(), settings);
      const looking = { plan, chosen, settings, io, kept };
      const first = await look(looking, chosen.needed);
      if (!seemsWorse(first.document.since)) return toLook(first.document, first.compared);
      await pause(secondLookMs, io);
      const second = await look(looking, new Set(healthFacts), first);
      const both = withSince(second.document, worseInBoth(first.document.since, second.document.since));
      return toLook(both, second.compared);
    } catch (error) {
      throw await offerClusters(error, sh`eks-preflight status`, settings, io);
    }
  };
}

interface Looking {
  plan: SincePlan;
  chosen: Chosen;
  settings: Settings;
  io: Io;
  kept: Kept | undefined;
}

interface Look {
  document: Compared;
  readings: Readings;
  /** The readings, without what contradicts itself. */
  compared: Readings;
  results: readonly Result[];
}

/**
 * @param needed the facts to read
 * @param first the look whose other readings and whose results stay
 */
async function look(
  { plan, chosen, settings, io, kept }: Looking,
  needed: ReadonlySet<FactName>,
  first?: Pick<Look, 'readings' | 'results'>,
): Promise<Look> {
  const load = async () => ({
    collectors: kept === undefined ? chosen.collectors : await withEnded(chosen.collectors, kept.updates),
    needed,
  });
  const { apiUsage: _apiUsage, left: _left, ...live } = await readLive(load, settings, io, kept?.credentials);
  const readings = { ...first?.readings, ...live.readings };
  const now = io.now().toISOString();
  const compared = refuseContradicting(removeFutureMoments(readings, now));
  const cluster = requireCluster(compared, settings, 'what was read');
  refuseOtherPlan(plan, cluster);
  const results = first?.results ?? (await judgeFor(plan.document, { ...live, readings }, { chosen, settings, io }));
  const unread = listUnread(plan.document, chosen.checks, settings);
  const status = buildStatus(compared, cluster, { now, version: io.version });
  const isOtherBuild = plan.document.tool.build !== toOwnBuild(chosen.checks, io.version).build;
  const since = buildSince(plan.document, { readings: compared, cluster, results, unread, status, now }, isOtherBuild);
  return { document: withSince(status, since), readings, compared, results };
}

function refuseOtherPlan({ document, file }: SincePlan, { name, account, region }: Facts['cluster']): void {
  refuseOtherThan(clusterNamed(document), { cluster: name, account, region }, file);
}

/** The checks that read a fact for the plan that needs a grant, which this look was not given. */
function listUnread(
  { with: given = [] }: PlanDocument,
  checks: readonly AnyCheck[],
  { with: own = [] }: Settings,
): ReadonlyMap<string, string> {
  const ofPlan = grants.filter((grant) => given.some((one) => one === grant));
  const requested = parseGrants(own);
  return new Map(
    checks.flatMap(({ id, needs, uses = [] }) => {
      const fact = [...needs, ...uses].find((one) => isRequested(one, ofPlan) && !isRequested(one, requested));
      return fact === undefined ? [] : [[id, findMissingGrantReason(fact)?.message ?? 'was not read']];
    }),
  );
}

/** Of which a plan without named checks needs one. */
const anyCheck = ['control-plane/version-step'];

/** The checks that the conditions of the plan name, and all facts that decide the others. */
function chooseFor(plan: PlanDocument, catalog: Catalog, settings: Settings): Chosen {
  const named = new Set(
    plan.plan.tasks.filter(canBeJudged).flatMap(({ done }) => done.flatMap(({ checks }) => checks ?? [])),
  );
  const only = catalog.checks.map(({ id }) => id).filter((id) => named.has(id));
  const rollback = plan.plan.direction === 'rollback';
  const chosen = chooseChecks(catalog, { ...settings, skip: [], rollback, only: only.length === 0 ? anyCheck : only });
  const needed = new Set([...statusFacts, ...sinceFacts, ...healthFacts, ...chosen.needed]);
  return { ...chosen, needed };
}

/** Judges the path of the plan that is still ahead; at its end, the cluster as it is now. */
async function judgeFor(
  plan: PlanDocument,
  inventory: Inventory,
  { chosen, settings, io }: Pick<Looking, 'chosen' | 'settings' | 'io'>,
): Promise<readonly Result[]> {
  const { checks, selection } = chosen;
  const options = { ...settings, ...targetsLeft(plan, inventory.readings) };
  const { results } = await judgeInventory(inventory, { checks, selection, options, source: 'live', io });
  return results;
}

/** The targets of the plan that the cluster has not reached yet. */
function targetsLeft(
  { target, plan: { direction }, karpenter }: PlanDocument,
  { cluster, karpenterControllers }: Readings,
): Pick<Settings, 'target' | 'rollback' | 'karpenterTarget'> {
  const [to, at] = [parseMinor(target) ?? 0, cluster?.ok === true ? (parseMinor(cluster.value.version) ?? 0) : 0];
  if (direction === 'rollback') return at > to ? { rollback: true } : { rollback: false, target: 'current' };
  const controllers = karpenterControllers?.ok === true ? karpenterControllers.value : [];
  const wanted = karpenter.find((one) => one.target !== null)?.target ?? null;
  const isBehind =
    wanted !== null &&
    controllers.length > 0 &&
    controllers.every(({ version }) => version !== null && isBelow(version, wanted));
  return {
    target: at < to ? target : 'current',
    ...(wanted === null || controllers.length === 0 ? {} : { karpenterTarget: isBehind ? wanted : 'current' }),
  };
}
