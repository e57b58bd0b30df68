type Json = Record<string, unknown>;

/** A Service, by default ClusterIP, without the address that a real API server assigns. */
export function aServiceObject(path: string, spec: Json = {}, annotations: Json = {}): Json {
  const [namespace = 'default', name = path] = path.split('/');
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { namespace, name, annotations },
    spec: { type: 'ClusterIP', ports: [{ port: 80 }], ...spec },
  };
}

/** A NetworkPolicy with an ingress rule for a CIDR block, one for all sources, and an egress rule for pods. */
export function aNetworkPolicyObject(path: string, cidr: string, except: readonly string[] = []): Json {
  const [namespace = 'default', name = path] = path.split('/');
  const peers = [{ ipBlock: { cidr, ...(except.length === 0 ? {} : { except }) } }];
  return {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'NetworkPolicy',
    metadata: { namespace, name },
    spec: {
      podSelector: {},
      policyTypes: ['Ingress', 'Egress'],
      ingress: [{ from: peers }, {}],
      egress: [{ to: [{ podSelector: {} }] }],
    },
  };
}
