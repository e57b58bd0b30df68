import type { ReportedFinding } from '../../judge/result.ts';
import { isAfter } from '../../judge/verdict.ts';

/**
 * The part of the plan whose task closes a finding. `see`: data that was not seen. `wait`: a change of EKS is running.
 * `lower`: protection that has to be
 * lowered for a drain and restored after it. `path`: the order of the updates itself closes it. `none`: a warning for
 * which the plan has no task.
 */
export type Part = 'see' | 'wait' | 'lower' | 'nodes' | 'add-on' | 'karpenter' | 'path' | 'fix' | 'software' | 'none';

/** Checks of versions that the tasks for EKS add-ons set. */
const addonChecks: ReadonlySet<string> = new Set([
  'addons/compatibility',
  'addons/kube-proxy-skew',
  'addons/vpc-cni-version',
]);

/** Checks that the order of the updates closes: the plan goes one version at a time. */
const pathChecks: ReadonlySet<string> = new Set(['control-plane/version-step']);

/** Checks of the status of an object of EKS. */
const statusChecks: ReadonlySet<string> = new Set([
  'control-plane/health',
  'addons/health',
  'nodes/node-group-health',
  'nodes/fargate-profiles',
]);

/** The states of a change that ends by itself. */
const changing: ReadonlySet<string> = new Set(['CREATING', 'UPDATING', 'DELETING', 'PENDING']);

/** Whether a finding is about a change that EKS is making now; a node group that it deletes has its own task. */
function isRunning({ check, rule, evidence, resource }: ReportedFinding): boolean {
  if (rule === 'running-update') return true;
  const [first] = evidence;
  const isDeleted = ['Cluster', 'NodeGroup'].includes(resource.kind) && first?.observed === 'DELETING';
  return statusChecks.has(check) && first?.required === 'ACTIVE' && changing.has(first.observed) && !isDeleted;
}

/** Which part of the plan closes a finding. */
export function findPart(finding: ReportedFinding): Part {
  const { check, level, unseen, undo, remedy, resource } = finding;
  if (unseen !== null) return 'see';
  if (isRunning(finding)) return 'wait';
  if (undo !== undefined) return 'lower';
  if (remedy?.startsWith('update-nodegroup:') || remedy?.startsWith('replace-nodes:')) return 'nodes';
  if (level !== 'unknown' && (check === 'nodes/version-behind' || check === 'nodes/kubelet-skew')) return 'nodes';
  if (addonChecks.has(check) && resource.kind === 'EKS add-on') return 'add-on';
  if (remedy?.startsWith('update-karpenter:')) return 'karpenter';
  if (pathChecks.has(check) && level !== 'unknown') return 'path';
  if (isAfter(finding)) return 'software';
  return level === 'warn' ? 'none' : 'fix';
}
