import * as z from 'zod/mini';
import { parseMinor, type Minor } from '../syntax/versions.ts';

/** A Kubernetes minor in a table: `"1.25"` becomes 25. */
export const minor = z.pipe(
  z.string().check(z.regex(/^1\.\d+$/)),
  z.transform((text): Minor => parseMinor(text) ?? 0),
);
/** `2.4.7` */
export const version = z.string().check(z.regex(/^\d+\.\d+\.\d+$/));
/** A minor of Karpenter: `1.14`, `0.32`. */
export const karpenterMinor = z.string().check(z.regex(/^\d+\.\d+$/));
/** `2026-11-20` */
export const date = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/));
/** The page that documents the row. */
export const source = z.url({ protocol: /^https$/ });
/** Set if only one source states the row's content, or if it was not confirmed. */
export const confidence = z.optional(z.enum(['single-source', 'unconfirmed']));

/** The schema of a file in `rules/` with rows of this shape; a function, so that only parsing a table builds it. */
export function table<Row extends z.ZodMiniType>(row: () => Row) {
  return () =>
    z.strictObject({
      $schema: z.optional(z.string()),
      about: z.string(),
      /** The date when the rows were last compared with their sources. */
      read: date,
      /** How to read the sources again when the table is refreshed. */
      refresh: z.string(),
      /** The last versions of Kubernetes and Karpenter that were reviewed. Omitted if the table has no end. */
      knownThrough: z.optional(
        z.strictObject({ kubernetes: z.optional(minor), karpenter: z.optional(karpenterMinor) }),
      ),
      rows: z.array(row()),
    });
}
