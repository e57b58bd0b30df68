import type { ServedKind, World } from '../world.ts';

/** A built-in kind; the API server serves it from the minor `from` to the last one before `below`. */
type Row = [
  groupVersion: string,
  kind: string,
  resource: string,
  scope: 'namespaced' | 'cluster',
  from?: number,
  below?: number,
];

/** Built-in kinds that a scan may request, with the minors that serve them (deprecation guide, release notes). */
const BUILT_IN: readonly Row[] = [
  ['v1', 'ConfigMap', 'configmaps', 'namespaced'],
  ['v1', 'Endpoints', 'endpoints', 'namespaced'],
  ['v1', 'Event', 'events', 'namespaced'],
  ['v1', 'LimitRange', 'limitranges', 'namespaced'],
  ['v1', 'Namespace', 'namespaces', 'cluster'],
  ['v1', 'Node', 'nodes', 'cluster'],
  ['v1', 'PersistentVolume', 'persistentvolumes', 'cluster'],
  ['v1', 'PersistentVolumeClaim', 'persistentvolumeclaims', 'namespaced'],
  ['v1', 'Pod', 'pods', 'namespaced'],
  ['v1', 'PodTemplate', 'podtemplates', 'namespaced'],
  ['v1', 'ReplicationController', 'replicationcontrollers', 'namespaced'],
  ['v1', 'ResourceQuota', 'resourcequotas', 'namespaced'],
  ['v1', 'Secret', 'secrets', 'namespaced'],
  ['v1', 'Service', 'services', 'namespaced'],
  ['v1', 'ServiceAccount', 'serviceaccounts', 'namespaced'],
  ['admissionregistration.k8s.io/v1', 'MutatingAdmissionPolicy', 'mutatingadmissionpolicies', 'cluster', 36],
  [
    'admissionregistration.k8s.io/v1',
    'MutatingAdmissionPolicyBinding',
    'mutatingadmissionpolicybindings',
    'cluster',
    36,
  ],
  ['admissionregistration.k8s.io/v1', 'MutatingWebhookConfiguration', 'mutatingwebhookconfigurations', 'cluster'],
  ['admissionregistration.k8s.io/v1', 'ValidatingAdmissionPolicy', 'validatingadmissionpolicies', 'cluster', 30],
  [
    'admissionregistration.k8s.io/v1',
    'ValidatingAdmissionPolicyBinding',
    'validatingadmissionpolicybindings',
    'cluster',
    30,
  ],
  ['admissionregistration.k8s.io/v1', 'ValidatingWebhookConfiguration', 'validatingwebhookconfigurations', 'cluster'],
  [
    'admissionregistration.k8s.io/v1beta1',
    'MutatingWebhookConfiguration',
    'mutatingwebhookconfigurations',
    'cluster',
    0,
    22,
  ],
  [
    'admissionregistration.k8s.io/v1beta1',
    'ValidatingWebhookConfiguration',
    'validatingwebhookconfigurations',
    'cluster',
    0,
    22,
  ],
  ['apiextensions.k8s.io/v1', 'CustomResourceDefinition', 'customresourcedefinitions', 'cluster'],
  ['apiextensions.k8s.io/v1beta1', 'CustomResourceDefinition', 'customresourcedefinitions', 'cluster', 0, 22],
  ['apiregistration.k8s.io/v1', 'APIService', 'apiservices', 'cluster'],
  ['apiregistration.k8s.io/v1beta1', 'APIService', 'apiservices', 'cluster', 0, 22],
  ['apps/v1', 'ControllerRevision', 'controllerrevisions', 'namespaced'],
  ['apps/v1', 'DaemonSet', 'daemonsets', 'namespaced'],
  ['apps/v1', 'Deployment', 'deployments', 'namespaced'],
  ['apps/v1', 'ReplicaSet', 'replicasets', 'namespaced'],
  ['apps/v1', 'StatefulSet', 'statefulsets', 'namespaced'],
  ['autoscaling/v1', 'HorizontalPodAutoscaler', 'horizontalpodautoscalers', 'namespaced'],
  ['autoscaling/v2', 'HorizontalPodAutoscaler', 'horizontalpodautoscalers', 'namespaced', 23],
  ['autoscaling/v2beta1', 'HorizontalPodAutoscaler', 'horizontalpodautoscalers', 'namespaced', 0, 25],
  ['autoscaling/v2beta2', 'HorizontalPodAutoscaler', 'horizontalpodautoscalers', 'namespaced', 0, 26],
  ['batch/v1', 'CronJob', 'cronjobs', 'namespaced', 21],
  ['batch/v1', 'Job', 'jobs', 'namespaced'],
  ['batch/v1beta1', 'CronJob', 'cronjobs', 'namespaced', 0, 25],
  ['certificates.k8s.io/v1', 'CertificateSigningRequest', 'certificatesigningrequests', 'cluster'],
  ['certificates.k8s.io/v1', 'ClusterTrustBundle', 'clustertrustbundles', 'cluster', 37],
  ['certificates.k8s.io/v1', 'PodCertificateRequest', 'podcertificaterequests', 'namespaced', 37],
  ['coordination.k8s.io/v1', 'Lease', 'leases', 'namespaced'],
  ['discovery.k8s.io/v1', 'EndpointSlice', 'endpointslices', 'namespaced', 21],
  ['discovery.k8s.io/v1beta1', 'EndpointSlice', 'endpointslices', 'namespaced', 0, 25],
  ['events.k8s.io/v1', 'Event', 'events', 'namespaced'],
  ['events.k8s.io/v1beta1', 'Event', 'events', 'namespaced', 0, 25],
  ['extensions/v1beta1', 'Ingress', 'ingresses', 'namespaced', 0, 22],
  ['flowcontrol.apiserver.k8s.io/v1', 'FlowSchema', 'flowschemas', 'cluster', 29],
  ['flowcontrol.apiserver.k8s.io/v1', 'PriorityLevelConfiguration', 'prioritylevelconfigurations', 'cluster', 29],
  ['flowcontrol.apiserver.k8s.io/v1beta1', 'FlowSchema', 'flowschemas', 'cluster', 20, 26],
  [
    'flowcontrol.apiserver.k8s.io/v1beta1',
    'PriorityLevelConfiguration',
    'prioritylevelconfigurations',
    'cluster',
    20,
    26,
  ],
  ['flowcontrol.apiserver.k8s.io/v1beta2', 'FlowSchema', 'flowschemas', 'cluster', 23, 29],
  [
    'flowcontrol.apiserver.k8s.io/v1beta2',
    'PriorityLevelConfiguration',
    'prioritylevelconfigurations',
    'cluster',
    23,
    29,
  ],
  ['flowcontrol.apiserver.k8s.io/v1beta3', 'FlowSchema', 'flowschemas', 'cluster', 26, 32],
  [
    'flowcontrol.apiserver.k8s.io/v1beta3',
    'PriorityLevelConfiguration',
    'prioritylevelconfigurations',
    'cluster',
    26,
    32,
  ],
  ['networking.k8s.io/v1', 'IPAddress', 'ipaddresses', 'cluster', 33],
  ['networking.k8s.io/v1', 'Ingress', 'ingresses', 'namespaced'],
  ['networking.k8s.io/v1', 'IngressClass', 'ingressclasses', 'cluster'],
  ['networking.k8s.io/v1', 'NetworkPolicy', 'networkpolicies', 'namespaced'],
  ['networking.k8s.io/v1', 'ServiceCIDR', 'servicecidrs', 'cluster', 33],
  ['networking.k8s.io/v1beta1', 'Ingress', 'ingresses', 'namespaced', 0, 22],
  ['networking.k8s.io/v1beta1', 'IngressClass', 'ingressclasses', 'cluster', 0, 22],
  ['node.k8s.io/v1', 'RuntimeClass', 'runtimeclasses', 'cluster', 20],
  ['node.k8s.io/v1beta1', 'RuntimeClass', 'runtimeclasses', 'cluster', 0, 25],
  ['policy/v1', 'PodDisruptionBudget', 'poddisruptionbudgets', 'namespaced', 21],
  ['policy/v1beta1', 'PodDisruptionBudget', 'poddisruptionbudgets', 'namespaced', 0, 25],
  ['policy/v1beta1', 'PodSecurityPolicy', 'podsecuritypolicies', 'cluster', 0, 25],
  ['rbac.authorization.k8s.io/v1', 'ClusterRole', 'clusterroles', 'cluster'],
  ['rbac.authorization.k8s.io/v1', 'ClusterRoleBinding', 'clusterrolebindings', 'cluster'],
  ['rbac.authorization.k8s.io/v1', 'Role', 'roles', 'namespaced'],
  ['rbac.authorization.k8s.io/v1', 'RoleBinding', 'rolebindings', 'namespaced'],
  ['rbac.authorization.k8s.io/v1beta1', 'ClusterRoleBinding', 'clusterrolebindings', 'cluster', 0, 22],
  ['rbac.authorization.k8s.io/v1beta1', 'RoleBinding', 'rolebindings', 'namespaced', 0, 22],
  ['resource.k8s.io/v1', 'DeviceClass', 'deviceclasses', 'cluster', 34],
  ['resource.k8s.io/v1', 'DeviceTaintRule', 'devicetaintrules', 'cluster', 37],
  ['resource.k8s.io/v1', 'ResourceClaim', 'resourceclaims', 'namespaced', 34],
  ['resource.k8s.io/v1', 'ResourceClaimTemplate', 'resourceclaimtemplates', 'namespaced', 34],
  ['resource.k8s.io/v1', 'ResourceSlice', 'resourceslices', 'cluster', 34],
  ['scheduling.k8s.io/v1', 'PriorityClass', 'priorityclasses', 'cluster'],
  ['storage.k8s.io/v1', 'CSIDriver', 'csidrivers', 'cluster'],
  ['storage.k8s.io/v1', 'CSINode', 'csinodes', 'cluster'],
  ['storage.k8s.io/v1', 'CSINode', 'csinodes', 'cluster'],
  ['storage.k8s.io/v1', 'CSIStorageCapacity', 'csistoragecapacities', 'namespaced', 24],
  ['storage.k8s.io/v1', 'StorageClass', 'storageclasses', 'cluster'],
  ['storage.k8s.io/v1', 'VolumeAttachment', 'volumeattachments', 'cluster'],
  ['storage.k8s.io/v1', 'VolumeAttributesClass', 'volumeattributesclasses', 'cluster', 34],
  ['storage.k8s.io/v1beta1', 'CSIStorageCapacity', 'csistoragecapacities', 'namespaced', 21, 27],
  ['storagemigration.k8s.io/v1', 'StorageVersionMigration', 'storageversionmigrations', 'cluster', 37],
];

/** A served kind, and whether it is built in or a custom resource. */
export interface Kind extends ServedKind {
  builtIn: boolean;
}

/** The minor of the world's API server; 0 if its version is invalid. */
export function parseMinor(world: World): number {
  return Number(/^v?1\.(\d+)/.exec(world.kube.version)?.[1] ?? 0);
}

/** All kinds that the world serves: the built-in ones of its version, then its custom ones. */
export function servedKinds(world: World): readonly Kind[] {
  const minor = parseMinor(world);
  const builtIn = BUILT_IN.filter(([, , , , from = 0, below = Infinity]) => minor >= from && minor < below).map(
    builtInKind,
  );
  const own = world.kube.served.filter((kind) => !builtIn.some((other) => sameResource(kind, other)));
  return [...builtIn, ...own.map((kind) => ({ ...kind, builtIn: false }))];
}

function builtInKind([groupVersion, kind, resource, scope]: Row): Kind {
  const [group, version] = splitGroupVersion(groupVersion);
  return { group, version, kind, resource, namespaced: scope === 'namespaced', builtIn: true };
}

/** `apps/v1` is the group apps with version v1; `v1` is the core group. */
export function splitGroupVersion(groupVersion: string): [group: string, version: string] {
  const slash = groupVersion.indexOf('/');
  return slash < 0 ? ['', groupVersion] : [groupVersion.slice(0, slash), groupVersion.slice(slash + 1)];
}

function sameResource(one: ServedKind, other: ServedKind): boolean {
  return one.group === other.group && one.version === other.version && one.resource === other.resource;
}
