import * as z from 'zod/mini';
import type { Workload } from '../../facts/kube.ts';

/** Variables of the VPC CNI that decide how many addresses it takes for a node, and in which subnets. */
export const addressVariables = {
  prefixes: 'ENABLE_PREFIX_DELEGATION',
  customNetworking: 'AWS_VPC_K8S_CNI_CUSTOM_NETWORK_CFG',
  podInterfaces: 'ENABLE_POD_ENI',
  subnetDiscovery: 'ENABLE_SUBNET_DISCOVERY',
  warmInterfaces: 'WARM_ENI_TARGET',
  warmAddresses: 'WARM_IP_TARGET',
  minimumAddresses: 'MINIMUM_IP_TARGET',
  warmPrefixes: 'WARM_PREFIX_TARGET',
} as const;

/** Environment variables that checks read: also the release of Container Insights, and the parser of Fluentd. */
const names = new Set<string>(['CI_VERSION', 'FLUENT_CONTAINER_TAIL_PARSER_TYPE', ...Object.values(addressVariables)]);

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
