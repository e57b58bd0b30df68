import * as z from 'zod/mini';
import { name, prose, publicText } from './marks.ts';
import { objectOwner } from './owner.ts';
import {
  containerRuntime,
  instanceType,
  kernelVersion,
  kind,
  kubeletVersion,
  moment,
  osImage,
  place,
  proxyMode,
  release,
  versionSource,
} from './public-texts.ts';

/**
 * Facts that are read from the Kubernetes API. Schemas drop unknown keys: no secret, no environment value reaches an
 * inventory.
 */

/** Who makes and replaces a node. `virtual`: a virtual kubelet, a program that only behaves like a node. */
export const computeTypes = ['managed', 'self-managed', 'karpenter', 'auto', 'fargate', 'hybrid', 'virtual'] as const;

// The collector projects API objects by hand, since there may be thousands; this schema describes what is kept.
/** v1 Nodes. */
export const node = z.object({
  name: name('node'),
  /** Left out if the API server names none. */
  createdAt: z.optional(moment()),
  computeType: z.enum(computeTypes),
  /** Node group or NodePool (or Provisioner) that made it. */
  group: z.nullable(name('group')),
  /** Its group is a Provisioner: Karpenter before 0.32 launched the node. */
  ofProvisioner: z.optional(z.literal(true)),
  kubeletVersion: kubeletVersion(),
  containerRuntimeVersion: containerRuntime(),
  osImage: osImage(),
  kernelVersion: kernelVersion(),
  zone: z.nullable(place()),
  instanceType: z.nullable(instanceType()),
  /** The node group or Karpenter says that it is a Spot instance. */
  spot: z.optional(z.literal(true)),
  /** Of EC2, from `spec.providerID`; null for nodes that are not an EC2 instance. */
  instanceId: z.nullable(name('id')),
  /** The Ready condition; null: Unknown, or not reported. */
  ready: z.nullable(z.boolean()),
  /** When Ready last changed, if it is not True. */
  notReadySince: z.nullable(moment()),
  /** The conditions that report a problem and are True: MemoryPressure, DiskPressure, PIDPressure, NetworkUnavailable. */
  pressures: z.array(publicText(['MemoryPressure', 'DiskPressure', 'PIDPressure', 'NetworkUnavailable'])),
  /** Cordoned: `spec.unschedulable`. */
  unschedulable: z.boolean(),
  /** Its deletion was requested and waits for a finalizer. */
  deletingSince: z.nullable(moment()),
  /** `nvidia.com/gpu` of the capacity, which a running device plugin reports; 0 if none is reported. */
  nvidiaGpus: z.number(),
});
export const nodes = z.array(node);

/** Types of volumes that Kubernetes has removed or removes; of those that a CSI driver has taken over, only Portworx. */
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
  /** Its pods run on nodes of Windows only. */
  windows: z.optional(z.literal(true)),
  containers: z.array(
    z.object({
      name: name('app'),
      image: name('image'),
      /** Path of an HTTP readiness probe, without its query. */
      readinessPath: z.optional(name('app')),
      /** Environment variables that a check names; null: set from elsewhere (`valueFrom`). No other is read. */
      variables: z.optional(z.record(name('label'), z.nullable(name('label')))),
      /** Flags of kube-proxy, only where the container runs it. */
      kubeProxy: z.optional(z.object({ mode: z.nullable(proxyMode()), config: z.nullable(name('app')) })),
    }),
  ),
  /** hostPath volumes. */
  hostPaths: z.array(z.object({ volume: name('app'), path: name('app') })),
  /** Names of ConfigMaps mounted as volumes. */
  configMaps: z.array(name('app')),
  /** Volumes of removed types; left out: none. */
  removedVolumes: z.optional(z.array(removedVolume)),
  /** A seccomp profile is named by an annotation, and by no field; left out: no. */
  seccompByAnnotation: z.optional(z.literal(true)),
  /** A volume of its pods is a PersistentVolumeClaim, or a StatefulSet makes one for each. Left out: it was not looked for. */
  claims: z.optional(z.boolean()),
};

/** One Deployment, DaemonSet, StatefulSet or CronJob. */
export const workload = z.object({
  kind: kind(),
  namespace: name('ns'),
  name: name('app'),
  /** `spec.replicas` (1 where unset); null for kinds without. */
  replicas: z.nullable(z.number()),
  /** Labels that name what runs: app, k8s-app, app.kubernetes.io/{name,version,managed-by}, helm.sh/chart. */
  labels: z.record(name('label'), name('label')),
  /** Left out: no label or annotation names one. */
  owner: z.optional(objectOwner),
  /** Of a CronJob: `spec.schedule` sets a time zone (`TZ=`, `CRON_TZ=`). Left out: no. */
  timeZoneInSchedule: z.optional(z.literal(true)),
  /** Of a StatefulSet: the claim templates that name no StorageClass. Left out: none. */
  claimsWithoutClass: z.optional(z.array(name('app'))),
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
    /** The owner that controls it; a ReplicaSet of a Deployment is already folded into the Deployment's name. */
    controller: z.nullable(z.object({ kind: kind(), name: name('app') })),
    /** The pod security policy that admitted it (annotation kubernetes.io/psp). */
    podSecurityPolicy: z.nullable(name('app')),
    hostPaths: z.array(z.object({ volume: name('app'), path: name('app') })),
    /** Volumes of removed types; left out: none. */
    removedVolumes: z.optional(z.array(removedVolume)),
  }),
);

/** v1 Namespaces. */
export const namespaces = z.array(
  z.object({
    name: name('ns'),
    /** True if a pod-security.kubernetes.io/* label is set. */
    podSecurityLabelled: z.boolean(),
    /** The value of the label that `--team-label` names; left out: it has none, or no label was named. */
    team: z.exactOptional(name('label')),
  }),
);

/** policy/v1beta1 PodSecurityPolicies; null if the server does not serve them. */
export const podSecurityPolicies = z.nullable(z.array(z.object({ name: name('app'), privileged: z.boolean() })));

/** Workloads that run on Fargate, each with the virtual nodes of its pods. */
export const fargateWorkloads = z.array(
  z.object({
    kind: kind(),
    namespace: name('ns'),
    name: name('app'),
    nodes: z.array(name('node')),
    /** Fargate profiles that its pods run with, by the pods' label. Left out: no label names one. */
    profiles: z.optional(z.array(name('group'))),
  }),
);

/** One copy of a known component, found by image path, labels or chart name. */
export const component = z.object({
  kind: kind(),
  namespace: name('ns'),
  name: name('app'),
  replicas: z.nullable(z.number()),
  image: name('image'),
  /** `1.18.1`; null: present, but no source shows its version. */
  version: z.nullable(release()),
  /** EKS's own count of builds of that version: 3 of `v1.18.1-eksbuild.3`; left out if there is none. */
  build: z.optional(z.number()),
  /** Where the version was read: the image's tag, a chart or version label, the EKS add-on. */
  versionSource: z.nullable(versionSource()),
  /** Name of the EKS add-on that manages this copy. */
  addon: z.nullable(name('app')),
  /** It runs on nodes of Windows only. */
  windows: z.optional(z.literal(true)),
  /** Left out: no label or annotation names one. */
  owner: z.optional(objectOwner),
});
export type Component = z.infer<typeof component>;

/** Copies of the VPC CNI. */
export const vpcCni = z.array(component);

/** Copies of the AWS Load Balancer Controller, and of its first generation, the ALB Ingress Controller (generation 1). */
export const loadBalancerControllers = z.array(z.extend(component, { generation: z.enum(['1', '2']) }));

interface CorefileDirective {
  name: string;
  args: string[];
  line: number;
  importedAt?: number | undefined;
  file?: { configMap: string; key: string } | undefined;
  block: CorefileDirective[];
}
const directive: z.ZodMiniType<CorefileDirective> = z.object({
  name: name('app'),
  args: z.array(name('host')),
  line: z.number(),
  importedAt: z.optional(z.number()),
  /** The imported file that it is written in, to which `line` belongs; left out: the Corefile itself. */
  file: z.optional(z.object({ configMap: name('app'), key: name('app') })),
  get block() {
    return z.array(directive);
  },
});

/** Copies of CoreDNS, each with the Corefile it runs: parsed, unreadable, or its ConfigMap missing. Arguments that may be secrets are masked. */
export const coredns = z.array(
  z.extend(component, {
    /** Path of the readiness probe; null: none over HTTP. */
    readinessPath: z.nullable(name('app')),
    corefile: z.discriminatedUnion('state', [
      z.object({
        state: z.literal('parsed'),
        configMap: name('app'),
        blocks: z.array(z.object({ keys: z.array(name('host')), line: z.number(), directives: z.array(directive) })),
        unresolvedImports: z.array(z.object({ pattern: name('app'), line: z.number() })),
      }),
      z.object({ state: z.literal('unreadable'), configMap: name('app'), line: z.number(), message: prose() }),
      z.object({ state: z.literal('missing'), configMap: name('app') }),
    ]),
  }),
);

/** API groups that discovery shows. */
export const apiGroups = z.array(name('host'));
