import { advice } from '../../../src/syntax/advice.ts';
import { defineCheck, type Evidence, type Finding } from '../../../src/check.ts';
import { nodeClassFacts, ownObjects, poolFacts } from '../../../src/karpenter/own-objects.ts';
import type { NodeFact } from '../../../src/facts/facts.ts';
import { hasCustomImage, imageEvidence, unknownImage } from '../../../src/for-checks/custom-images.ts';
import { nodeEvidence } from '../../../src/for-checks/node-owners.ts';
import { buildReplaceRemedy } from '../../../src/for-checks/node-replacement.ts';
import { findCure, milder } from './cures.ts';
import { newRuntimeFix, formatRequirement, type Here } from './fixes.ts';
import { judgeRuntimes, formatRule, type Judged } from './node-verdicts.ts';
import type { Refusal } from '../shared/runtime-images.ts';
import { sorted, type Verdict } from './runtimes.ts';

export default defineCheck({
  id: 'nodes/container-runtime',
  title: 'Container runtimes that newer kubelets reject',
  short: { 'runtime-not-known': 'container runtime cannot be judged' },
  task: 'Update nodes to a newer container runtime',
  severity: 'fail',
  blocks: 'nodes',
  phase: 'before',
  why: `Kubernetes drops old container runtimes: the kubelet of 1.24 has no dockershim, the kubelet of 1.26 requires
    CRI v1 (containerd 1.6), and EKS supports containerd 1.x up to 1.35. The control plane update does not fail
    because of them, and a running kubelet keeps running: the next version of the node does not start, or EKS does
    not support it. EKS requires containerd 2.0 on nodes before 1.36; upstream has postponed the kubelet's own
    rejection to 1.38.

    EKS AMIs include the right runtime: a managed node group whose own update fixes the runtime is only a warning,
    and if that update must wait for the control plane, it is listed after the control plane update. The same holds
    for a Karpenter pool whose node class selects the newest AMI for the version of the control plane. A node group
    without nodes is judged by the release of its AMI; with a custom AMI, by the AMI name if Amazon owns the AMI,
    otherwise by the nodes of another node group with the same AMI. The check does not judge nodes that AWS maintains (Fargate,
    which reports containerd 1.x, and EKS Auto Mode), or virtual kubelets, which do not run containers. Runtimes
    other than Docker and containerd are unknown.`,
  fix: advice`Replace the listed nodes with nodes that have a newer container runtime.`,
  links: [
    'https://docs.aws.amazon.com/eks/latest/userguide/dockershim-deprecation.html',
    'https://docs.aws.amazon.com/eks/latest/userguide/kubernetes-versions-standard.html',
    'https://docs.aws.amazon.com/eks/latest/userguide/kubernetes-versions-extended.html',
    'https://github.com/kubernetes/enhancements/pull/6087',
  ],
  needs: ['nodes'],
  uses: ['nodegroups', 'nodeImages', ...poolFacts, ...nodeClassFacts],
  counts: ['nodes'],
  tables: ['container-runtimes', 'amazon-linux-2', 'ami-variants', 'managed-changes'],

  *run({ nodes, nodegroups = [], nodeImages, ...objects }, { cluster, current, versions, karpenter, tables }) {
    const table = sorted(tables['container-runtimes']);
    const here = { cluster, current, karpenter, images: table.images, own: ownObjects(objects), tables };
    for (const judged of judgeRuntimes({ nodes, nodegroups, nodeImages }, table, versions)) {
      const { verdict } = judged;
      if (verdict.level === 'unknown') yield unknownFinding(judged, verdict.reason, here);
      else yield refusedFinding(judged, verdict, here);
    }
  },
});

function refusedFinding(judged: Judged, verdict: Exclude<Verdict, { level: 'unknown' }>, here: Here): Finding {
  const { row, ...when } = verdict;
  const cure = findCure(judged, row, here);
  const finding: Finding = {
    ...when,
    rule: formatRule(verdict),
    short: row.below === null ? `runs ${row.runtime}, not containerd` : `${row.runtime} older than ${row.below}`,
    resource: judged.resource,
    ...buildReplaceRemedy(judged.resource),
    message: `${describeRuntimes(judged, row)}: ${row.reason}`,
    evidence: runtimeEvidence(judged, formatRequirement(row)),
    fix: newRuntimeFix({ ...judged, row, cure }, here),
    links: [row.source],
  };
  return milder(finding, cure, here.current, judged.computeType);
}

function describeRuntimes({ nodes, nodegroup, image }: Judged, { runtime, below }: Refusal): string {
  if (nodes.length === 0) {
    return `its AMI ${image?.name ?? nodegroup?.releaseVersion ?? ''} includes ${runtime}${below === null ? '' : ` older than ${below}`}`;
  }
  const runtimes = nodes.map(({ containerRuntimeVersion }) => containerRuntimeVersion.replace('://', ' '));
  return `runs ${[...new Set(runtimes)].sort().join(', ')}`;
}

function runtimeEvidence({ nodes, resource, nodegroup, image }: Judged, required: string): Evidence[] {
  const runtimeOf = ({ containerRuntimeVersion }: NodeFact) => containerRuntimeVersion || 'none';
  if (image !== undefined) return imageEvidence(image, 'nodeImages', required, runtimeOf);
  if (nodes.length === 0) {
    const observed = `${nodegroup?.amiType ?? 'AMI type unknown'}, release ${nodegroup?.releaseVersion ?? 'unknown'}`;
    return [{ observed, required, fact: 'nodegroups' }];
  }
  return nodeEvidence(nodes, resource, required, runtimeOf);
}

function unknownFinding(entry: Judged, reason: string, here: Here): Finding {
  const { nodegroup, nodes, image, resource } = entry;
  const rule = 'runtime-not-known';
  if (nodegroup !== undefined && nodes.length === 0 && image === undefined && hasCustomImage(nodegroup)) {
    return { rule, resource, ...unknownImage(nodegroup, here) };
  }
  return {
    level: 'unknown',
    rule,
    resource,
    message: reason,
    evidence: runtimeEvidence(entry, 'a known containerd version'),
    fix:
      nodes.length === 0
        ? advice`Check the container runtime of the group's AMI, and compare it with the release notes of the versions on the
          path.`
        : advice`Compare the node's container runtime with the release notes of the Kubernetes versions on the path, and
          with the documentation of the runtime.`,
  };
}
