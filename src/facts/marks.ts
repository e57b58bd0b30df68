import * as z from 'zod/mini';

/**
 * How a string of a fact is redacted. Each string and each record key of each schema has one mark
 * (`test/laws/redact-law.test.ts`); enums and literals need none: the schema lists all their values.
 */
export type Mark = NameMark | PublicMark | ProseMark | OwnMark | JsonMark;

/** Marks a string that the owner chose, or that AWS generated for the owner: an id, an address, an ARN. */
export interface NameMark {
  is: 'name';
  kind: NameKind;
}

/** Marks a string that is public if it matches a pattern; otherwise it is redacted as a name, or removed as prose. */
export interface PublicMark {
  is: 'public';
  patterns: readonly Pattern[];
  otherwise: 'name' | 'prose';
}

/** Marks a string of sentences from AWS, Kubernetes or people: redaction removes it. */
export interface ProseMark {
  is: 'prose';
}

/** Marks a string that this program writes: what `own` matches stays, and the rest is redacted as names. */
export interface OwnMark {
  is: 'own';
  own: RegExp;
}

/** JSON of any shape, such as a policy: each string is a name, and so is each key that `keys` does not list. */
export interface JsonMark {
  is: 'json';
  kind: NameKind;
  /** Public keys; omitted if there are none. */
  keys?: ReadonlySet<string>;
}

/**
 * The kinds of names. The pseudonym of a name begins with its kind. Account ids, ARNs, AWS ids and addresses are
 * recognized by their shape in any string; the rest of the string gets a pseudonym of this kind. `group`: a node group,
 * a NodePool, a node class; `host`: an address, a host, an API group; `label`: a label's key or value; `word`: anything
 * else.
 */
export const nameKinds = [
  'cluster',
  'node',
  'group',
  'ns',
  'app',
  'image',
  'label',
  'role',
  'user',
  'host',
  'id',
  'word',
] as const;
/** What a name refers to: `ns` a namespace, `app` a workload or another object, `word` anything else. */
export type NameKind = (typeof nameKinds)[number];

/**
 * Public strings, compared as a whole: a list, an expression that cannot match an owner's word, or the strings in a
 * table in `rules/`.
 */
export type Pattern = RegExp | readonly string[] | { table: string };

const marks = new WeakMap<object, Mark>();

/** The mark of a schema; undefined if it has none. */
export function findMark(schema: object): Mark | undefined {
  return marks.get(schema);
}

/** Marks a schema that has its own checks. The schema must not be used anywhere else. */
export function marked<Schema extends z.ZodMiniType>(schema: Schema, mark: Mark): Schema {
  marks.set(schema, mark);
  return schema;
}

/** A string that names something of the owner: redaction replaces the name. */
export function name(kind: NameKind): z.ZodMiniString {
  return marked(z.string(), { is: 'name', kind });
}

/** A string that is public if it matches one of the patterns, and a name otherwise. */
export function publicText(...patterns: readonly Pattern[]): z.ZodMiniString {
  return marked(z.string(), { is: 'public', patterns, otherwise: 'name' });
}

/** A string that is public if it matches one of the patterns, and a sentence otherwise, which redaction removes. */
export function publicProse(...patterns: readonly Pattern[]): z.ZodMiniString {
  return marked(z.string(), { is: 'public', patterns, otherwise: 'prose' });
}

const steps = new WeakMap<object, number>();

/** A number that redaction rounds up to a multiple of `step`: the exact one shows how long a name is. */
export function rounded(step: number): z.ZodMiniNumber {
  const schema = z.number();
  steps.set(schema, step);
  return schema;
}

/** A number as redaction leaves it. */
export function roundUp(schema: object, value: number): number {
  const step = steps.get(schema);
  return step === undefined ? value : Math.ceil(value / step) * step;
}

/** A sentence of AWS, Kubernetes or people: redaction removes it. */
export function prose(): z.ZodMiniString {
  return marked(z.string(), { is: 'prose' });
}

/** A string that this program writes. What `own` matches holds no names; the rest does. */
export function ownText(own: RegExp): z.ZodMiniString {
  return marked(z.string(), { is: 'own', own });
}

/**
 * JSON of any shape.
 * @param keys public keys, which redaction keeps
 */
export function json(kind: NameKind, keys?: readonly string[]): z.ZodMiniUnknown {
  return marked(z.unknown(), { is: 'json', kind, ...(keys === undefined ? {} : { keys: new Set(keys) }) });
}
