import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { checks } from '../../checks/index.ts';
import { judgeInventory } from '../../src/commands/scan/judge-inventory.ts';
import { buildAcceptEntries } from '../../src/commands/accept-entries.ts';
import type { Settings } from '../../src/commands/options/settings.ts';
import { select } from '../../src/commands/select-checks.ts';
import { parseInventory } from '../../src/inventory/inventory.ts';
import { newestPatch } from '../../src/karpenter/releases.ts';
import type { Report } from '../../src/report/schema.ts';
import { findSignOfEditing } from '../../src/report/signs-of-editing.ts';
import { loadTable, type TableName } from '../../src/tables/tables.ts';
import { storedInventory } from '../world/stored.ts';

/**
 * A Karpenter that is newer than the tables: a patch of a known minor, and a minor that no table lists. The cluster runs
 * the CRDs of `minor`, so that the tables of the second end before it.
 */

const minor = '1.14';
const before = '1.13';
const newest = newestPatch(`${minor}.0`, loadTable('karpenter-releases').rows)?.version ?? '';
const patch = `${minor}.99`;

/** The tables of Karpenter, which end before the minor of the cluster. */
const ending = ((name: TableName) => {
  const table = loadTable(name);
  return table.karpenterKnownThrough === undefined ? table : { ...table, karpenterKnownThrough: before };
}) as typeof loadTable;

/** A cluster without blockers and unknowns that runs this Karpenter. */
async function scan(installed: string, more: Settings = {}, table: typeof loadTable = loadTable): Promise<Report> {
  const inventory = parseInventory(readFileSync(storedInventory('ordinary-newest'), 'utf8'), 'stored', '0.1.0');
  const { karpenterControllers } = inventory.readings;
  if (karpenterControllers?.ok !== true) throw new Error('no Karpenter in the stored cluster');
  const value = karpenterControllers.value.map((controller) => ({ ...controller, version: installed }));
  const readings = { ...inventory.readings, karpenterControllers: { ...karpenterControllers, value } };
  const options: Settings = { target: 'current', ...more };
  const selection = select(checks, options);
  const io = { version: '0.1.0', now: () => new Date(inventory.takenAt) };
  const none = {
    loaded: [],
    checks: [],
    facts: new Map(),
    collectors: {},
    judge: async () => [],
    close: async () => {},
  };
  const plugins = { ...none, table };
  return judgeInventory({ ...inventory, readings }, { checks, selection, plugins, options, source: 'inventory', io });
}

const unknowns = ({ results }: Report) =>
  results.flatMap(({ findings }) => findings.filter(({ level }) => level === 'unknown'));
const statuses = ({ results }: Report) => Object.fromEntries(results.map(({ id, status }) => [id, status] as const));

function oneUnknown(report: Report): [Report['results'][number]['findings'][number]] {
  const [first, ...others] = unknowns(report);
  if (first === undefined || others.length > 0) throw new Error(`${others.length + 1} unknowns`);
  return [first];
}

/** The checks that read a table which ends at a Karpenter minor. */
const endingChecks = checks
  .filter(({ tables = [] }) => tables.some((name) => loadTable(name).karpenterKnownThrough !== undefined))
  .map(({ id }) => id);
/** Those of them that apply to the cluster. */
const affected = ({ results }: Report) =>
  results.flatMap(({ id, skipped }) =>
    endingChecks.includes(id) && (skipped === null || skipped === 'table-ended') ? [id] : [],
  );

it('reaches every check of Karpenter with a table that ends', () => {
  expect(endingChecks).toEqual([
    'account/spot-service-linked-role',
    'karpenter/breaking-changes',
    'karpenter/capacity-reservations',
    'karpenter/controller-iam',
    'karpenter/conversion-webhook',
    'karpenter/crds',
    'karpenter/drift',
    'karpenter/helm-release',
    'karpenter/interruption-queue',
    'karpenter/kubernetes-compatibility',
    'karpenter/legacy-labels',
    'karpenter/removed-fields',
    'karpenter/settings',
    'karpenter/upgrade-hops',
    'karpenter/version-behind',
  ]);
});

describe('a patch above the newest known one of a known minor', () => {
  it.each<[string, Settings, string]>([
    ['installed', {}, patch],
    ['as a target', { karpenterTarget: patch }, `${minor}.0`],
  ])(
    '%s is one unknown that does not count, and judged by the newest known patch',
    async (_how, options, installed) => {
      const twin = await scan(installed === patch ? newest : installed, {
        karpenterTarget: installed === patch ? 'current' : newest,
      });
      const report = await scan(installed, options);
      expect(unknowns(report).map(({ check, rule, phase }) => [check, rule, phase])).toEqual([
        ['karpenter/version-behind', 'release', 'after'],
      ]);
      expect(twin).toMatchObject({ verdict: 'ready', exitCode: 0 });
      expect(report).toMatchObject({ verdict: 'ready', exitCode: 0, gate: { result: 'ready' } });
      const others = (one: Report) => ({ ...statuses(one), 'karpenter/version-behind': '' });
      expect(others(report)).toEqual(others(twin));
      const reasons = report.results.filter(({ reason }) =>
        reason?.includes(`Karpenter ${patch} is judged as ${newest}`),
      );
      expect(reasons.map(({ id }) => id)).toEqual(affected(report));
      expect(twin.results.filter(({ reason }) => reason?.includes('is judged as'))).toEqual([]);
    },
  );

  it.each<NonNullable<Settings['failOn']>>([['warn'], ['unknown'], ['warn', 'unknown']])(
    'counts for no gate: %s',
    async (...failOn) => {
      expect((await scan(patch, { failOn })).gate.result).toBe((await scan(newest, { failOn })).gate.result);
    },
  );
});

describe('a minor above the newest known one', () => {
  const rows: [string, Settings, string][] = [
    ['installed', {}, newest],
    ['as a target', { karpenterTarget: newest }, `${before}.1`],
  ];

  it.each(rows)('%s is one unknown that counts, with the checks that lack it', async (_how, options, installed) => {
    const report = await scan(installed, options, ending);
    const [finding] = oneUnknown(report);
    expect(report).toMatchObject({ verdict: 'incomplete', exitCode: 2 });
    expect(finding).toMatchObject({
      check: 'karpenter/kubernetes-compatibility',
      resource: { name: `karpenter ${minor}` },
      unseen: { checks: affected(report) },
    });
    expect(new Set(finding.evidence.map(({ observed }) => observed.split(':')[0]))).toEqual(new Set(affected(report)));
    expect(report.entries.filter(({ level }) => level === 'unknown')).toHaveLength(1);
    for (const id of affected(report)) expect(statuses(report)[id], id).not.toBe('pass');
    expect(findSignOfEditing(report)).toBeUndefined();
  });

  it.each(rows)('%s changes no other check', async (_how, options, installed) => {
    const others = (report: Report) => Object.entries(statuses(report)).filter(([id]) => !endingChecks.includes(id));
    expect(others(await scan(installed, options, ending))).toEqual(others(await scan(installed, options)));
  });

  it('is accepted once for all its patches, and for no other minor', async () => {
    const [finding] = oneUnknown(await scan(`${before}.1`, { karpenterTarget: newest }, ending));
    const [named] = buildAcceptEntries([finding], [finding], false);
    const accept = [{ ...named?.entry, reason: 'release notes read', owner: 'ops', until: '2099-12-31' }] as never;
    const judged = async (installed: string, options: Settings = {}) =>
      (await scan(installed, { ...options, accept }, ending)).exitCode;
    expect(await judged(`${before}.1`, { karpenterTarget: `${minor}.0` })).toBe(0);
    expect(await judged(`${before}.1`, { karpenterTarget: newest })).toBe(0);
    expect(await judged(newest)).toBe(0);
    expect(await judged(newest, { require: ['karpenter/settings'] })).toBe(2);
    expect(await judged(newest, { karpenterTarget: '9.9.9' })).toBe(2);
  });

  it.each(endingChecks)('leaves %s without a pass where nothing else is selected', async (id) => {
    const report = await scan(newest, { only: [id], require: [id] }, ending);
    if (affected(report).includes(id)) expect(statuses(report)[id]).toBe('unknown');
    expect(report.exitCode).toBe(2);
  });
});
