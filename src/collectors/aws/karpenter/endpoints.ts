import { defineCollector } from '../../collect.ts';
import { present } from '../../require-field.ts';

/** Settings that hold an endpoint: the variable's name, and the ConfigMap's key before 0.33. */
const names = ['CLUSTER_ENDPOINT', 'configMap:aws.clusterEndpoint'] as const;

export const karpenterEndpoints = defineCollector('karpenterEndpoints', {
  permissions: [{ iam: 'eks:DescribeCluster' }],
  from: ['karpenterControllers'],
  async collect({ aws }, facts) {
    const controllers = await facts.read('karpenterControllers');
    const given = controllers.flatMap(({ settings }) => names.flatMap((name) => settings[name] ?? []));
    const endpoints = [...new Set(given)].filter((endpoint) => endpoint !== '').sort();
    if (endpoints.length === 0) return { value: [] };
    const own = toEndpointId(present((await aws.describeCluster()).endpoint, 'cluster.endpoint'));
    return { value: endpoints.map((endpoint) => ({ endpoint, isOwn: toEndpointId(endpoint) === own })) };
  },
});

/**
 * What identifies an endpoint: the id before the first dot of `https://<id>.gr7.eu-west-1.eks.amazonaws.com`, which is
 * the same in a cluster's dual-stack name; for any other endpoint, the text in lower case without `https://`, the
 * default port and a trailing slash.
 */
function toEndpointId(endpoint: string): string {
  const host = endpoint
    .trim()
    .toLowerCase()
    .replace(/^https:\/\//, '')
    .replace(/\/$/, '')
    .replace(/:443$/, '');
  return /^([0-9a-f]{32})\./.exec(host)?.[1] ?? host;
}
