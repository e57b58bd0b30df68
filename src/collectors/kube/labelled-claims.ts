import type { SeLinuxRead } from './read-fields.ts';

type Spec = NonNullable<SeLinuxRead['spec']>;
type Container = Spec['containers'][number];
type Options = NonNullable<NonNullable<Spec['securityContext']>['seLinuxOptions']>;

/** A claim that a pod mounts, and the label with which the kubelet would mount its volume. */
export interface LabelledClaim {
  claim: string;
  label: string;
}

/**
 * The claims that a pod mounts. The label is empty if the kubelet mounts without one: the pod sets none, or sets several
 * for one volume, or demands the recursive change.
 * Source: https://github.com/kubernetes/kubernetes/blob/v1.37.1/pkg/volume/util/selinux.go, GetMountSELinuxLabel
 */
export function listLabelledClaims({ spec }: SeLinuxRead): LabelledClaim[] {
  if (spec === undefined) return [];
  const containers = [...spec.containers, ...(spec.initContainers ?? [])];
  return (spec.volumes ?? []).flatMap(({ name, persistentVolumeClaim }) => {
    const claim = persistentVolumeClaim?.claimName;
    if (claim === undefined) return [];
    const mounting = containers.filter(({ volumeMounts }) => volumeMounts?.some((mount) => mount.name === name));
    return mounting.length === 0 ? [] : [{ claim, label: findLabel(spec, mounting) }];
  });
}

function findLabel({ securityContext }: Spec, mounting: readonly Container[]): string {
  if (securityContext?.seLinuxChangePolicy === 'Recursive') return '';
  const options = mounting.flatMap(
    ({ securityContext: own }) => own?.seLinuxOptions ?? securityContext?.seLinuxOptions ?? [],
  );
  const [label = '', ...others] = new Set(options.map(formatLabel));
  return others.length > 0 ? '' : label;
}

function formatLabel({ user = '', role = '', type = '', level = '' }: Options): string {
  const parts = [user, role, type, level];
  return parts.every((part) => part === '') ? '' : parts.join(':');
}
