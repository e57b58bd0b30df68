import * as z from 'zod/mini';
import { date, minor, source, table, version } from './cells.ts';

/** Tables about the tools on the machine that runs the scan. */
export const clientsTables = {
  /**
   * The minimum eksctl in the EKS user guide, the first eksctl that can update to each Kubernetes version, and the
   * first eksctl that gets the list of versions from EKS instead of containing a list.
   */
  eksctl: table(() =>
    z.discriminatedUnion('rowKind', [
      z.strictObject({ rowKind: z.literal('guide'), minimum: version, since: date, source }),
      z.strictObject({ rowKind: z.literal('knows'), kubernetes: minor, from: version, source }),
      z.strictObject({ rowKind: z.literal('asks-eks'), from: version, source }),
    ]),
  ),
} as const;
