import { healthyAt } from '../healthy-at.ts';
import { anIngressClassObject, anIngressObject } from '../ingress-manifests.ts';
import { aLaunchTemplateVersion, aManagedGroup, toUserData } from '../healthy.ts';
import { aNamespaceObject, aNodeObject, aPodObject, aWorkloadObject } from '../manifests.ts';
import { aPrometheusRuleObject, aScaledObject, queryKinds } from '../metric-manifests.ts';
import { aNetworkPolicyObject, aServiceObject } from '../network-manifests.ts';
import { aBindingObject, aRoleObject, aRule } from '../rbac-manifests.ts';
import { aVolumeObject, csiDriverObject } from '../software-manifests.ts';
import type { World } from '../world.ts';
import { agingControllers } from './wrong-controllers.ts';

type Json = Record<string, unknown>;

const clusterVersions = [28, 29, 30, 31, 32, 33, 34, 35, 36].map((minor) => ({
  clusterVersion: `1.${minor}`,
  clusterType: 'eks',
  defaultPlatformVersion: 'eks.12',
  versionStatus: 'STANDARD_SUPPORT',
  endOfStandardSupportDate: 1900000000,
  endOfExtendedSupportDate: 1950000000,
  // Events that are kept for 12 hours are too old for 1.34.
  controlPlaneComponentConfig: {
    kubeApiServerConfig: {
      eventTtl: { defaultValue: '1h', constraints: { min: '5m', max: minor < 34 ? '24h' : '6h' } },
    },
  },
}));

/** A cluster at 1.28 that is affected by every change of 1.29 to 1.36 other than those of API versions, without an audit log. */
export function removedFeaturesWorld(): World {
  const world = healthyAt('1.28.15');
  const { 'kube-proxy': _selfManaged, ...addons } = world.aws.addons;
  const others = world.kube.objects.filter(({ kind }) => kind !== 'StorageClass');
  return {
    ...world,
    aws: {
      ...world.aws,
      clusters: { prod: { ...world.aws.clusters['prod'], logging: {}, kubeApiServerConfig: { eventTtl: '12h' } } },
      addons,
      clusterVersions,
      nodegroups: { ...world.aws.nodegroups, edge: ubuntuGroup },
      launchTemplateVersions: [1, 2, 3].map((number) => aLaunchTemplateVersion('lt-0a1b2c3d', number, { UserData })),
    },
    kube: {
      ...world.kube,
      served: [...world.kube.served, ...queryKinds],
      objects: [...others, ...users(), ubuntuNode, ...agingControllers()],
    },
  };
}

/** A custom AMI with cgroup v1. */
const ubuntuGroup = aManagedGroup('edge', {
  amiType: 'CUSTOM',
  version: undefined,
  releaseVersion: 'ami-0a1b2c3d4e5f60031',
});
const ubuntuNode = aNodeObject('ip-10-0-2-31.eu-west-1.compute.internal', {
  kubelet: 'v1.28.15',
  osImage: 'Ubuntu 20.04.6 LTS',
  labels: { 'eks.amazonaws.com/nodegroup': 'edge' },
});

/** User data of the group `system`, with a flag that the kubelet of 1.31 does not have. */
const UserData = toUserData(
  `#!/bin/bash\n/etc/eks/bootstrap.sh prod --kubelet-extra-args '--keep-terminated-pod-volumes=true --max-pods=58'\n`,
);

/** A node with the kernel and the containerd of the AMIs of its version. */
const oldNodeName = 'ip-10-0-1-99.eu-west-1.compute.internal';
const oldNode = aNodeObject(oldNodeName, {
  kubelet: 'v1.28.15-eks-113cf36',
  labels: { 'eks.amazonaws.com/nodegroup': 'general' },
  kernel: '6.1.155-176.282.amzn2023.x86_64',
  runtime: 'containerd://1.7.29',
});

function users(): Json[] {
  const developers = { kind: 'Group', name: 'developers' };
  const anonymous = { kind: 'User', name: 'system:anonymous' };
  return [
    cronJobWithZone(),
    setWithoutClass(),
    portworxVolume(),
    aNamespaceObject('pay', { 'pod-security.kubernetes.io/enforce': 'baseline' }),
    workloadWithHost(),
    aRoleObject('debug', [aRule(['pods/exec', 'pods/portforward'], ['get'])]),
    aBindingObject('debug', 'debug', [developers, { kind: 'ServiceAccount', namespace: 'ci', name: 'runner' }]),
    aBindingObject('shop/board', 'view', [anonymous]),
    aRoleObject('dra-driver', [{ ...aRule(['resourceclaims/status'], ['update']), apiGroups: ['resource.k8s.io'] }]),
    aBindingObject('dra-driver', 'dra-driver', [{ kind: 'ServiceAccount', namespace: 'gpu', name: 'dra-driver' }]),
    resolver(),
    ...sharedVolume(),
    aPrometheusRuleObject('monitoring/control-plane', [
      { alert: 'NoBookmarks', expr: 'rate(etcd_bookmark_counts[5m]) == 0' },
    ]),
    aScaledObject('shop/media', [
      { type: 'prometheus', metadata: { query: 'sum(rate(etcd_requests_total{operation="list"}[5m])) by (type)' } },
    ]),
    aServiceObject('edge/legacy', { externalIPs: ['192.0.2.4', '192.0.2.5'] }),
    aServiceObject('edge/public', { type: 'LoadBalancer', loadBalancerSourceRanges: ['10.0.0.5/8', '010.1.0.0/16'] }),
    aNetworkPolicyObject('shop/orders', '10.0.0.0/8', ['10.1.0.1/16']),
    aWorkloadObject('Deployment', 'edge/ingress-nginx-controller', {
      images: { controller: 'registry.k8s.io/ingress-nginx/controller:v1.12.1' },
      labels: { 'app.kubernetes.io/name': 'ingress-nginx' },
    }),
    anIngressClassObject('nginx', 'k8s.io/ingress-nginx'),
    ...['edge/docs', 'shop/api', 'shop/web'].map((path) => anIngressObject(path, 'nginx')),
    oldNode,
    aWorkloadObject('DaemonSet', 'security/tracer', { volumes: [{ name: 'headers', hostPath: { path: '/usr/src' } }] }),
    aWorkloadObject('DaemonSet', 'spegel/spegel', { images: { registry: 'ghcr.io/spegel-org/spegel:v0.6.0' } }),
    aWorkloadObject('StatefulSet', 'shop/queue', { images: { broker: 'registry.k8s.io/nginx-slim:0.8' } }),
  ];
}

function cronJobWithZone(): Json {
  const template = { spec: { containers: [{ name: 'report', image: 'registry.example/report:2.1.0' }] } };
  return {
    apiVersion: 'batch/v1',
    kind: 'CronJob',
    metadata: { namespace: 'shop', name: 'nightly-report' },
    spec: { schedule: 'CRON_TZ=Europe/Berlin 0 3 * * *', jobTemplate: { spec: { template } } },
  };
}

/** Two pods on one node that mount a volume with different SELinux labels. */
function sharedVolume(): Json[] {
  const driver = csiDriverObject('shared.csi.example');
  const volumes = [{ name: 'media', persistentVolumeClaim: { claimName: 'media' } }];
  const containers = [
    { name: 'app', image: 'registry.example/media:3.1.0', volumeMounts: [{ name: 'media', mountPath: '/media' }] },
  ];
  const pods = ['s0:c11,c12', 's0:c21,c22'].map((level, index) =>
    aPodObject(
      `shop/media-${index}`,
      oldNodeName,
      { kind: 'StatefulSet', name: 'media' },
      {
        volumes,
        spec: { containers, securityContext: { seLinuxOptions: { level } } },
      },
    ),
  );
  return [
    { ...driver, spec: { ...(driver['spec'] as Json), seLinuxMount: true } },
    aVolumeObject('media', { driver: 'shared.csi.example', claim: 'shop/media' }),
    aWorkloadObject('StatefulSet', 'shop/media', { replicas: 2 }),
    ...pods,
  ];
}

/** Its template has a label, an address and an init container that later versions treat in another way. */
function resolver(): Json {
  const workload = aWorkloadObject('Deployment', 'edge/resolver');
  const own = workload['spec'] as { template: { metadata: { labels: Json }; spec: Json } };
  const { metadata, spec } = own.template;
  const labels = { ...metadata.labels, 'topology.kubernetes.io/zone': 'eu-west-1a' };
  const resizePolicy = [{ resourceName: 'memory', restartPolicy: 'RestartContainer' }];
  const initContainers = [{ name: 'setup', image: 'registry.example/setup:1.4.0', resizePolicy }];
  const hostAliases = [{ ip: '010.0.0.5', hostnames: ['ledger.example'] }];
  const template = { metadata: { ...metadata, labels }, spec: { ...spec, hostAliases, initContainers } };
  return { ...workload, spec: { ...own, template } };
}

function setWithoutClass(): Json {
  const set = aWorkloadObject('StatefulSet', 'shop/search');
  const claim = { metadata: { name: 'data' }, spec: { accessModes: ['ReadWriteOnce'] } };
  return { ...set, spec: { ...(set['spec'] as Json), volumeClaimTemplates: [claim] } };
}

/** From 1.34 on, the level baseline rejects the host of its probe. */
function workloadWithHost(): Json {
  const spec = {
    containers: [
      {
        name: 'ledger',
        image: 'registry.example/ledger:3.2.0',
        livenessProbe: { httpGet: { host: '127.0.0.1', path: '/live', port: 8080 } },
      },
    ],
  };
  const workload = aWorkloadObject('Deployment', 'pay/ledger');
  return {
    ...workload,
    spec: { ...(workload['spec'] as Json), template: { metadata: { labels: { app: 'ledger' } }, spec } },
  };
}

function portworxVolume(): Json {
  const volume = aVolumeObject('px-reports', { claim: 'shop/reports' });
  const { awsElasticBlockStore: _ebs, ...spec } = volume['spec'] as Json;
  return { ...volume, spec: { ...spec, portworxVolume: { volumeID: 'px-reports', fsType: 'ext4' } } };
}
