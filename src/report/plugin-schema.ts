import * as z from 'zod/mini';

/** A plug-in in the report. */
export const plugin = z.object({
  /** Its name: the area of its checks. */
  name: z.string(),
  /** The file or package, as `--plugin` names it. */
  module: z.string(),
  /** In a report of `demo`: how many objects of the tests in the file were judged as those of the cluster. */
  testObjects: z.optional(z.int()),
});
