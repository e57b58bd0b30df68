import * as z from 'zod/mini';

/** Whether EKS can roll back the control plane, and what stops it. */
export const rollback = z.object({
  /** Null: unknown. */
  open: z.nullable(z.boolean()),
  /** The version after the rollback, also while it is running; null if no update of the last days can be rolled back. */
  to: z.nullable(z.string()),
  /** The end of the seven days, ISO 8601: a lower bound. A date if support ends before; null while one is running. */
  until: z.nullable(z.string()),
  /** What blocks the rollback now; before an update, what would block it afterwards. */
  closedBy: z.array(z.string()),
});
