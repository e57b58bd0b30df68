import { aDescribedCluster, aManagedGroup, eksVersions, healthyWorld } from '../world/healthy.ts';
import { withKubeProxy } from '../world/kube-proxy.ts';
import { aNodeObject } from '../world/manifests.ts';
import { withClusterAutoscaler } from '../world/software-manifests.ts';
import { kubectlTool } from '../world/tools.ts';
import type { World } from '../world/world.ts';

/** A cluster at 1.37, the newest version that EKS offers; some of this build's tables do not cover it yet. */
export function newestLiveWorld(): World {
  const world = healthyWorld();
  const objects = withKubeProxy(withClusterAutoscaler(world.kube.objects, 'v1.37.0'), 'v1.37.1-eksbuild.1');
  const labels = { 'eks.amazonaws.com/nodegroup': 'general' };
  const newest = { ...eksVersions(10).at(-1), clusterVersion: '1.37' };
  return {
    ...world,
    tools: { ...world.tools, kubectl: kubectlTool('v1.37.1') },
    aws: {
      ...world.aws,
      clusters: { prod: aDescribedCluster('prod', '1.37', { platformVersion: 'eks.1' }) },
      clusterVersions: [...eksVersions(10), newest],
      insights: {},
      nodegroups: { general: aManagedGroup('general', { version: '1.37', releaseVersion: '1.37.1-20261103' }) },
    },
    kube: {
      ...world.kube,
      objects: [
        ...objects.filter(({ kind }) => kind !== 'Node'),
        ...['a', 'b', 'c'].map((zone) =>
          aNodeObject(`ip-10-0-0-${zone}.eu-west-1.compute.internal`, {
            kubelet: 'v1.37.1-eks-113cf36',
            labels,
            zone: `eu-west-1${zone}`,
          }),
        ),
      ],
    },
  };
}
