import { aDescribedCluster, healthyWorld } from '../healthy.ts';
import { managedNodes } from '../healthy-at.ts';
import { aNodeObject } from '../manifests.ts';
import { withRunningPods } from '../running-pods.ts';
import type { World } from '../world.ts';

const onPremises = { labels: { 'eks.amazonaws.com/compute-type': 'hybrid' }, osImage: 'Ubuntu 24.04.3 LTS' };

/** Hybrid nodes besides EC2 nodes: one at the cluster's version, one behind, one too old for the target. */
export function hybridWorld(): World {
  const world = healthyWorld();
  const remoteNetworkConfig = {
    remoteNodeNetworks: [{ cidrs: ['192.168.0.0/20'] }],
    remotePodNetworks: [{ cidrs: ['192.168.64.0/18'] }],
  };
  return {
    ...world,
    aws: { ...world.aws, clusters: { prod: aDescribedCluster('prod', '1.33', { remoteNetworkConfig }) } },
    kube: {
      ...world.kube,
      objects: withRunningPods(
        [
          ...world.kube.objects,
          aNodeObject('mi-0a1b2c3d4e5f60001', { kubelet: 'v1.33.5', ...onPremises }),
          aNodeObject('mi-0a1b2c3d4e5f60002', { kubelet: 'v1.32.9', ...onPremises }),
          aNodeObject('mi-0a1b2c3d4e5f60003', { kubelet: 'v1.30.14', ...onPremises }),
        ],
        managedNodes,
      ),
    },
  };
}
