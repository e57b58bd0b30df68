import * as z from 'zod/mini';
import { managerTags } from './manager-tags.ts';
import { name, publicText } from './marks.ts';
import { address } from './network-addresses.ts';
import { objectOwner } from './owner.ts';
import { podSecurityLabels, securityTraits } from './security-traits.ts';
import { kind, proxyMode, release, versionSource } from './public-texts.ts';

/**
 * Facts from the Kubernetes API. Schemas drop unknown keys, so an inventory contains no secrets, and no environment
 * values except those that checks read.
 */

/** Volume types that Kubernetes has removed or will remove. Of the types with CSI migration, only Portworx is here. */
export const removedVolumeTypes = [
  'gitRepo',
  'scaleIO',
  'flocker',
  'quobyte',
  'storageos',
  'glusterfs',
  'cephfs',
  'rbd',
  'photonPersistentDisk',
  'portworxVolume',
] as const;
const removedVolume = z.object({ volume: name('app'), type: z.enum(removedVolumeTypes) });
export type RemovedVolume = z.infer<typeof removedVolume>;

/** The parts of a pod template that checks read. */
const podTemplate = {
  /** Its pods can run only on Windows nodes. */
  windows: z.optional(z.literal(true)),
  containers: z.array(
    z.object({
      name: name('app'),
      image: name('image'),
      /** Path of an HTTP readiness probe, without its query. */
      readinessPath: z.optional(name('app')),
      /** Environment variables that checks read; null if set through `valueFrom`. Others are not kept. */
      variables: z.optional(z.record(name('label'), z.nullable(name('label')))),
      /** Flags of kube-proxy, only for a container that runs it. */
      kubeProxy: z.optional(
        z.object({
          mode: z.nullable(proxyMode()),
          config: z.nullable(name('app')),
          /** Those of `--feature-gates` that are in the table. Omitted if there are none. */
          featureGates: z.exactOptional(z.record(publicText({ table: 'feature-gates' }), z.boolean())),
        }),
      ),
      /** For the AWS Load Balancer Controller: an argument names its VPC, or it uses the network of the node. */
      knowsVpc: z.exactOptional(z.boolean()),
    }),
  ),
  hostPaths: z.array(z.object({ volume: name('app'), path: name('app') })),
  /** Names of ConfigMaps mounted as volumes. */
  configMaps: z.array(name('app')),
  /** Volumes of removed types; omitted if there are none. */
  removedVolumes: z.optional(z.array(removedVolume)),
  /** Only an annotation, not a field, sets a seccomp profile. Omitted otherwise. */
  seccompByAnnotation: z.optional(z.literal(true)),
  /** Addresses in `hostAliases` that a strict parser rejects; omitted if there are none. */
  sloppyHosts: z.exactOptional(z.array(address)),
  /** Init containers, without sidecars, with the resize policy RestartContainer; omitted if there are none. */
  resizedInitContainers: z.exactOptional(z.array(name('app'))),
  /** Image volumes whose `reference` is empty; omitted if there are none. */
  imagesWithoutReference: z.exactOptional(z.array(name('app'))),
  /** Labels of its pods that the API server takes from the node from 1.35 on; omitted if there are none. */
  placeLabels: z.exactOptional(z.array(publicText(['topology.kubernetes.io/zone', 'topology.kubernetes.io/region']))),
  /** Omitted if it has none, and in older inventories. */
  securityTraits: z.exactOptional(securityTraits),
  /** Its pods use PersistentVolumeClaims, such as those of claim templates. Omitted if this was not checked. */
  claims: z.optional(z.boolean()),
};

/** One Deployment, DaemonSet, StatefulSet or CronJob. */
export const workload = z.object({
  kind: kind(),
  namespace: name('ns'),
  name: name('app'),
  /** `spec.replicas` (1 if unset); null for kinds without replicas. */
  replicas: z.nullable(z.number()),
  /** Labels that identify the application: app, k8s-app, app.kubernetes.io/{name,version,managed-by}, helm.sh/chart. */
  labels: z.record(name('label'), name('label')),
  /** Omitted if the workload has neither Helm's release annotation nor a label or annotation of Argo CD or Flux. */
  owner: z.optional(objectOwner),
  /** For a CronJob: `spec.schedule` sets a time zone (`TZ=`, `CRON_TZ=`). Omitted otherwise. */
  timeZoneInSchedule: z.optional(z.literal(true)),
  /**
   * For a DaemonSet: its pods tolerate the taint karpenter.sh/disruption=disrupting:NoSchedule. Omitted for other kinds,
   * and in older inventories.
   */
  toleratesDisruption: z.exactOptional(z.boolean()),
  /** For a StatefulSet: names of claim templates that do not set a StorageClass. Omitted if there are none. */
  claimsWithoutClass: z.optional(z.array(name('app'))),
  /** For a StatefulSet: how many pods a rolling update may stop at the same time, if its manifest allows more than one. */
  maxUnavailable: z.exactOptional(z.number()),
  ...podTemplate,
});
export type Workload = z.infer<typeof workload>;
/** Deployments, DaemonSets, StatefulSets or CronJobs: their labels and pod templates, and who applies them. */
export const workloads = z.array(workload);

// The collector projects API objects by hand, since there may be thousands; this schema describes what is kept.
/** v1 Pods, only what checks read. */
export const pods = z.array(
  z.object({
    namespace: name('ns'),
    name: name('app'),
    node: z.nullable(name('node')),
    phase: publicText(['Pending', 'Running', 'Succeeded', 'Failed', 'Unknown']),
    /** The condition Ready is True. */
    ready: z.boolean(),
    /** Its deletion was requested. */
    terminating: z.boolean(),
    /** It uses the network and the address of its node. */
    hostNetwork: z.exactOptional(z.literal(true)),
    /** Its controller; the Deployment instead of its ReplicaSet. */
    controller: z.nullable(z.object({ kind: kind(), name: name('app') })),
    /** The pod security policy that admitted it (annotation kubernetes.io/psp). */
    podSecurityPolicy: z.nullable(name('app')),
    hostPaths: z.array(z.object({ volume: name('app'), path: name('app') })),
    /** Volumes of removed types; omitted if there are none. */
    removedVolumes: z.optional(z.array(removedVolume)),
    /** Those of the first pod of its controller. Omitted if it has none or no controller, and in older inventories. */
    securityTraits: z.exactOptional(securityTraits),
  }),
);

/**
 * Controllers with a running pod whose image, of a container or an init container, is below a path in the table
 * `retired-images`. Read of the first pod of each controller.
 */
export const podImages = z.array(
  z.object({
    kind: kind(),
    namespace: name('ns'),
    name: name('app'),
    images: z.array(z.object({ container: name('app'), image: name('image') })),
  }),
);

/** v1 Namespaces. */
export const namespaces = z.array(
  z.object({
    name: name('ns'),
    /** True if a pod-security.kubernetes.io/* label is set. */
    podSecurityLabelled: z.boolean(),
    /** Those labels. Omitted if none is set, and in older inventories. */
    podSecurity: z.exactOptional(podSecurityLabels),
    /** Value of the label in `--team-label`; omitted if the namespace lacks it, or the option is not set. */
    team: z.exactOptional(name('label')),
  }),
);

/** policy/v1beta1 PodSecurityPolicies; null if the server does not serve them. */
export const podSecurityPolicies = z.nullable(z.array(z.object({ name: name('app'), privileged: z.boolean() })));

/** Workloads with pods on Fargate, each with the Fargate nodes of its pods. */
export const fargateWorkloads = z.array(
  z.object({
    kind: kind(),
    namespace: name('ns'),
    name: name('app'),
    nodes: z.array(name('node')),
    /** The Fargate profiles in the labels of its pods. Omitted if no label names one. */
    profiles: z.optional(z.array(name('group'))),
  }),
);

/** One copy of a known component, recognized by image name, labels or chart. */
export const component = z.object({
  kind: kind(),
  namespace: name('ns'),
  name: name('app'),
  replicas: z.nullable(z.number()),
  image: name('image'),
  /** `1.18.1`; null if no source shows it. */
  version: z.nullable(release()),
  /** The EKS build number: 3 in `v1.18.1-eksbuild.3`; omitted if there is none. */
  build: z.optional(z.number()),
  /** Where the version was read: the image's tag, the EKS add-on or the version label. */
  versionSource: z.nullable(versionSource()),
  /** Name of the EKS add-on that manages this copy. */
  addon: z.nullable(name('app')),
  /** The IAM role of that add-on's service account; null if it has none. Omitted without an add-on and in older inventories. */
  addonRole: z.optional(z.nullable(name('role'))),
  /** Those tags of that add-on that can tell what manages it (table `manager-tags`). Omitted if there are none, and in older inventories. */
  addonTags: managerTags,
  /** Its pods can run only on Windows nodes. */
  windows: z.optional(z.literal(true)),
  /**
   * A DaemonSet with no desired pod although nodes are there that could run one: its node selector or affinity matches
   * none. Omitted otherwise, if nodes could not be read, and in older inventories.
   */
  matchesNoNode: z.exactOptional(z.literal(true)),
  /** Omitted if the workload has neither Helm's release annotation nor a label or annotation of Argo CD or Flux. */
  owner: z.optional(objectOwner),
});
export type Component = z.infer<typeof component>;

/** Of the API groups that checks look for, those that the API server serves. */
export const apiGroups = z.array(name('host'));
