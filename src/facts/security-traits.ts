import * as z from 'zod/mini';
import { name, publicText } from './marks.ts';

/** Levels of the Pod Security Standards that reject pods. */
export const securityLevels = ['baseline', 'restricted'] as const;
export type SecurityLevel = (typeof securityLevels)[number];

/** What Kubernetes versions judge differently in the Pod Security Standards. */
export const securityTraitNames = [
  'probe-host',
  'sysctl',
  'selinux-type',
  'user-namespace-proc-mount',
  'user-namespace-root',
  'windows',
] as const;

const handlers = ['livenessProbe', 'readinessProbe', 'startupProbe', 'lifecycle.postStart', 'lifecycle.preStop'];

const securityTrait = z.object({
  trait: z.enum(securityTraitNames),
  /** The container that has it; omitted for the pod. */
  container: z.exactOptional(name('app')),
  /** For `probe-host`: the field that sets a host. */
  field: z.exactOptional(publicText(handlers.flatMap((one) => [`${one}.httpGet.host`, `${one}.tcpSocket.host`]))),
  /** For `sysctl` its name, for `selinux-type` the type. */
  value: z.exactOptional(publicText({ table: 'pod-security-standards' })),
});
export type SecurityTrait = z.infer<typeof securityTrait>;

/** What a pod or a pod template has that Kubernetes versions judge differently in the Pod Security Standards. */
export const securityTraits = z.array(securityTrait);

/** The labels of Pod Security Admission that reject pods in a namespace. */
export const podSecurityLabels = z.object({
  /** `pod-security.kubernetes.io/enforce`; null without the label. */
  enforce: z.nullable(publicText(['privileged', ...securityLevels])),
  /** `pod-security.kubernetes.io/enforce-version`; null without the label. */
  version: z.nullable(publicText(['latest'], /^v1\.\d{1,3}$/)),
});
