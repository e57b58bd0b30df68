import type { nodeBoundLabels } from '../../facts/drain-traits.ts';
import type { LabelDomain } from '../placement/node-shape.ts';

/** What decides the labels that Kubernetes, EKS and Karpenter set on every node; undefined members are unknown. */
export interface SystemTraits {
  zones: readonly string[] | undefined;
  region: string;
  instanceTypes: readonly string[] | undefined;
  os: 'linux' | 'windows' | undefined;
  arch: readonly string[] | undefined;
}

const traitKeys: Readonly<Record<string, keyof SystemTraits>> = {
  'topology.kubernetes.io/zone': 'zones',
  'failure-domain.beta.kubernetes.io/zone': 'zones',
  'topology.ebs.csi.aws.com/zone': 'zones',
  'topology.kubernetes.io/region': 'region',
  'failure-domain.beta.kubernetes.io/region': 'region',
  'node.kubernetes.io/instance-type': 'instanceTypes',
  'beta.kubernetes.io/instance-type': 'instanceTypes',
  'kubernetes.io/os': 'os',
  'beta.kubernetes.io/os': 'os',
  'kubernetes.io/arch': 'arch',
  'beta.kubernetes.io/arch': 'arch',
};

/** A label with any value: nodes/drain judges what requires it. */
const bound: ReadonlySet<string> = new Set([
  'kubernetes.io/hostname',
  'eks.amazonaws.com/nodegroup-image',
  'eks.amazonaws.com/sourceLaunchTemplateVersion',
] satisfies (typeof nodeBoundLabels)[number][]);
export const anyValue: LabelDomain = { values: 'any', orAbsent: false };
export const neverSet: LabelDomain = { values: [], orAbsent: true };

/** The values of a label that the traits of a node decide; `unknown`; undefined for a label of another kind. */
export function findSystemDomain(key: string, traits: SystemTraits): LabelDomain | 'unknown' | undefined {
  if (bound.has(key)) return anyValue;
  const trait = traitKeys[key];
  if (trait === undefined) return undefined;
  const value = traits[trait];
  if (value === undefined) return 'unknown';
  return { values: typeof value === 'string' ? [value] : value, orAbsent: false };
}

/** Labels of the instance that Karpenter and EKS Auto Mode choose for a pod. */
export function isChosenByKarpenter(key: string): boolean {
  return (
    traitKeys[key] !== undefined ||
    /^(?:karpenter\.k8s\.aws|eks\.amazonaws\.com)\/instance-/.test(key) ||
    ['karpenter.sh/capacity-type', 'topology.k8s.aws/zone-id', 'node.kubernetes.io/windows-build'].includes(key)
  );
}
