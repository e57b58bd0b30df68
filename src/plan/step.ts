import * as z from 'zod/mini';

/** The end of a step: the version of a component after it. */
export const step = z.object({ component: z.enum(['kubernetes', 'karpenter']), version: z.string() });

/**
 * `flag`, `next-offered` (EKS offers a newer version), `assumed` (offers could not be read), `current` (nothing newer
 * is offered).
 */
export const targetSource = z.enum(['flag', 'next-offered', 'assumed', 'current']);
export type TargetSource = z.infer<typeof targetSource>;

/** A Karpenter controller and its target; only the one that serves the cluster has a target. */
export const controller = z.object({
  namespace: z.string(),
  version: z.nullable(z.string()),
  versionSource: z.nullable(z.string()),
  target: z.nullable(z.string()),
  targetSource: z.nullable(z.string()),
});
export type PlannedController = z.infer<typeof controller>;
