import type { NameKind } from './marks.ts';

declare const valueOf: unique symbol;

/**
 * The shape of a value of a fact, and how `--redact` changes its strings. Made with the functions of {@link f}.
 * @typeParam Value the TypeScript type of the value
 */
export interface Field<Value> {
  readonly [valueOf]?: Value;
  /** The field as data. */
  readonly field: FieldData;
}

/** A field as data. A string counts as a name unless it is a listed word (`word`, `one-of`) or a sentence (`prose`). */
export type FieldData =
  | { is: 'name'; kind: NameKind }
  | { is: 'word'; words: readonly string[] }
  | { is: 'one-of'; words: readonly string[] }
  | { is: 'prose' | 'number' | 'boolean' }
  /** JSON of any shape. `--redact` keeps `keys`; it treats every other key as a name. */
  | { is: 'json'; kind: NameKind; keys?: readonly string[] }
  | { is: 'list' | 'nullable' | 'optional'; of: FieldData }
  | { is: 'record'; keys: NameKind; of: FieldData }
  | { is: 'object'; fields: Readonly<Record<string, FieldData>> };

/** An optional field of an object: it may be missing. */
export interface OptionalField<Value> extends Field<Value> {
  readonly isOptional: true;
}

/** The value of a field: `ValueOf<typeof budget>`. */
export type ValueOf<Of> = Of extends Field<infer Value> ? Value : never;

/** The fields of an object, by name. */
export type Fields = Readonly<Record<string, Field<unknown>>>;

type OptionalKeys<Of extends Fields> = {
  [Key in keyof Of]: Of[Key] extends OptionalField<unknown> ? Key : never;
}[keyof Of];

/** An intersection as one object type, for editors. */
export type Flat<Of> = { [Key in keyof Of]: Of[Key] } & {};

/** The value of an object of fields. */
export type ObjectOf<Of extends Fields> = Flat<
  { readonly [Key in Exclude<keyof Of, OptionalKeys<Of>>]: ValueOf<Of[Key]> } & {
    readonly [Key in OptionalKeys<Of>]?: ValueOf<Of[Key]> | undefined;
  }
>;

/** Functions that make fields. The function for a string decides how `--redact` changes it before others see it. */
export const f = {
  /** Any string: `--redact` replaces it with a pseudonym of the kind. */
  name: (kind: NameKind = 'word'): Field<string> => ({ field: { is: 'name', kind } }),
  /** Any string: `--redact` keeps it if it is one of the words, and replaces it like a name otherwise. */
  word: (...words: readonly string[]): Field<string> => ({ field: { is: 'word', words } }),
  /** One of the words; any other value makes the fact unreadable. */
  oneOf: <const Word extends string>(...words: readonly Word[]): Field<Word> => ({ field: { is: 'one-of', words } }),
  /** A sentence: `--redact` removes it. */
  prose: (): Field<string> => ({ field: { is: 'prose' } }),
  /** A number; `--redact` keeps it. */
  number: (): Field<number> => ({ field: { is: 'number' } }),
  /** True or false; `--redact` keeps it. */
  boolean: (): Field<boolean> => ({ field: { is: 'boolean' } }),
  /** JSON of any shape: `--redact` treats each string and each key as a name. */
  json: (kind: NameKind = 'word'): Field<unknown> => ({ field: { is: 'json', kind } }),
  /** A list of values. */
  list: <Value>(of: Field<Value>): Field<readonly Value[]> => ({ field: { is: 'list', of: of.field } }),
  /** A value or null. */
  nullable: <Value>(of: Field<Value>): Field<Value | null> => ({ field: { is: 'nullable', of: of.field } }),
  /** A field of an object that may be missing. */
  optional: <Value>(of: Field<Value>): OptionalField<Value> => ({
    isOptional: true,
    field: { is: 'optional', of: of.field },
  }),
  /** A map with names as keys: labels, annotations. */
  record: <Value>(of: Field<Value>, keys: NameKind = 'label'): Field<Readonly<Record<string, Value>>> => ({
    field: { is: 'record', keys, of: of.field },
  }),
  /** An object: other fields are not kept. */
  object: <const Of extends Fields>(fields: Of): Field<ObjectOf<Of>> => ({
    field: { is: 'object', fields: fieldData(fields) },
  }),
};

function fieldData(fields: Fields): Record<string, FieldData> {
  return Object.fromEntries(Object.entries(fields).map(([name, { field }]) => [name, field]));
}
