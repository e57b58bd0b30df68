import type { JsonSchema } from './descriptions.ts';

/**
 * The report as TypeScript, from its JSON Schema. The package ships the result, which imports nothing. An open
 * enumeration is a union of the values of this version.
 */
export function reportTypes(report: JsonSchema, error: JsonSchema): string {
  return [
    '/** Written by `npm run generate` from the schema of the report. docs/json-report.md says what is promised. */',
    '',
    '/** The JSON report of a scan. */',
    `export interface Report ${formatObject(report, 0)}`,
    '',
    '/** What `--format json` prints where the scan could not run (exit code 3). */',
    `export interface ErrorReport ${formatObject(error, 0)}`,
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

/** Options for writing types. */
export interface Style {
  /** Makes every property and array readonly. */
  frozen?: boolean;
}

/** Formats the type of a value: `string | null`. */
export function formatType(schema: JsonSchema, depth = 0, style: Style = {}): string {
  const options = schema.anyOf ?? schema.oneOf;
  if (schema.$ref !== undefined) return parseReferenceName(schema.$ref);
  if (options !== undefined) return formatUnion(options, depth, style);
  if (schema.const !== undefined) return literal(schema.const);
  if (schema.enum !== undefined) return schema.enum.map(literal).join(' | ');
  if (schema.type === 'array') return formatArray(formatType(schema.items ?? {}, depth, style), style);
  if (schema.type !== 'object') return [schema.type ?? 'unknown'].flat().join(' | ').replace('integer', 'number');
  const { additionalProperties: values } = schema;
  if (typeof values !== 'object') return formatObject(schema, depth, style);
  return `{ ${style.frozen ? 'readonly ' : ''}[name: string]: ${formatType(values, depth, style)} }`;
}

/** The type name of a reference to `$defs`. */
function parseReferenceName(reference: string): string {
  const name = reference.slice(reference.lastIndexOf('/') + 1);
  if (name.startsWith('_')) throw new Error(`no type is named for ${reference}`);
  return name;
}

function literal(value: unknown): string {
  return typeof value === 'string' ? `'${value}'` : JSON.stringify(value);
}

/** Whether readers must expect values that this version does not know. */
export function isOpen({ anyOf }: JsonSchema): boolean {
  return anyOf?.some((one) => one.enum !== undefined) === true && anyOf.some(isAnyText);
}

/** Whether a schema is that of objects of a kind that this version does not know. */
export function isOther({ properties = {}, additionalProperties }: JsonSchema): boolean {
  return typeof additionalProperties === 'object' && Object.keys(properties).join() === 'kind';
}

function isAnyText({ type, enum: values, const: value }: JsonSchema): boolean {
  return type === 'string' && values === undefined && value === undefined;
}

function formatUnion(options: readonly JsonSchema[], depth: number, style: Style): string {
  const known = (isOpen({ anyOf: options }) ? options.filter((one) => !isAnyText(one)) : options).filter(
    (one) => !isOther(one),
  );
  return known.map((one) => formatType(one, depth, style)).join(' | ');
}

function formatArray(type: string, { frozen = false }: Style): string {
  const isOne = /^[\w']+$|^\{[^]*\}$/.test(type) && !type.includes('} | ');
  return `${frozen ? 'readonly ' : ''}${isOne ? type : `(${type})`}[]`;
}

/** Formats an object type with a docstring above each property that has one. */
export function formatObject({ properties = {}, required = [] }: JsonSchema, depth: number, style: Style = {}): string {
  const indent = '  '.repeat(depth + 1);
  const lines = Object.entries(properties).map(([name, property]) => {
    const type = formatType(property, depth + 1, style);
    const modifier = style.frozen ? 'readonly ' : '';
    const field = required.includes(name) ? `${name}: ${type}` : `${name}?: ${type} | undefined`;
    return [...formatComment(property, indent), `${indent}${modifier}${field};`].join('\n');
  });
  return `{\n${lines.join('\n')}\n${'  '.repeat(depth)}}`;
}

function formatComment({ description }: JsonSchema, indent: string): string[] {
  return description === undefined ? [] : [`${indent}/** ${description.replaceAll('*/', '* /')} */`];
}
