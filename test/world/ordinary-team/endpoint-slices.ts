import { toNameHash } from './program.ts';

type Json = Record<string, unknown>;

/**
 * The slice that the endpoint slice controller creates for a Service with one pod on each node. The pods have
 * consecutive addresses.
 */
export function endpointSliceObject(
  path: string,
  nodes: readonly string[],
  { name, port }: { name: string; port: number },
): Json {
  const [namespace = '', service = ''] = path.split('/');
  return {
    apiVersion: 'discovery.k8s.io/v1',
    kind: 'EndpointSlice',
    metadata: {
      namespace,
      name: `${service}-${toNameHash(path, 5)}`,
      generateName: `${service}-`,
      creationTimestamp: '2025-11-24T09:12:31Z',
      labels: {
        'endpointslice.kubernetes.io/managed-by': 'endpointslice-controller.k8s.io',
        'kubernetes.io/service-name': service,
      },
    },
    addressType: 'IPv4',
    endpoints: nodes.map((nodeName, index) => ({
      addresses: [`10.0.44.${index + 11}`],
      conditions: { ready: true, serving: true, terminating: false },
      nodeName,
    })),
    ports: [{ name, port, protocol: 'TCP' }],
  };
}
