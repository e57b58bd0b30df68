import { rmSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runCommand } from '../../world/in-process.ts';
import { storedInventory } from '../../world/stored.ts';
import { newFolder, readText, runFleet, write } from './fleet-reports.ts';

let folder: string;
beforeEach(() => {
  folder = newFolder();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Scans a stored inventory with these tags; undefined: one of an older version, which has none. */
async function scanWithTags(tags: unknown, ...options: readonly string[]) {
  const inventory = JSON.parse(readText(storedInventory('healthy'))) as {
    readings: { cluster: { value: Record<string, unknown> } };
  };
  const { tags: _, ...cluster } = inventory.readings.cluster.value;
  inventory.readings.cluster.value = tags === undefined ? cluster : { ...cluster, tags };
  const file = write(folder, '.inventory.json', inventory);
  const { stdout, code } = await runCommand(['scan', '--inventory', file, '--format', 'json', ...options], { env: {} });
  return { report: JSON.parse(stdout) as { cluster?: { tags?: unknown } }, code };
}

describe('the tags of a cluster', () => {
  const evil = 'a\u001B[2J\n::set-output name=x::y\u202E';
  const shown = 'a ::set-output name=x::y';
  it.each([
    [
      'tags',
      { env: 'production', team: 'shop' },
      { env: 'production', team: 'shop' },
      { env: 'production', team: 'shop' },
    ],
    ['no tags', {}, {}, {}],
    ['an inventory of an older version', undefined, undefined, null],
    ['hostile tags', { [evil]: evil }, { [shown]: shown }, { [shown]: shown }],
  ])('are in its report, and in the fleet: %s', async (_, tags, inReport, inFleet) => {
    const { report, code } = await scanWithTags(tags);
    expect({ tags: report.cluster?.tags, code }).toEqual({ tags: inReport, code: 0 });
    write(folder, 'a.json', report);
    expect((await runFleet(folder)).rows).toMatchObject([{ status: 'ready', tags: inFleet }]);
  });

  it('are pseudonyms in a redacted inventory and its report', async () => {
    const tags = { 'globex:cost-center': 'globex-4711', env: 'globex-production' };
    const file = `${folder}/.redacted.json`;
    await scanWithTags(tags, '--save-inventory', file, '--redact');
    expect(readText(file)).not.toMatch(/globex|4711/);
    const { stdout } = await runCommand(['scan', '--inventory', file, '--format', 'json'], { env: {} });
    expect(stdout).not.toMatch(/globex|4711/);
    write(folder, 'a.json', stdout);
    const [row] = (await runFleet(folder, '--group-by', 'tag:env')).rows;
    expect(Object.keys(row?.tags ?? {})).toHaveLength(2);
  });

  it('of a forged report do not fill the memory', async () => {
    const { report } = await scanWithTags({});
    const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`k${index}`, 'v'.repeat(1_000)]));
    write(folder, 'a.json', { ...report, cluster: { ...report.cluster, tags: many } });
    const [row] = (await runFleet(folder)).rows;
    const entries = Object.entries(row?.tags ?? {});
    expect([entries.length, entries[0]?.[1].length]).toEqual([100, 257]);
  });
});
