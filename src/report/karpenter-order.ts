import type { ReportedFinding } from '../judge/result.ts';

/**
 * The checks in the order in which an update of Karpenter goes: the IAM roles, the CRDs, the chart with its settings,
 * the objects, then the nodes. The documents of AWS and of Karpenter name this order.
 */
export const karpenterOrder: readonly (readonly string[])[] = [
  ['controller-iam', 'node-role'],
  ['crds', 'crd-stored-versions', 'conversion-webhook'],
  [
    'settings',
    'helm-release',
    'interruption-queue',
    'kubernetes-compatibility',
    'upgrade-hops',
    'version-behind',
    'breaking-changes',
  ],
  [
    'alpha-resources',
    'removed-fields',
    'references',
    'selector-widening',
    'ami-selection',
    'capacity-reservations',
    'capacity-type',
    'legacy-labels',
  ],
  ['drift', 'stuck-deletion', 'status'],
];

/** The place of a finding inside a step of Karpenter; that of other checks is the last. 0 at every other step. */
export function toKarpenterPlace({ at, check }: Pick<ReportedFinding, 'at' | 'check'>): number {
  if (at?.component !== 'karpenter') return 0;
  const index = karpenterOrder.findIndex((names) => names.some((name) => check === `karpenter/${name}`));
  return index < 0 ? karpenterOrder.length : index;
}
