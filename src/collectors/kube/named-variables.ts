import * as z from 'zod/mini';
import type { Workload } from '../../facts/kube.ts';

/** Environment variables that checks read: the release of Container Insights, and the parser of Fluentd. */
const names = new Set(['CI_VERSION', 'FLUENT_CONTAINER_TAIL_PARSER_TYPE']);

/** A container's `env`, as the API shows it. */
export const environment = z.optional(
  z.nullable(
    z.array(z.object({ name: z.string(), value: z.optional(z.string()), valueFrom: z.optional(z.unknown()) })),
  ),
);

/** The values of {@link names} in a container's `env`; null if set through `valueFrom`. Undefined if it sets none. */
export function namedVariables(
  env: z.infer<typeof environment>,
): Pick<Workload['containers'][number], 'variables'> | undefined {
  const named = (env ?? []).filter(({ name }) => names.has(name));
  if (named.length === 0) return undefined;
  const entries = named.map(({ name, value, valueFrom }) => [name, valueFrom === undefined ? (value ?? '') : null]);
  return { variables: Object.fromEntries(entries) as Record<string, string | null> };
}
