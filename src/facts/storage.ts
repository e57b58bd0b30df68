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
    /** `spec.awsElasticBlockStore`: the EBS volume type that is built into Kubernetes. */
    inTreeEbs: z.boolean(),
    /** Its type, where Kubernetes has removed or removes it; left out: another one. */
    removedType: z.optional(z.enum(removedVolumeTypes)),
    phase: publicText(['Pending', 'Available', 'Bound', 'Released', 'Failed']),
    /** Namespace and name of the claim that it is bound to. */
    claim: z.nullable(name('app')),
    storageClass: z.nullable(name('app')),
  }),
);

/** Names of the storage.k8s.io/v1 CSIDrivers. */
export const csiDrivers = z.array(name('host'));

/** storage.k8s.io/v1 StorageClasses. */
export const storageClasses = z.array(
  z.object({
    name: name('app'),
    /** Claims that name no class get it. */
    isDefault: z.boolean(),
  }),
);

/** Copies of the EBS CSI driver's controller, that of the EKS add-on as well. */
export const ebsCsiControllers = z.array(component);
