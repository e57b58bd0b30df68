import type { SecurityLevel } from '../../src/facts/security-traits.ts';

/** A pod that one control of the Pod Security Standards judges. */
export interface Sample {
  /** The ID of the control in `k8s.io/pod-security-admission/policy`. */
  control: string;
  what: string;
  /** The only levels at which the control judges it; both if omitted. */
  levels?: readonly SecurityLevel[];
  /** The levels that reject it in each version in which no row of the table says otherwise. */
  rejectedBy: readonly SecurityLevel[];
  /** What the API server says of the control. */
  reason: string;
  /** The first version whose API server has the fields; earlier ones drop them. */
  since?: number;
  annotations?: Record<string, string>;
  spec?: Fields;
  pod?: Fields;
  container?: Fields;
  context?: Fields;
}
type Fields = Record<string, unknown>;

/** A pod that restricted accepts in every version, with the changes of the sample; `undefined` removes a field. */
export function toPod({ annotations = {}, spec = {}, pod = {}, container = {}, context = {} }: Sample): Fields {
  const securityContext = { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] }, ...context };
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'sample', annotations },
    spec: {
      securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' }, ...pod },
      containers: [{ name: 'app', image: 'registry.example/app:1', securityContext, ...container }],
      ...spec,
    },
  };
}

const both = ['baseline', 'restricted'] as const;
const restricted = ['restricted'] as const;
const none = [] as const;

const hosts = ['livenessProbe', 'readinessProbe', 'startupProbe', 'postStart', 'preStop'].flatMap((at) =>
  ['httpGet', 'tcpSocket'].map((action): Sample => {
    const handler = { [action]: { host: '127.0.0.1', port: 8080 } };
    return {
      control: 'hostProbesAndHostLifecycle',
      what: `host in ${at}.${action}`,
      rejectedBy: none,
      reason: 'probe or lifecycle host',
      container: at.endsWith('Probe') ? { [at]: handler } : { lifecycle: { [at]: handler } },
    };
  }),
);

const sysctls = [
  'kernel.shm_rmid_forced',
  'net.ipv4.ip_local_port_range',
  'net.ipv4.tcp_syncookies',
  'net.ipv4.ping_group_range',
  'net.ipv4.ip_unprivileged_port_start',
  'net.ipv4.ip_local_reserved_ports',
  'net.ipv4.tcp_keepalive_time',
  'net.ipv4.tcp_fin_timeout',
  'net.ipv4.tcp_keepalive_intvl',
  'net.ipv4.tcp_keepalive_probes',
  'net.ipv4.tcp_rmem',
  'net.ipv4.tcp_wmem',
  'net.ipv4.tcp_slow_start_after_idle',
  'net.ipv4.tcp_notsent_lowat',
  'net.core.somaxconn',
].map((name): Sample => {
  const rejectedBy = name === 'net.core.somaxconn' ? both : none;
  const pod = { sysctls: [{ name, value: '1' }] };
  return { control: 'sysctls', what: name, rejectedBy, reason: 'forbidden sysctls', pod };
});

const selinux = ['container_t', 'container_init_t', 'container_kvm_t', 'container_engine_t', 'spc_t'].map(
  (type): Sample => {
    const rejectedBy = type === 'spc_t' ? both : none;
    const pod = { seLinuxOptions: { type } };
    return { control: 'seLinuxOptions', what: `type ${type}`, rejectedBy, reason: 'seLinuxOptions', pod };
  },
);

const windows = (['allowPrivilegeEscalation', 'capabilities_restricted', 'seccompProfile_restricted'] as const).map(
  (control): Sample => ({
    control,
    what: `os windows (${control})`,
    rejectedBy: none,
    reason: {
      allowPrivilegeEscalation: 'allowPrivilegeEscalation != false',
      capabilities_restricted: 'unrestricted capabilities',
      seccompProfile_restricted: 'seccompProfile',
    }[control],
    spec: { os: { name: 'windows' } },
    pod: { seccompProfile: undefined },
    container: { securityContext: undefined },
  }),
);

/** In a user namespace, with or without what is relaxed for it. */
const users: readonly Sample[] = [
  { control: 'procMount', what: 'Unmasked', context: { procMount: 'Unmasked' } },
  { control: 'procMount_restricted', what: 'Unmasked', levels: restricted, context: { procMount: 'Unmasked' } },
  { control: 'runAsNonRoot', what: 'unset', pod: { runAsNonRoot: undefined } },
  { control: 'runAsNonRoot', what: 'false', pod: { runAsNonRoot: false } },
  { control: 'runAsNonRoot', what: 'false in a container', context: { runAsNonRoot: false } },
  { control: 'runAsUser', what: '0', pod: { runAsUser: 0, runAsNonRoot: undefined } },
  { control: 'runAsUser', what: '0 in a container', context: { runAsUser: 0, runAsNonRoot: false } },
].map((sample) => {
  const reasons: Record<string, string> = { runAsNonRoot: 'runAsNonRoot != true', runAsUser: 'runAsUser=0' };
  const rejectedBy = sample.what === 'Unmasked' ? restricted : none;
  const reason = reasons[sample.control] ?? 'procMount';
  return {
    ...sample,
    what: `${sample.what} with hostUsers: false`,
    rejectedBy,
    reason,
    since: 33,
    spec: { hostUsers: false },
  };
});

const volume = (source: Fields): Fields => ({ volumes: [{ name: 'data', ...source }] });

/** At least one pod that each control rejects, and pods on both sides of each change. */
export const samples: readonly Sample[] = [
  { control: 'none', what: 'nothing', rejectedBy: none, reason: '' },
  {
    control: 'privileged',
    what: 'true',
    rejectedBy: both,
    reason: 'privileged',
    context: { privileged: true, allowPrivilegeEscalation: undefined },
  },
  {
    control: 'hostNamespaces',
    what: 'hostNetwork',
    rejectedBy: both,
    reason: 'host namespaces',
    spec: { hostNetwork: true },
  },
  { control: 'hostNamespaces', what: 'hostPID', rejectedBy: both, reason: 'host namespaces', spec: { hostPID: true } },
  { control: 'hostNamespaces', what: 'hostIPC', rejectedBy: both, reason: 'host namespaces', spec: { hostIPC: true } },
  {
    control: 'hostPathVolumes',
    what: 'hostPath',
    rejectedBy: both,
    reason: 'hostPath volumes|restricted volume types',
    spec: volume({ hostPath: { path: '/var/log' } }),
  },
  {
    control: 'hostPorts',
    what: 'hostPort',
    rejectedBy: both,
    reason: 'hostPort',
    container: { ports: [{ containerPort: 8080, hostPort: 8080 }] },
  },
  {
    control: 'capabilities_baseline',
    what: 'NET_ADMIN',
    rejectedBy: both,
    reason: 'non-default capabilities|unrestricted capabilities',
    context: { capabilities: { add: ['NET_ADMIN'], drop: ['ALL'] } },
  },
  {
    control: 'capabilities_restricted',
    what: 'CHOWN',
    rejectedBy: restricted,
    reason: 'unrestricted capabilities',
    context: { capabilities: { add: ['CHOWN'], drop: ['ALL'] } },
  },
  {
    control: 'capabilities_restricted',
    what: 'nothing dropped',
    rejectedBy: restricted,
    reason: 'unrestricted capabilities',
    context: { capabilities: undefined },
  },
  {
    control: 'appArmorProfile',
    what: 'annotation unconfined',
    rejectedBy: both,
    reason: 'forbidden AppArmor profile',
    annotations: { 'container.apparmor.security.beta.kubernetes.io/app': 'unconfined' },
  },
  {
    control: 'appArmorProfile',
    what: 'type Unconfined',
    rejectedBy: both,
    reason: 'forbidden AppArmor profile',
    since: 30,
    pod: { appArmorProfile: { type: 'Unconfined' } },
  },
  {
    control: 'seccompProfile_baseline',
    what: 'Unconfined',
    rejectedBy: both,
    reason: 'seccompProfile',
    pod: { seccompProfile: { type: 'Unconfined' } },
  },
  {
    control: 'seccompProfile_restricted',
    what: 'unset',
    rejectedBy: restricted,
    reason: 'seccompProfile',
    pod: { seccompProfile: undefined },
  },
  {
    control: 'windowsHostProcess',
    what: 'true',
    rejectedBy: both,
    reason: 'hostProcess',
    spec: { hostNetwork: true },
    pod: { windowsOptions: { hostProcess: true, runAsUserName: 'NT AUTHORITY\\SYSTEM' } },
  },
  {
    control: 'seLinuxOptions',
    what: 'user',
    rejectedBy: both,
    reason: 'seLinuxOptions',
    pod: { seLinuxOptions: { user: 'system_u' } },
  },
  {
    control: 'seLinuxOptions',
    what: 'role',
    rejectedBy: both,
    reason: 'seLinuxOptions',
    pod: { seLinuxOptions: { role: 'system_r' } },
  },
  {
    control: 'allowPrivilegeEscalation',
    what: 'unset',
    rejectedBy: restricted,
    reason: 'allowPrivilegeEscalation != false',
    context: { allowPrivilegeEscalation: undefined },
  },
  {
    control: 'restrictedVolumes',
    what: 'nfs',
    rejectedBy: restricted,
    reason: 'restricted volume types',
    spec: volume({ nfs: { server: 'nfs.example', path: '/' } }),
  },
  {
    control: 'restrictedVolumes',
    what: 'image',
    rejectedBy: none,
    reason: 'restricted volume types',
    since: 35,
    spec: volume({ image: { reference: 'registry.example/data:1' } }),
  },
  {
    control: 'runAsNonRoot',
    what: 'unset',
    rejectedBy: restricted,
    reason: 'runAsNonRoot != true',
    pod: { runAsNonRoot: undefined },
  },
  {
    control: 'runAsUser',
    what: '0',
    rejectedBy: restricted,
    reason: 'runAsUser=0',
    pod: { runAsUser: 0, runAsNonRoot: undefined },
  },
  ...hosts,
  ...sysctls,
  ...selinux,
  ...windows,
  ...users,
];
