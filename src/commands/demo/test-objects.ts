import type { Plugins } from '../../custom-checks/plugins/plugins.ts';
import type { Inventory } from '../../inventory/inventory.ts';
import type { Report } from '../../report/schema.ts';

/** Adds the objects of plug-ins to the bundled inventory, which has none: those in the tests of their rule files. */
export function withTestObjects(inventory: Inventory, { facts }: Pick<Plugins, 'facts'>): Inventory {
  const added = [...facts].map(([fact, { testObjects }]) => {
    if (testObjects.length > 0) return [fact, { ok: true, value: testObjects }];
    const message = `${fact} is not in the inventory of the demo`;
    const hint = 'Add a test with objects to the rule file. Test a module with cases.';
    return [fact, { ok: false, reason: { kind: 'absent', message, hint } }];
  });
  return { ...inventory, readings: { ...inventory.readings, ...Object.fromEntries(added) } };
}

/** Says in the report whose objects were judged. */
export function namingTestObjects(report: Report, { facts }: Pick<Plugins, 'facts'>): Report {
  const { plugins = [] } = report;
  const named = plugins.map((plugin) => {
    const own = [...facts].filter(([fact]) => fact.startsWith(`${plugin.name}/`));
    const testObjects = own.reduce((sum, [, one]) => sum + one.testObjects.length, 0);
    return testObjects === 0 ? plugin : { ...plugin, testObjects };
  });
  return { ...report, plugins: named };
}
