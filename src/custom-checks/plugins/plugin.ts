import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import type { AnyCheck } from '../../check.ts';
import type { Collectors } from '../../collectors/collect.ts';
import type { FactName } from '../../facts/facts.ts';
import { pluginFactName, type PluginFact, type PluginName } from '../../facts/plugin-facts.ts';
import type { JudgeInput } from '../../judge/engine.ts';
import type { Result } from '../../judge/result.ts';
import type { LoadedTable, TableName } from '../../tables/tables.ts';
import { ownValue } from '../../syntax/own-value.ts';
import { objectsCollector } from './collectors.ts';
import {
  toAdvice,
  parseKnownThrough,
  type Declaration,
  type DeclaredCheck,
  type DeclaredObjects,
} from './declaration.ts';
import type { Objects } from './findings.ts';
import type { PluginHost } from './host.ts';
import { judgeByWorker } from './judge.ts';
import { buildSchema } from './schema.ts';

/** A plug-in whose module runs in a worker. */
export interface LoadedPlugin {
  name: string;
  /** The file or package, as the user named it. */
  module: string;
  checks: readonly AnyCheck[];
  facts: ReadonlyMap<FactName, PluginFact>;
  collectors: ReadonlyMap<FactName, Collectors[FactName]>;
  tables: ReadonlyMap<TableName, LoadedTable<TableName>>;
  /** Judges one of its checks. */
  judge(check: AnyCheck, input: JudgeInput): Promise<Result>;
  close(): Promise<void>;
}

/** Builds a plug-in from its module's declaration. */
export function createPlugin(
  module: string,
  { name, checks, objects, tables, testObjects }: Declaration,
  host: PluginHost,
): LoadedPlugin {
  const own = { plugin: name, names: new Set(objects.map((one) => one.name)) };
  const declared = new Map(checks.map((check) => [check.id, check]));
  const facts = new Map<FactName, PluginFact>();
  const collectors = new Map<FactName, Collectors[FactName]>();
  for (const one of objects) {
    const fact = pluginFactName(`${name}/${one.name}`);
    const schema = buildSchema(one.schema);
    const { data } = z.array(schema).safeParse(ownValue(testObjects, one.name));
    const grant = findGrant(one);
    facts.set(fact, { schema: z.array(schema), grant, digest: computeDigest(one), testObjects: data ?? [] });
    const project = (items: unknown[]) => host.request({ ask: 'project', objects: one.name, items });
    collectors.set(fact, objectsCollector(fact, one, schema, project));
  }
  return {
    name,
    module,
    checks: checks.map((check) => toCheck(check, own)),
    facts,
    collectors,
    tables: new Map(
      tables.map((table) => [
        tableName(`${name}/${table.name}`),
        { rows: table.rows, knownThrough: parseKnownThrough(table) } as never,
      ]),
    ),
    judge: async (check, input) => {
      const said = declared.get(check.id);
      if (said === undefined) throw new Error(`${name} has no check ${check.id}`);
      return judgeByWorker(check, said, input, { host, objects: own });
    },
    close: () => host.close(),
  };
}

/** The name of a plug-in's table in checks and reports; see {@link pluginFactName}. */
function tableName(name: PluginName): TableName {
  return name as string as TableName;
}

/** Permission to list Secrets includes reading their values, so `--with secrets` must grant it. */
function findGrant({ group, resource }: DeclaredObjects): PluginFact['grant'] {
  return group === '' && resource === 'secrets' ? 'secrets' : undefined;
}

/** A digest of what is listed and kept. With `fields`, it omits the schema, which then does not affect what is kept. */
function computeDigest({ fields, schema, ...listed }: DeclaredObjects): string {
  const kept = fields === null ? schema : [...new Set(fields.map((path) => JSON.stringify(path)))].toSorted();
  return createHash('sha256')
    .update(JSON.stringify({ ...listed, kept }))
    .digest('hex')
    .slice(0, 16);
}

function toCheck(declared: DeclaredCheck, own: Objects): AnyCheck {
  const { fix, needs, uses, warnsBy, counts, tables, applies, ...data } = declared;
  const names = (local: readonly string[]): FactName[] => local.map((name) => fullName(name, own));
  return {
    ...data,
    plugin: own.plugin,
    fix: toAdvice(fix),
    needs: names(needs),
    uses: names(uses),
    warnsBy: names(warnsBy),
    counts: names(counts),
    tables: tables.map((name) => tableName(`${own.plugin}/${name}`)),
    ...(applies === undefined ? {} : { applies: { needs: names(applies.needs), when: () => true } }),
    run: () => [],
  };
}

/** The full name of a fact. The declaration is validated, so any name but an object's is a fact of eks-preflight. */
function fullName(name: string, { plugin, names }: Objects): FactName {
  return names.has(name) ? pluginFactName(`${plugin}/${name}`) : (name as FactName);
}
