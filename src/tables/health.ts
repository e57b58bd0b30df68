import * as z from 'zod/mini';
import { confidence, source, table } from './cells.ts';

const code = z.string();
const level = z.enum(['fail', 'warn']);
/** How to remove the cause. */
const remedy = z.string();

/** Tables of health issues and errors that EKS reports. */
export const healthTables = {
  /** Health issue codes of clusters, node groups, Fargate profiles and add-ons, and what they mean for an update. */
  'health-codes': table(() =>
    z.discriminatedUnion('of', [
      /** `recoverable`: false if EKS cannot recover the cluster. */
      z.strictObject({ of: z.literal('cluster'), code, level, recoverable: z.boolean(), remedy, source }),
      z.strictObject({ of: z.literal('nodegroup'), code, level, remedy, source, confidence }),
      z.strictObject({ of: z.literal('fargate'), code, level, remedy, source, confidence }),
      z.strictObject({ of: z.literal('addon'), code, level, remedy, source }),
    ]),
  ),
  /** Error codes of updates. `means` and `next`: one sentence each, what happened and what to do. */
  'update-errors': table(() => z.strictObject({ code, means: z.string(), next: z.string(), source, confidence })),
} as const;
