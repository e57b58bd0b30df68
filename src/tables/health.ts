import * as z from 'zod/mini';
import { confidence, source, table } from './cells.ts';

const code = z.string();
const level = z.enum(['fail', 'warn']);
/** What removes the cause. */
const remedy = z.string();

/** Health issues that EKS reports for what it manages. */
export const healthTables = {
  /** Codes of health issues of a cluster, a node group, a Fargate profile or an add-on, with their meaning for an update. */
  'health-codes': table(() =>
    z.discriminatedUnion('of', [
      /** `recoverable`: false if EKS cannot recover such a cluster. */
      z.strictObject({ of: z.literal('cluster'), code, level, recoverable: z.boolean(), remedy, source }),
      z.strictObject({ of: z.literal('nodegroup'), code, level, remedy, source, confidence }),
      z.strictObject({ of: z.literal('fargate'), code, level, remedy, source, confidence }),
      z.strictObject({ of: z.literal('addon'), code, level, remedy, source }),
    ]),
  ),
} as const;
