import * as z from 'zod/mini';
import { name, prose } from './marks.ts';
import { failureCode, gapText, permissionName, reasonMessage } from './reason-texts.ts';
import { factNames, factSchemas, type FactName, type Facts } from './facts.ts';
import { shortReasons, type Reason } from './reason.ts';

const reasonSchema: z.ZodMiniType<Reason> = z.object({
  kind: z.enum([
    'denied',
    'absent',
    'unreachable',
    'time-out',
    'truncated',
    'unreadable',
    'not-offered',
    'inconsistent',
    'stale',
    'not-asked',
    'usage',
  ]),
  message: reasonMessage(),
  permission: z.exactOptional(permissionName()),
  status: z.exactOptional(z.number()),
  code: z.exactOptional(failureCode()),
  names: z.exactOptional(z.array(name('host'))),
  hint: z.exactOptional(prose()),
  shared: z.exactOptional(prose()),
  short: z.exactOptional(z.enum(shortReasons)),
});

/** A part of a fact that could not be read: `node group blue`, with the reason. */
const gapSchema = z.object({ what: gapText(), reason: reasonSchema });

/** The schema of a fact's reading, as an inventory stores it. */
export function readingSchema<Schema extends z.ZodMiniType>(value: Schema) {
  return z.discriminatedUnion('ok', [
    z.object({
      ok: z.literal(true),
      value,
      gaps: z.optional(z.array(gapSchema)),
      /** The pages of a list show different moments: objects that changed meanwhile may be missing. */
      inconsistent: z.optional(z.boolean()),
      /** Why the value is too old: for its source, or for the date at which the facts are judged. */
      stale: z.optional(prose()),
    }),
    z.object({ ok: z.literal(false), reason: reasonSchema }),
  ]);
}

export type Gap = z.infer<typeof gapSchema>;

/** A fact's outcome: its value, in full or with named gaps, or the reason why it could not be read. */
export type Reading<Value> =
  | {
      ok: true;
      value: Value;
      gaps?: Gap[] | undefined;
      inconsistent?: boolean | undefined;
      stale?: string | undefined;
    }
  | { ok: false; reason: Reason };

/** The readings of a scan; a fact that no selected check needs is missing. */
export type Readings = { [Name in FactName]?: Reading<Facts[Name]> };

/** The schema of each fact's reading, as an inventory stores it. */
export const readingSchemas: Readonly<Record<FactName, z.ZodMiniType>> = schemasByFact();

function schemasByFact() {
  const schemas: Partial<Record<FactName, z.ZodMiniType>> = {};
  for (const fact of factNames) schemas[fact] = readingSchema(factSchemas[fact]);
  return schemas as Record<FactName, z.ZodMiniType>;
}

/** The schema of all readings; its output is {@link Readings}. */
export const readingsSchema = z.object(
  Object.fromEntries(Object.entries(readingSchemas).map(([fact, schema]) => [fact, z.optional(schema)])),
);

/**
 * Reads stored readings.
 * @throws zod's error if they do not have the shape of this version's facts
 */
export function parseReadings(stored: unknown): Readings {
  return readingsSchema.parse(stored);
}
