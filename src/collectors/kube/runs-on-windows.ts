import * as z from 'zod/mini';

const term = z.object({
  matchExpressions: z.optional(
    z.nullable(
      z.array(z.object({ key: z.string(), operator: z.string(), values: z.optional(z.nullable(z.array(z.string()))) })),
    ),
  ),
});
const required = z.object({ nodeSelectorTerms: z.optional(z.nullable(z.array(term))) });

/** The part of a pod's affinity that restricts its nodes. */
export const nodeAffinity = z.optional(
  z.nullable(
    z.object({
      nodeAffinity: z.optional(
        z.nullable(z.object({ requiredDuringSchedulingIgnoredDuringExecution: z.optional(z.nullable(required)) })),
      ),
    }),
  ),
);

const systemLabels = ['kubernetes.io/os', 'beta.kubernetes.io/os'];

interface Placed {
  nodeSelector?: Readonly<Record<string, string>> | null | undefined;
  affinity?: z.infer<typeof nodeAffinity>;
}

/** True for pods that can run only on Windows nodes: their node selector says so, or each term of their affinity. */
export function runsOnWindows({ nodeSelector, affinity }: Placed): boolean {
  if (systemLabels.some((label) => nodeSelector?.[label] === 'windows')) return true;
  const terms =
    affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms?.map(needsWindows) ?? [];
  return terms.length > 0 && terms.every(Boolean);
}

function needsWindows({ matchExpressions }: z.infer<typeof term>): boolean {
  return (matchExpressions ?? []).some(
    ({ key, operator, values }) =>
      systemLabels.includes(key) && operator === 'In' && values?.length === 1 && values[0] === 'windows',
  );
}
