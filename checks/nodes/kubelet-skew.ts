import { advice } from '../../src/syntax/advice.ts';
import { defineCheck, type Context, type Finding } from '../../src/check.ts';
import type { Facts } from '../../src/facts/facts.ts';
import { toEmptyGroups, kubeletsAtZero, type EmptyGroup } from '../../src/for-checks/empty-scaling-groups.ts';
import { newerGroupFindings } from './shared/newer-groups.ts';
import { listSkewProblems, newerToday, skewWindow, type SkewProblem } from '../../src/for-checks/skew.ts';
import { format, isRollback } from '../../src/syntax/versions.ts';
import {
  kubeletEvidence,
  groupNodesByOwner,
  unreadableFindings,
  virtualKubelets,
  type OwnedNodes,
} from '../../src/for-checks/node-owners.ts';
import { replaceInTime, buildReplaceRemedy } from '../../src/for-checks/node-replacement.ts';
import { replaceBeforeRollback } from '../../src/for-checks/node-rollback.ts';

type Here = Context<'skew' | 'amazon-linux-2' | 'ami-variants' | 'managed-changes'>;

export default defineCheck({
  id: 'nodes/kubelet-skew',
  title: 'Kubelets outside the supported version skew',
  short: {
    'newer-today': 'kubelet too new until the update',
    'version-not-readable': 'kubelet version unknown',
    'virtual-kubelet': 'virtual kubelet is not judged',
  },
  task: 'Replace nodes: other kubelet version',
  severity: 'fail',
  blocks: 'control-plane',
  phase: 'before',
  direction: 'both',
  why: `A kubelet may be up to three minor versions older than the API server (two before kubelet 1.25), and never
    newer. The control plane is updated one minor version at a time, so every node must stay within this version
    skew at each step. A node group without nodes is judged by its own version: it launches nodes of that version;
    with a custom AMI, by the AMI name if Amazon owns the AMI, otherwise by the nodes of another node group with the
    same AMI. A self-managed group without nodes is judged in the same way, by the AMI in its launch template.

    A kubelet that is newer than the control plane today is a warning if a version of the path reaches it: Kubernetes
    does not support it until then, and the update ends it. It is a failure if no version of the path does.

    A rollback of the control plane changes no nodes except those of EKS Auto Mode, which EKS replaces first
    (nodes/drain reports what stops that). A node group of a later version must be set back even if its nodes are older,
    because it launches nodes of that version. All other nodes must be at the earlier version, or within its version skew, before the rollback.

    A virtual kubelet is not a kubelet: its version is that of the library in its program. It is reported and not
    judged.`,
  fix: advice`Replace the listed nodes before the control plane is at the version named in the finding.`,
  links: [
    'https://kubernetes.io/releases/version-skew-policy/#kubelet',
    'https://docs.aws.amazon.com/eks/latest/userguide/update-cluster.html',
    'https://docs.aws.amazon.com/eks/latest/userguide/rollback-cluster.html',
  ],
  needs: ['nodes'],
  uses: ['nodegroups', 'fargateWorkloads', 'nodeImages', 'emptyAutoScalingGroups'],
  counts: ['nodes'],
  tables: ['skew', 'amazon-linux-2', 'ami-variants', 'managed-changes'],

  *run({ nodes, nodegroups = [], fargateWorkloads = [], nodeImages, emptyAutoScalingGroups = [] }, context) {
    const { cluster, tables } = context;
    const lowest = Math.min(context.current, context.target);
    const emptyGroups = toEmptyGroups(emptyAutoScalingGroups, { nodes, nodegroups, nodeImages }, cluster);
    const { owned, unreadable } = groupNodesByOwner(nodes, nodegroups, fargateWorkloads, nodeImages);
    for (const finding of unreadableFindings(unreadable, { cluster, current: lowest, tables }, nodeImages)) {
      yield { rule: 'version-not-readable', ...finding } satisfies Finding;
    }
    for (const group of emptyGroups) yield* toUnknownImageFindings(group);
    for (const { name, kubeletVersion } of virtualKubelets(nodes)) yield notJudged(name, kubeletVersion);
    for (const owner of [...owned, ...kubeletsAtZero(emptyGroups)]) {
      if (isReplacedByEks(owner, context)) continue;
      for (const problem of listSkewProblems(tables.skew, owner.kubelet, context)) {
        yield toFinding(owner, problem, nodegroups, context);
      }
    }
    yield* newerGroupFindings({ nodes, nodegroups, nodeImages }, context);
  },
});

function toFinding(
  owner: OwnedNodes,
  { at, is, endsAt }: SkewProblem,
  nodegroups: Facts['nodegroups'],
  context: Here,
): Finding {
  const { resource, kubelet } = owner;
  const about = {
    resource,
    message: `kubelet ${format(kubelet)} is ${is} for control plane ${format(at)}`,
    evidence: kubeletEvidence(owner, skewWindow(context.tables.skew, at)),
  };
  if (endsAt !== undefined) return { level: 'warn', ...about, ...newerToday(about.message, endsAt) };
  const replace = isRollback(context) ? replaceBeforeRollback : replaceInTime;
  const fix = replace(owner, context, nodegroups);
  return { level: 'fail', at, ...about, ...buildReplaceRemedy(resource), short: `kubelet ${is}`, fix };
}

/** Before EKS rolls back the control plane, it replaces the Auto Mode nodes that are too new for the earlier version. */
function isReplacedByEks({ computeType, kubelet }: OwnedNodes, context: Context<'skew'>): boolean {
  return isRollback(context) && computeType === 'auto' && kubelet > context.target;
}

function* toUnknownImageFindings({ resource, unknownImageFinding }: EmptyGroup): Generator<Finding> {
  if (unknownImageFinding !== undefined) yield { rule: 'version-not-readable', resource, ...unknownImageFinding };
}

function notJudged(name: string, version: string): Finding {
  return {
    level: 'warn',
    rule: 'virtual-kubelet',
    resource: { kind: 'Node', name },
    message: `a virtual kubelet: its version ${version} is not a kubelet version and is not judged`,
    evidence: [{ observed: version, fact: 'nodes' }],
    fix: advice`Check the documentation of its provider for the Kubernetes versions that it supports.`,
  };
}
