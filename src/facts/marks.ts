import * as z from 'zod/mini';

/**
 * How a text of a fact is redacted. Each text and each record key of each schema has one mark
 * (`test/laws/redact-law.test.ts`); enums and literals need none: the schema lists all their values.
 */
export type Mark = NameMark | PublicMark | ProseMark | JsonMark;

/** The owner chose it, or AWS generated it for the owner: an id, an address, an ARN. */
export interface NameMark {
  is: 'name';
  kind: NameKind;
}

/** A public text; one that matches none of the patterns is redacted as a name, or as a sentence. */
export interface PublicMark {
  is: 'public';
  patterns: readonly Pattern[];
  otherwise: 'name' | 'prose';
}

/** Sentences of AWS, of Kubernetes, of people. `gap`: its last word is the name of what was not read. */
export interface ProseMark {
  is: 'prose';
  gap: boolean;
}

/** JSON of any shape, a policy: each text in it is a name, and so is each key that is not listed. */
export interface JsonMark {
  is: 'json';
  kind: NameKind;
  /** Keys that are public; left out: none. */
  keys?: ReadonlySet<string>;
}

/**
 * What a name is of; its pseudonym begins with it. Accounts, ARNs, ids of AWS and addresses are recognized by their
 * shape in any text: the rest of the text gets a pseudonym of the kind. `group`: a node group, a NodePool, a node class;
 * `host`: an address, a host, an API group; `label`: its key or value; `word`: none of them.
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
/** What a name belongs to: `ns` a namespace, `app` a workload or another object, `word` anything else. */
export type NameKind = (typeof nameKinds)[number];

/**
 * The whole text, as one of a list, as an expression that cannot match an owner's word, or as a text of a table in
 * `rules/`.
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

/** A text that names something of the owner. */
export function name(kind: NameKind): z.ZodMiniString {
  return marked(z.string(), { is: 'name', kind });
}

/** A text that is public if it matches one of the patterns, and a name otherwise. */
export function publicText(...patterns: readonly Pattern[]): z.ZodMiniString {
  return marked(z.string(), { is: 'public', patterns, otherwise: 'name' });
}

/** A text of AWS or Kubernetes that is public if it matches one of the patterns, and a sentence otherwise. */
export function publicProse(...patterns: readonly Pattern[]): z.ZodMiniString {
  return marked(z.string(), { is: 'public', patterns, otherwise: 'prose' });
}

/** A sentence. */
export function prose(): z.ZodMiniString {
  return marked(z.string(), { is: 'prose', gap: false });
}

/** What a gap is of: `node group blue`, `Deployment shop/cart`. */
export function gapText(): z.ZodMiniString {
  return marked(z.string(), { is: 'prose', gap: true });
}

/**
 * JSON of any shape.
 * @param keys that are public
 */
export function json(kind: NameKind, keys?: readonly string[]): z.ZodMiniUnknown {
  return marked(z.unknown(), { is: 'json', kind, ...(keys === undefined ? {} : { keys: new Set(keys) }) });
}
