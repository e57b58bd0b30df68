import { describe, expect, it } from 'vitest';
import { checks } from '../../checks/index.ts';
import type { AnyCheck } from '../../src/check.ts';
import type { Facts } from '../../src/facts/facts.ts';
import { judge } from '../../src/judge/engine.ts';
import { minorsBetween } from '../../src/judge/plan/target.ts';
import { loadTable, type TableName } from '../../src/tables/tables.ts';
import { format, type Minor } from '../../src/syntax/versions.ts';
import { aCluster } from '../checks/cases.ts';
import { alsoBeyond, reach, type Beyond } from './beyond-tables.ts';
import { silentReadings, silentRollbackReadings } from './silent-readings.ts';

/** The law of tables: what lies outside a table is not judged by it, so no check passes on it. */

const withTables = checks.filter(({ tables = [] }) => tables.length > 0);

function judgeBetween(check: AnyCheck, current: Minor, target: Minor, world?: Beyond) {
  const readings = target < current ? silentRollbackReadings() : silentReadings(check.id);
  const silent = Object.fromEntries(
    Object.entries(readings).flatMap(([name, reading]) => (reading.ok ? [[name, reading.value]] : [])),
  ) as Facts;
  const changed = Object.entries(world?.facts({ ...silent, cluster: aCluster }) ?? {});
  const cluster = { ...(world?.cluster?.(aCluster) ?? aCluster), version: format(current) };
  const versions = minorsBetween(current, target);
  const karpenter = { current: '1.14.4', target: '1.14.4', versions: ['1.14.4'] };
  return judge(check, {
    readings: { ...readings, ...Object.fromEntries(changed.map(([name, value]) => [name, { ok: true, value }])) },
    context: { cluster, current, target, versions, karpenter, now: '2026-11-20T12:00:00Z' },
    source: 'live',
  });
}

type Row = [what: string, holds: () => void];

/** How the law holds for a check and one of its tables. */
function toRows(check: AnyCheck, table: TableName): Row[] {
  const { knownThrough, karpenterKnownThrough } = loadTable(table);
  const { id, direction = 'up' } = check;
  if (knownThrough !== undefined) {
    const current = direction === 'down' ? knownThrough + 2 : 33;
    const beyond = () => judgeBetween(check, current, knownThrough + 1);
    const holds = () => {
      expect(beyond().status).not.toBe('pass');
      expect(beyond().findings.map(({ rule }) => rule)).toContain(`table:${table}`);
    };
    return [[`${table}: Kubernetes ${format(knownThrough + 1)}`, holds]];
  }
  if (karpenterKnownThrough !== undefined)
    return [[`${table}: a later Karpenter, which karpenter/version-behind reports`, () => expectKarpenter(check)]];
  const own = reach[table]?.[id] ?? reach[table]?.['*'];
  if (own === undefined) return [[`${table}: missing in beyond-tables.ts`, () => expect(own).toBeDefined()]];
  if (typeof own === 'string') return [[`${table}: nothing (${own})`, () => expect(own).toMatch(/ /)]];
  return own.map((world) => toWorldRow(check, world, table));
}

function toWorldRow(check: AnyCheck, world: Beyond, table: string): Row {
  return [`${table}: ${world.what}`, () => expectNoPass(check, world)];
}

function expectNoPass(check: AnyCheck, world: Beyond): void {
  const { status, reason, findings } = judgeBetween(check, 33, world.target ?? 34, world);
  expect(status, world.what).not.toBe('pass');
  expect(reason ?? findings[0]?.message, world.what).toBeTruthy();
}

/** The check knows the controller that serves the cluster, so that the rule of Karpenter's tables concerns it. */
function expectKarpenter({ needs, uses = [], applies }: AnyCheck): void {
  expect([...needs, ...uses, ...(applies?.needs ?? [])]).toContain('karpenterControllers');
}

describe.each(withTables.map((check) => [check.id, check] as const))('%s does not pass beyond', (_id, check) => {
  const also = (alsoBeyond[check.id] ?? []).map((world) => toWorldRow(check, world, 'objects'));
  it.each([...(check.tables ?? []).flatMap((table) => toRows(check, table)), ...also])('%s', (_what, holds) => holds());
});

it('lists no check and no table that is gone', () => {
  const read = new Set(withTables.flatMap(({ id, tables = [] }) => tables.map((table) => `${table} ${id}`)));
  const listed = Object.entries(reach).flatMap(([table, byCheck]) => Object.keys(byCheck).map((id) => [table, id]));
  const isRead = (table: string, id: string) =>
    id === '*' ? [...read].some((one) => one.startsWith(`${table} `)) : read.has(`${table} ${id}`);
  const gone = listed.filter(([table = '', id = '']) => !isRead(table, id));
  expect(gone).toEqual([]);
  expect(Object.keys(alsoBeyond).filter((id) => !withTables.some((check) => check.id === id))).toEqual([]);
});
