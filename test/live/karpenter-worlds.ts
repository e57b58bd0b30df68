import { setTimeout as sleep } from 'node:timers/promises';
import type { World } from '../world/world.ts';
import type { LiveCluster } from './cluster.ts';
import { converted } from './karpenter-conversion.ts';
import { withinMs } from './processes.ts';
import { realManifest } from './real-manifests.ts';
import { applyAll, type Manifest } from './seed.ts';

/**
 * A stored scenario for a real API server, with these CRDs instead of the stored ones. The account reports the
 * Kubernetes version; the server stores, converts and prunes the objects.
 */
export function withRealCrds(world: World, crds: readonly Manifest[]): World {
  const objects = world.kube.objects.filter(({ kind }) => kind !== 'CustomResourceDefinition');
  return { ...world, kube: { ...world.kube, objects: [...objects, ...crds] } };
}

/** A stored scenario without CRDs and without Karpenter's objects, which {@link applyInBeta} creates. */
export function withoutKarpenterKinds(world: World): World {
  const objects = world.kube.objects.filter(
    (object) => object['kind'] !== 'CustomResourceDefinition' && !isOwn(object),
  );
  return { ...world, kube: { ...world.kube, objects } };
}

function isOwn({ apiVersion }: Record<string, unknown>): boolean {
  return /^karpenter\.(sh|k8s\.aws)\//.test(String(apiVersion));
}

/** Creates the CRDs, and the scenario's Karpenter objects in v1beta1, the version that the CRDs store. */
export async function applyInBeta(live: LiveCluster, world: World, crds: readonly Manifest[]): Promise<void> {
  await applyAll(live, crds);
  const objects = world.kube.objects.filter(isOwn).map((object) => {
    const [group = ''] = String(object['apiVersion']).split('/');
    return realManifest(converted(object, `${group}/v1beta1`));
  });
  await applyAll(live, objects);
}

/** Creates the Service of the conversion webhook, and waits until the API server lists each kind at v1. */
export async function applyConversionService(live: LiveCluster): Promise<void> {
  await applyAll(live, [conversionService]);
  const deadline = Date.now() + withinMs;
  for (const kind of [
    'karpenter.sh/v1/nodepools',
    'karpenter.sh/v1/nodeclaims',
    'karpenter.k8s.aws/v1/ec2nodeclasses',
  ]) {
    for (;;) {
      const { status, body } = await live.admin('GET', `/apis/${kind}`);
      if (status === 200) break;
      if (Date.now() > deadline) throw new Error(`GET ${kind}: ${status} ${JSON.stringify(body)}`);
      await sleep(50);
    }
  }
}

/** The Service that CRDs name, which points to this machine: no ClusterIP is reachable here. */
const conversionService: Manifest = {
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { namespace: 'kube-system', name: 'karpenter' },
  spec: { type: 'ExternalName', externalName: 'localhost' },
};
