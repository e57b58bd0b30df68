import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** The chart's values: their schema, and the examples in `ci/` by which it is linted. */

export const chartFolder = new URL('../../charts/eks-preflight/', import.meta.url);

/** A part of values.schema.json. */
interface Schema {
  properties?: Record<string, Schema>;
}

export function valuesSchema(): Schema & { properties: Record<string, Schema> } {
  return JSON.parse(readFileSync(new URL('values.schema.json', chartFolder), 'utf8')) as ReturnType<
    typeof valuesSchema
  >;
}

/** The path of every value: `state`, `image.tag`. `config` is one, and `global` is Helm's. */
export function valuePaths(): string[][] {
  const { config: _config, global: _global, ...own } = valuesSchema().properties;
  return [['config'], ...pathsIn({ properties: own })];
}

function pathsIn({ properties = {} }: Schema): string[][] {
  return Object.entries(properties).flatMap(([name, schema]) =>
    schema.properties === undefined ? [[name]] : pathsIn(schema).map((path) => [name, ...path]),
  );
}

/** The value at a path, undefined if there is none. */
export function valueAt(values: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((inner, name) => (Object(inner) as Record<string, unknown>)[name], values);
}

/** The values in a YAML file of the chart. */
export function readValues(file: string): Record<string, unknown> {
  return parse(readFileSync(new URL(file, chartFolder), 'utf8')) as Record<string, unknown>;
}

/** The files for chart-testing. */
export const ciFiles: readonly string[] = readdirSync(new URL('ci/', chartFolder)).map((file) => `ci/${file}`);

/** Values that the full file cannot change: the switches must be on for other values, and the digest hides the tag. */
export const shownAlone: readonly string[] = [
  'image.tag',
  'networkPolicy.enabled',
  'rbac.create',
  'serviceAccount.create',
];
