import { isMadeAdvice } from '../../../syntax/advice.ts';
import { isObject } from '../../../syntax/json.ts';
import type { AnyPluginCheck, Plugin } from '../../api/define.ts';
import type { Need, Objects } from '../../../facts/plugin-objects.ts';
import type { Table } from '../../../tables/plugin-table.ts';
import type { RawDeclaration } from '../protocol.ts';

/**
 * Returns the plug-in that a module exports.
 * @throws Error if its default export is not a plug-in
 */
export function requirePlugin(module: object): Plugin {
  const plugin: unknown = 'default' in module ? module.default : undefined;
  if (!isObject(plugin))
    throw new Error('its default export is not a plug-in (expected: export default definePlugin({ ... }))');
  if (!Array.isArray(plugin['checks'])) throw new Error('the plug-in has no list of checks');
  return plugin as unknown as Plugin;
}

/** Converts a plug-in to data, without its functions. */
export function toDeclaration({ name, checks }: Plugin): RawDeclaration {
  return {
    name,
    checks: checks.map(checkData),
    objects: listObjects(checks).map(objectsData),
    tables: selectDistinct(
      checks.flatMap(({ tables = [] }) => tables),
      ({ table }) => table,
    ).map(({ definition }) => definition),
  };
}

/** The objects that checks read, each once. */
export function listObjects(checks: readonly AnyPluginCheck[]): Objects[] {
  const needs = checks.flatMap(({ needs: own, uses = [], applies }) => [...own, ...uses, ...(applies?.needs ?? [])]);
  return selectDistinct(
    needs.filter((need): need is Objects => typeof need !== 'string'),
    ({ objects }) => objects,
  );
}

function selectDistinct<Definition extends Objects | Table>(
  all: readonly Definition[],
  nameOf: (one: Definition) => string,
): Definition[] {
  const byName = new Map<string, Definition>();
  for (const one of all) {
    const other = byName.get(nameOf(one));
    if (other !== undefined && other.definition !== one.definition)
      throw new Error(`two definitions are named ${nameOf(one)}`);
    byName.set(nameOf(one), one);
  }
  return [...byName.values()];
}

function objectsData({ definition, fields = null }: Objects & { fields?: unknown }): RawDeclaration['objects'][number] {
  const { name, group, versions, resource, metadataOnly = false, notServed = 'unknown', schema } = definition;
  return { name, group, versions, resource, metadataOnly, notServed, fields, schema: schema.field };
}

function checkData(check: AnyPluginCheck): Record<string, unknown> {
  const { id, title, severity, blocks, alsoBlocks = [], phase = 'before', why, fix, links = [] } = check;
  const { needs, uses = [], warnsBy = [], counts = [], tables = [], applies } = check;
  if (!tables.every((one) => isObject(one) && 'definition' in one))
    throw new Error(`${id}: tables: expected tables made with defineTable`);
  if (!isMadeAdvice(fix)) throw new Error(`${id}: fix is not made with advice\`...\``);
  return {
    id,
    title,
    severity,
    blocks,
    alsoBlocks: [...alsoBlocks],
    phase,
    why,
    links,
    fix: { text: fix.text, commands: fix.commands },
    needs: needs.map(nameOf),
    uses: uses.map(nameOf),
    warnsBy: warnsBy.map(nameOf),
    counts: counts.map(nameOf),
    tables: tables.map(({ table }) => table),
    ...(applies === undefined ? {} : { applies: { needs: applies.needs.map(nameOf) } }),
  };
}

function nameOf(need: Need): string {
  return typeof need === 'string' ? need : need.objects;
}
