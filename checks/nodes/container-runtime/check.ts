import { advice } from '../../../src/languages/advice.ts';
import { defineCheck, type Evidence, type Finding, type Resource } from '../../../src/check.ts';
import type { Facts, NodeFact } from '../../../src/facts/facts.ts';
import { parseMinor } from '../../../src/languages/versions.ts';
import { resourcesOf } from '../../../src/subjects/node-owners.ts';
import { newRuntimeFix, requirementOf } from './fixes.ts';
import {
  familyOf,
  goodImage,
  sorted,
  verdictOfNode,
  verdictOfNodegroup,
  type Image,
  type Refusal,
  type Verdict,
} from './runtimes.ts';

/** Nodes of one owner on which one verdict falls; none: a node group at zero. */
interface Judged {
  verdict: Verdict;
  resource: Resource;
  computeType: NodeFact['computeType'];
  nodes: NodeFact[];
  nodegroup: Facts['nodegroups'][number] | undefined;
}

export default defineCheck({
  id: 'nodes/container-runtime',
  title: 'Container runtimes that newer nodes refuse',
  severity: 'fail',
  blocks: 'nodes',
  phase: 'before',
  why: `Kubernetes drops old container runtimes: the kubelet of 1.24 has no dockershim, that of 1.26 needs CRI v1
    (containerd 1.6), and EKS supports containerd 1.x up to 1.35. The update of the control plane does not fail on it, and
    a kubelet that runs goes on running: it is the node's own next version that does not start, or that EKS does not
    support. EKS wants containerd 2.0 on nodes before 1.36; upstream has put the kubelet's own refusal off to 1.38.

    Images of EKS bring the right runtime with them: a managed node group whose own update cures it is only warned of. A
    node group without nodes is judged by the release of its image. Left out are nodes that AWS keeps: Fargate (which reports
    containerd 1.x) and EKS Auto Mode. Runtimes other than Docker and containerd are unknown.`,
  fix: advice`Replace the listed nodes by ones with a newer container runtime.`,
  links: [
    'https://docs.aws.amazon.com/eks/latest/userguide/dockershim-deprecation.html',
    'https://docs.aws.amazon.com/eks/latest/userguide/kubernetes-versions-standard.html',
    'https://docs.aws.amazon.com/eks/latest/userguide/kubernetes-versions-extended.html',
    'https://github.com/kubernetes/enhancements/pull/6087',
  ],
  needs: ['nodes'],
  uses: ['nodegroups'],
  counts: ['nodes'],
  tables: ['container-runtimes'],

  *run({ nodes, nodegroups = [] }, { cluster, versions, tables }) {
    const { refusals, images } = sorted(tables['container-runtimes']);
    const judged = new Map<string, Judged>();
    for (const node of nodes.filter(({ computeType }) => computeType !== 'fargate' && computeType !== 'auto')) {
      const verdict = verdictOfNode(node, refusals, versions);
      if (verdict === undefined) continue;
      for (const resource of resourcesOf(node, [])) {
        const key = [resource.kind, resource.name, ruleOf(verdict)].join('\n');
        const nodegroup = nodegroups.find(({ name }) => node.computeType === 'managed' && name === node.group);
        const entry = judged.get(key) ?? { verdict, resource, computeType: node.computeType, nodes: [], nodegroup };
        entry.nodes.push(node);
        judged.set(key, entry);
      }
    }
    const populated = new Set(nodes.map(({ computeType, group }) => (computeType === 'managed' ? group : null)));
    for (const nodegroup of nodegroups.filter(({ name }) => !populated.has(name))) {
      const verdict = verdictOfNodegroup(nodegroup, { refusals, images }, versions);
      const resource = { kind: 'NodeGroup', name: nodegroup.name, note: 'no nodes' };
      if (verdict === undefined) continue;
      judged.set(`zero\n${nodegroup.name}`, { verdict, resource, computeType: 'managed', nodes: [], nodegroup });
    }
    for (const entry of judged.values()) {
      const { verdict, resource } = entry;
      if (verdict.level === 'unknown') yield unknownFinding(entry, verdict.reason);
      else {
        const { row, ...when } = verdict;
        const fix = newRuntimeFix({ ...entry, row }, cluster, images);
        const message = `${runtimesOf(entry)}: ${row.reason}`;
        const evidence = evidenceOf(entry, requirementOf(row));
        const finding = { ...when, rule: ruleOf(verdict), resource, message, evidence, fix, links: [row.source] };
        if (curedByOwnUpdate(entry, row, images)) yield milder(finding);
        else yield finding.level === 'fail' && isGroupUnseen(entry) ? unlessCured(finding) : finding;
      }
    }
  },
});

/** An image of EKS that the group's own update takes brings what is needed: nothing must be changed before. */
function curedByOwnUpdate({ nodes, nodegroup }: Judged, row: Refusal, images: readonly Image[]): boolean {
  if (nodegroup?.amiType === undefined || nodegroup.amiType === null || nodegroup.amiType === 'CUSTOM') return false;
  const kubelets = nodes.flatMap(({ kubeletVersion }) => parseMinor(kubeletVersion) ?? []);
  const kubelet = kubelets.length > 0 ? Math.min(...kubelets) : parseMinor(nodegroup.version ?? '');
  const good = kubelet === undefined ? undefined : goodImage(familyOf(nodegroup.amiType), row, kubelet, images);
  return good !== undefined && good.kubernetes <= row.from;
}

/** A managed node of a group that was not described: nobody knows what its own update brings. */
function isGroupUnseen({ computeType, nodegroup }: Judged): boolean {
  return computeType === 'managed' && nodegroup === undefined;
}

function unlessCured(finding: Finding): Finding {
  const message = `${finding.message}; whether the group's own update brings another is not known`;
  return { ...finding, level: 'unknown', message };
}

/** A warning from where it would have been a failure, or from where it speaks. */
function milder({ since, at, ...rest }: Finding): Finding {
  const from = since ?? at;
  return { ...rest, level: 'warn', ...(from === undefined ? {} : { at: from }) };
}

/** A node's own words are no part of it: a fingerprint outlives a patch release. */
function ruleOf(verdict: Verdict): string {
  if (verdict.level === 'unknown') return 'runtime-not-known';
  return `${verdict.row.runtime}-${verdict.row.below ?? 'any'}`;
}

function runtimesOf({ nodes, nodegroup, verdict }: Judged): string {
  if (nodes.length > 0) {
    const told = nodes.map(({ containerRuntimeVersion }) => containerRuntimeVersion.replace('://', ' '));
    return `runs ${[...new Set(told)].sort().join(', ')}`;
  }
  const below = verdict.level === 'unknown' || verdict.row.below === null ? '' : ` below ${verdict.row.below}`;
  const runtime = verdict.level === 'unknown' ? '' : verdict.row.runtime;
  return `its image ${nodegroup?.releaseVersion ?? ''} brings ${runtime}${below}`;
}

function evidenceOf({ nodes, resource, nodegroup }: Judged, required: string): Evidence[] {
  if (nodes.length === 0) {
    const observed = `${nodegroup?.amiType ?? 'AMI type not told'}, release ${nodegroup?.releaseVersion ?? 'not told'}`;
    return [{ observed, required, fact: 'nodegroups' }];
  }
  return nodes.map(({ name, containerRuntimeVersion }) => ({
    observed: containerRuntimeVersion === '' ? 'none' : containerRuntimeVersion,
    required,
    fact: 'nodes',
    ...(resource.kind === 'Node' ? {} : { resource: `Node ${name}` }),
  }));
}

function unknownFinding(entry: Judged, reason: string): Finding {
  return {
    level: 'unknown',
    rule: 'runtime-not-known',
    resource: entry.resource,
    message: reason,
    evidence: evidenceOf(entry, 'containerd of a version that the table knows'),
    fix:
      entry.nodes.length === 0
        ? advice`Look up the AMI that the group's launch template names, and compare its container runtime with the release notes of the versions on the way by hand.`
        : advice`Compare the node's container runtime with the release notes of the Kubernetes versions on the way, and with its own notes on Kubernetes, by hand.`,
  };
}
