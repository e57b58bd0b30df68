import * as z from 'zod/mini';
import { count } from '../judge/result.ts';

/** What was read of a fact, and why not all of it. */
export const factCoverage = z.object({
  /** True if the fact was read, in full or with gaps. */
  ok: z.boolean(),
  /** How many objects the list has. */
  count: z.optional(count),
  /** Parts of it that were not read, each with the reason. */
  gaps: z.optional(z.array(z.string())),
  /** The list changed while it was read. */
  inconsistent: z.optional(z.boolean()),
  /** Why it is outdated, according to its source. */
  stale: z.optional(z.string()),
  /** Why it was not read. */
  reason: z.optional(z.string()),
  /** The permission that would have shown it. */
  permission: z.optional(z.string()),
});
