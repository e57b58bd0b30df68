type Json = Record<string, unknown>;

/** An IngressClass with the name of its controller. */
export function anIngressClassObject(name: string, controller: string): Json {
  return { apiVersion: 'networking.k8s.io/v1', kind: 'IngressClass', metadata: { name }, spec: { controller } };
}

export function anIngressObject(path: string, ingressClassName: string | undefined): Json {
  const [namespace = 'default', name = path] = path.split('/');
  const backend = { service: { name, port: { number: 80 } } };
  return {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'Ingress',
    metadata: { namespace, name },
    spec: {
      ...(ingressClassName === undefined ? {} : { ingressClassName }),
      rules: [{ host: `${name}.example`, http: { paths: [{ path: '/', pathType: 'Prefix', backend }] } }],
    },
  };
}
