import * as z from 'zod/mini';

/** Something that can be done. */
export const action = z.object({
  /** What to do, in Markdown. */
  text: z.string(),
  /** Its commands. */
  commands: z.array(z.string()),
  /** The tools that manage what it changes, such as `Helm`: change it there. Empty if none was seen. */
  managers: z.array(z.string()),
});

/** Something that was not seen. */
export const unseen = z.object({
  /** What it is: `updates of node groups`. */
  what: z.string(),
  /** Why it was not seen. */
  reason: z.string(),
  /** The permission that would have shown it; null if none is missing. */
  permission: z.nullable(z.string()),
});
