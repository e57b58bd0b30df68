import { afterAll, beforeAll, expect, it } from 'vitest';
import { aWorkloadObject, vpcCniObject } from '../world/manifests.ts';
import type { World } from '../world/world.ts';
import { startControllerManager } from './controller-manager.ts';
import { healthyLiveWorld } from './scan-worlds.ts';
import { startScannedCluster, type ScannedCluster } from './scanned-cluster.ts';
import { grantPrintedPermissions } from './scans.ts';

/**
 * A VPC CNI below the minimum version beside Cilium, on a real API server whose DaemonSet controller decides which nodes
 * run it: it is judged while a node runs it, and not judged once its node selector matches none.
 */

let cluster: ScannedCluster;
let controllers: Awaited<ReturnType<typeof startControllerManager>>;

function besideCilium(): World {
  const world = healthyLiveWorld();
  const objects = world.kube.objects.filter(({ metadata }) => (metadata as { name?: string }).name !== 'aws-node');
  const cilium = aWorkloadObject('DaemonSet', 'kube-system/cilium', {
    images: { 'cilium-agent': 'quay.io/cilium/cilium:v1.18.2' },
    labels: { 'k8s-app': 'cilium' },
    tolerations: [{ operator: 'Exists' }],
  });
  return { ...world, kube: { ...world.kube, objects: [...objects, vpcCniObject('v1.11.0'), cilium] } };
}

beforeAll(async () => {
  cluster = await startScannedCluster(besideCilium());
  controllers = await startControllerManager(cluster.live, ['daemonset-controller']);
  await grantPrintedPermissions(cluster);
});
afterAll(async () => {
  await controllers?.stop();
  await cluster?.close();
});

const daemonSet = '/apis/apps/v1/namespaces/kube-system/daemonsets/aws-node';

async function wanted(): Promise<number | undefined> {
  const { body } = await cluster.live.admin('GET', daemonSet);
  const { metadata, status } = body as {
    metadata: { generation: number };
    status: { observedGeneration?: number; desiredNumberScheduled: number };
  };
  return status.observedGeneration === metadata.generation ? status.desiredNumberScheduled : undefined;
}

async function judged(): Promise<{ status?: string | undefined; reason?: string | null | undefined }> {
  const { report } = await cluster.scanHere(['--only', 'addons/vpc-cni-version', '--target', '1.35']);
  const { status, reason } = report.results.find(({ id }) => id === 'addons/vpc-cni-version') ?? {};
  return { status, reason };
}

it('is judged while nodes run it', async () => {
  await expect.poll(wanted).toBeGreaterThan(0);
  expect(await judged()).toMatchObject({ status: 'fail' });
});

it('is not judged where its node selector matches no node, which the controller reports', async () => {
  const spec = { template: { spec: { nodeSelector: { 'io.cilium/aws-node-enabled': 'true' } } } };
  const type = 'application/strategic-merge-patch+json';
  expect((await cluster.live.admin('PATCH', daemonSet, { spec }, type)).status).toBe(200);
  await expect.poll(wanted).toBe(0);
  expect(await judged()).toMatchObject({ status: 'skip', reason: expect.stringContaining('Cilium') as string });
});
