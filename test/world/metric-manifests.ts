import type { ServedKind } from './world.ts';

type Json = Record<string, unknown>;

/** The kinds whose queries are read: of the Prometheus Operator, and of KEDA. */
export const queryKinds: readonly [ServedKind, ServedKind] = [
  {
    group: 'monitoring.coreos.com',
    version: 'v1',
    kind: 'PrometheusRule',
    resource: 'prometheusrules',
    namespaced: true,
  },
  { group: 'keda.sh', version: 'v1alpha1', kind: 'ScaledObject', resource: 'scaledobjects', namespaced: true },
];

/** @param path `namespace/name` */
export function aPrometheusRuleObject(path: string, rules: readonly Json[]): Json {
  const spec = { groups: [{ name: 'own', rules }] };
  return { apiVersion: 'monitoring.coreos.com/v1', kind: 'PrometheusRule', metadata: toMetadata(path), spec };
}

/** @param path `namespace/name` */
export function aScaledObject(path: string, triggers: readonly Json[]): Json {
  const spec = { scaleTargetRef: { name: 'worker' }, triggers };
  return { apiVersion: 'keda.sh/v1alpha1', kind: 'ScaledObject', metadata: toMetadata(path), spec };
}

function toMetadata(path: string): Json {
  const [namespace = '', name = ''] = path.split('/');
  return { namespace, name };
}
