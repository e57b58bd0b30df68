import * as z from 'zod/mini';

/** The functions that the package exports for programs. */
export type Program = 'scan' | 'judge';

/**
 * What a key of a config file does to a scan: it changes how a report looks (`chooses`), names the cluster (`locates`),
 * makes the gate stricter (`tightens`; `failOn: never` relaxes), takes something out of the verdict (`relaxes`), or
 * reads, writes, assumes or starts something (`acts`). A file that was only found may do the first three only: it may
 * come from a stranger.
 */
export type KeyClass = 'chooses' | 'locates' | 'tightens' | 'relaxes' | 'acts';

/** What an option is about. */
export type Group =
  | 'cluster'
  | 'target'
  | 'connection'
  | 'checks'
  | 'data'
  | 'gate'
  | 'report'
  | 'inventory'
  | 'schedule'
  | 'run'
  | 'policy';

interface Attributes<Programs extends readonly Program[]> {
  readonly group: Group;
  readonly class: KeyClass;
  /**
   * The functions that take the option. None takes an option that prints, writes reports or sends messages: programs do
   * that themselves.
   */
  readonly programs?: Programs;
  /** False: no environment variable sets it. */
  readonly inEnvironment?: false;
  /** True: an empty string is a valid list. For other options, it would silently require or choose nothing. */
  readonly mayBeEmpty?: true;
  /** Its value is never shown. */
  readonly isSecret?: true;
}

/** The value of an option: how it is written, and its schema. */
interface Value<Schema extends z.ZodMiniType> {
  /** `file`: only a config file can hold it. */
  readonly kind: 'text' | 'list' | 'choice' | 'switch' | 'file';
  readonly schema: Schema;
  /** The value in the help text: `<file>`; empty if the option takes no value. */
  readonly placeholder: string;
  /** All values of a `choice`. */
  readonly words?: readonly string[];
  /** It may be given several times on the command line. */
  readonly isRepeatable?: true;
}

/** An option: its value, what it does, the functions that take it, and its help text. */
export interface OptionRow<
  Schema extends z.ZodMiniType = z.ZodMiniType,
  Programs extends readonly Program[] = readonly Program[],
>
  extends Value<Schema>, Attributes<Programs> {
  readonly help: string;
  /**
   * Validates a value of the right type.
   * @param flag what the option is called in an error
   * @throws ScanError (`usage`)
   */
  refuseBad(value: unknown, flag: string): void;
}

/** The words of a comma-separated string: `a` and `b` of `a, b`; none if the string is empty. */
export function splitList(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** The value of a list option: a comma-separated string, or a list in the config file and the API. */
const words = z.union([z.array(z.string()), z.pipe(z.string(), z.transform(splitList))]);

/** Like `words`, but each element of a list may itself be comma-separated. */
const wordsOfEach = z.pipe(
  z.union([z.array(z.string()), z.string()]),
  z.transform((value) => [value].flat().flatMap(splitList)),
);

/** A string. */
export const text = (placeholder: string) => ({ kind: 'text', schema: z.string(), placeholder }) as const;

/** A list of words, comma-separated on the command line. */
export const list = (placeholder: string) => ({ kind: 'list', schema: words, placeholder }) as const;

/** Like `list`, but each element of a list may itself be comma-separated. */
export const lists = (placeholder: string) => ({ kind: 'list', schema: wordsOfEach, placeholder }) as const;

/** One of a few words. */
export const choice = <const Word extends string>(placeholder: string, words: readonly Word[]) =>
  ({ kind: 'choice', schema: z.enum(words), placeholder, words }) as const;

/** No value on the command line; true or false in the environment. */
export const toggle = { kind: 'switch', schema: z.boolean(), placeholder: '' } as const;

/** A value whose option may be given several times on the command line. */
export const repeatable = <Schema extends z.ZodMiniType>(value: Value<Schema>) =>
  ({ ...value, isRepeatable: true }) as const;

interface Written<Schema extends z.ZodMiniType, Programs extends readonly Program[]> extends Attributes<Programs> {
  readonly value: Value<Schema>;
  /** Throws ScanError (`usage`) for a bad value. */
  readonly parse?: (value: z.output<Schema>, flag: string) => unknown;
}

/** A row of the table. */
export function option<Schema extends z.ZodMiniType, const Programs extends readonly Program[] = readonly []>(
  { value, parse, ...attributes }: Written<Schema, Programs>,
  help: string,
): OptionRow<Schema, Programs> {
  const refuseBad = (given: unknown, flag: string): void => void parse?.(value.schema.parse(given), flag);
  return { ...value, ...attributes, help, refuseBad };
}

/** A value that only a config file can hold. */
export const inFile = <Schema extends z.ZodMiniType>(schema: Schema) =>
  ({ kind: 'file', schema, placeholder: '' }) as const;

/** A row of a key that only a config file can hold. */
export function policyKey<Schema extends z.ZodMiniType>(schema: Schema, keyClass: KeyClass, help: string) {
  return option({ value: inFile(schema), group: 'policy', class: keyClass, programs: ['scan', 'judge'] }, help);
}
