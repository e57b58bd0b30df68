import { usageError } from '../../facts/reason.ts';
import type { ShownPlan } from '../../formats/text/plan/shown.ts';
import { clusterNamed } from '../../report/cluster-named.ts';
import type { Inventory } from '../../inventory/inventory.ts';
import type { Report } from '../../report/schema.ts';
import { sh } from '../../syntax/shell.ts';
import { parseInventoryBytes } from '../files/inventory-file.ts';
import type { Io } from '../io.ts';
import { toFlag, optionNames, type OptionName } from '../options/options.ts';
import type { Settings } from '../options/settings.ts';
import { refuseBadScanOptions } from '../options/values.ts';
import { resolveLayout } from '../outputs.ts';
import { withCatalog } from '../plugins.ts';
import { loadOwnBuild, parseReportToJudge } from '../read-report.ts';
import { offerClusters, refuseOtherThan } from '../require-cluster.ts';
import { judgeScan } from '../scan/judge.ts';
import { readScan } from '../scan/read.ts';
import { withNotes } from '../scan/stored.ts';
import { chooseChecks, type LoadCatalog } from '../select-checks.ts';
import { fileCommands, madeCommands } from './again.ts';
import { deliverPlan, requirePlan } from './deliver.ts';
import { readOlder } from './older.ts';
import { readPlanFile } from './read-file.ts';
import { parsePlanRequest, type PlanFlags } from './request.ts';
import { withHealth } from './with-health.ts';

/**
 * Shows the plan of a live cluster, of an inventory, of a report, or one that was saved: everything to do up to the
 * target, in order.
 * @returns the exit code of the report
 * @throws ScanError if there is no plan, or an option is wrong
 */
export async function plan(own: PlanFlags, settings: Settings, loadCatalog: LoadCatalog, io: Io): Promise<number> {
  const { inventory } = settings;
  const request = parsePlanRequest(own, inventory === undefined ? [] : [{ file: inventory, flag: 'argument' }]);
  await refuseBadScanOptions(settings, io.env);
  const older = await readOlder(request.since, loadCatalog, io);
  const shown =
    inventory === undefined
      ? await planLive(settings, loadCatalog, io)
      : await planFile(inventory, own, settings, loadCatalog, io);
  return deliverPlan(shown, request, { layout: resolveLayout(io, settings), older }, io);
}

async function planLive(settings: Settings, loadCatalog: LoadCatalog, io: Io): Promise<ShownPlan> {
  try {
    const { report, inventory } = await withCatalog(loadCatalog, settings, io, async (load) => {
      const read = await readScan(settings, load, io);
      return { report: await judgeScan(read, settings, io), inventory: read.inventory };
    });
    const document = withHealth(requirePlan(report, 'the scan'), inventory);
    return { document, ...madeCommands(report, settings) };
  } catch (error) {
    throw await offerClusters(error, sh`eks-preflight plan`, settings, io);
  }
}

async function planFile(
  file: string,
  own: PlanFlags,
  settings: Settings,
  loadCatalog: LoadCatalog,
  io: Io,
): Promise<ShownPlan> {
  const read = await readPlanFile(file);
  if (read.kind === 'inventory') {
    const { report, inventory } = await judgeBytes(read.bytes, file, settings, loadCatalog, io);
    return { document: withHealth(requirePlan(report, file), inventory), ...madeCommands(report, settings) };
  }
  refuseJudging(file, read.kind, own);
  if (read.kind === 'plan') {
    refuseOtherThan(clusterNamed(read.document), settings, file);
    return { document: read.document, ...fileCommands(file, 'plan') };
  }
  const { report } = await parseReportToJudge(read.text, file, await loadOwnBuild(loadCatalog, io));
  refuseOtherThan(clusterNamed(report), settings, file);
  return { document: requirePlan(report, file), ...fileCommands(file, 'report') };
}

function judgeBytes(
  bytes: Buffer,
  file: string,
  settings: Settings,
  loadCatalog: LoadCatalog,
  io: Io,
): Promise<{ report: Report; inventory: Inventory }> {
  return withCatalog(loadCatalog, settings, io, async (load) => {
    const catalog = await load();
    const chosen = chooseChecks(catalog, settings);
    const stored = await parseInventoryBytes(bytes, file, io.version, { plugins: catalog.plugins?.facts });
    const inventory = withNotes(stored, file, settings, io);
    return { report: await judgeScan({ inventory, source: 'inventory', chosen }, settings, io), inventory };
  });
}

/** Options with which a cluster or an inventory is judged; a report has been judged already. */
const judging: readonly OptionName[] = [
  'target',
  'karpenterTarget',
  'rollback',
  'only',
  'skip',
  'plugin',
  'with',
  'require',
  'failOn',
  'scope',
  'horizon',
];

function refuseJudging(file: string, kind: 'report' | 'plan', { flags }: PlanFlags): void {
  const given: ReadonlyMap<string, unknown> = new Map(Object.entries(Object(flags)));
  const found = optionNames.find((name) => judging.includes(name) && given.get(name) !== undefined);
  if (found === undefined) return;
  throw usageError(
    `${toFlag(found)} has no effect on ${file}: it is a ${kind}, and was judged already`,
    'Name the cluster or an inventory instead.',
  );
}
