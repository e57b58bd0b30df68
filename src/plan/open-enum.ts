import * as z from 'zod/mini';

/**
 * An enumeration to which a later version of the report may add: a reader accepts values that it does not know. The type names
 * the values of this version, so that a program can offer them.
 */
export function open<const Values extends readonly string[]>(
  values: Values,
): z.ZodMiniType<Values[number], Values[number]> {
  return z.union([z.enum(values), z.string()]);
}

/** The same for objects that a property `kind` tells apart: a reader accepts a kind that it does not know. */
export function orOther<Known extends { kind: string }>(
  known: z.ZodMiniType<Known, Known>,
): z.ZodMiniType<Known, Known> {
  return z.union([known, z.looseObject({ kind: z.string() })]) as unknown as z.ZodMiniType<Known, Known>;
}
