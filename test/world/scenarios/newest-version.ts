import { aDescribedCluster, aManagedGroup, healthyWorld } from '../healthy.ts';
import { withKubeProxy } from '../kube-proxy.ts';
import { aNodeObject, aPodObject, aWorkloadObject } from '../manifests.ts';
import { withClusterAutoscaler } from '../software-manifests.ts';
import { managedNodes } from '../healthy-at.ts';
import { withRunningPods } from '../running-pods.ts';
import { kubectlTool } from '../tools.ts';
import type { World } from '../world.ts';

const managed = { 'eks.amazonaws.com/nodegroup': 'general' };

/** A DaemonSet whose pods crash since the nodes were updated. */
function crashingDaemonSet(): Record<string, unknown>[] {
  const pods = managedNodes.map((node, index) => {
    const pod = aPodObject(`shop/telemetry-9k2v${'bcd'[index]}`, node, { kind: 'DaemonSet', name: 'telemetry' });
    const ready = { type: 'Ready', status: 'False', lastTransitionTime: `2026-11-20T10:4${index}:00Z` };
    const waiting = { name: 'app', state: { waiting: { reason: 'CrashLoopBackOff' } } };
    return { ...pod, status: { phase: 'Running', conditions: [ready], containerStatuses: [waiting] } };
  });
  return [aWorkloadObject('DaemonSet', 'shop/telemetry'), ...pods];
}

/** A cluster at 1.36, the newest that EKS offers, with one node group still at 1.35. */
export function newestVersionWorld(): World {
  const world = healthyWorld();
  const objects = withClusterAutoscaler(world.kube.objects, 'v1.36.1');
  const others = withKubeProxy(objects, 'v1.36.0-eksbuild.17').filter(({ kind }) => kind !== 'Node');
  return {
    ...world,
    aws: {
      ...world.aws,
      clusters: { prod: aDescribedCluster('prod', '1.36', { platformVersion: 'eks.2' }) },
      autoScalingGroups: world.aws.autoScalingGroups.filter((group) => group['AutoScalingGroupName'] !== 'eks-idle-0'),
      nodegroups: {
        general: { ...world.aws.nodegroups['general'], version: '1.36', releaseVersion: '1.36.1-20261103' },
        system: {
          ...aManagedGroup('system', { version: '1.35', releaseVersion: '1.35.4-20261103' }),
          scalingConfig: { minSize: 0, maxSize: 3, desiredSize: 0 },
        },
      },
    },
    kube: {
      ...world.kube,
      version: 'v1.36.1-eks-3025e55',
      objects: withRunningPods(
        [
          ...others,
          ...crashingDaemonSet(),
          ...['a', 'b', 'c'].map((zone) =>
            aNodeObject(`ip-10-0-0-${zone}.eu-west-1.compute.internal`, {
              kubelet: 'v1.36.1-eks-113cf36',
              labels: managed,
              zone: `eu-west-1${zone}`,
            }),
          ),
        ],
        managedNodes,
      ),
    },
    tools: { ...world.tools, kubectl: kubectlTool('v1.36.1') },
  };
}

/** The same cluster once EKS also offers 1.37 and 1.38; no table of this build covers 1.38. */
export function pastTheTablesWorld(): World {
  const world = newestVersionWorld();
  const newer = [
    ['1.37', '2028-01-15', '2029-01-15'],
    ['1.38', '2028-05-15', '2029-05-15'],
  ].map(([clusterVersion, standard = '', extended = '']) => ({
    clusterVersion,
    clusterType: 'eks',
    versionStatus: 'STANDARD_SUPPORT',
    endOfStandardSupportDate: Date.parse(standard) / 1000,
    endOfExtendedSupportDate: Date.parse(extended) / 1000,
  }));
  return { ...world, aws: { ...world.aws, clusterVersions: [...world.aws.clusterVersions, ...newer] } };
}
