import * as z from 'zod/mini';
import { name, prose, publicText } from './marks.ts';
import { component, removedVolumeTypes } from './kube.ts';
import { moment, place } from './public-texts.ts';

/** Facts about volumes and what attaches them. */

// The collector projects API objects by hand, since there may be thousands; this schema describes what is kept.
/** v1 PersistentVolumes, only what checks read. */
export const persistentVolumes = z.array(
  z.object({
    name: name('app'),
    /** `spec.csi.driver`; null for volumes of another kind. */
    driver: z.nullable(name('host')),
    /** `spec.awsElasticBlockStore`: the in-tree EBS volume type. */
    inTreeEbs: z.boolean(),
    /** Its type, if Kubernetes has removed or will remove it; otherwise omitted. */
    removedType: z.optional(z.enum(removedVolumeTypes)),
    phase: publicText(['Pending', 'Available', 'Bound', 'Released', 'Failed']),
    /** Namespace and name of the claim that is bound to it. */
    claim: z.nullable(name('app')),
    storageClass: z.nullable(name('app')),
    /** Where it can be mounted; null if on every node. Omitted in older inventories. */
    reach: z.exactOptional(
      z.nullable(
        z.object({
          /** The zones in its node affinity; empty if it names none. */
          zones: z.array(place()),
          /** It is on the disk of one node: `spec.local`, or a node affinity for a host name. */
          local: z.boolean(),
        }),
      ),
    ),
  }),
);

// The collector projects API objects by hand, since there may be thousands; this schema describes what is kept.
/** storage.k8s.io/v1 VolumeAttachments: the volumes that a CSI driver attaches to nodes, or detaches from them. */
export const volumeAttachments = z.array(
  z.object({
    node: name('node'),
    /** The PersistentVolume; null for an inline volume. */
    volume: z.nullable(name('app')),
    /** The CSI driver, `spec.attacher`. */
    driver: name('host'),
    attached: z.boolean(),
    /** When the detaching was requested. Omitted if it was not. */
    deletingSince: z.exactOptional(moment()),
    /** Why the last try to detach it failed. Omitted if none failed. */
    detachError: z.exactOptional(prose()),
  }),
);

// The collector projects API objects by hand, since there may be thousands; this schema describes what is kept.
/** storage.k8s.io/v1 CSINodes: how many volumes of a CSI driver a node can have attached. */
export const csiNodes = z.array(
  z.object({
    node: name('node'),
    /** Drivers that report a limit (`allocatable.count`). */
    drivers: z.array(z.object({ driver: name('host'), limit: z.number() })),
  }),
);

/** Names of the storage.k8s.io CSIDrivers. */
export const csiDrivers = z.array(name('host'));

/** Volumes that pods with different SELinux labels share. */
export const seLinuxVolumes = z.object({
  /** Names of CSIDrivers with `spec.seLinuxMount: true`. */
  drivers: z.array(name('host')),
  /** Claims that pods mount whose labels differ; without finished pods. */
  claims: z.array(
    z.object({
      namespace: name('ns'),
      claim: name('app'),
      pods: z.array(
        z.object({
          name: name('app'),
          node: z.nullable(name('node')),
          /** `user:role:type:level` as the pod sets them; empty if the kubelet mounts the volume without a label. */
          label: name('label'),
        }),
      ),
    }),
  ),
});

/** storage.k8s.io/v1 StorageClasses. */
export const storageClasses = z.array(
  z.object({
    name: name('app'),
    /** The default class, for claims that name none. */
    isDefault: z.boolean(),
  }),
);

/** Copies of the EBS CSI driver's controller, as an EKS add-on or self-managed. */
export const ebsCsiControllers = z.array(component);
