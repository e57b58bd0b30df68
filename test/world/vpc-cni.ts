import type { ServedKind } from './world.ts';

type Json = Record<string, unknown>;

/** The kind of the VPC CNI for custom networking. */
export const eniConfigKind: ServedKind = {
  group: 'crd.k8s.amazonaws.com',
  version: 'v1alpha1',
  kind: 'ENIConfig',
  resource: 'eniconfigs',
  namespaced: false,
};

/** The ENIConfig of a zone: pods have addresses in the subnet of the nodes. */
export function anEniConfig(zone: string, subnet = `subnet-0${zone.repeat(3)}`): Json {
  return {
    apiVersion: 'crd.k8s.amazonaws.com/v1alpha1',
    kind: 'ENIConfig',
    metadata: { name: `eu-west-1${zone}` },
    spec: { subnet, securityGroups: ['sg-0c1u57e2'] },
  };
}

/** Turns on custom networking and prefix delegation, if the object is the DaemonSet of the VPC CNI. */
export function withCustomNetworking(object: Json): Json {
  const { kind, metadata, spec } = object as { kind: string; metadata: { name: string }; spec: DaemonSetSpec };
  if (kind !== 'DaemonSet' || metadata.name !== 'aws-node') return object;
  const env = ['AWS_VPC_K8S_CNI_CUSTOM_NETWORK_CFG', 'ENABLE_PREFIX_DELEGATION'].map((name) => ({
    name,
    value: 'true',
  }));
  const { template } = spec;
  const containers = template.spec.containers.map((container) => ({ ...container, env }));
  return { ...object, spec: { ...spec, template: { ...template, spec: { ...template.spec, containers } } } };
}

interface DaemonSetSpec {
  template: { spec: { containers: Json[] } };
}
