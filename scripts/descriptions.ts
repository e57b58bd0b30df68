import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseAst } from 'rolldown/parseAst';

/**
 * Puts the docstrings of schemas into their JSON Schema: what stands above a property in the source describes it where the schema
 * is published. A property without a docstring takes that of the constant that it names.
 */

/** The parts of JSON Schema that zod writes for our schemas. */
export interface JsonSchema {
  description?: string;
  /** Several: `string` or `null`. */
  type?: string | readonly string[];
  const?: unknown;
  enum?: readonly unknown[];
  properties?: Record<string, JsonSchema>;
  required?: readonly string[];
  items?: JsonSchema;
  additionalProperties?: JsonSchema | boolean;
  anyOf?: readonly JsonSchema[];
  oneOf?: readonly JsonSchema[];
  $ref?: string;
  $defs?: Record<string, JsonSchema>;
}

type Statement = ReturnType<typeof parseAst>['body'][number];
type Declaration = Extract<Statement, { type: 'VariableDeclaration' }>;
type Expression = NonNullable<Declaration['declarations'][number]['init']>;

/** An expression, where its names are looked up, and what is said about it there. */
interface Place {
  node: Expression;
  file: string;
  docstring: string | undefined;
}

/**
 * The JSON Schema with a description at each property that has one in the source.
 * @param name the constant that holds the zod schema
 */
export function described(schema: JsonSchema, file: string, name: string): JsonSchema {
  return withDescriptions(schema, constantIn(file, name));
}

function withDescriptions(schema: JsonSchema, place: Place | undefined): JsonSchema {
  const called = place === undefined ? undefined : callOf(resolved(place));
  if (called === undefined) return schema;
  const { name, args, file } = called;
  const [first] = args.map((node): Place => ({ node, file, docstring: undefined }));
  if (name === 'object') return ofObject(schema, first);
  if (name === 'array') return { ...schema, ...(schema.items && { items: withDescriptions(schema.items, first) }) };
  if (name === 'optional') return withDescriptions(schema, first);
  if (name === 'orOther') {
    const [known = {}, other = {}] = schema.anyOf ?? [];
    const kind = { description: 'A kind of a later version.', ...other.properties?.['kind'] };
    return { ...schema, anyOf: [withDescriptions(known, first), { ...other, properties: { kind } }] };
  }
  if (name === 'nullable' && schema.anyOf !== undefined)
    return { ...schema, anyOf: schema.anyOf.map((one) => (one.type === 'null' ? one : withDescriptions(one, first))) };
  if (name === 'nullable') return withDescriptions(schema, first);
  if (name === 'record' && typeof schema.additionalProperties === 'object') {
    const value = args[1] === undefined ? undefined : { node: args[1], file, docstring: undefined };
    return { ...schema, additionalProperties: withDescriptions(schema.additionalProperties, value) };
  }
  return name === 'discriminatedUnion' || name === 'union' ? ofUnion(schema, args, file) : schema;
}

function ofObject(schema: JsonSchema, place: Place | undefined): JsonSchema {
  const places = place === undefined ? new Map<string, Place>() : propertiesOf(place);
  const properties = Object.entries(schema.properties ?? {}).map(([name, property]) => {
    const own = places.get(name);
    const text = own?.docstring ?? (own === undefined ? undefined : resolved(own).docstring);
    return [
      name,
      { ...(text === undefined ? {} : { description: text }), ...withDescriptions(property, own) },
    ] as const;
  });
  return { ...schema, properties: Object.fromEntries(properties) };
}

function ofUnion(schema: JsonSchema, args: readonly Expression[], file: string): JsonSchema {
  const list = args.find((node) => node.type === 'ArrayExpression');
  const options = (list?.type === 'ArrayExpression' ? list.elements : []).filter((node) => node !== null);
  const each = (all: readonly JsonSchema[] | undefined) =>
    all?.map((one, index) => {
      const node = options[index];
      return node === undefined || node.type === 'SpreadElement'
        ? one
        : withDescriptions(one, { node, file, docstring: undefined });
    });
  return {
    ...schema,
    ...(schema.anyOf && { anyOf: each(schema.anyOf) ?? [] }),
    ...(schema.oneOf && { oneOf: each(schema.oneOf) ?? [] }),
  };
}

/** `z.object(...)`: the last part of what is called. */
function callOf({ node, file }: Place): { name: string; args: Expression[]; file: string } | undefined {
  if (node.type !== 'CallExpression') return undefined;
  const called = node.callee.type === 'MemberExpression' ? node.callee.property : node.callee;
  const args = node.arguments.filter((argument) => argument.type !== 'SpreadElement');
  return called.type === 'Identifier' ? { name: called.name, args, file } : undefined;
}

/** The properties of an object literal, those of a spread constant among them. */
function propertiesOf(place: Place): Map<string, Place> {
  const { node, file } = resolved(place);
  if (node.type !== 'ObjectExpression') return new Map();
  return new Map(
    node.properties.flatMap((property): [string, Place][] => {
      if (property.type === 'SpreadElement')
        return [...propertiesOf({ node: property.argument, file, docstring: undefined })];
      const name = property.key.type === 'Identifier' ? property.key.name : undefined;
      const docstring = docstringBefore(file, property.start);
      return name === undefined ? [] : [[name, { node: property.value, file, docstring }]];
    }),
  );
}

/** A name as the constant that it stands for. */
function resolved(place: Place): Place {
  const { node, file } = place;
  if (node.type !== 'Identifier') return place;
  const constant = constantIn(file, node.name);
  return constant === undefined ? place : resolved(constant);
}

/** A constant of a file, or one that it imports from another. */
function constantIn(file: string, name: string): Place | undefined {
  for (const statement of parseAst(textOf(file), { lang: 'ts' }).body) {
    if (statement.type === 'ImportDeclaration') {
      const from = statement.source.value;
      const isOwn = from.startsWith('.') && statement.specifiers.some(({ local }) => local.name === name);
      if (isOwn) return constantIn(path.join(path.dirname(file), from), name);
      continue;
    }
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (declaration?.type !== 'VariableDeclaration') continue;
    const found = declaration.declarations.find(({ id }) => id.type === 'Identifier' && id.name === name);
    if (found?.init) return { node: found.init, file, docstring: docstringBefore(file, statement.start) };
  }
  return undefined;
}

/** The docstring that ends where something begins, as one line. */
function docstringBefore(file: string, start: number): string | undefined {
  const before = textOf(file).slice(0, start).trimEnd();
  if (!before.endsWith('*/')) return undefined;
  const lines = before.slice(before.lastIndexOf('/**') + 3, -2).split('\n');
  return lines
    .map((line) => line.replace(/^\s*\*? ?/, '').trim())
    .filter(Boolean)
    .join(' ');
}

const texts = new Map<string, string>();

function textOf(file: string): string {
  const text = texts.get(file) ?? readFileSync(file, 'utf8');
  texts.set(file, text);
  return text;
}
