import { namingTestObjects, withTestObjects } from './demo/test-objects.ts';
import type { Io } from './io.ts';
import type { Settings } from './options/settings.ts';
import { refuseBadScanOptions } from './options/values.ts';
import { demoCommands } from './plan/again.ts';
import { deliverDemoPlan, parseDemoPlan, type DemoFlags } from './plan/demo-plan.ts';
import { deliverReport } from './deliver-report.ts';
import { withCatalog } from './plugins.ts';
import { judgeScan } from './scan/judge.ts';
import { chooseChecks, type LoadCatalog } from './select-checks.ts';

/**
 * Judges the bundled inventory, and the objects in the tests of rule files. The demo's own Karpenter target applies only if the user chooses no target, of
 * Kubernetes or of Karpenter.
 * @returns the exit code of the gate
 */
export async function demo(own: DemoFlags, given: Settings, loadCatalog: LoadCatalog, io: Io): Promise<number> {
  const request = parseDemoPlan(own, given);
  await refuseBadScanOptions(
    request === undefined ? given : { ...given, format: undefined, output: undefined },
    io.env,
  );
  return withCatalog(loadCatalog, given, io, async (load) => {
    const [{ demoInventory, demoOptions }, catalog] = await Promise.all([import('./demo/bundled.ts'), load()]);
    const options = given.target === undefined ? { ...demoOptions, ...given } : given;
    const chosen = chooseChecks(catalog, options);
    const { plugins } = catalog;
    const inventory = plugins === undefined ? demoInventory() : withTestObjects(demoInventory(), plugins);
    const judged = await judgeScan({ inventory, source: 'inventory', chosen }, options, io);
    const report = plugins === undefined ? judged : namingTestObjects(judged, plugins);
    if (request !== undefined) return deliverDemoPlan({ report, inventory }, request, { given, loadCatalog }, io);
    await deliverReport(report, options, io, { planned: demoCommands(given).again });
    return report.exitCode;
  });
}
