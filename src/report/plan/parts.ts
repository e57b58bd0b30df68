import type { ReportedFinding } from '../../judge/result.ts';
import { isAfter } from '../../judge/verdict.ts';

/**
 * The part of the plan whose task closes a finding. `see`: data that was not seen. `lower`: protection that has to be
 * lowered for a drain and restored after it. `path`: the order of the updates itself closes it. `none`: a warning for
 * which the plan has no task.
 */
export type Part = 'see' | 'lower' | 'nodes' | 'add-on' | 'karpenter' | 'path' | 'fix' | 'software' | 'none';

/** Checks of versions that the tasks for EKS add-ons set. */
const addonChecks: ReadonlySet<string> = new Set([
  'addons/compatibility',
  'addons/kube-proxy-skew',
  'addons/vpc-cni-version',
]);

/** Checks that the order of the updates closes: the plan goes one version at a time. */
const pathChecks: ReadonlySet<string> = new Set(['control-plane/version-step']);

/** Which part of the plan closes a finding. */
export function findPart(finding: ReportedFinding): Part {
  const { check, level, unseen, undo, remedy, resource } = finding;
  if (unseen !== null) return 'see';
  if (undo !== undefined) return 'lower';
  if (remedy?.startsWith('update-nodegroup:') || remedy?.startsWith('replace-nodes:')) return 'nodes';
  if (level !== 'unknown' && (check === 'nodes/version-behind' || check === 'nodes/kubelet-skew')) return 'nodes';
  if (addonChecks.has(check) && resource.kind === 'EKS add-on') return 'add-on';
  if (remedy?.startsWith('update-karpenter:')) return 'karpenter';
  if (pathChecks.has(check) && level !== 'unknown') return 'path';
  if (isAfter(finding)) return 'software';
  return level === 'warn' ? 'none' : 'fix';
}
