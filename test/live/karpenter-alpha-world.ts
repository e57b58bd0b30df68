import { aPodObject, aWorkloadObject } from '../world/manifests.ts';
import { karpenter030World } from '../world/scenarios/karpenter-0-30.ts';
import { eniConfigKind } from '../world/vpc-cni.ts';
import type { World } from '../world/world.ts';
import { aCrd } from './api-manifests.ts';
import { realCrds } from './karpenter-live-crds.ts';

type Json = Record<string, unknown>;

/**
 * The stored scenario karpenter-0.30 as a real API server accepts it: the only CRDs are Karpenter's, and there are no
 * objects of Argo CD and Flux. Two more workloads use alpha names: one selects the Provisioner's nodes by label, and
 * the other forbids the eviction of its pods.
 */
export function karpenterAlphaWorld(): World {
  const world = karpenter030World();
  const objects = world.kube.objects.filter(({ kind, apiVersion }) => {
    const [group = ''] = String(apiVersion).split('/');
    return kind !== 'CustomResourceDefinition' && !/^argoproj\.io$|\.fluxcd\.io$/.test(group);
  });
  return {
    ...world,
    kube: { ...world.kube, objects: [...objects, ...realCrds('0.30.0'), aCrd(eniConfigKind), ...speakingAlpha()] },
  };
}

function speakingAlpha(): Json[] {
  const budget = (name: string): Json => ({
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    metadata: { namespace: 'shop', name },
    spec: { maxUnavailable: 1, selector: { matchLabels: { app: name } } },
    status: { currentHealthy: 2, desiredHealthy: 1, expectedPods: 2, disruptionsAllowed: 1, observedGeneration: 1 },
  });
  const selector = { 'karpenter.sh/provisioner-name': 'default' };
  const held = { 'karpenter.sh/do-not-evict': 'true' };
  return [
    withTemplate('shop/encoder', { spec: { nodeSelector: selector } }),
    withTemplate('shop/notebooks', { metadata: { annotations: held } }),
    ...['encoder', 'notebooks'].map(budget),
    ...['a', 'b'].map((id) => {
      const owner = { kind: 'ReplicaSet', name: 'notebooks-6f8b', hash: '6f8b' };
      const node = 'ip-10-0-0-k.eu-west-1.compute.internal';
      return aPodObject(`shop/notebooks-6f8b-${id}`, node, owner, { annotations: held });
    }),
  ];
}

function withTemplate(path: string, more: { metadata?: Json; spec?: Json }): Json {
  const workload = structuredClone(aWorkloadObject('Deployment', path)) as {
    spec: { template: { metadata: Json; spec: Json } };
  };
  Object.assign(workload.spec.template.metadata, more.metadata);
  Object.assign(workload.spec.template.spec, more.spec);
  return workload;
}
