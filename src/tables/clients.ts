import * as z from 'zod/mini';
import { date, minor, source, table, version } from './cells.ts';

/** The tools on this machine. */
export const clientsTables = {
  /** The minimum eksctl in the EKS user guide, and the target Kubernetes versions that eksctl supports. */
  eksctl: table(() =>
    z.discriminatedUnion('rowKind', [
      z.strictObject({ rowKind: z.literal('guide'), minimum: version, since: date, source }),
      z.strictObject({ rowKind: z.literal('knows'), kubernetes: minor, from: version, source }),
      z.strictObject({ rowKind: z.literal('asks-eks'), from: version, source }),
    ]),
  ),
} as const;
