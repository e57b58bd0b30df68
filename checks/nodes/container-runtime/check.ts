import { advice } from '../../../src/languages/advice.ts';
import { defineCheck, type Evidence, type Finding } from '../../../src/check.ts';
import { parseMinor, type Minor } from '../../../src/languages/versions.ts';
import { nodeEvidence } from '../../../src/subjects/node-owners.ts';
import { replacementOf } from '../../../src/subjects/node-replacement.ts';
import { newRuntimeFix, requirementOf, type Here } from './fixes.ts';
import { judgedOf, ruleOf, type Judged } from './judged.ts';
import { familyOf, goodImage, sorted, type Image, type Refusal, type Verdict } from './runtimes.ts';

export default defineCheck({
  id: 'nodes/container-runtime',
  title: 'Container runtimes that newer kubelets reject',
  severity: 'fail',
  blocks: 'nodes',
  phase: 'before',
  why: `Kubernetes drops old container runtimes: the kubelet of 1.24 has no dockershim, the kubelet of 1.26 requires
    CRI v1 (containerd 1.6), and EKS supports containerd 1.x up to 1.35. The control plane update does not fail
    because of them, and a running kubelet keeps running: the next version of the node does not start, or EKS does
    not support it. EKS requires containerd 2.0 on nodes before 1.36; upstream has postponed the kubelet's own
    rejection to 1.38.

    EKS AMIs include the right runtime: a managed node group whose own update fixes the runtime is only a warning,
    and if that update must wait for the control plane, it is listed after the control plane update. A node group
    without nodes is judged by the release of its AMI. The check does not judge nodes that AWS maintains (Fargate,
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
  uses: ['nodegroups', 'nodeImages'],
  counts: ['nodes'],
  tables: ['container-runtimes'],

  *run({ nodes, nodegroups = [], nodeImages = [] }, { cluster, current, versions, tables }) {
    const table = sorted(tables['container-runtimes']);
    for (const judged of judgedOf(nodes, nodegroups, nodeImages, table, versions)) {
      const { verdict } = judged;
      if (verdict.level === 'unknown') yield unknownFinding(judged, verdict.reason);
      else yield refusedFinding(judged, verdict, table.images, { cluster, current });
    }
  },
});

function refusedFinding(
  judged: Judged,
  verdict: Exclude<Verdict, { level: 'unknown' }>,
  images: readonly Image[],
  here: Here,
): Finding {
  const { row, ...when } = verdict;
  const finding: Finding = {
    ...when,
    rule: ruleOf(verdict),
    resource: judged.resource,
    ...replacementOf(judged.resource),
    message: `${runtimesOf(judged, row)}: ${row.reason}`,
    evidence: runtimeEvidence(judged, requirementOf(row)),
    fix: newRuntimeFix({ ...judged, row }, here, images),
    links: [row.source],
  };
  const cure = ownCure(judged, row, images);
  if (cure !== undefined) return { ...milder(finding), ...(cure > here.current ? { phase: 'after' } : {}) };
  return finding.level === 'fail' && isGroupUnseen(judged) ? unlessCured(finding) : finding;
}

/**
 * The version from which on the EKS image that the group's own update installs includes the right runtime, if that is soon
 * enough: nothing has to change before.
 */
function ownCure({ nodes, nodegroup }: Judged, row: Refusal, images: readonly Image[]): Minor | undefined {
  if (nodegroup?.amiType === undefined || nodegroup.amiType === null || nodegroup.amiType === 'CUSTOM')
    return undefined;
  const kubelets = nodes.flatMap(({ kubeletVersion }) => parseMinor(kubeletVersion) ?? []);
  const kubelet = kubelets.length > 0 ? Math.min(...kubelets) : parseMinor(nodegroup.version ?? '');
  const good = kubelet === undefined ? undefined : goodImage(familyOf(nodegroup.amiType), row, kubelet, images);
  return good !== undefined && good.kubernetes <= row.from ? good.kubernetes : undefined;
}

/** A managed node of a group that was not described: what its own update installs is unknown. */
function isGroupUnseen({ computeType, nodegroup }: Judged): boolean {
  return computeType === 'managed' && nodegroup === undefined;
}

function unlessCured(finding: Finding): Finding {
  const message = `${finding.message}; unknown whether the group's own update includes a newer one`;
  return { ...finding, level: 'unknown', message };
}

/** A warning from the first version at which the finding applies. */
function milder({ since, at, ...rest }: Finding): Finding {
  const from = since ?? at;
  return { ...rest, level: 'warn', ...(from === undefined ? {} : { at: from }) };
}

function runtimesOf({ nodes, nodegroup, image }: Judged, { runtime, below }: Refusal): string {
  if (nodes.length === 0) {
    return `its AMI ${image ?? nodegroup?.releaseVersion ?? ''} includes ${runtime}${below === null ? '' : ` older than ${below}`}`;
  }
  const told = nodes.map(({ containerRuntimeVersion }) => containerRuntimeVersion.replace('://', ' '));
  return `runs ${[...new Set(told)].sort().join(', ')}`;
}

function runtimeEvidence({ nodes, resource, nodegroup, image }: Judged, required: string): Evidence[] {
  if (image !== undefined) return [{ observed: image, required, fact: 'nodeImages' }];
  if (nodes.length === 0) {
    const observed = `${nodegroup?.amiType ?? 'AMI type unknown'}, release ${nodegroup?.releaseVersion ?? 'unknown'}`;
    return [{ observed, required, fact: 'nodegroups' }];
  }
  return nodeEvidence(nodes, resource, required, ({ containerRuntimeVersion }) => containerRuntimeVersion || 'none');
}

function unknownFinding(entry: Judged, reason: string): Finding {
  return {
    level: 'unknown',
    rule: 'runtime-not-known',
    resource: entry.resource,
    message: reason,
    evidence: runtimeEvidence(entry, 'a known containerd version'),
    fix:
      entry.nodes.length === 0
        ? advice`Check the container runtime of the AMI in the group's launch template, and compare it with the release
          notes of the versions on the path.`
        : advice`Compare the node's container runtime with the release notes of the Kubernetes versions on the path, and
          with the documentation of the runtime.`,
  };
}
