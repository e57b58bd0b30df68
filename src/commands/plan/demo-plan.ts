import { usageError } from '../../facts/reason.ts';
import type { Inventory } from '../../inventory/inventory.ts';
import type { Report } from '../../report/schema.ts';
import type { Io } from '../io.ts';
import type { ScanOptions } from '../options/options.ts';
import { resolveLayout } from '../outputs.ts';
import type { LoadCatalog } from '../select-checks.ts';
import { setFields } from '../../syntax/set-fields.ts';
import { readOlder } from './older.ts';
import { demoCommands } from './again.ts';
import { deliverPlan, requirePlan } from './deliver.ts';
import { parsePlanRequest, type PlanRequest } from './request.ts';
import { withHealth } from './with-health.ts';

/** The argument of `demo`, and its options that are for a plan. */
export interface DemoFlags {
  word?: unknown;
  task?: unknown;
  since?: unknown;
}

/**
 * Reads the options of `demo plan`; undefined without the word `plan`.
 * @throws ScanError (`usage`) if options of the other kind are given
 */
export function parseDemoPlan({ word, task, since }: DemoFlags, options: ScanOptions): PlanRequest | undefined {
  const { format, output, show, group } = options;
  if (word === 'plan') {
    const [other] = [show === undefined ? [] : ['--show'], group === undefined ? [] : ['--group']].flat();
    if (other !== undefined)
      throw usageError(`${other} is not for a plan`, 'To see one task, write `eks-preflight demo plan --task 3`.');
    return parsePlanRequest({ task, since, format, output }, []);
  }
  const [flag] = [task === undefined ? [] : ['--task'], since === undefined ? [] : ['--since']].flat();
  if (flag !== undefined) throw usageError(`${flag} is for the plan`, `Write \`eks-preflight demo plan ${flag} ...\`.`);
  return undefined;
}

/** Shows the plan of the demo. Its data is always old: that does not matter. */
export async function deliverDemoPlan(
  { report, inventory }: { report: Report; inventory: Inventory },
  request: PlanRequest,
  { given, loadCatalog }: { given: ScanOptions; loadCatalog: LoadCatalog },
  io: Io,
): Promise<number> {
  const older = await readOlder(request.since, loadCatalog, io);
  const shown = { document: withHealth(requirePlan(report, 'the demo'), inventory), ...demoCommands(given) };
  const layout = { ...resolveLayout(io, setFields({ color: given.color })), now: undefined };
  return deliverPlan(shown, request, { layout, older }, io);
}
