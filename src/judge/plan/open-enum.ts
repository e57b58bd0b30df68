import * as z from 'zod/mini';

/** What a later version may add to an enumeration: one word, which no output format can mistake for markup or a mention. */
const word = z.string().check(z.regex(/^[A-Za-z][A-Za-z0-9-]{0,63}$/));

/**
 * An enumeration to which a later version of the report may add: a reader accepts values that it does not know. The type names
 * the values of this version, so that a program can offer them.
 */
export function open<const Values extends readonly string[]>(
  values: Values,
): z.ZodMiniType<Values[number], Values[number]> {
  return z.union([z.enum(values), word]);
}

/** The same for objects that differ by a property `kind`: a reader accepts a kind that it does not know. */
export function orOther<Known extends { kind: string }>(
  known: z.ZodMiniType<Known, Known>,
  kinds: readonly Known['kind'][],
): z.ZodMiniType<Known, Known> {
  const other = z.looseObject({ kind: word.check(z.refine((kind) => !kinds.some((one) => one === kind))) });
  return z.union([known, other]) as unknown as z.ZodMiniType<Known, Known>;
}
