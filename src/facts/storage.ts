import * as z from 'zod/mini';
import { name, publicText } from './marks.ts';
import { component, removedVolumeTypes } from './kube.ts';

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
  }),
);

/** Names of the storage.k8s.io CSIDrivers. */
export const csiDrivers = z.array(name('host'));

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
