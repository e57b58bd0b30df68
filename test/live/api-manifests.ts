import type { ServedKind } from '../world/world.ts';
import type { Manifest } from './seed.ts';

/** Manifests of kinds that lose a version; those of namespaced kinds are in the namespace shop. */

export function aBudget(api: 'policy/v1' | 'policy/v1beta1', name: string, minAvailable = 1): Manifest {
  return {
    apiVersion: api,
    kind: 'PodDisruptionBudget',
    metadata: { namespace: 'shop', name },
    spec: { minAvailable, selector: { matchLabels: { app: name } } },
  };
}

export function aCronJob(api: 'batch/v1' | 'batch/v1beta1', name: string): Manifest {
  const template = { spec: { restartPolicy: 'Never', containers: [{ name: 'job', image: 'registry.example/job:1' }] } };
  return {
    apiVersion: api,
    kind: 'CronJob',
    metadata: { namespace: 'shop', name, annotations: { edited: 'not yet' } },
    spec: { schedule: '0 3 * * *', jobTemplate: { spec: { template } } },
  };
}

export function anAutoscaler(
  api: `autoscaling/${'v2' | 'v2beta1' | 'v2beta2'}`,
  name: string,
  maxReplicas = 3,
): Manifest {
  const resource = { name: 'cpu' };
  const metric =
    api === 'autoscaling/v2beta1'
      ? { ...resource, targetAverageUtilization: 80 }
      : { ...resource, target: { type: 'Utilization', averageUtilization: 80 } };
  return {
    apiVersion: api,
    kind: 'HorizontalPodAutoscaler',
    metadata: { namespace: 'shop', name },
    spec: {
      maxReplicas,
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name },
      metrics: [{ type: 'Resource', resource: metric }],
    },
  };
}

export function anEndpointSlice(
  api: `discovery.k8s.io/${'v1' | 'v1beta1'}`,
  name: string,
  managedBy: string,
): Manifest {
  return {
    apiVersion: api,
    kind: 'EndpointSlice',
    metadata: { namespace: 'shop', name, labels: { 'endpointslice.kubernetes.io/managed-by': managedBy } },
    addressType: 'IPv4',
    endpoints: [{ addresses: ['10.0.0.7'] }],
    ports: [{ name: 'https', port: 443 }],
  };
}

export function aFlowSchema(version: 'v1beta1' | 'v1beta2', name: string): Manifest {
  return {
    apiVersion: `flowcontrol.apiserver.k8s.io/${version}`,
    kind: 'FlowSchema',
    metadata: { name },
    spec: { matchingPrecedence: 9_000, priorityLevelConfiguration: { name: 'workload-low' } },
  };
}

export function aRuntimeClass(api: `node.k8s.io/${'v1' | 'v1beta1'}`, name: string): Manifest {
  return { apiVersion: api, kind: 'RuntimeClass', metadata: { name }, handler: 'runsc' };
}

export function anAttributesClass(api: `storage.k8s.io/${'v1' | 'v1beta1'}`, name: string): Manifest {
  return {
    apiVersion: api,
    kind: 'VolumeAttributesClass',
    metadata: { name },
    driverName: 'ebs.csi.aws.com',
    parameters: { iops: '4000' },
  };
}

export function aDeviceClass(api: `resource.k8s.io/${'v1' | 'v1beta1' | 'v1beta2'}`, name: string): Manifest {
  return { apiVersion: api, kind: 'DeviceClass', metadata: { name }, spec: {} };
}

type CustomKind = Omit<ServedKind, 'namespaced'> & Partial<Pick<ServedKind, 'namespaced'>>;

/** A CRD that accepts any object. */
export function aCrd({ group, version, kind, resource, namespaced = true }: CustomKind): Manifest {
  const schema = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } };
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${resource}.${group}` },
    spec: {
      group,
      names: { kind, plural: resource, singular: kind.toLowerCase(), listKind: `${kind}List` },
      scope: namespaced ? 'Namespaced' : 'Cluster',
      versions: [{ name: version, served: true, storage: true, schema }],
    },
  };
}
