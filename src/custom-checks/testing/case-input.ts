import type * as z from 'zod/mini';
import type { Context } from '../../check.ts';
import { factSchemas, type FactName, type Facts } from '../../facts/facts.ts';
import { localName, pluginFactName } from '../../facts/plugin-facts.ts';
import { findMissingGrantReason } from '../../facts/optional-grants.ts';
import type { Readings } from '../../facts/reading.ts';
import { parseMinor } from '../../syntax/versions.ts';
import type { AnyPluginCheck } from '../api/define.ts';
import type { AnyCase } from './case.ts';
import { frozenCopy, lostPath, formatPath } from './data.ts';
import type { CheckHere } from './in-process.ts';
import { aCluster } from './samples.ts';

/** The facts and versions of a case, with which its check is judged. */
export interface CaseInput {
  readings: Readings;
  context: Omit<Context, 'tables' | 'gone' | 'thresholds' | 'unasked'>;
  source: 'live';
}

/**
 * Converts a case to the facts and versions that a scan would have.
 * @throws Error that names the invalid field of the case
 */
export function buildCaseInput(entry: AnyCase, { check, plugin }: CheckHere): CaseInput {
  const current = requireMinor('current', entry.current ?? entry.cluster?.version ?? aCluster.version);
  const target = entry.target === undefined ? current + 1 : requireMinor('target', entry.target);
  if (target < current) throw new Error(`target 1.${target} is below current 1.${current}`);
  const cluster = { ...aCluster, ...entry.cluster, version: `1.${current}` };
  const declared = declaredFacts(check);
  const readings: Record<string, unknown> = {};
  for (const [name, value] of Object.entries({ ...entry.facts, ...(declared.has('cluster') ? { cluster } : {}) })) {
    const fact = requireFact(name, declared, check.id);
    if (value !== undefined) readings[fact] = { ok: true, value: parseValue(name, resolveSchema(fact, plugin), value) };
  }
  for (const name of entry.unasked ?? []) readings[requireFact(name, declared, check.id)] = unasked(name, plugin);
  for (const fact of [...check.needs, ...(check.applies?.needs ?? [])]) {
    if (readings[fact] === undefined) throw new Error(`facts.${localName(fact)} is missing: the check needs it`);
  }
  const versions = Array.from({ length: target - current + 1 }, (_, step) => current + step);
  const karpenter = entry.karpenter ?? { current: null, target: null, versions: [] };
  const now = entry.now ?? '2026-11-20T12:00:00.000Z';
  return {
    readings,
    context: { cluster, current, target, versions, karpenter, now },
    source: 'live',
  };
}

/**
 * Replaces the rows of a check's tables with those of a case.
 * @throws Error if the case names a table that the check does not read, or its rows are not a list
 */
export function withRows(check: AnyPluginCheck, { tables = {} }: AnyCase): AnyPluginCheck {
  const rows = new Map<string, unknown>(Object.entries(tables));
  const stray = [...rows.keys()].find((name) => check.tables?.every(({ table }) => table !== name) ?? true);
  if (stray !== undefined) throw new Error(`tables.${stray}: ${check.id} reads no table of this name`);
  if (rows.size === 0 || check.tables === undefined) return check;
  return {
    ...check,
    tables: check.tables.map((one) => {
      const own = rows.get(one.table);
      if (own === undefined) return one;
      if (!Array.isArray(own)) throw new Error(`tables.${one.table}: expected a list of rows`);
      return { table: one.table, definition: { name: one.table, rows: own as unknown[] } };
    }),
  };
}

/** The full names of all facts that the check declares. */
export function declaredFacts({ needs, uses = [], applies }: CheckHere['check']): Set<FactName> {
  return new Set([...needs, ...uses, ...(applies?.needs ?? [])]);
}

function requireFact(name: string, declared: ReadonlySet<FactName>, id: string): FactName {
  const own = pluginFactName(`${id.split('/')[0] ?? ''}/${name}`);
  const fact = [...declared].find((one) => one === name || one === own);
  if (fact !== undefined) return fact;
  throw new Error(`facts.${name}: ${id} names it in neither needs nor uses, and does not get it`);
}

function resolveSchema(fact: FactName, plugin: CheckHere['plugin']): z.ZodMiniType {
  return plugin.facts.get(fact)?.schema ?? factSchemas[fact];
}

function parseValue(name: string, schema: z.ZodMiniType, value: unknown): unknown {
  const copy = frozenCopy(`facts.${name}`, value);
  const { data, error } = schema.safeParse(copy);
  if (error !== undefined) {
    const { path, message } = error.issues[0] ?? { path: [], message: 'invalid' };
    throw new Error(`facts.${formatPath([name, ...path])}: ${message}`);
  }
  const lost = lostPath(copy, data);
  if (lost !== undefined) throw new Error(`facts.${formatPath([name, ...lost])}: the fact has no such field`);
  return data;
}

function unasked(name: string, plugin: CheckHere['plugin']): Readings['cluster'] {
  const full = pluginFactName(`${plugin.name}/${name}`);
  const reason = findMissingGrantReason(plugin.facts.has(full) ? full : (name as FactName), plugin.facts);
  if (reason === undefined) throw new Error(`unasked: ${name} waits for no grant`);
  return { ok: false, reason };
}

function requireMinor(field: string, text: string): number {
  const minor = parseMinor(text);
  if (minor === undefined) throw new Error(`${field}: '${text}' is not a version such as 1.34`);
  return minor;
}

/** The values of the facts that were read. */
export function valuesIn(readings: Readings): Partial<Facts> {
  const read = Object.entries(readings).flatMap(([name, reading]) => (reading.ok ? [[name, reading.value]] : []));
  return Object.fromEntries(read) as Partial<Facts>;
}
