import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseAst } from 'rolldown/parseAst';

/**
 * Copies docstrings of schemas into their JSON Schema: the docstring of a property becomes its description where the
 * schema is published. A property without a docstring takes that of the constant that it refers to.
 */

/** The parts of JSON Schema that zod writes for our schemas. */
export interface JsonSchema {
  description?: string;
  /** A list for `string` or `null`. */
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

/** An expression, the file in which its names are looked up, and the docstring above it. */
interface Place {
  node: Expression;
  file: string;
  docstring: string | undefined;
}

/**
 * Adds a description to each property of the JSON Schema that has a docstring in the source.
 * @param name the constant that holds the zod schema
 */
export function described(schema: JsonSchema, file: string, name: string): JsonSchema {
  return withDescriptions(schema, constantIn(file, name));
}

/**
 * Like {@link described}, for an object literal of schemas, which is not a schema itself: `{ nodes: kube.nodes }`.
 * @param schemas the JSON Schema of each, by name
 */
export function describedEach(
  schemas: Record<string, JsonSchema>,
  file: string,
  name: string,
): Record<string, JsonSchema> {
  return describeObjectSchema({ properties: schemas }, constantIn(file, name)).properties ?? {};
}

function withDescriptions(schema: JsonSchema, place: Place | undefined): JsonSchema {
  const called = place === undefined ? undefined : findCall(resolveConstant(place));
  if (called === undefined) return schema;
  const { name, args, file } = called;
  const [first] = args.map((node): Place => ({ node, file, docstring: undefined }));
  if (name === 'object' || name === 'extend')
    return describeObjectSchema(schema, ...args.map((node) => ({ node, file, docstring: undefined })));
  if (name === 'array') return { ...schema, ...(schema.items && { items: withDescriptions(schema.items, first) }) };
  if (name === 'optional' || name === 'exactOptional') return withDescriptions(schema, first);
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
  return name === 'discriminatedUnion' || name === 'union' ? describeUnionSchema(schema, args, file) : schema;
}

/** @param objects object literals or schemas of objects; the last one with a property describes it */
function describeObjectSchema(schema: JsonSchema, ...objects: readonly (Place | undefined)[]): JsonSchema {
  const places = new Map(objects.flatMap((one) => (one === undefined ? [] : [...collectProperties(one)])));
  const properties = Object.entries(schema.properties ?? {}).map(([name, property]) => {
    const own = places.get(name);
    const text = own?.docstring ?? (own === undefined ? undefined : findDocstring(own));
    return [
      name,
      { ...(text === undefined ? {} : { description: text }), ...withDescriptions(property, own) },
    ] as const;
  });
  return { ...schema, properties: Object.fromEntries(properties) };
}

function describeUnionSchema(schema: JsonSchema, args: readonly Expression[], file: string): JsonSchema {
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

/** Parses `z.object(...)`: `name` is the last part of the callee. Skips a `.check(...)` after it. */
function findCall({ node, file }: Place): { name: string; args: Expression[]; file: string } | undefined {
  if (node.type !== 'CallExpression') return undefined;
  const called = node.callee.type === 'MemberExpression' ? node.callee.property : node.callee;
  if (node.callee.type === 'MemberExpression' && called.type === 'Identifier' && called.name === 'check')
    return findCall({ node: node.callee.object, file, docstring: undefined });
  const args = node.arguments.filter((argument) => argument.type !== 'SpreadElement');
  return called.type === 'Identifier' ? { name: called.name, args, file } : undefined;
}

/** The properties of an object literal or an object schema, including those of spread constants. */
function collectProperties(place: Place): Map<string, Place> {
  const { node, file } = resolveConstant(place);
  const called = findCall({ node, file, docstring: undefined });
  if (called?.name === 'object' || called?.name === 'extend')
    return new Map(called.args.flatMap((one) => [...collectProperties({ node: one, file, docstring: undefined })]));
  if (node.type !== 'ObjectExpression') return new Map();
  return new Map(
    node.properties.flatMap((property): [string, Place][] => {
      if (property.type === 'SpreadElement')
        return [...collectProperties({ node: property.argument, file, docstring: undefined })];
      const name = property.key.type === 'Identifier' ? property.key.name : undefined;
      const docstring = docstringBefore(file, property.start);
      return name === undefined ? [] : [[name, { node: property.value, file, docstring }]];
    }),
  );
}

/** The docstring of a property's constant; for a list without a docstring, that of its items. */
function findDocstring(place: Place): string | undefined {
  const at = resolveConstant(place);
  const called = findCall(at);
  const [item] = called?.name === 'array' ? called.args : [];
  return (
    at.docstring ??
    (item === undefined ? undefined : resolveConstant({ ...at, node: item, docstring: undefined }).docstring)
  );
}

/** Resolves a name to the constant that it refers to. */
function resolveConstant(place: Place): Place {
  const { node, file } = place;
  if (node.type === 'TSAsExpression') return resolveConstant({ ...place, node: node.expression });
  const constant =
    node.type === 'Identifier'
      ? constantIn(file, node.name)
      : node.type === 'MemberExpression' && node.object.type === 'Identifier' && node.property.type === 'Identifier'
        ? findMember(file, node.object.name, node.property.name)
        : undefined;
  return constant === undefined ? place : resolveConstant(constant);
}

/** Finds a constant in a file, or in the file that it is imported from. */
function constantIn(file: string, name: string): Place | undefined {
  for (const statement of parseStatements(file)) {
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

/** Finds `aws.cluster` in a file that imports `* as aws`. */
function findMember(file: string, namespace: string, name: string): Place | undefined {
  for (const statement of parseStatements(file)) {
    if (statement.type !== 'ImportDeclaration' || !statement.source.value.startsWith('.')) continue;
    const isAll = statement.specifiers.some(
      ({ type, local }) => type === 'ImportNamespaceSpecifier' && local.name === namespace,
    );
    if (isAll) return constantIn(path.join(path.dirname(file), statement.source.value), name);
  }
  return undefined;
}

/** The docstring that ends right before `start`, as one line. */
function docstringBefore(file: string, start: number): string | undefined {
  const before = readText(file).slice(0, start).trimEnd();
  if (!before.endsWith('*/')) return undefined;
  const lines = before.slice(before.lastIndexOf('/**') + 3, -2).split('\n');
  return lines
    .map((line) => line.replace(/^\s*\*? ?/, '').trim())
    .filter(Boolean)
    .join(' ');
}

const parsed = new Map<string, readonly Statement[]>();

function parseStatements(file: string): readonly Statement[] {
  const statements = parsed.get(file) ?? parseAst(readText(file), { lang: 'ts' }).body;
  parsed.set(file, statements);
  return statements;
}

const texts = new Map<string, string>();

function readText(file: string): string {
  const text = texts.get(file) ?? readFileSync(file, 'utf8');
  texts.set(file, text);
  return text;
}
