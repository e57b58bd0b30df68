import { anInstalledAddon, anOfferedAddon } from './addons.ts';
import { aDescribedCluster, healthyWorld } from './healthy.ts';
import { passingInsights } from './insights.ts';
import { withKubeProxy } from './kube-proxy.ts';
import { aNodeObject, withBudgets } from './manifests.ts';
import { withRunningPods } from './running-pods.ts';
import { kubectlTool } from './tools.ts';
import type { World } from './world.ts';

/** Names of the managed node group's nodes, one in each zone. */
export const managedNodes = ['a', 'b', 'c'].map((zone) => `ip-10-0-0-${zone}.eu-west-1.compute.internal`);

/**
 * The healthy cluster at another minor, ready for the next one, without Cluster Autoscaler: most callers add Karpenter.
 * @param patch the version of the control plane, `1.30.14`
 */
export function healthyAt(patch: string): World {
  const world = healthyWorld();
  const [, minor = 0] = patch.split('.').map(Number);
  const [version, next] = [`1.${minor}`, `1.${minor + 1}`];
  const kubeProxy = `v${patch}-eksbuild.2`;
  const others = withKubeProxy(world.kube.objects, kubeProxy).filter(
    ({ kind, metadata }) => kind !== 'Node' && !(metadata as { name: string }).name.startsWith('cluster-autoscaler'),
  );
  const nodes = managedNodes.map((name, index) =>
    aNodeObject(name, {
      kubelet: `v${patch}-eks-113cf36`,
      labels: { 'eks.amazonaws.com/nodegroup': 'general' },
      zone: `eu-west-1${'abc'[index]}`,
    }),
  );
  return {
    ...world,
    aws: {
      ...world.aws,
      clusters: { prod: aDescribedCluster('prod', version) },
      clusterVersions: [version, next].map((clusterVersion) => ({
        clusterVersion,
        clusterType: 'eks',
        defaultPlatformVersion: 'eks.12',
        versionStatus: 'STANDARD_SUPPORT',
        endOfStandardSupportDate: 1900000000,
        endOfExtendedSupportDate: 1950000000,
      })),
      addons: { ...world.aws.addons, 'kube-proxy': anInstalledAddon('kube-proxy', kubeProxy) },
      addonVersions: [
        ...world.aws.addonVersions.filter(({ addonName }) => addonName !== 'kube-proxy'),
        anOfferedAddon('kube-proxy', { [kubeProxy]: [`${version}*`, `${next}*`] }),
      ],
      insights: passingInsights(next),
      nodegroups: Object.fromEntries(
        Object.entries(world.aws.nodegroups).map(([name, group]) => [
          name,
          { ...group, version, releaseVersion: `${patch}-20251103` },
        ]),
      ),
    },
    kube: {
      ...world.kube,
      version: `v${patch}-eks-3025e55`,
      objects: withRunningPods(withBudgets([...others, ...nodes]), managedNodes),
    },
    tools: { ...world.tools, kubectl: kubectlTool(`v${patch}`) },
  };
}
