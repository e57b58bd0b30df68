import type { JsonSchema } from './descriptions.ts';

/**
 * The report as TypeScript, from its JSON Schema: the package brings it, so that it imports nothing. An open enumeration is a union
 * of the values of this version.
 */
export function reportTypes(report: JsonSchema, error: JsonSchema): string {
  return [
    '/** Written by `npm run generate` from the schema of the report. docs/json-report.md says what is promised. */',
    '',
    '/** The JSON report of a scan. */',
    `export interface Report ${objectOf(report, 0)}`,
    '',
    '/** What `--format json` prints where the scan could not run (exit code 3). */',
    `export interface ErrorReport ${objectOf(error, 0)}`,
    '',
    '/** What one check came to. */',
    "export type Result = Report['results'][number];",
    '/** One problem of one resource. */',
    "export type Finding = Result['findings'][number];",
    '/** Findings that one action mends. */',
    "export type Entry = Report['entries'][number];",
    '',
  ].join('\n');
}

/** What a value may be: `string | null`. */
export function typeOf(schema: JsonSchema, depth = 0): string {
  const options = schema.anyOf ?? schema.oneOf;
  if (options !== undefined) return unionOf(options, depth);
  if (schema.const !== undefined) return literal(schema.const);
  if (schema.enum !== undefined) return schema.enum.map(literal).join(' | ');
  if (schema.type === 'array') return arrayOf(typeOf(schema.items ?? {}, depth));
  if (schema.type !== 'object') return [schema.type ?? 'unknown'].flat().join(' | ');
  const { additionalProperties: values } = schema;
  return typeof values === 'object' ? `{ [name: string]: ${typeOf(values, depth)} }` : objectOf(schema, depth);
}

function literal(value: unknown): string {
  return typeof value === 'string' ? `'${value}'` : JSON.stringify(value);
}

/** Whether a reader has to expect values that this version does not know. */
export function isOpen({ anyOf }: JsonSchema): boolean {
  return anyOf?.some((one) => one.enum !== undefined) === true && anyOf.some(isAnyText);
}

/** An object of a kind that this version does not know. */
export function isOther({ properties = {}, additionalProperties }: JsonSchema): boolean {
  return typeof additionalProperties === 'object' && Object.keys(properties).join() === 'kind';
}

function isAnyText({ type, enum: values, const: value }: JsonSchema): boolean {
  return type === 'string' && values === undefined && value === undefined;
}

function unionOf(options: readonly JsonSchema[], depth: number): string {
  const known = (isOpen({ anyOf: options }) ? options.filter((one) => !isAnyText(one)) : options).filter(
    (one) => !isOther(one),
  );
  return known.map((one) => typeOf(one, depth)).join(' | ');
}

function arrayOf(type: string): string {
  return /^[\w']+$|^\{[^]*\}$/.test(type) && !type.includes('} | ') ? `${type}[]` : `(${type})[]`;
}

function objectOf({ properties = {}, required = [] }: JsonSchema, depth: number): string {
  const indent = '  '.repeat(depth + 1);
  const lines = Object.entries(properties).map(([name, property]) => {
    const type = typeOf(property, depth + 1);
    const field = required.includes(name) ? `${name}: ${type}` : `${name}?: ${type} | undefined`;
    return [...commentOf(property, indent), `${indent}${field};`].join('\n');
  });
  return `{\n${lines.join('\n')}\n${'  '.repeat(depth)}}`;
}

function commentOf({ description }: JsonSchema, indent: string): string[] {
  return description === undefined ? [] : [`${indent}/** ${description.replaceAll('*/', '* /')} */`];
}
