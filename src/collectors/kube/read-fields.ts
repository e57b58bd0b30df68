import type { V1Node, V1Pod } from '@kubernetes/client-node';
import { removedVolumeTypes } from '../../facts/kube.ts';
import type { Masked } from '../../sources/kube/protobuf/shape.ts';

const terms = { matchExpressions: true } as const;
const volumeTypes = Object.fromEntries(removedVolumeTypes.map((type) => [type, {}])) as {
  readonly [Type in (typeof removedVolumeTypes)[number]]: Record<string, never>;
};

/** The fields that are read of a pod. */
export const podFields = {
  metadata: {
    name: true,
    namespace: true,
    labels: true,
    annotations: true,
    deletionTimestamp: true,
    ownerReferences: { apiVersion: true, uid: true, kind: true, name: true, controller: true },
  },
  spec: {
    nodeName: true,
    hostNetwork: true,
    nodeSelector: true,
    terminationGracePeriodSeconds: true,
    tolerations: { key: true, operator: true, effect: true },
    topologySpreadConstraints: { whenUnsatisfiable: true, topologyKey: true },
    affinity: {
      nodeAffinity: {
        requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: terms },
        preferredDuringSchedulingIgnoredDuringExecution: { preference: terms },
      },
      podAffinity: {
        requiredDuringSchedulingIgnoredDuringExecution: { topologyKey: true },
        preferredDuringSchedulingIgnoredDuringExecution: { podAffinityTerm: { topologyKey: true } },
      },
      podAntiAffinity: {
        requiredDuringSchedulingIgnoredDuringExecution: { labelSelector: true, topologyKey: true },
        preferredDuringSchedulingIgnoredDuringExecution: { podAffinityTerm: { topologyKey: true } },
      },
    },
    volumes: {
      name: true,
      hostPath: { path: true },
      emptyDir: { medium: true },
      persistentVolumeClaim: { claimName: true },
      ...volumeTypes,
    },
    containers: { ports: { hostPort: true } },
  },
  status: {
    phase: true,
    conditions: { type: true, status: true, lastTransitionTime: true },
    containerStatuses: { state: { waiting: { reason: true } } },
  },
} as const;

/** A pod as it is read: in protobuf it has no other fields. */
export type PodRead = Masked<V1Pod, typeof podFields>;

/** The fields that are read of Karpenter's pods alone: other pods may have many variables. */
export const environmentFields = { spec: { containers: { env: { name: true, value: true } } } } as const;
export type EnvironmentRead = Masked<V1Pod, typeof environmentFields>;

const labelled = { securityContext: { seLinuxOptions: true }, volumeMounts: { name: true } } as const;

/** The fields that are read of pods with claims alone: which SELinux label their volumes get. */
export const seLinuxFields = {
  spec: {
    securityContext: { seLinuxOptions: true, seLinuxChangePolicy: true },
    containers: labelled,
    initContainers: labelled,
    volumes: { name: true, persistentVolumeClaim: { claimName: true } },
  },
} as const;
export type SeLinuxRead = Masked<V1Pod, typeof seLinuxFields>;

/** The fields that are read only of pods that are being deleted, that have no node, or that have not started. */
export const waitingFields = {
  metadata: {
    name: true,
    deletionTimestamp: true,
    deletionGracePeriodSeconds: true,
    finalizers: true,
  },
  spec: {
    nodeName: true,
    volumes: { name: true, persistentVolumeClaim: { claimName: true }, ephemeral: {} },
  },
  status: {
    phase: true,
    conditions: { type: true, status: true, reason: true, message: true, lastTransitionTime: true },
  },
} as const;
export type WaitingRead = Masked<V1Pod, typeof waitingFields>;

const waitingReasons = { state: { waiting: { reason: true } } } as const;

/** The fields that are read only of pods that are not ready. */
export const unreadyFields = {
  metadata: { creationTimestamp: true },
  status: {
    conditions: { type: true, status: true, message: true, lastTransitionTime: true },
    initContainerStatuses: waitingReasons,
    containerStatuses: waitingReasons,
  },
} as const;
export type UnreadyRead = Masked<V1Pod, typeof unreadyFields>;

/** The fields that are read of a node. */
export const nodeFields = {
  metadata: { name: true, labels: true, annotations: true, creationTimestamp: true, deletionTimestamp: true },
  spec: {
    providerID: true,
    unschedulable: true,
    taints: { key: true, value: true, effect: true, timeAdded: true },
  },
  status: {
    nodeInfo: { kubeletVersion: true, containerRuntimeVersion: true, osImage: true, kernelVersion: true },
    conditions: { type: true, status: true, lastTransitionTime: true },
    capacity: true,
  },
} as const;

/** A node as it is read: in protobuf it has no other fields. */
export type NodeRead = Masked<V1Node, typeof nodeFields>;
