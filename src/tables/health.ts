import * as z from 'zod/mini';
import { confidence, source, table } from './cells.ts';

const code = z.string();
const level = z.enum(['fail', 'warn']);

/** What EKS says of the health of what it manages. */
export const healthTables = {
  /** Codes of the health issues of a cluster, a node group and an add-on, with what they mean for an update. */
  'health-codes': table(() =>
    z.discriminatedUnion('of', [
      /** `recoverable`: false where EKS does not bring such a cluster back. */
      z.strictObject({ of: z.literal('cluster'), code, level, recoverable: z.boolean(), source }),
      z.strictObject({ of: z.literal('nodegroup'), code, level, source, confidence }),
      z.strictObject({ of: z.literal('addon'), code, level, source }),
    ]),
  ),
} as const;
