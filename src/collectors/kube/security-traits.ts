import type { SecurityTrait } from '../../facts/security-traits.ts';
import { setFields } from '../../syntax/set-fields.ts';
import { recordAt, recordsAt } from './karpenter/shape.ts';

type Fields = Readonly<Record<string, unknown>>;

const handler = { httpGet: { host: true }, tcpSocket: { host: true } } as const;
const container = {
  name: true,
  livenessProbe: handler,
  readinessProbe: handler,
  startupProbe: handler,
  lifecycle: { postStart: handler, preStop: handler },
  securityContext: { procMount: true, runAsNonRoot: true, runAsUser: true, seLinuxOptions: { type: true } },
} as const;

/** The fields of a pod that {@link listSecurityTraits} reads. */
export const securityFields = {
  spec: {
    hostUsers: true,
    os: { name: true },
    securityContext: { runAsNonRoot: true, runAsUser: true, seLinuxOptions: { type: true }, sysctls: { name: true } },
    containers: container,
    initContainers: container,
  },
} as const;

/**
 * What a pod or a pod template has that Kubernetes versions judge differently in the Pod Security Standards.
 * @param spec as the API returns it
 * @returns undefined if it has nothing of it, as nearly every pod
 * @throws ScanError (`unreadable`) if a field has an unexpected type
 */
export function listSecurityTraits(spec: unknown): SecurityTrait[] | undefined {
  const pod = recordAt(spec, 'spec');
  const containers = [...recordsAt(pod['containers'], 'containers'), ...recordsAt(pod['initContainers'], 'containers')];
  const traits = [
    ...containers.flatMap(listHosts),
    ...listContextTraits(pod, containers),
    ...(pod['hostUsers'] === false ? listUserNamespaceTraits(pod, containers) : []),
    ...(recordAt(pod['os'], 'os')['name'] === 'windows' ? [{ trait: 'windows' as const }] : []),
  ];
  return traits.length === 0 ? undefined : traits;
}

/**
 * The same for the pod template of a workload.
 * @param isScheduled true for a CronJob, whose pod template is in its job template
 */
export function listTemplateTraits(workload: unknown, isScheduled: boolean): { securityTraits?: SecurityTrait[] } {
  const spec = recordAt(recordAt(workload, 'object')['spec'], 'spec');
  const owner = isScheduled ? recordAt(recordAt(spec['jobTemplate'], 'jobTemplate')['spec'], 'jobTemplate.spec') : spec;
  const securityTraits = listSecurityTraits(recordAt(owner['template'], 'template')['spec']);
  return setFields({ securityTraits });
}

function listHosts(one: Fields): SecurityTrait[] {
  const { postStart, preStop } = recordAt(one['lifecycle'], 'lifecycle');
  const handlers = {
    livenessProbe: one['livenessProbe'],
    readinessProbe: one['readinessProbe'],
    startupProbe: one['startupProbe'],
    'lifecycle.postStart': postStart,
    'lifecycle.preStop': preStop,
  };
  return Object.entries(handlers).flatMap(([field, raw]) =>
    ['httpGet', 'tcpSocket'].flatMap((action): SecurityTrait[] => {
      const host = recordAt(recordAt(raw, field)[action], action)['host'] ?? '';
      return host === '' ? [] : [{ trait: 'probe-host', ...named(one), field: `${field}.${action}.host` }];
    }),
  );
}

/** Sysctls and SELinux types. */
function listContextTraits(pod: Fields, containers: readonly Fields[]): SecurityTrait[] {
  const sysctls = recordsAt(readContext(pod)['sysctls'], 'sysctls').map(({ name }): SecurityTrait => ({
    trait: 'sysctl',
    value: String(name),
  }));
  const types = [pod, ...containers].flatMap((one): SecurityTrait[] => {
    const { type } = recordAt(readContext(one)['seLinuxOptions'], 'seLinuxOptions');
    if (typeof type !== 'string' || type === '') return [];
    return [{ trait: 'selinux-type', ...(one === pod ? {} : named(one)), value: type }];
  });
  return [...sysctls, ...types];
}

/** Of a pod in a user namespace: what the level restricted or baseline rejects in other pods. */
function listUserNamespaceTraits(pod: Fields, containers: readonly Fields[]): SecurityTrait[] {
  const mounts = containers.flatMap((one): SecurityTrait[] =>
    (readContext(one)['procMount'] ?? 'Default') === 'Default'
      ? []
      : [{ trait: 'user-namespace-proc-mount', ...named(one) }],
  );
  const own = readContext(pod);
  const isRoot = ({ runAsNonRoot, runAsUser }: Fields) => runAsNonRoot === false || runAsUser === 0;
  const roots = containers.filter((one) => {
    const context = readContext(one);
    return isRoot(context) || ((context['runAsNonRoot'] ?? null) === null && own['runAsNonRoot'] !== true);
  });
  return [
    ...mounts,
    ...(isRoot(own) ? [{ trait: 'user-namespace-root' as const }] : []),
    ...roots.map((one): SecurityTrait => ({ trait: 'user-namespace-root', ...named(one) })),
  ];
}

function readContext(one: Fields): Fields {
  return recordAt(one['securityContext'], 'securityContext');
}

function named({ name }: Fields): { container: string } {
  return { container: String(name) };
}
