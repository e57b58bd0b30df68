import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { replay, takeInventory } from '../../scripts/store-inventories.ts';
import { reportSchema, type Report } from '../../src/report/schema.ts';
import { storedInventory } from '../world/stored.ts';
import { runCommand } from '../world/in-process.ts';
import { scenarios } from '../world/scenarios/index.ts';

/** A scan of each running world must read and report what test/e2e/inventories.test.ts has stored. */

/** The parts of a report that live and stored scans must share: all but when, from where and with which requests. */
function comparable(report: Report): unknown {
  const { source: _source, scannedAt: _scannedAt, judgedAt: _judgedAt, apiUsage: _apiUsage, ...rest } = report;
  return JSON.parse(
    JSON.stringify(rest, (key, value: unknown) => (key === 'source' && value === 'live' ? 'inventory' : value)),
  );
}

it.each(Object.entries(scenarios))(
  '%s is what a scan of its running world reads and reports',
  async (name, scenario) => {
    const { inventory, scan } = await takeInventory(scenario, runCommand);
    const readings = (text: string) => (JSON.parse(text) as { readings: unknown }).readings;
    expect(readings(inventory)).toEqual(readings(readFileSync(storedInventory(name), 'utf8')));
    const stored = await replay(name, scenario, ['--format', 'json'], { run: runCommand });
    expect(comparable(reportSchema.parse(JSON.parse(scan.stdout)))).toEqual(
      comparable(reportSchema.parse(JSON.parse(stored.stdout))),
    );
    expect(scan.code).toBe(scenario.exitCode);
  },
);
