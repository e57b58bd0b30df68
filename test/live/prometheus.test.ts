import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { beforeAll, expect, it } from 'vitest';
import { checks } from '../../checks/index.ts';
import { judgeByOwnChecks } from '../../src/commands/scan/judge-inventory.ts';
import { select } from '../../src/commands/select-checks.ts';
import { parseInventory } from '../../src/inventory/inventory.ts';
import { reportPrometheus } from '../../src/formats/prometheus/prometheus.ts';
import { storedInventory, storedNames } from '../world/stored.ts';
import { livePromlint } from './binaries.ts';

/** The metrics of every stored scenario, checked by Prometheus' own linter. */

let promlint: string;
beforeAll(async () => {
  promlint = await livePromlint((line) => console.error(`live tests: ${line}`));
});

function lintMetrics(text: string): string {
  const { stdout, status } = spawnSync(promlint, { input: text, encoding: 'utf8' });
  expect([0, 1]).toContain(status);
  return stdout;
}

function buildMetrics(name: string, cluster?: string): string {
  const inventory = parseInventory(readFileSync(storedInventory(name), 'utf8'), name, '0.1.0');
  const io = { version: '0.1.0', now: () => new Date(inventory.takenAt) };
  const options = {};
  const report = judgeByOwnChecks(inventory, {
    checks,
    selection: select(checks, options),
    options,
    source: 'live',
    io,
  });
  if (report.cluster === null) throw new Error('every inventory has a cluster');
  return reportPrometheus({ ...report, cluster: { ...report.cluster, name: cluster ?? report.cluster.name } });
}

it.each(storedNames())('%s', (name) => {
  expect(lintMetrics(buildMetrics(name))).toBe('');
});

it('a name that needs quoting', () => {
  expect(lintMetrics(buildMetrics('healthy', 'a"b\\c\nd{e="f"} 1'))).toBe('');
});

it('the linter finds what is wrong', () => {
  expect(lintMetrics('# HELP a_days_left x\n# TYPE a_days_left gauge\na_days_left 1\n')).toBe(
    'a_days_left: use base unit "seconds" instead of "days"\n',
  );
  expect(lintMetrics('a{b="c} 1\n')).toMatch(/text format parsing error/);
});
