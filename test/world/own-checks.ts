import { healthyWorld } from './healthy.ts';
import { anIngressObject } from './ingress-manifests.ts';
import { aBudgetObject, aNamespaceObject, aWorkloadObject } from './manifests.ts';
import type { World } from './world.ts';

type Json = Record<string, unknown>;

/**
 * A cluster in which each check of docs/own-checks/ reports a finding. Outside of kube-system, it has no Deployments that
 * the pages do not name.
 */
export function ownChecksWorld(): World {
  const world = healthyWorld();
  const objects = [
    ...world.kube.objects.filter(({ metadata }) => (metadata as Json)['namespace'] !== 'monitoring'),
    aNamespaceObject('ci'),
    aWorkloadObject('Deployment', 'shop/till', { images: { app: 'docker.io/acme/till:2' }, replicas: 1 }),
    withNodeSelector(aWorkloadObject('Deployment', 'shop/search', { replicas: 1 })),
    aWorkloadObject('Deployment', 'ci/runner', { images: { app: 'registry.example/base/java:11' }, replicas: 1 }),
    aBudgetObject('shop/search', { maxUnavailable: 0 }),
    withAnnotation(anIngressObject('shop/old', undefined)),
    budget('shop', { owner: 'team-shop', limit: 500 }),
    budget('kube-system', { limit: 50 }),
  ];
  const served = { group: 'finops.example.com', version: 'v1', kind: 'Budget', resource: 'budgets', namespaced: true };
  return { ...world, kube: { ...world.kube, objects, served: [...world.kube.served, served] } };
}

function budget(namespace: string, spec: Json): Json {
  return { apiVersion: 'finops.example.com/v1', kind: 'Budget', metadata: { namespace, name: 'main' }, spec };
}

function withAnnotation(ingress: Json): Json {
  const annotations = { 'kubernetes.io/ingress.class': 'alb', 'example.com/contact': 'ann@example.com' };
  return { ...ingress, metadata: { ...Object(ingress['metadata']), annotations } };
}

function withNodeSelector(workload: Json): Json {
  const { template, ...spec } = workload['spec'] as { template: { spec: Json } };
  const nodeSelector = { 'eks.amazonaws.com/nodegroup': 'legacy' };
  return { ...workload, spec: { ...spec, template: { ...template, spec: { ...template.spec, nodeSelector } } } };
}
