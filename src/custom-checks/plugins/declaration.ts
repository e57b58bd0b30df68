import * as z from 'zod/mini';
import { factNames } from '../../facts/facts.ts';
import {
  apiGroup,
  apiResource,
  apiVersions,
  blocks,
  httpsLink,
  minorPattern,
  notServed,
  phase,
  pluginWord,
} from '../../facts/plugin-schemas.ts';
import type { Advice } from '../../syntax/advice.ts';
import { nearest } from '../../syntax/near.ts';
import { oneLine } from '../../syntax/one-line.ts';
import { printableBlock } from '../../syntax/printable.ts';
import { parseMinor } from '../../syntax/versions.ts';
import { issueText } from '../../syntax/issue-text.ts';
import { buildSchema } from './schema.ts';
import type { FieldData } from '../../facts/plugin-fields.ts';

const camel = /^[a-z][A-Za-z0-9]*$/;
const shortText = z.string().check(
  z.overwrite((text) => oneLine(text)),
  z.minLength(1),
  z.maxLength(200),
);
const longText = z.string().check(z.overwrite(printableBlock), z.minLength(1), z.maxLength(20_000));
const names = z.array(shortText).check(z.maxLength(100));

const camelName = z.string().check(z.regex(camel, 'expected letters and digits, in camel case'), z.maxLength(60));

/** Advice as data. */
export const adviceData = z.object({ text: longText, commands: z.array(longText).check(z.maxLength(100)) });

/** Casts advice that the worker built: building it again would escape its commands as text. */
export function toAdvice(data: z.infer<typeof adviceData>): Advice {
  return { ...data, managers: [] } as unknown as Advice;
}

const check = z.object({
  id: z.string().check(z.maxLength(100)),
  title: shortText,
  severity: z.enum(['fail', 'warn']),
  blocks,
  alsoBlocks: z._default(z.array(blocks).check(z.maxLength(10)), []),
  phase,
  why: longText,
  fix: adviceData,
  links: z.array(httpsLink).check(z.maxLength(20)),
  needs: names.check(z.minLength(1)),
  uses: names,
  warnsBy: names,
  counts: names,
  tables: names,
  applies: z.optional(z.object({ needs: names })),
});

const objects = z.object({
  name: camelName,
  group: apiGroup,
  versions: apiVersions,
  resource: apiResource,
  metadataOnly: z.boolean(),
  notServed,
  /** The paths that are kept of each object (`*`: each element); null if the plug-in's `project` converts objects. */
  fields: z.nullable(z.array(z.array(z.string()).check(z.maxLength(100))).check(z.maxLength(10_000))),
  schema: z.custom<FieldData>((value) => typeof value === 'object' && value !== null),
});

const table = z.object({
  name: camelName,
  knownThrough: z.optional(z.string().check(z.regex(minorPattern, 'expected a Kubernetes version, like 1.36'))),
  rows: z.array(z.unknown()),
});

const plugin = z.object({
  name: pluginWord.check(z.maxLength(40)),
  checks: z.array(check).check(z.minLength(1), z.maxLength(1_000)),
  objects: z.array(objects).check(z.maxLength(200)),
  tables: z.array(table).check(z.maxLength(200)),
  /** The objects in the tests of a rule file, by the name of their list. */
  testObjects: z._default(z.record(z.string(), z.array(z.unknown())), {}),
});

/** The validated declaration of a plug-in. */
export type Declaration = z.infer<typeof plugin>;
export type DeclaredCheck = Declaration['checks'][number];
export type DeclaredObjects = Declaration['objects'][number];
export type DeclaredTable = Declaration['tables'][number];

/**
 * Validates the declaration that a worker sent.
 * @throws Error, one line, about the first flaw
 */
export function parseDeclaration(said: unknown): Declaration {
  const { data, error } = plugin.safeParse(said);
  if (data === undefined) throw new Error(describeFlaw(said, error.issues[0]));
  for (const { id } of data.checks) refuseBadId(id, data.name);
  refuseTwice(data.checks.map(({ id }) => id));
  for (const { name } of [...data.objects, ...data.tables]) refuseTaken(name);
  const own = new Set([...factNames, ...data.objects.map(({ name }) => name)] as string[]);
  const ownTables = new Set(data.tables.map(({ name }) => name));
  for (const one of data.checks) refuseUnknown(one, own, ownTables);
  for (const { name, schema } of data.objects) refuseBadSchema(name, schema);
  return data;
}

function refuseBadId(id: string, plugin: string): void {
  const [area, name = '', ...rest] = id.split('/');
  if (area === plugin && pluginWord.safeParse(name).success && rest.length === 0) return;
  throw new Error(`invalid check ID '${oneLine(id, 80)}' (expected ${plugin}/NAME, in lower case with hyphens)`);
}

function refuseTwice(ids: readonly string[]): void {
  const twice = ids.find((id, at) => ids.indexOf(id) !== at);
  if (twice !== undefined) throw new Error(`two checks have the ID ${twice}`);
}

function refuseTaken(name: string): void {
  if (factNames.some((fact) => fact === name)) throw new Error(`${name} is a fact of eks-preflight: use another name`);
}

function refuseUnknown({ id, ...check }: DeclaredCheck, facts: ReadonlySet<string>, tables: ReadonlySet<string>): void {
  const named = [...check.needs, ...check.uses, ...(check.applies?.needs ?? [])];
  const unknown = named.find((name) => !facts.has(name));
  if (unknown !== undefined) throw new Error(`${id}: unknown fact '${oneLine(unknown, 80)}'${meant(unknown, facts)}`);
  const undeclared = [...check.warnsBy, ...check.counts].find((name) => !named.includes(name));
  if (undeclared !== undefined)
    throw new Error(`${id}: '${oneLine(undeclared, 80)}' is in neither needs nor uses of the check`);
  const table = check.tables.find((name) => !tables.has(name));
  if (table !== undefined) throw new Error(`${id}: unknown table '${oneLine(table, 80)}'`);
}

function meant(name: string, names: ReadonlySet<string>): string {
  const [near] = nearest(name, [...names]);
  return near === undefined ? '' : `; did you mean ${near}?`;
}

function refuseBadSchema(name: string, schema: FieldData): void {
  try {
    buildSchema(schema);
  } catch (error) {
    const flaw = error instanceof Error ? oneLine(error.message, 200) : 'invalid schema';
    throw new Error(`${name}: ${flaw}`, { cause: error });
  }
}

/** Describes a flaw by the name of the check or object: `acme/images: severity: ...`. */
function describeFlaw(said: unknown, issue: z.core.$ZodIssue | undefined): string {
  const [list, at, ...rest] = issue?.path ?? [];
  const one: unknown = Object(Object(Object(said)[list ?? ''])[at ?? '']);
  const named: unknown = Object(one)['id'] ?? Object(one)['name'];
  const where = typeof named === 'string' ? [oneLine(named, 80), ...rest] : [list, at, ...rest];
  const words = where.filter((part) => part !== undefined).map(String);
  const value: unknown = rest.reduce<unknown>((of, part) => (Object(of) as Record<PropertyKey, unknown>)[part], one);
  return `${words.join('.')}: ${value === undefined ? 'missing; ' : ''}${issueText(issue)}`;
}

/** The last minor that a table covers; undefined: it covers all. */
export function parseKnownThrough({ knownThrough }: DeclaredTable): number | undefined {
  return knownThrough === undefined ? undefined : parseMinor(knownThrough);
}
