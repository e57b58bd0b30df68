import { loadTable, type Tables } from '../../src/tables/tables.ts';
import { anInstalledAddon, anOfferedAddon } from './addons.ts';
import { withCustomGroup } from './custom-group.ts';
import { aFargateProfile, runsWith, withFargate } from './fargate.ts';
import { aHelmRelease, aKustomization, anApplication, argoKinds, fluxKinds } from './git-ops.ts';
import { aDescribedCluster, healthyWorld } from './healthy.ts';
import { passingInsights, rollbackInsights, silentInsight } from './insights.ts';
import { withKubeProxy } from './kube-proxy.ts';
import { aNamespaceObject, aNodeObject, aPodObject } from './manifests.ts';
import { queryKinds } from './metric-manifests.ts';
import { withClusterAutoscaler } from './software-manifests.ts';
import { kubectlTool } from './tools.ts';
import { anEniConfig, eniConfigKind, withCustomNetworking } from './vpc-cni.ts';
import type { ServedKind, World } from './world.ts';

/**
 * A healthy cluster in which every check except Karpenter's has something to judge, so that denying a permission always
 * costs a pass. It is at 1.24, which still has pod security policies. A pod runs with a Fargate profile, so that pods
 * are read to find the virtual node. A node group of size zero has a custom image, so that images are read. The API
 * server serves every kind that loses a version in any release, so that each of them is listed. The VPC CNI uses custom
 * networking and prefix delegation, so that ENIConfigs, reservations and network interfaces are read.
 */
export function matrixWorld(): World {
  const world = healthyWorld();
  const account = withFargate(world.aws, [aFargateProfile('batch'), aFargateProfile('shop')]);
  const custom = withCustomGroup(account, '1.24');
  const kubelet = 'v1.24.17-eks-e71965b';
  const kubeProxy = 'v1.24.17-eksbuild.19';
  const objects = withClusterAutoscaler(withKubeProxy(world.kube.objects, kubeProxy), 'v1.25.3')
    .filter(({ kind }) => kind !== 'Node' && kind !== 'Namespace')
    .map(withCustomNetworking);
  return {
    ...world,
    aws: {
      ...custom,
      clusters: { prod: { ...aDescribedCluster('prod', '1.24'), kubeApiServerConfig: { eventTtl: '2h' } } },
      clusterVersions: ['1.24', '1.25', '1.26'].map((clusterVersion) => ({
        clusterVersion,
        clusterType: 'eks',
        defaultPlatformVersion: 'eks.12',
        versionStatus: 'STANDARD_SUPPORT',
        endOfStandardSupportDate: 1900000000,
        endOfExtendedSupportDate: 1950000000,
        controlPlaneComponentConfig: {
          kubeApiServerConfig: { eventTtl: { defaultValue: '1h', constraints: { min: '5m', max: '24h' } } },
        },
      })),
      addons: { ...world.aws.addons, 'kube-proxy': anInstalledAddon('kube-proxy', kubeProxy) },
      addonVersions: [
        ...world.aws.addonVersions.filter(({ addonName }) => addonName !== 'kube-proxy'),
        anOfferedAddon('kube-proxy', { [kubeProxy]: ['1.24*', '1.25*', '1.26*'] }),
      ],
      insights: { ...passingInsights('1.25'), ...silentInsight('1.25'), ...rollbackInsights('1.23') },
      nodegroups: Object.fromEntries(
        Object.entries(custom.nodegroups).map(([name, group]) => [
          name,
          group['amiType'] === 'CUSTOM' ? group : { ...group, version: '1.24' },
        ]),
      ),
    },
    kube: {
      ...world.kube,
      version: 'v1.24.17-eks-5e0fdde',
      aggregatedDiscovery: false,
      served: [
        ...loadTable('api-removals').rows.flatMap(servedKind),
        ...argoKinds,
        ...fluxKinds,
        ...queryKinds,
        eniConfigKind,
      ],
      objects: [
        ...objects,
        ...['default', 'kube-system', 'shop'].map((name) =>
          aNamespaceObject(name, { 'pod-security.kubernetes.io/enforce': 'baseline' }),
        ),
        ...['a', 'b', 'c'].map((zone) =>
          aNodeObject(`ip-10-0-0-${zone}.eu-west-1.compute.internal`, {
            kubelet,
            labels: { 'eks.amazonaws.com/nodegroup': 'general' },
            zone: `eu-west-1${zone}`,
          }),
        ),
        aNodeObject('fargate-ip-10-0-1-9.eu-west-1.compute.internal', {
          kubelet,
          labels: { 'eks.amazonaws.com/compute-type': 'fargate' },
          osImage: 'Amazon Linux 2',
        }),
        aPodObject(
          'shop/report-7c9d-1',
          'fargate-ip-10-0-1-9.eu-west-1.compute.internal',
          { kind: 'ReplicaSet', name: 'report-7c9d', hash: '7c9d' },
          runsWith('shop'),
        ),
        ...inGit.map((text, at) => anApplication(`argocd/shop-${at}`, [text])),
        ...inGit.map((text, at) => aKustomization(`flux-system/shop-${at}`, [text])),
        ...inGit.map((text, at) => aHelmRelease(`shop/shop-${at}`, [text])),
        ...['a', 'b', 'c'].map((zone) => anEniConfig(zone)),
        {
          apiVersion: 'policy/v1beta1',
          kind: 'PodSecurityPolicy',
          metadata: { name: 'eks.privileged' },
          spec: { privileged: true },
        },
        {
          apiVersion: 'batch/v1',
          kind: 'CronJob',
          metadata: { namespace: 'shop', name: 'nightly' },
          spec: {
            schedule: '0 3 * * *',
            jobTemplate: {
              spec: { template: { spec: { containers: [{ name: 'job', image: 'registry.example/nightly:1' }] } } },
            },
          },
        },
      ],
    },
    tools: { ...world.tools, kubectl: kubectlTool('v1.24.17') },
  };
}

/** Argo CD and Flux already use the new version. */
const inGit = ['a', 'b', 'c'].map((name) => `autoscaling/v2 HorizontalPodAutoscaler shop/${name}`);

type Removal = Tables['api-removals'][number];

/** A kind in an API version that is removed after 1.29, which this world serves besides the built-in kinds of 1.24. */
function servedKind({ api, kind, resource, namespaced, version }: Removal): ServedKind[] {
  const [group = '', served = ''] = api.split('/');
  return version > 29 ? [{ group, version: served, kind, resource, namespaced }] : [];
}
