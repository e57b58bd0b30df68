import * as z from 'zod/mini';
import { date, minor, source, table, version } from './cells.ts';

/** The tools on this machine. */
export const clientsTables = {
  /** What the user guide asks of eksctl, and the Kubernetes versions that an eksctl takes as a target. */
  eksctl: table(() =>
    z.discriminatedUnion('rowKind', [
      z.strictObject({ rowKind: z.literal('guide'), minimum: version, since: date, source }),
      z.strictObject({ rowKind: z.literal('knows'), kubernetes: minor, from: version, source }),
      z.strictObject({ rowKind: z.literal('asks-eks'), from: version, source }),
    ]),
  ),
} as const;
