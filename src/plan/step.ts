import * as z from 'zod/mini';

/** Where a step ends: the version that a component has after it. */
export const step = z.object({ component: z.enum(['kubernetes', 'karpenter']), version: z.string() });

/** `flag`, `next-offered` (EKS offers a newer version), `assumed` (offers could not be read), `current` (nothing newer is offered). */
export const targetSource = z.enum(['flag', 'next-offered', 'assumed', 'current']);
export type TargetSource = z.infer<typeof targetSource>;

/** A controller of Karpenter, and where it is to go; only the one that serves the cluster has a target. */
export const controller = z.object({
  namespace: z.string(),
  version: z.nullable(z.string()),
  versionSource: z.nullable(z.string()),
  target: z.nullable(z.string()),
  targetSource: z.nullable(z.string()),
});
export type PlannedController = z.infer<typeof controller>;
