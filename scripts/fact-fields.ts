import type { FactField, FactPage } from '../src/commands/facts/facts.ts';
import { factNames } from '../src/facts/facts.ts';
import type { JsonSchema } from './descriptions.ts';
import { describedFacts } from './facts-types.ts';
import { formatType } from './report-types.ts';

/** The text of `src/commands/facts/fields.json`: a line for each fact. */
export function factFieldsJson(): string {
  const lines = Object.entries(factPages()).map(([name, page]) => `${JSON.stringify(name)}: ${JSON.stringify(page)}`);
  return `{\n${lines.join(',\n')}\n}\n`;
}

/** Each fact with its fields, from the schemas and their docstrings. */
function factPages(): Record<string, FactPage> {
  const schemas = describedFacts();
  return Object.fromEntries(factNames.map((name) => [name, buildPage(schemas[name] ?? {})]));
}

function buildPage(schema: JsonSchema): FactPage {
  const fields = listFields(schema, 0);
  return { text: cleanText(schema.description), type: describeType(schema), fields };
}

/** The fields of the objects in a value, each followed by the fields below it. */
function listFields(schema: JsonSchema, depth: number): FactField[] {
  const objects = listObjects(schema);
  const names = [...new Set(objects.flatMap(({ properties = {} }) => Object.keys(properties)))];
  return names.flatMap((name) => {
    const having = objects.filter(({ properties = {} }) => properties[name] !== undefined);
    const values = having.flatMap(({ properties = {} }) => properties[name] ?? []);
    const [first] = values;
    if (first === undefined) return [];
    const isRequired = having.length === objects.length && having.every((one) => one.required?.includes(name) === true);
    const type = [...new Set(values.map(describeType))].join(' or ');
    const text = cleanText(first.description);
    const field = { depth, name, type: isRequired ? type : `${type}, optional`, ...(text === '' ? {} : { text }) };
    return [field, ...listFields({ anyOf: values }, depth + 1)];
  });
}

/** The objects that a value is or holds: an item of a list, a value of a map, each kind of a union. */
function listObjects(schema: JsonSchema): JsonSchema[] {
  if (schema.properties !== undefined) return [schema];
  if (schema.items !== undefined) return listObjects(schema.items);
  if (typeof schema.additionalProperties === 'object') return listObjects(schema.additionalProperties);
  return (schema.anyOf ?? schema.oneOf ?? []).flatMap(listObjects);
}

/** Describes a type in words, such as `list of objects`, `map of strings`, `'a' | 'b'` or `string or null`. */
function describeType(schema: JsonSchema): string {
  const options = schema.anyOf ?? schema.oneOf;
  if (options !== undefined) return [...new Set(options.map(describeType))].join(' or ');
  if (schema.type === 'array') return `list of ${describeItems(schema.items ?? {})}`;
  if (schema.type !== 'object' || schema.$ref !== undefined) return formatType(schema);
  const { additionalProperties: values } = schema;
  return typeof values === 'object' ? `map of ${describeItems(values)}` : 'object';
}

function describeItems(schema: JsonSchema): string {
  const type = describeType(schema);
  if (type === 'string' || type === 'number' || type === 'object') return `${type}s`;
  return type.includes(' or ') || type.includes(' | ') ? `(${type})` : type;
}

/** A docstring as a terminal shows it. */
function cleanText(text = ''): string {
  return text.replaceAll(/\{@link (\w+)\}/g, '`$1`');
}
