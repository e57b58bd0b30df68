import * as z from 'zod/mini';

/**
 * A value that a later version may add to an enumeration: a word of letters, digits and hyphens. No format of the
 * report can render such a word as markup or as a mention.
 */
const word = z.string().check(z.regex(/^[A-Za-z][A-Za-z0-9-]{0,63}$/));

/**
 * An enumeration to which a later version of the report may add values: the schema accepts unknown values. The type
 * lists only the values of this version, so that editors can suggest them.
 */
export function open<const Values extends readonly string[]>(
  values: Values,
): z.ZodMiniType<Values[number], Values[number]> {
  return z.union([z.enum(values), word]);
}

/** As {@link open}, for objects with a property `kind`: the schema accepts objects of an unknown kind. */
export function orOther<Known extends { kind: string }>(
  known: z.ZodMiniType<Known, Known>,
  kinds: readonly Known['kind'][],
): z.ZodMiniType<Known, Known> {
  const other = z.looseObject({ kind: word.check(z.refine((kind) => !kinds.some((one) => one === kind))) });
  return z.union([known, other]) as unknown as z.ZodMiniType<Known, Known>;
}
