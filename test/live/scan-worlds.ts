import { clusterRoles } from '../world/cluster-role.ts';
import { anInstalledAddon } from '../world/addons.ts';
import { aFargateProfile, runsWith, withFargate } from '../world/fargate.ts';
import { passingInsights } from '../world/insights.ts';
import { aDescribedCluster, aManagedGroup, aSubnet, eksVersions, healthyWorld } from '../world/healthy.ts';
import {
  aNamespaceObject,
  aNodeObject,
  aPodObject,
  aWorkloadObject,
  corednsObjects,
  loadBalancerControllerObject,
  vpcCniObject,
} from '../world/manifests.ts';
import { withoutCluster } from '../world/many-clusters.ts';
import { withClusterAutoscaler } from '../world/software-manifests.ts';
import type { World } from '../world/world.ts';

type Json = Record<string, unknown>;

/** The usual version of the live tests' API server; the EKS data of these worlds' accounts matches it. */
export const version = '1.34';
const kubelet = 'v1.34.1-eks-113cf36';
const managed = (group: string) => ({ 'eks.amazonaws.com/nodegroup': group });
const inRegion = (name: string) => `${name}.eu-west-1.compute.internal`;
const dockerSocket = [{ name: 'docker', hostPath: { path: '/var/run/docker.sock' } }];
const fargate = { 'eks.amazonaws.com/compute-type': 'fargate' };

/** A cluster of 1.34 without problems; every check except those of pod security policies and Karpenter is judged. */
export function healthyLiveWorld(): World {
  const world = healthyWorld();
  const others = withClusterAutoscaler(world.kube.objects, 'v1.35.2').filter(
    ({ kind, metadata }) =>
      kind !== 'Node' && (kind !== 'Pod' || String((metadata as Json)['name']).startsWith('kube-proxy')),
  );
  const virtual = inRegion('fargate-ip-10-0-1-9');
  const described = aDescribedCluster('prod', version);
  return {
    ...world,
    aws: {
      // A profile without `clusterName` belongs to both clusters.
      ...withFargate(world.aws, Object.values(withoutCluster({ shop: aFargateProfile('shop') }))),
      // Both clusters have the endpoint of the same API server, which accepts tokens for `prod` alone.
      clusters: { prod: described, staging: { ...described, name: 'staging' } },
      clusterVersions: eksVersions(10), // the tests use the real clock: no version ends soon
      insights: passingInsights('1.35'),
      nodegroups: Object.fromEntries(
        Object.entries(world.aws.nodegroups).map(([name, group]) => [name, { ...group, version }]),
      ),
    },
    kube: {
      ...world.kube,
      objects: [
        ...others,
        ...['a', 'b', 'c'].map((zone) =>
          aNodeObject(inRegion(`ip-10-0-0-${zone}`), { kubelet, labels: managed('general'), zone: `eu-west-1${zone}` }),
        ),
        aNodeObject(virtual, { kubelet, labels: fargate, osImage: 'Amazon Linux 2' }),
        aPodObject(
          'shop/report-7c9d-1',
          virtual,
          { kind: 'ReplicaSet', name: 'report-7c9d', hash: '7c9d' },
          runsWith('shop'),
        ),
        ...buildPods('shop', 'cart', 3),
        aCronJobObject('shop/nightly'),
      ],
    },
  };
}

/** More than one page of 500. */
export const brokenPods = 630;

/**
 * A cluster of 1.34 with problems in every area, and with several pages of pods. The only running bare pod that mounts
 * Docker's socket is in the namespace that sorts last: reading only one page misses it.
 */
export function brokenLiveWorld(): World {
  const world = healthyWorld();
  const apps = Array.from({ length: 12 }, (_, index) => `app-${String(index).padStart(2, '0')}`);
  const special = specialPods();
  const rest = brokenPods - special.length;
  const share = (index: number) => Math.floor((rest + index) / apps.length);
  return {
    ...world,
    aws: { ...world.aws, ...brokenAccount() },
    kube: {
      ...world.kube,
      objects: [
        ...['shop', 'ci', 'zz-tools'].map((name) => aNamespaceObject(name)),
        ...brokenNodes(),
        ...apps.map((name) => aWorkloadObject('Deployment', `shop/${name}`)),
        ...apps.flatMap((name, index) => buildPods('shop', name, share(index))),
        ...special,
        aWorkloadObject('DaemonSet', 'ci/image-builder', { volumes: dockerSocket }),
        ...corednsObjects('v1.12.4-eksbuild.1', ['upstream']),
        vpcCniObject('v1.7.5-eksbuild.2'),
        loadBalancerControllerObject('v2.4.2'),
        aCronJobObject('shop/nightly'),
        anUnavailableApi(),
      ],
    },
  };
}

function brokenAccount(): Partial<World['aws']> {
  return {
    clusters: { prod: aDescribedCluster('prod', version) },
    clusterVersions: eksVersions(10),
    insights: passingInsights('1.35'),
    nodegroups: {
      general: aManagedGroup('general', { version }),
      legacy: aManagedGroup('legacy', { version: '1.31', releaseVersion: '1.31.7-20250519', amiType: 'AL2_x86_64' }),
      spot: aManagedGroup('spot', {
        version,
        capacityType: 'SPOT',
        scalingConfig: { minSize: 0, desiredSize: 0, maxSize: 9 },
      }),
    },
    addons: {
      'vpc-cni': anInstalledAddon('vpc-cni', 'v1.7.5-eksbuild.2'),
    },
    subnets: [aSubnet('subnet-0aaa', 'a', 3), aSubnet('subnet-0bbb', 'b', 0)],
    autoScalingGroups: [],
    roles: clusterRoles,
  };
}

/** Nodes of each kind, at versions that are current, behind, too old for 1.35 or for 1.34, too new, or unreadable. */
function brokenNodes(): Json[] {
  const node = (name: string, minor: string, labels: Record<string, string>) =>
    aNodeObject(inRegion(name), { kubelet: `v1.${minor}-eks-113cf36`, labels });
  return [
    node('ip-10-0-1-1', '34.1', managed('general')),
    notReady(node('ip-10-0-1-2', '34.1', managed('general'))),
    node('ip-10-0-2-1', '31.7', managed('legacy')),
    node('ip-10-0-2-2', '31.7', managed('legacy')),
    node('ip-10-0-3-1', '32.9', { 'alpha.eksctl.io/nodegroup-name': 'batch' }),
    node('ip-10-0-4-1', '30.14', { 'karpenter.sh/nodepool': 'burst' }),
    node('ip-10-0-5-1', '33.5', { 'eks.amazonaws.com/compute-type': 'auto', 'karpenter.sh/nodepool': 'system' }),
    node('ip-10-0-6-1', '35.0', { 'alpha.eksctl.io/nodegroup-name': 'canary' }),
    node('fargate-ip-10-0-7-1', '33.5', fargate),
    aNodeObject('mi-0a1b2c3d', { kubelet: 'v1.33.5', labels: { 'eks.amazonaws.com/compute-type': 'hybrid' } }),
    aNodeObject(inRegion('ip-10-0-8-1'), { kubelet: 'main-2025', labels: { 'alpha.eksctl.io/nodegroup-name': 'lab' } }),
  ];
}

function notReady(node: Json): Json {
  const lastTransitionTime = '2026-11-20T09:30:00Z';
  const conditions = [{ type: 'Ready', status: 'Unknown', reason: 'NodeStatusUnknown', lastTransitionTime }];
  return {
    ...node,
    spec: { ...(node['spec'] as Json), unschedulable: true },
    status: { ...(node['status'] as Json), conditions },
  };
}

function specialPods(): Json[] {
  const replicaSet = { kind: 'ReplicaSet', name: 'report-7c9d', hash: '7c9d' };
  const mount = { volumes: dockerSocket };
  return [
    aPodObject('shop/report-7c9d-1', inRegion('fargate-ip-10-0-7-1'), replicaSet),
    aPodObject('ci/image-builder-x1', inRegion('ip-10-0-1-1'), { kind: 'DaemonSet', name: 'image-builder' }, mount),
    aPodObject('zz-tools/inspector', inRegion('ip-10-0-1-1'), undefined, mount),
    finished(aPodObject('ci/build-1', inRegion('ip-10-0-1-1'), undefined, mount)),
  ];
}

function finished(pod: Json): Json {
  return { ...pod, status: { phase: 'Succeeded' } };
}

function buildPods(namespace: string, deployment: string, count: number): Json[] {
  const owner = { kind: 'ReplicaSet', name: `${deployment}-5d9c7b6f4`, hash: '5d9c7b6f4' };
  return Array.from({ length: count }, (_, index) =>
    aPodObject(`${namespace}/${deployment}-5d9c7b6f4-${index}`, inRegion('ip-10-0-1-1'), owner),
  );
}

function aCronJobObject(path: string): Json {
  const [namespace, name] = path.split('/');
  const containers = [{ name: 'job', image: 'registry.example/nightly:1' }];
  const template = { spec: { restartPolicy: 'Never', containers } };
  return {
    apiVersion: 'batch/v1',
    kind: 'CronJob',
    metadata: { namespace, name },
    spec: { schedule: '0 3 * * *', jobTemplate: { spec: { template } } },
  };
}

/** An aggregated API without a running server, as an uninstalled metrics-server leaves it: discovery calls it stale. */
function anUnavailableApi(): Json {
  return {
    apiVersion: 'apiregistration.k8s.io/v1',
    kind: 'APIService',
    metadata: { name: 'v1beta1.metrics.k8s.io' },
    spec: {
      group: 'metrics.k8s.io',
      version: 'v1beta1',
      groupPriorityMinimum: 100,
      versionPriority: 100,
      insecureSkipTLSVerify: true,
      service: { namespace: 'kube-system', name: 'metrics-server', port: 443 },
    },
  };
}
