import { removedVolumeTypes, type RemovedVolume } from '../../facts/kube.ts';

const types: ReadonlySet<string> = new Set(removedVolumeTypes);
const podAnnotation = 'seccomp.security.alpha.kubernetes.io/pod';
const containerAnnotation = 'container.seccomp.security.alpha.kubernetes.io/';

/** A volume in the API: its name, and its type as the only other key. */
type RawVolume = { name: string } & object;

interface Secured {
  securityContext?: { seccompProfile?: unknown } | null | undefined;
}

interface RawTemplate {
  metadata?: { annotations?: Record<string, string> | null | undefined } | null | undefined;
  spec: Secured & {
    containers: readonly (Secured & { name: string })[];
    initContainers?: readonly (Secured & { name: string })[] | null | undefined;
  };
}

/** The volumes of types that Kubernetes has removed or will remove; undefined for none, as in nearly every pod. */
export function findRemovedVolumes(volumes: readonly RawVolume[] | null | undefined): RemovedVolume[] | undefined {
  let found: RemovedVolume[] | undefined;
  for (const volume of volumes ?? []) {
    for (const key in volume) {
      if (!types.has(key)) continue;
      found ??= [];
      found.push({ volume: volume.name, type: key as RemovedVolume['type'] });
    }
  }
  return found;
}

/** The removed volume type of a PersistentVolume; undefined if the volume has another type. */
export function findRemovedType(spec: object): RemovedVolume['type'] | undefined {
  return removedVolumeTypes.find((type) => (spec as Record<string, unknown>)[type] !== undefined);
}

/** True if only an annotation sets a seccomp profile: a kubelet of 1.27 or later reads only the field. */
export function hasSeccompByAnnotation({ metadata, spec }: RawTemplate): boolean {
  const annotations = metadata?.annotations ?? {};
  const isSet = ({ securityContext }: Secured): boolean => securityContext?.seccompProfile !== undefined;
  if (isSet(spec)) return false;
  const containers = [...spec.containers, ...(spec.initContainers ?? [])];
  const isRequested = ({ name }: { name: string }) =>
    [podAnnotation, `${containerAnnotation}${name}`].some((key) => (annotations[key] ?? 'unconfined') !== 'unconfined');
  return containers.some((container) => isRequested(container) && !isSet(container));
}
