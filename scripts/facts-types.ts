import { fileURLToPath } from 'node:url';
import * as z from 'zod/mini';
import { factNames, factSchemas, type FactName } from '../src/facts/facts.ts';
import { describedEach, type JsonSchema } from './descriptions.ts';
import { formatObject } from './report-types.ts';

/** Generates TypeScript types of facts from their schemas, so that plug-ins compile without zod. */

const source = fileURLToPath(new URL('../src/facts/facts.ts', import.meta.url));

/** The type names of recursive values, by fact. */
const recursive: Partial<Record<FactName, string>> = { coredns: 'CorefileDirective' };

/** Builds `schemas/facts.d.ts`. */
export function factsTypes(): string {
  const properties = describedFacts();
  const shared = Object.values(properties).flatMap(({ $defs = {} }) => Object.entries($defs));
  return [
    `/** Written by \`npm run generate\` from the schemas in src/facts/. docs/own-checks/reference.md says what is promised. */`,
    '',
    '/** The value of each fact of eks-preflight, by its name. Checks get them frozen. */',
    `export interface Facts ${formatObject({ properties, required: factNames }, 0, { frozen: true })}`,
    '',
    '/** The name of a fact of eks-preflight. */',
    'export type FactName = keyof Facts;',
    '',
    ...shared.map(([name, schema]) => `interface ${name} ${formatObject(schema, 0, { frozen: true })}\n`),
    'export {};',
    '',
  ].join('\n');
}

/** The JSON Schema of each fact, with the docstrings of its source. */
export function describedFacts(): Record<string, JsonSchema> {
  const schemas = Object.fromEntries(factNames.map((name) => [name, toFactSchema(name)]));
  return describedEach(schemas, source, 'factSchemas');
}

/** The JSON Schema of a fact; a reference uses the name of the TypeScript type. */
function toFactSchema(fact: FactName): JsonSchema {
  const schema = z.toJSONSchema(factSchemas[fact], { io: 'output' }) as JsonSchema;
  const [key, ...others] = Object.keys(schema.$defs ?? {});
  if (key === undefined) return schema;
  const name = recursive[fact];
  if (name === undefined || others.length > 0) throw new Error(`${fact}: name the type of values that hold themselves`);
  return JSON.parse(JSON.stringify(schema).replaceAll(key, name)) as JsonSchema;
}
